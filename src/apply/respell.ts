/**
 * A text for a document of which only the blocks are known: what a stored comparison holds of its test document, or a test
 * document of another format. Its words and labels are the blocks'; how they are written is taken from the source.
 */
import type { InlineEdit } from '../change/change.js';
import type { Block, BlockTree } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';
import { type Hand, type Spelled, spellings } from './spelling.js';

/** What is known of the document. */
export interface Unwritten {
  readonly tree: BlockTree;
  readonly hand: Hand;
  /** For each block in document order the source block that corresponds, -1 for none. */
  readonly partners: Int32Array;
  /** The edits of the words between a block and its partner. */
  readonly inline: (block: Block) => readonly InlineEdit[];
  /** Reads a text as the source was read. */
  readonly read: (text: string) => BlockTree;
}

/** A text, and the blocks that it reads as. */
export interface Written {
  readonly text: string;
  readonly tree: BlockTree;
}

// Each try reads the whole text once.
const MOST_TRIES = 16;

/** A text that reads as the blocks, or null when none was found. */
export function respell(document: Unwritten): Written | null {
  const { blocks } = new TreeIndex(document.tree);
  const choices = blocks.map((block, i) =>
    spellings(block, document.hand, document.partners[i], document.inline(block)),
  );
  const chosen = new Int32Array(blocks.length);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const spelled = new Map(blocks.map((block, i) => [block, choices[i][chosen[i]]]));
    const text = new Writer(document.hand, spelled, document.hand.tight && tries < MOST_TRIES / 2).write(
      document.tree.root,
    );
    const tree = document.read(text);
    const faulty = faults(blocks, new TreeIndex(tree).blocks);
    if (faulty.length === 0) return { text, tree };
    const open = faulty.filter((i) => chosen[i] + 1 < choices[i].length);
    if (open.length === 0 && tries < MOST_TRIES / 2) tries = MOST_TRIES / 2 - 1;
    else if (open.length === 0) return null;
    for (const i of open) chosen[i]++;
  }
  return null;
}

/** The blocks to write otherwise: those that were not read at all, or else the first that was read in another place. */
function faults(wanted: readonly Block[], read: readonly Block[]): number[] {
  const first = wanted.findIndex((block, i) => read[i] === undefined || !isSame(block, read[i]));
  if (first < 0) return wanted.length === read.length ? [] : [wanted.length - 1];
  const found = new Set(read.map(says));
  const missing = [...wanted.keys()].filter((i) => i >= first && !found.has(says(wanted[i])));
  return missing.length > 0 ? missing : [first];
}

function isSame(a: Block, b: Block): boolean {
  return says(a) === says(b) && a.path === b.path;
}

function says({ kind, label, text }: Block): string {
  return `${kind} ${label} ${text}`;
}

// A bullet, of plain text too, or a number, and the white space after it.
const LIST_MARKER = /^(?:[-*+•‣◦▪●○·–]|\d{1,9}[.)])\s+/;

/** Writes blocks one after the other, with what parts and indents them. */
class Writer {
  private text = '';
  /** The number of the list item before, among the blocks of the same parent. */
  private numbered: number | null = null;
  private last: { readonly item: boolean; readonly quote: string } | null = null;

  constructor(
    private readonly hand: Hand,
    private readonly spelled: ReadonlyMap<Block, Spelled>,
    private readonly tight: boolean,
  ) {}

  write(root: Block): string {
    this.below(root, '', '');
    return this.text === '' ? '' : `${this.text}\n`;
  }

  /** `marks` are those of the quote that the block stands in. */
  private below(block: Block, indent: string, marks: string): void {
    const outer = this.numbered;
    this.numbered = null;
    for (const child of block.children) this.block(child, indent, marks);
    this.numbered = outer;
  }

