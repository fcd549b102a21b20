import { countBelow } from '../../document/ascending.js';
import { CodePointIndex } from '../../document/code-points.js';
import { findAll } from './exact-search.js';
import { SearchedText } from './searched-text.js';

/**
 * Most pieces before they are joined into one text again. An operation looks at each piece, so fewer are faster; joining
 * costs the size of the text, so it must be seldom.
 */
const MAX_PIECES = 1024;

/** A text that pieces refer to, with what is worth computing once about it. */
interface Source {
  readonly text: string;
  readonly index: CodePointIndex;
}

/** A part of a source, in UTF-16 units of the source. */
interface Piece {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
  /** Length in code points. */
  readonly points: number;
}

/**
 * The text that the operations of one transaction see, each after the ones before it. All offsets are code points.
 *
 * The text is kept as pieces of a base text (the target, at first) and of the replacements, so that an operation costs
 * what it touches and a look at each piece, not the size of the target. What operations look for is looked for in the
 * base once, all of it in one pass where there is much of it; after that only the surroundings of the edits are scanned.
 */
export class SequentialBuffer {
  private readonly start: SearchedText;
  private base: SearchedText;
  private pieces: Piece[];
  /** Code-point offset at which each piece starts; one longer than `pieces`. */
  private starts: number[];
  private expected: readonly string[] = [];

  /** @param excerpt Whether the text is a part of the target, so that offsets here are not the target's. */
  constructor(
    transactionStart: string,
    private readonly maxPieces = MAX_PIECES,
    readonly excerpt = false,
  ) {
    this.start = new SearchedText(transactionStart);
    this.base = this.start;
    this.pieces = transactionStart === '' ? [] : [wholePiece(this.base)];
    this.starts = [0];
    this.recount(0);
  }

  /** Says what will be looked for, so that it can be looked for together. Not needed, and never wrong, to say. */
  expect(needles: Iterable<string>): void {
    this.expected = [...new Set(needles)];
    this.base.searchTogether(this.expected);
  }

  /** Length in code points. */
  get length(): number {
    return this.starts[this.pieces.length];
  }

  /** The text of `[start, end)`; offsets outside the buffer are clamped to it. */
  slice(start: number, end: number): string {
    const from = Math.max(0, start);
    const to = Math.min(this.length, end);
    if (from >= to) return '';
    let text = '';
    for (let i = this.pieceAt(from); i < this.pieces.length && this.starts[i] < to; i++) {
      text += this.pieceText(i, from, to);
    }
    return text;
  }

  /** The whole text as it is now. */
  toString(): string {
    return this.pieces.map(textOf).join('');
  }

  /** Puts `text` in the place of `[start, end)`, which must lie inside the buffer. */
  replace(start: number, end: number, text: string): void {
    const first = this.splitAt(start);
    const last = this.splitAt(end);
    const inserted = text === '' ? [] : [wholePiece(sourceOf(text))];
    this.pieces.splice(first, last - first, ...inserted);
    this.recount(first);
    if (this.pieces.length > this.maxPieces) this.join();
  }

  /** Makes the text as it is now the base: one piece again. */
  private join(): void {
    this.base = new SearchedText(this.toString());
    this.base.searchTogether(this.expected);
    this.pieces = [wholePiece(this.base)];
    this.recount(0);
  }

  /** All occurrences of `needle` (not empty) in the text as it is now, overlapping ones counted. */
  occurrences(needle: string): Occurrences {
    const runs: Run[] = [];
    const scan = this.base.search(needle);
    for (let i = 0; i < this.pieces.length; i++) {
      const piece = this.pieces[i];
      let tail = piece.from;
      if (piece.source === this.base) {
        tail = Math.max(piece.from, piece.to - needle.length + 1);
        const low = countBelow(scan, piece.from);
        const high = countBelow(scan, tail);
        if (high > low) {
          const offset = this.starts[i] - this.base.index.toPoint(piece.from);
          runs.push({ scan, low, high, index: this.base.index, offset });
        }
      }
      this.pushSeamRun(runs, i, tail, needle);
    }
    return new Occurrences(runs);
  }

  /** The occurrences in the text as it was when the transaction started. */
  originalOccurrences(needle: string): Occurrences {
    const scan = this.start.search(needle);
    return new Occurrences([{ scan, low: 0, high: scan.length, index: this.start.index, offset: 0 }]);
  }

