/**
 * Where a block's text came from, character by character. A reader records how it cut the text; the mapping itself is
 * worked out when somebody asks, by walking the text and its source side by side.
 */
import type { SpanFinder } from '../document/beside.js';
import type { Block, Span } from '../document/block.js';
import { CodePointIndex } from '../document/code-points.js';
import { type SourceRange, sourceRange } from '../document/range.js';
import type { CompiledProfile } from '../profile/profile.js';
import { isSpace } from './fold.js';
import { NAMED } from './markdown-inline.js';
import type { RawInline } from './raw.js';
import { findSpans } from './spans.js';
import { unitMarks, unitText } from './units.js';

/** How a block's text was cut from its inline text, in UTF-16 units. */
interface Origin {
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

/** What all blocks of one reading have in common. */
export interface Reading {
  readonly source: SourceIndex;
  readonly profile: CompiledProfile;
}

/** A range that remembers how its block's text was made: all that is kept of a block's making, one object for each. */
export class OriginRange implements SourceRange, SpanFinder {
  readonly #reading: Reading;
  readonly #inline: RawInline | null;
  readonly #base: number;
  readonly #from: number;
  readonly #to: number;

  /**
   * @param inline what the text was cut from; null where that is not recorded.
   * @param start in UTF-16 units, as `end` is, until the range is settled; in code points from then on.
   */
  constructor(
    reading: Reading,
    inline: RawInline | null,
    base: number,
    from: number,
    to: number,
    public start: number,
    public end: number,
  ) {
    this.#reading = reading;
    this.#inline = inline;
    this.#base = base;
    this.#from = from;
    this.#to = to;
  }

  /** Makes the range reach as far as what is put into its block. */
  reach(end: number): void {
    if (end > this.end) this.end = end;
  }

  /** All is in place: from now on in code points. */
  settle(): void {
    const { points } = this.#reading.source;
    this.start = points.toPoint(this.start);
    this.end = points.toPoint(this.end);
  }

