/**
 * Edits of one block's raw text. An inline edit says which words change; here it becomes a range of the original text and
 * what comes in its place, so that what is written around the words (emphasis, line breaks, a table's bars) stays.
 */
import type { InlineEdit } from '../change/change.js';
import type { RawSide, UnitRange } from './raw-side.js';

/** A replacement in a text; ranges are UTF-16 units of it. */
export interface RawEdit extends UnitRange {
  readonly text: string;
}

/** One side of a block: where its raw text is, and how its words map onto it. */
export interface Base {
  readonly side: RawSide;
  readonly at: number;
}

/**
 * How words are replaced: `exact` takes all that the other side writes, also around words that stayed; `raw` takes its own
 * spelling of the words, markup at the edges of an edit with it; `plain` takes the words alone, escaped where a character
 * would act as markup.
 */
export type Spelling = 'exact' | 'raw' | 'plain';

/**
 * The edits that turn what `base` says into what `other` says, in order; null when it is not known where the words stand.
 * @param edits the words, as edits of `base`'s text.
 */
export function rawEdits(
  base: Base,
  other: Base,
  edits: readonly InlineEdit[],
  spelling: Spelling,
  markdown: boolean,
): RawEdit[] | null {
  const label = labelEdit(base, other);
  if (edits.length === 0) return label === null ? [] : [label];
  const from = wordMap(base);
  const to = wordMap(other);
  if (from === null || to === null) return null;
  const list = label === null ? [] : [label];
  for (const edit of edits) {
    const made = spelling === 'raw' ? snapped(from, to, edit) : plain(from, edit, markdown);
    const last = list.at(-1);
    if (last !== undefined && made.start < last.end) return null;
    list.push(made);
  }
  return trimmed(base, list);
}

/** Words that go from the end of a block leave no white space there. */
function trimmed({ side, at }: Base, list: RawEdit[]): RawEdit[] {
  const last = list.at(-1);
  if (last === undefined || last.text !== '' || last.end !== side.tile(at).end) return list;
  const floor = list.at(-2)?.end ?? side.tile(at).start;
  let { start } = last;
  while (start > floor && /\s/.test(side.text[start - 1])) start--;
  return [...list.slice(0, -1), { ...last, start }];
}

/** An edit as seen from the other side. */
export function reversed(edits: readonly InlineEdit[]): InlineEdit[] {
  return edits.map((edit) => ({
    kind: edit.kind === 'insert' ? 'delete' : edit.kind === 'delete' ? 'insert' : 'replace',
    source_start: edit.test_start,
    source_end: edit.test_end,
    test_start: edit.source_start,
    test_end: edit.source_end,
    source_text: edit.test_text,
    test_text: edit.source_text,
  }));
}

/** A block's words, and where each of them stands in the raw text. */
export interface WordMap {
  readonly text: string;
  readonly offsets: Int32Array;
  /** The text of the block itself, as code points. */
  readonly words: readonly string[];
  /** Where the raw text that can belong to the words begins and ends. */
  readonly start: number;
  readonly end: number;
}

export function wordMap({ side, at }: Base): WordMap | null {
  const offsets = side.offsets(at);
  if (offsets === null) return null;
  const tile = side.tile(at);
  return {
    text: side.text,
    offsets,
    words: Array.from(side.block(at).text),
    start: Math.min(offsets[0], tile.start + markerLength(side, at)),
    end: tile.end,
  };
}

// Quote marks, list markers (in plain text other bullets too) and the signs of headings, and the white space after them.
const MARKERS = /^(?:[ \t>]|[-*+•‣◦▪●○·–][ \t\u00a0]+|\d{1,9}[.)][ \t]+|#{1,6}[ \t]+)*/;

/** How much of a block's raw text is its marker and its label. */
export function markerLength(side: RawSide, at: number): number {
  const { label } = side.block(at);
  const tile = side.tile(at);
  const offsets = side.offsets(at);
  const prefix = side.text.slice(tile.start, offsets === null ? tile.end : offsets[0]);
  const found = label === null ? -1 : labelIn(prefix, label);
  if (found < 0) return Math.min(prefix.length, MARKERS.exec(prefix)![0].length);
  const after = prefix.slice(found + label!.length);
  return found + label!.length + /^[.:)]?\s*/.exec(after)![0].length;
}

/** Where a label stands before a block's words, or -1; what looks like it inside a tag is none. */
export function labelIn(prefix: string, label: string): number {
  const at = prefix.lastIndexOf(label);
  return at >= 0 && prefix.lastIndexOf('<', at) > prefix.lastIndexOf('>', at) ? -1 : at;
}

/** Where the raw text of code point `k` ends. */
export function endOf({ text, offsets, words }: WordMap, k: number): number {
  const at = offsets[k];
  const next = offsets[k + 1];
  if (words[k] === ' ' || words[k] === '\n') {
    // A space stands for a run of white space, over line ends and what begins the lines.
    const run = /^[\s>]*/.exec(text.slice(at, Math.max(at, next)))![0].length;
    return at + Math.max(run, 1);
  }
  if (text[at] === '&') {
    const reference = /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/.exec(
      text.slice(at, at + 40),
    );
    if (reference !== null && (words[k] !== '&' || next >= at + reference[0].length)) {
      return at + reference[0].length;
    }
  }
  return at + words[k].length;
}

