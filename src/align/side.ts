/** One document laid out for alignment: its blocks in document order, with what the passes ask of each as arrays. */
import type { Block, BlockKind } from '../document/block.js';
import { wordTokens } from '../document/tokens.js';
import type { TreeIndex } from '../document/tree-index.js';
import { scoredWords } from './scored-words.js';
import type { TokenIds, Vocabulary } from './similarity.js';

/** Blocks match only within a class of kinds. */
export const KIND_CLASS: Readonly<Record<BlockKind, number>> = {
  section: 0,
  document: 0,
  heading: 1,
  paragraph: 2,
  list_item: 2,
  table: 3,
  row: 4,
  cell: 5,
  unknown: 6,
};

/** The key of a block that has none: a container without heading, an empty item. */
export const NO_KEY = -1;

/** Keys of equal content are equal numbers, on both sides. Each class has keys of its own. */
export class Keys {
  private readonly byClass: Map<string, number>[] = Array.from({ length: 7 }, () => new Map());
  private readonly subtrees = new Map<string, number>();
  private next = 0;

  /** How many keys there are; every key is below it. */
  get size(): number {
    return this.next;
  }

  /** The key of a text within a class of kinds, its white space folded. */
  of(kindClass: number, text: string): number {
    const keys = this.byClass[kindClass];
    const known = keys.get(text);
    if (known !== undefined) return known;
    const plain = folded(text);
    const key = plain === text ? this.next++ : this.intern(keys, plain);
    keys.set(text, key);
    return key;
  }

  /** The key of a text as it stands, as code is compared: the same as any text's where there is nothing to fold. */
  ofCode(kindClass: number, text: string): number {
    return folded(text) === text
      ? this.of(kindClass, text)
      : this.intern(this.byClass[kindClass], `\u0000${text}`);
  }

  /** The key of a whole subtree's content, labels left out. */
  ofSubtree(content: string): number {
    return this.intern(this.subtrees, content);
  }

  private intern(map: Map<string, number>, text: string): number {
    let key = map.get(text);
    if (key === undefined) {
      key = this.next++;
      map.set(text, key);
    }
    return key;
  }
}

/**
 * The blocks of one tree by number, in document order, the root 0. A block's subtree is the numbers from itself to
 * `end` (exclusive).
 */
export interface Side {
  readonly blocks: readonly Block[];
  readonly kindClass: Uint8Array;
  /** The parent's number, -1 for the root. */
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly depth: Int32Array;
  /** The place among the parent's children, from 0. */
  readonly ordinal: Int32Array;
  /** The sibling just before, -1 for a first child. */
  readonly previous: Int32Array;
  /** What `exact` compares: the folded text; a section's heading; a row's cells. NO_KEY when there is nothing to compare. */
  readonly key: Int32Array;
  /** A section's heading by its letters and digits alone, whatever their case; NO_KEY for all else. */
  readonly heading: Int32Array;
  /** Equal exactly when the whole subtrees hold the same, labels aside. */
  readonly subtree: Int32Array;
  /** Text-bearing blocks in the subtree, at least 1: who moved is decided by this. */
  readonly leaves: Int32Array;
  /** How much text the subtree holds, a measure for votes: see `textWeight`. */
  readonly weight: Float64Array;
  /** The block's own share of that weight. */
  readonly ownWeight: Float64Array;
  /** The paired block of the other side, -1 while there is none. */
  readonly partner: Int32Array;
  /** The words of the block's own text that similarity counts; of a row, of its cells. Encoded on first use. */
  tokens(block: number): TokenIds;
  /** How many tokens, white space not counted, the block's own text has; of a row, its cells. */
  length(block: number): number;
  /**
   * What a clause or a definition opens with and is known by, `Governing Law.` or `"Fees"`, by its letters and digits
   * alone; '' for all else. See `captionOf`. Found on first use.
   */
  caption(block: number): string;
  /** The letters and digits of the block's own text, whatever their case; '' in code, where every sign counts. */
  letters(block: number): string;
  /** The tokens of the whole subtree. */
  allTokens(block: number): TokenIds;
}

/** A long paragraph says more about where its section went than a short one, but not without limit. */
function textWeight(text: string): number {
  return 20 + Math.min(text.length, 400);
}

/** A caption is at most this many words: `Limitation of Liability for Indirect Damages` still is one. */
const CAPTION_WORDS = 8;

/** Most UTF-16 units looked at for a caption. */
const CAPTION_REACH = 120;

/** Begins the caption of a definition: a term is one definition's, where a clause's caption may be another's too. */
export const TERM_MARK = '"';

/**
 * The caption of a text, or '': a capitalised opening of up to eight words that ends with a full stop or a colon and is
 * followed by more, or stands alone above children; or a quoted term, as a definition opens with.
 */
export function captionOf(text: string, alone: boolean): string {
  const opening = text.length > CAPTION_REACH ? text.slice(0, CAPTION_REACH) : text;
  const term = /^["\u201c\u201e\u00ab']([^"\u201c\u201d\u00bb]{1,80})["\u201d\u00bb']/u.exec(opening);
  const found =
    term ?? (alone ? /^(\p{Lu}[^.:;?!]*)[.:](?:\s|$)/u : /^(\p{Lu}[^.:;?!]*)[.:]\s/u).exec(opening);
  if (found === null || found[1].split(' ').length > CAPTION_WORDS) return '';
  const letters = lettersOf(found[1]);
  return letters === '' ? '' : (term === null ? '' : TERM_MARK) + letters;
}