  findSpans(): readonly Span[] {
    const inline = this.#inline;
    if (inline === null) return [];
    const unit = { inline, from: this.#from, to: this.#to, label: null };
    const marks = inline.marks.length === 0 ? [] : unitMarks(unit, unit.from);
    return findSpans(unitText(unit), marks, this.#reading.profile);
  }

  static originOf(range: SourceRange): Origin | null {
    if (!(range instanceof OriginRange) || range.#inline === null) return null;
    return {
      source: range.#reading.source,
      base: range.#base,
      inline: range.#inline,
      from: range.#from,
      to: range.#to,
    };
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

/** What was worked out last for an inline text: a paragraph of a thousand clauses is asked a thousand times. */
const known = new WeakMap<
  RawInline,
  { readonly source: string; readonly base: number; readonly units: Int32Array }
>();

/** The source unit of every unit of the inline text. */
function inlineOffsets({ source, base, inline }: Origin): Int32Array {
  const last = known.get(inline);
  if (last !== undefined && last.base === base && last.source === source.text) return last.units;
  const { text, pieces } = inline;
  const units = new Int32Array(text.length);
  known.set(inline, { source: source.text, base, units });
  for (let p = 0; p < pieces.length; p += 3) {
    const end = p + 3 < pieces.length ? pieces[p + 3] : text.length;
    alignPiece(
      new Characters(source.text, inline.literal === true),
      base + pieces[p + 1],
      base + pieces[p + 2],
      text,
      pieces[p],
      end,
      units,
    );
  }
  return units;
}

/**
 * Walks a piece of text and the source that it came from. The source has more: markers at line starts, backslashes,
 * runs of white space, invisible characters; and it spells some characters as references (`&amp;`).
 */
function alignPiece(
  source: Characters,
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
    const space = char === ' ' || char === '\n';
    let scan = at;
    while (scan < end && !source.says(scan, char, space)) scan = source.after(scan);
    if (scan >= end) {
      units[i] = Math.max(start, Math.min(at, end - 1));
      continue;
    }
    units[i] = scan;
    at = source.after(scan, text, i);
    if (space) while (at < end && source.isSpace(at)) at = source.after(at);
    else if (at > scan + 1) {
      // A reference can stand for two units (an astral character): both come from it.
      const unit = text.charCodeAt(i + 1);
      if (i + 1 < to && unit >= 0xdc00 && unit <= 0xdfff) units[++i] = scan;
    }
  }
}

const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const SPACE_NAME =
  /^&(?:nbsp|NonBreakingSpace|e[mn]sp|emsp1[34]|numsp|puncsp|thinsp|ThinSpace|hairsp|VeryThinSpace|MediumSpace|Tab|NewLine);$/;

/** A source as characters and, unless it is literal, references that stand for characters. */
class Characters {
  constructor(
    private readonly text: string,
    private readonly literal: boolean,
  ) {}

  /** Whether the character or reference at `at` stands for `char`; for a space, any white space does. */
  says(at: number, char: string, space: boolean): boolean {
    if (space) return this.isSpace(at);
    const reference = this.reference(at);
    if (reference === null) return this.text[at] === char;
    const value = numericValue(reference);
    // What a named reference stands for is not known here; all but spaces are taken at their word.
    return value === null ? !SPACE_NAME.test(reference) : value.startsWith(char);
  }

  isSpace(at: number): boolean {
    const reference = this.reference(at);
    if (reference === null) return isSpace(this.text[at]);
    const value = numericValue(reference);
    return value === null ? SPACE_NAME.test(reference) : isSpace(value);
  }

  /** @param said the text that stands there as far as is known: a name that means nothing, `&foo;`, is five characters. */
  after(at: number, said = '', from = 0): number {
    const reference = this.reference(at);
    if (reference === null) return at + 1;
    const literal = said.startsWith(reference, from) && !NAMED.has(reference.slice(1, -1));
    return at + (literal ? 1 : reference.length);
  }

  private reference(at: number): string | null {
    if (this.literal || this.text[at] !== '&') return null;
    let slashes = 0;
    while (this.text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 1) return null;
    REFERENCE.lastIndex = at;
    return REFERENCE.exec(this.text)?.[0] ?? null;
  }
}

/** What a numeric reference stands for; null for a named one. */
function numericValue(reference: string): string | null {
  const match = /^&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));$/.exec(reference);
  if (match === null) return null;
  const point = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
  return point === 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
}

/** How many units are searched for marks, so that a line of any length costs the same. */
const MOST_MARKS = 500;
/** Marks that open at the start of a line, behind its indentation and the signs of quotes. */
const OPENING = /(?:^|\n)[ \t>]*((?:[*_~`]+|<[A-Za-z][^<>\n]*>)+)$/;
/** What is left of a line that another one follows. */
const REST = /^[^\r\n]*[^\s](?=[^\S\r\n]*[\r\n])/;

/**
 * The source range, in units, of the lines of text from `from` to `to`. Marks that open before the first word or close behind
 * the last one are part of it, and so is all of a reference that it ends with.
 */
export function unitRange(
  source: string,
  base: number,
  inline: RawInline,
  from: number,
  to: number,
): SourceRange {
  const { text } = inline;
  const units = inlineOffsets({ source: new SourceIndex(source), base, inline, from, to });
  let next = to;
  while (next < text.length && (text[next] === ' ' || text[next] === '\n')) next++;
  const start = units[from];
  const end = units[to - 1] + 1;
  const head = source.slice(Math.max(0, start - MOST_MARKS), start);
  const tail = source.slice(end, next < text.length ? Math.min(units[next], end + MOST_MARKS) : end);
  const before = OPENING.exec(head)?.[1] ?? '';
  const rest = REST.exec(tail)?.[0] ?? '';
  return { start: start - before.length, end: end + rest.length };
}
