/** Ways to spell a block that no text is at hand for, as the source spells blocks of its like. */
import type { InlineEdit } from '../change/change.js';
import type { Block } from '../document/block.js';
import type { RawSide } from './raw-side.js';
import { type Base, escapedWords, labelIn, markerLength, plainEdits } from './word-edits.js';

/** A block's own stretch: what begins it (its marker and its label), and its words. */
export interface Spelled {
  readonly marker: string;
  readonly words: string;
}

/** How the source writes, as far as it shows. */
export class Hand {
  private readonly likes = new Map<string, number[]>();
  readonly tight: boolean;
  /** For each depth of section how many `#` a heading of it has in the source; empty where these do not tell the depth. */
  private readonly signs: ReadonlyMap<number, number>;

  constructor(
    readonly side: RawSide,
    readonly markdown: boolean,
  ) {
    let tight = 0;
    let loose = 0;
    let before = -1;
    side.index.blocks.forEach((block, i) => {
      for (const key of [likeness(block), deepLikeness(block)]) {
        const known = this.likes.get(key);
        if (known === undefined) this.likes.set(key, [i]);
        else known.push(i);
      }
      if (!this.isItem(block)) return;
      if (before >= 0) {
        const gap = side.text.slice(side.tile(before).end, side.tile(i).start);
        if (/\n[ \t>]*\r?\n/.test(gap)) loose++;
        else tight++;
      }
      before = i;
    });
    this.tight = tight > loose;
    this.signs = markdown ? headingSigns(side) : new Map();
  }

  /** Whether what belongs to the block stands further in: an item of a Markdown list, or a bullet in plain text. */
  isItem({ matched_by }: Block): boolean {
    return matched_by === (this.markdown ? 'markdown:list_item' : 'label:bullet');
  }

  /** Whether a heading needs other signs for its depth than source block `i` has; a heading without signs needs none. */
  misfits({ kind, matched_by, level }: Block, i: number): boolean {
    if (!this.markdown || kind !== 'heading' || matched_by !== 'markdown:heading') return false;
    return signsAt(this.side, i) !== this.signsOf(level);
  }

  /** How many `#` a heading of this depth gets. */
  signsOf(level: number): number {
    let most = level;
    for (const [known, signs] of this.signs) if (known <= level) most = signs + level - known;
    return Math.max(1, Math.min(6, most));
  }

  /** What begins a block of this one's likeness in the source, with this one's label; null where the source has none. */
  marker(block: Block): string | null {
    const likes = this.likes.get(deepLikeness(block)) ?? this.likes.get(likeness(block)) ?? [];
    for (const i of likes) {
      const tile = this.side.tile(i);
      const found = this.side.text.slice(tile.start, tile.start + markerLength(this.side, i));
      if (this.misfits(block, i)) continue;
      const { label } = this.side.block(i);
      if (label === null || block.label === null) return found;
      const at = labelIn(found, label);
      if (at >= 0) return found.slice(0, at) + block.label + found.slice(at + label.length);
    }
    return null;
  }
}