/** The letters and digits of a text, whatever their case, everything between them one space. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** White space other than single plain spaces between words. */
const LOOSE_SPACE = /[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| (?: |$)/;

/** White space folded, case kept. Readers fold already, but in code and in trees that came from elsewhere. */
function folded(text: string): string {
  return LOOSE_SPACE.test(text) || text.startsWith(' ') ? text.replace(/\s+/gu, ' ').trim() : text;
}

/** Lays out an indexed tree. */
export function layOut(index: TreeIndex, keys: Keys, vocabulary: Vocabulary): Side {
  const { blocks, parents: parent, ends: end } = index;
  const n = blocks.length;
  const depth = new Int32Array(n);
  const ordinal = new Int32Array(n);
  const previous = new Int32Array(n).fill(-1);
  for (let i = 1; i < n; i++) {
    const above = parent[i];
    depth[i] = depth[above] + 1;
    // The next sibling, if there is one, starts where this subtree ends.
    const next = end[i];
    if (next < end[above]) {
      previous[next] = i;
      ordinal[next] = ordinal[i] + 1;
    }
  }
  const kindClass = new Uint8Array(n);
  const key = new Int32Array(n).fill(NO_KEY);
  const heading = new Int32Array(n).fill(NO_KEY);
  const subtree = new Int32Array(n);
  const leaves = new Int32Array(n);
  const weight = new Float64Array(n);
  const ownWeight = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    const block = blocks[i];
    kindClass[i] = KIND_CLASS[block.kind];
    key[i] = ownKey(block, i);
    if (kindClass[i] === KIND_CLASS.section && key[i] !== NO_KEY) {
      const letters = lettersOf(block.children[0].text);
      if (letters !== '') heading[i] = keys.ofSubtree(`#${letters}`);
    }
    if (block.text !== '') {
      ownWeight[i] = textWeight(block.text);
      leaves[i]++;
    }
    weight[i] += ownWeight[i];
    if (block.children.length === 0 && key[i] !== NO_KEY) {
      subtree[i] = key[i];
    } else {
      // A section's key is its heading's, which is among its children.
      const content = [kindClass[i], block.text === '' ? NO_KEY : key[i]];
      for (let child = i + 1; child < end[i]; child = end[child]) content.push(subtree[child]);
      subtree[i] = keys.ofSubtree(content.join());
    }
    if (leaves[i] === 0) leaves[i] = 1;
    const p = parent[i];
    if (p >= 0) {
      leaves[p] += leaves[i];
      weight[p] += weight[i];
    }
  }

  function ownKey(block: Block, i: number): number {
    if (block.kind === 'row') {
      return keys.of(kindClass[i], block.children.map((cell) => folded(cell.text)).join('\u0000'));
    }
    if (kindClass[i] === KIND_CLASS.section) {
      const heading = block.children[0];
      return heading?.kind === 'heading' && heading.text !== '' && block.kind === 'section'
        ? keys.of(kindClass[i], heading.text)
        : NO_KEY;
    }
    if (block.text === '') return NO_KEY;
    // Code is compared with its white space.
    return block.role === 'code' ? keys.ofCode(kindClass[i], block.text) : keys.of(kindClass[i], block.text);
  }

  // Of the few blocks that nothing has paired by their text.
  const own = new Map<number, TokenIds>();
  function tokens(i: number): TokenIds {
    let ids = own.get(i);
    if (ids === undefined) {
      ids =
        kindClass[i] === KIND_CLASS.row
          ? allTokens(i)
          : vocabulary.encode(scoredWords(blocks[i].text, blocks[i].role === 'code'));
      own.set(i, ids);
    }
    return ids;
  }

  const lengths = new Int32Array(n).fill(-1);
  function length(i: number): number {
    if (lengths[i] < 0) {
      const texts = kindClass[i] === KIND_CLASS.row ? blocks[i].children : [blocks[i]];
      lengths[i] = texts.reduce((sum, { text }) => sum + wordTokens(text).length, 0);
    }
    return lengths[i];
  }

  const captions = new Map<number, string>();
  function caption(i: number): string {
    if (kindClass[i] !== KIND_CLASS.paragraph || blocks[i].role === 'code') return '';
    let found = captions.get(i);
    if (found === undefined) {
      found = captionOf(blocks[i].text, end[i] > i + 1);
      captions.set(i, found);
    }
    return found;
  }

  const plain = new Map<number, string>();
  function letters(i: number): string {
    if (blocks[i].role === 'code') return '';
    let found = plain.get(i);
    if (found === undefined) {
      found = lettersOf(blocks[i].text);
      plain.set(i, found);
    }
    return found;
  }

  const all = new Map<number, TokenIds>();
  function allTokens(i: number): TokenIds {
    if (end[i] === i + 1) return tokens(i);
    let ids = all.get(i);
    if (ids === undefined) {
      const parts: TokenIds[] = [];
      for (let k = i; k < end[i]; k++) if (blocks[k].text !== '') parts.push(tokens(k));
      ids = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        ids.set(part, at);
        at += part.length;
      }
      all.set(i, ids);
    }
    return ids;
  }

  return {
    blocks,
    kindClass,
    parent,
    end,
    depth,
    ordinal,
    previous,
    key,
    heading,
    subtree,
    leaves,
    weight,
    ownWeight,
    partner: new Int32Array(n).fill(-1),
    tokens,
    length,
    caption,
    letters,
    allTokens,
  };
}

/** The children of a block, in order. */
export function childrenOf(side: Side, block: number): number[] {
  const children: number[] = [];
  for (let i = block + 1; i < side.end[block]; i = side.end[i]) children.push(i);
  return children;
}

/** The first child when it is a heading, else -1. */
export function headingOf(side: Side, block: number): number {
  const first = block + 1;
  return first < side.end[block] && side.blocks[first].kind === 'heading' ? first : -1;
}