  private block(block: Block, indent: string, marks: string): void {
    if (block.kind === 'section' || block.kind === 'document') this.section(block, indent, marks);
    else if (block.kind === 'table') this.table(block, marks + indent);
    else this.own(block, indent, marks);
  }

  /** Where the heading is an item of a list, what the section holds stands in that item. */
  private section(section: Block, indent: string, marks: string): void {
    const [heading, ...rest] = section.children;
    const marker = heading?.kind === 'heading' ? this.spelled.get(heading)!.marker : '';
    const item = this.hand.markdown ? (LIST_MARKER.exec(marker)?.[0] ?? '') : '';
    if (item === '') {
      this.below(section, indent, marks);
      return;
    }
    const outer = this.numbered;
    this.numbered = null;
    this.own(heading, indent, marks);
    this.numbered = null;
    for (const child of rest) this.block(child, indent + ' '.repeat(item.length), marks);
    this.numbered = outer;
  }

  private own(block: Block, indent: string, outer: string): void {
    const { marker, words } = this.spelled.get(block)!;
    // The marks of a quote stand before the indent of what is in it, and after that of the list that it is in.
    const [, quote, rest] = /^((?:> ?)*)\s*([\s\S]*)$/.exec(marker)!;
    const marks = quote === '' ? '' : `${quote.trimEnd()} `;
    const item =
      this.hand.isItem(block) || (block.kind === 'heading' && this.hand.markdown && LIST_MARKER.test(rest));
    if (!item) this.numbered = null;
    const start = outer !== '' ? marks + indent : indent + marks;
    if (item && this.restarts(rest)) {
      // Nothing else parts two lists in every reader; the comment is in no block.
      this.part(false, marks);
      this.text += `${start}<!-- -->`;
    }
    this.part(item, marks);
    this.text +=
      block.role === 'code'
        ? this.code(block, words, start)
        : start + (item ? rest + words.trimEnd() : (rest + words).trimEnd());
    const width = item ? (LIST_MARKER.exec(rest)?.[0].length ?? 2) : 0;
    if (outer === '' && marks !== '') this.below(block, ' '.repeat(width), indent + marks);
    else this.below(block, indent + ' '.repeat(width), marks);
  }

  /** Whether a Markdown list item's number does not follow the one before, so that it begins a list of its own. */
  private restarts(marker: string): boolean {
    const found = /^(\d{1,9})[.)]/.exec(marker);
    const before = this.numbered;
    this.numbered = found === null ? null : Number(found[1]);
    return found !== null && before !== null && this.numbered !== before + 1;
  }

  /** Code as it stood, or between fences that nothing in it ends. */
  private code(block: Block, words: string, start: string): string {
    if (words !== block.text) return start + words;
    const language = typeof block.attrs.language === 'string' ? block.attrs.language : '';
    const longest = Math.max(2, ...(block.text.match(/`+/g) ?? []).map((run) => run.length));
    const fence = '`'.repeat(longest + 1);
    return [`${fence}${language}`, ...block.text.split('\n'), fence].map((line) => start + line).join('\n');
  }

  private table(table: Block, indent: string): void {
    this.part(false, '');
    const lines = table.children.map((row) => {
      const cells = row.children.map((cell) => {
        const { words } = this.spelled.get(cell)!;
        return words.trim().replaceAll(/(?<!\\)\|/g, '\\|');
      });
      return `${indent}| ${cells.join(' | ')} |`;
    });
    const columns = table.children[0]?.children.length ?? 0;
    this.text += [lines[0], `${indent}|${'---|'.repeat(columns)}`, ...lines.slice(1)].join('\n');
  }

  /** What stands between the last block and the next. */
  private part(item: boolean, marks: string): void {
    if (this.last !== null) {
      const close = this.tight && item && this.last.item;
      const between = marks !== '' && this.last.quote === marks ? marks.trimEnd() : '';
      this.text += close ? '\n' : `\n${between}\n`;
    }
    this.last = { item, quote: marks };
  }
}