/** How many `#` a heading has, or stands for by being underlined. */
function signsAt(side: RawSide, at: number): number {
  const { start, end } = side.tile(at);
  const raw = side.text.slice(start, end);
  const signs = /^[ \t>]*(#{1,6})(?:\s|$)/.exec(raw);
  return signs !== null ? signs[1].length : /\n[ \t>]*-+\s*$/.test(raw) ? 2 : 1;
}

/** The signs of each depth, where each depth has signs of its own and deeper ones have more. */
function headingSigns(side: RawSide): Map<number, number> {
  const signs = new Map<number, number>();
  for (const [i, { kind, level, matched_by }] of side.index.blocks.entries()) {
    if (kind !== 'heading' || matched_by !== 'markdown:heading') continue;
    const own = signsAt(side, i);
    if (signs.has(level) && signs.get(level) !== own) return new Map();
    signs.set(level, own);
  }
  const order = [...signs].sort(([a], [b]) => a - b);
  const deeper = order.every(
    ([level, own], k) => k === 0 || own - order[k - 1][1] === level - order[k - 1][0],
  );
  return deeper ? new Map(order) : new Map();
}

// Blocks are alike when one rule recognised both, and their labels are of one shape: `1.1` and `4.12`, not `Schedule 1`.
function likeness({ kind, matched_by, level, role, label }: Block): string {
  const shape = label?.replace(/\d+/g, '1').replace(/(?<![A-Za-z])[A-Za-z](?![A-Za-z])/g, 'a') ?? '';
  const depth = kind === 'heading' ? level : 0;
  return [kind, matched_by, depth, role === 'quote', shape].join(' ');
}

// A list in a list may have bullets of its own.
function deepLikeness(block: Block): string {
  return `${likeness(block)} in ${block.path.split('/list_item[').length - 1}`;
}

/**
 * The spellings of a block to try, the likeliest first: as its partner in the source is written where it has one, as blocks
 * of its likeness are, and plainly.
 */
export function spellings(
  block: Block,
  hand: Hand,
  partner: number,
  inline: readonly InlineEdit[],
): Spelled[] {
  const list: Spelled[] = [];
  const misfit = partner >= 0 && hand.misfits(block, partner);
  const kept =
    partner < 0 || misfit ? null : respelled(block, { side: hand.side, at: partner }, inline, hand.markdown);
  if (kept !== null) list.push(kept);
  const marker = hand.marker(block);
  const markers = [...(marker === null ? [] : [marker]), ...plainMarkers(block, hand)];
  const words = hand.markdown
    ? [block.text, atLineStart(block.text), atLineStart(escapedWords(block.text))]
    : [block.text];
  for (const one of [...new Set(markers)])
    for (const said of new Set(words)) list.push({ marker: one, words: said });
  return list;
}

/** Words that do not begin a heading, a list or a quote where they begin a line of Markdown. */
function atLineStart(words: string): string {
  return words
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
    .replace(/^(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|>|={3,}|-{3,})/, '\\');
}

/** As the source writes the block's partner, with the words and the label that it has now; null where that is not known. */
function respelled(
  block: Block,
  base: Base,
  inline: readonly InlineEdit[],
  markdown: boolean,
): Spelled | null {
  const { side, at } = base;
  const before = side.block(at);
  const tile = side.tile(at);
  const start = tile.start + markerLength(side, at);
  let marker = side.text.slice(tile.start, start);
  if (before.label !== block.label) {
    const place = before.label === null || block.label === null ? -1 : labelIn(marker, before.label);
    if (place < 0) return null;
    marker = marker.slice(0, place) + block.label + marker.slice(place + before.label!.length);
  }
  if (inline.length === 0) {
    return before.text === block.text ? { marker, words: side.text.slice(start, tile.end) } : null;
  }
  const edits = plainEdits(base, inline, markdown);
  if (edits === null || edits.some((edit) => edit.start < start)) return null;
  let words = '';
  let done = start;
  for (const edit of edits) {
    words += side.text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return { marker, words: words + side.text.slice(done, tile.end) };
}

/** What can begin a block when nothing in the source shows how: the label in the ways that profiles know. */
function plainMarkers({ kind, matched_by, label, level, role, attrs, text }: Block, hand: Hand): string[] {
  const { markdown } = hand;
  const quote = markdown && role === 'quote' ? '> ' : '';
  const ticked = /^\[[ xX]\]/.test(text);
  const task = typeof attrs.checked === 'boolean' && !ticked ? (attrs.checked ? '[x] ' : '[ ] ') : '';
  if (matched_by === 'markdown:list_item') {
    const number = label === null ? null : /\d+$/.exec(label);
    const list = number === null ? '- ' : `${number[0]}. `;
    if (markdown) return [`${quote}${list}${task}`];
  }
  const bullets = ['- ', '* ', '• '];
  const labels =
    label !== null
      ? // In Markdown a number with a dot begins a list, and with a backslash a clause that bears the number.
        [
          `${label} `,
          ...(markdown ? [`${label}\\. `] : []),
          `${label}. `,
          `${label}: `,
          `${label}) `,
          `${label}\n`,
        ]
      : kind === 'list_item' && !markdown
        ? bullets
        : [''];
  if (kind === 'heading' && markdown) {
    return labels.map((start) => `${quote}${'#'.repeat(hand.signsOf(level))} ${start.replace('\n', ' ')}`);
  }
  return labels.map((text) => quote + text);
}