  /** Occurrences that start in piece `i` at unit `tail` or later: they end in it only where it is a replacement. */
  private pushSeamRun(runs: Run[], i: number, tail: number, needle: string): void {
    const piece = this.pieces[i];
    const own = piece.source.text.slice(tail, piece.to);
    let text = own;
    for (let j = i + 1; j < this.pieces.length && text.length < own.length + needle.length - 1; j++) {
      const next = this.pieces[j];
      const missing = own.length + needle.length - 1 - text.length;
      text += next.source.text.slice(next.from, Math.min(next.to, next.from + missing));
    }
    // Most surroundings hold nothing; they are passed over before anything is made for them.
    if (!text.includes(needle)) return;
    const scan = findAll(text, needle);
    const high = countBelow(scan, own.length);
    if (high === 0) return;
    const offset = this.starts[i] + piece.source.index.toPoint(tail) - piece.source.index.toPoint(piece.from);
    runs.push({ scan, low: 0, high, index: new CodePointIndex(text), offset });
  }

  /** The piece that holds code point `point`; the number of pieces at the end of the text. */
  private pieceAt(point: number): number {
    return Math.max(0, countBelow(this.starts, point + 1) - 1);
  }

  private pieceText(i: number, from: number, to: number): string {
    const piece = this.pieces[i];
    const { index, text } = piece.source;
    const base = index.toPoint(piece.from) - this.starts[i];
    const start = from <= this.starts[i] ? piece.from : index.toUnit(base + from);
    const end = to >= this.starts[i + 1] ? piece.to : index.toUnit(base + to);
    return text.slice(start, end);
  }

  /** Makes a piece start at `point` and returns its index. */
  private splitAt(point: number): number {
    const i = this.pieceAt(point);
    if (i >= this.pieces.length || this.starts[i] === point) return i;
    const piece = this.pieces[i];
    const { index } = piece.source;
    const points = point - this.starts[i];
    const cut = index.toUnit(index.toPoint(piece.from) + points);
    this.pieces.splice(
      i,
      1,
      { ...piece, to: cut, points },
      { ...piece, from: cut, points: piece.points - points },
    );
    this.recount(i);
    return i + 1;
  }

  private recount(from: number): void {
    this.starts.length = this.pieces.length + 1;
    for (let i = from; i < this.pieces.length; i++)
      this.starts[i + 1] = this.starts[i] + this.pieces[i].points;
  }
}

/** A stretch of consecutive occurrences: `scan[low..high)` are unit indexes, converted by `index` and moved by `offset`. */
interface Run {
  readonly scan: readonly number[];
  readonly low: number;
  readonly high: number;
  readonly index: CodePointIndex;
  readonly offset: number;
}

/** Ascending code-point offsets at which a text occurs. Counting them all is cheap; converting is done where asked. */
export class Occurrences {
  readonly count: number;

  constructor(private readonly runs: readonly Run[]) {
    this.count = runs.reduce((sum, run) => sum + run.high - run.low, 0);
  }

  /** The start of the occurrence with one-based number `nth`, which must exist. */
  at(nth: number): number {
    let left = nth - 1;
    for (const run of this.runs) {
      const size = run.high - run.low;
      if (left < size) return startOf(run, run.low + left);
      left -= size;
    }
    throw new RangeError(`Occurrence ${nth} of ${this.count} does not exist.`);
  }

  /** How many occurrences start before code point `bound`. */
  countBefore(bound: number): number {
    let count = 0;
    for (const run of this.runs) {
      let low = run.low;
      let high = run.high;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (startOf(run, middle) < bound) low = middle + 1;
        else high = middle;
      }
      count += low - run.low;
      if (low < run.high) break;
    }
    return count;
  }
}

function startOf(run: Run, i: number): number {
  return run.index.toPoint(run.scan[i]) + run.offset;
}

function sourceOf(text: string): Source {
  return { text, index: new CodePointIndex(text) };
}

function wholePiece(source: Source): Piece {
  return { source, from: 0, to: source.text.length, points: source.index.length };
}

function textOf(piece: Piece): string {
  return piece.source.text.slice(piece.from, piece.to);
}