/** What stands between the words before position `k` and the word at it. */
export function gapAt(map: WordMap, k: number): UnitRange {
  const start = k === 0 ? map.start : endOf(map, k - 1);
  const end = k === map.words.length ? map.end : map.offsets[k];
  return { start: Math.min(start, end), end };
}

/** The edit with as much of what stands beside its words as differs between the two sides. */
function snapped(from: WordMap, to: WordMap, edit: InlineEdit): RawEdit {
  const left = gapAt(from, edit.source_start);
  const right = gapAt(from, edit.source_end);
  const otherLeft = gapAt(to, edit.test_start);
  const otherRight = gapAt(to, edit.test_end);
  const head = commonHead(slice(from, left), slice(to, otherLeft));
  let start = left.start + head;
  let otherStart = otherLeft.start + head;
  const tail = commonTail(slice(from, right), slice(to, otherRight));
  let end = right.end - tail;
  let otherEnd = otherRight.end - tail;
  // With nothing between the gaps on one side they are one gap, and its text must not be counted twice.
  const overlap = Math.max(start - end, otherStart - otherEnd, 0);
  end += overlap;
  otherEnd += overlap;
  start = Math.min(start, end);
  otherStart = Math.min(otherStart, otherEnd);
  return { start, end, text: to.text.slice(otherStart, otherEnd) };
}

/** Words with a backslash before each character that acts as markup in Markdown. */
export function escapedWords(words: string): string {
  return words.replaceAll(/[\\`*_[\]<>&|~]/g, '\\$&');
}

/** The edits of a block's words alone, in order; null when it is not known where the words stand. */
export function plainEdits(base: Base, edits: readonly InlineEdit[], markdown: boolean): RawEdit[] | null {
  const from = wordMap(base);
  return from === null ? null : edits.map((edit) => plain(from, edit, markdown));
}

function plain(from: WordMap, edit: InlineEdit, markdown: boolean): RawEdit {
  const { source_start: a, source_end: b } = edit;
  const words = edit.test_text;
  const text = markdown ? escapedWords(words) : words;
  if (a === b) {
    const at = a === 0 ? from.offsets[0] : endOf(from, a - 1);
    return { start: at, end: at, text };
  }
  return { start: unescaped(from, from.offsets[a]), end: endOf(from, b - 1), text };
}

/** A backslash before the first character goes with it. */
function unescaped({ text, start }: WordMap, at: number): number {
  return at > start && text[at - 1] === '\\' && text[at - 2] !== '\\' ? at - 1 : at;
}

/**
 * The edit that makes the label of `base` that of `other`: the label alone where all else before the text is the same,
 * otherwise what stands before the text. `when` says whether that is left alone where the labels are the same.
 */
export function labelEdit(base: Base, other: Base, when: 'needed' | 'always' = 'needed'): RawEdit | null {
  const mine = base.side.block(base.at).label;
  const theirs = other.side.block(other.at).label;
  if (when === 'needed' && mine === theirs && sameDress(base, other)) return null;
  const start = base.side.tile(base.at).start;
  const from = base.side.text.slice(start, start + markerLength(base.side, base.at));
  const otherStart = other.side.tile(other.at).start;
  const to = other.side.text.slice(otherStart, otherStart + markerLength(other.side, other.at));
  if (from === to) return null;
  const labelled = swapLabel(from, to, mine, theirs);
  if (labelled !== null) {
    return { start: start + labelled.at, end: start + labelled.at + mine!.length, text: theirs! };
  }
  const head = commonHead(from, to);
  // A number is replaced whole: `5.3` to `5.4` is not `3` to `4`.
  const at = /[^\s>]*$/.exec(from.slice(0, head))!.index;
  const tail = Math.min(commonTail(from.slice(at), to.slice(at)), /\s*$/.exec(from)![0].length);
  return { start: start + at, end: start + from.length - tail, text: to.slice(at, to.length - tail) };
}

/** Whether two blocks begin alike: a list item does not begin as a paragraph does, nor a heading as a deeper one. */
function sameDress(base: Base, other: Base): boolean {
  const mine = base.side.block(base.at);
  const theirs = other.side.block(other.at);
  if (mine.kind === 'heading' && theirs.kind === 'heading' && mine.level !== theirs.level) return false;
  return mine.kind === theirs.kind && (mine.role === 'quote') === (theirs.role === 'quote');
}

function swapLabel(
  from: string,
  to: string,
  mine: string | null,
  theirs: string | null,
): { at: number } | null {
  if (mine === null || theirs === null) return null;
  const at = labelIn(from, mine);
  if (at < 0) return null;
  return from.slice(0, at) + theirs + from.slice(at + mine.length) === to ? { at } : null;
}

function slice({ text }: WordMap, { start, end }: UnitRange): string {
  return text.slice(start, end);
}

/** How many units two texts begin with in common; never half a character. */
export function commonHead(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n < most && a[n] === b[n]) n++;
  return n > 0 && isHigh(a.charCodeAt(n - 1)) ? n - 1 : n;
}

/** How many units two texts end with in common. */
export function commonTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n < most && a[a.length - 1 - n] === b[b.length - 1 - n]) n++;
  return n > 0 && isLow(a.charCodeAt(a.length - n)) ? n - 1 : n;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
