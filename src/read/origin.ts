/**
 * Where a block's text came from, character by character. A reader records how it cut the text; the mapping itself is
 * worked out when somebody asks, by walking the text and its source side by side.
 */
import type { Block } from '../document/block.js';
import { CodePointIndex } from '../document/code-points.js';
import { type SourceRange, sourceRange } from '../document/range.js';
import { isSpace } from './fold.js';
import type { RawInline } from './raw.js';

/** How a block's text was cut from its inline text, in UTF-16 units. */
export interface Origin {
  readonly source: SourceIndex;
  /** What the offsets in `inline.pieces` count from. */
  readonly base: number;
  readonly inline: RawInline;
  /** The part of `inline.text` that the block's text is, before its lines were joined. */
  readonly from: number;
  readonly to: number;
}

/** A source text and its code point index, built when first needed. */
export class SourceIndex {
  private index: CodePointIndex | null = null;
  constructor(readonly text: string) {}
  get points(): CodePointIndex {
    this.index ??= new CodePointIndex(this.text);
    return this.index;
  }
}

/** A range that remembers how its block's text was made. */
export class OriginRange implements SourceRange {
  readonly #origin: Origin | null;
  constructor(
    readonly start: number,
    readonly end: number,
    origin: Origin | null,
  ) {
    this.#origin = origin;
  }
  static originOf(range: SourceRange): Origin | null {
    return range instanceof OriginRange ? range.#origin : null;
  }
}

/**
 * For every code point of `block.text`, and for its end, the code point of the original text that it came from: an array
 * one longer than the text. Null when the reader kept no such record (code blocks, containers, trees read from JSON).
 */
export function sourceOffsets(block: Block): number[] | null {
  const range = sourceRange(block);
  const origin = range === undefined ? null : OriginRange.originOf(range);
  if (origin === null) return null;
  const units = inlineOffsets(origin);
  const { text } = block;
  const offsets: number[] = [];
  let at = origin.from;
  let last = units[at] ?? 0;
  for (let i = 0; i < text.length; i++) {
    // A line end that was joined without a space is in the inline text but not in the block's.
    while (origin.inline.text[at] === '\n' && text[i] !== ' ') at++;
    last = units[at];
    const unit = text.charCodeAt(i);
    if (unit < 0xdc00 || unit > 0xdfff || i === 0) offsets.push(origin.source.points.toPoint(last));
    at++;
  }
  offsets.push(text === '' ? origin.source.points.toPoint(last) : origin.source.points.toPoint(last + 1));
  return offsets;
}

/** The source unit of every unit of the inline text. */
function inlineOffsets({ source, base, inline }: Origin): Int32Array {
  const { text, pieces } = inline;
  const units = new Int32Array(text.length);
  for (let p = 0; p < pieces.length; p += 3) {
    const end = p + 3 < pieces.length ? pieces[p + 3] : text.length;
    alignPiece(source.text, base + pieces[p + 1], base + pieces[p + 2], text, pieces[p], end, units);
  }
  return units;
}

/**
 * Walks a piece of text and the source that it came from. The source has more: markers at line starts, backslashes,
 * runs of white space, invisible characters; and it spells some characters as references (`&amp;`).
 */
function alignPiece(
  source: string,
  start: number,
  end: number,
  text: string,
  from: number,
  to: number,
  units: Int32Array,
): void {
  let at = start;
  for (let i = from; i < to; i++) {
    const char = text[i];
    if (char === ' ' || char === '\n') {
      let scan = at;
      while (scan < end && !isSpace(source[scan]) && !startsReference(source, scan)) scan++;
      if (scan < end) at = scan;
      units[i] = Math.min(at, end - 1);
      if (source[at] === '&') at = referenceEnd(source, at);
      else while (at < end && isSpace(source[at])) at++;
      continue;
    }
    let scan = at;
    while (scan < end && source[scan] !== char && !startsReference(source, scan)) scan++;
    if (scan >= end) {
      units[i] = Math.max(start, Math.min(at, end - 1));
      continue;
    }
    units[i] = scan;
    if (source[scan] === char && !(char === '&' && startsReference(source, scan))) at = scan + 1;
    else {
      at = referenceEnd(source, scan);
      // A reference can stand for two units (an astral character): both come from it.
      const unit = text.charCodeAt(i + 1);
      if (i + 1 < to && unit >= 0xdc00 && unit <= 0xdfff) units[++i] = scan;
    }
  }
}

const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;

function startsReference(source: string, at: number): boolean {
  if (source[at] !== '&') return false;
  REFERENCE.lastIndex = at;
  return REFERENCE.test(source);
}

function referenceEnd(source: string, at: number): number {
  REFERENCE.lastIndex = at;
  return REFERENCE.test(source) ? REFERENCE.lastIndex : at + 1;
}

/** The source range, in units, of the text from `from` to `to`. */
export function unitRange(
  source: string,
  base: number,
  inline: RawInline,
  from: number,
  to: number,
): SourceRange {
  const units = inlineOffsets({ source: new SourceIndex(source), base, inline, from, to });
  return { start: units[from], end: units[to - 1] + 1 };
}
