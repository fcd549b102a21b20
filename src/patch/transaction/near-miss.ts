import { hasSurrogates } from '../../document/code-points.js';

/**
 * Windows of a text that nearly are a query: code-point Levenshtein distance from 1 to a threshold. The answer is the
 * same as that of a search which measures every window; how much work it took is counted and capped.
 */

/** Cells of the banded table that one search may evaluate. */
const MAX_CELLS = 1_000_000;
/** Most locations returned. */
const MAX_CANDIDATES = 3;

export interface NearMiss {
  /** Offsets in the text searched, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

export interface NearMissSearch {
  /** By distance, then start, then end; none overlaps another. */
  readonly candidates: readonly NearMiss[];
  /** Whether a further location that overlaps none of them qualified. */
  readonly candidatesTruncated: boolean;
  readonly comparisonCells: number;
  /** Exclusive end of the window starts searched; the length of the text when all were. */
  readonly scannedEnd: number;
  /** Whether not even one window start could be evaluated. */
  readonly exhausted: boolean;
}

/** How far a window may be from a query of `length` code points. */
export function nearMissThreshold(length: number): number {
  return Math.min(4, Math.max(1, Math.floor(length / 4)));
}

/**
 * Searches `text` for windows one code point shorter than, as long as and one longer than `query` (not empty).
 *
 * Distances come from the diagonal wave of Landau and Vishkin: for each number of errors, how far each diagonal gets. A
 * window's length is within one of the query's, so a path of `threshold` errors strays at most half of it from the main
 * diagonal (Ukkonen). One wave from a window start measures all three lengths.
 *
 * A path of at most `threshold` errors leaves one of `threshold + 1` disjoint pieces of the query untouched, on a
 * diagonal of the band. So only starts near an exact occurrence of a piece can hold a candidate; the rest are skipped.
 */
export function searchNearMisses(query: string, text: string, maxCells = MAX_CELLS): NearMissSearch {
  const [needle, haystack] = oneUnitEach(query, text);
  const length = needle.length;
  const threshold = nearMissThreshold(length);
  const band = (threshold + 1) >> 1;
  const starts = possibleStarts(needle, haystack, threshold, band);
  const wave = new DiagonalWave(needle, haystack, threshold, band);
  const width = 2 * band + 1;
  const found: NearMiss[] = [];
  let cells = 0;
  let evaluated = 0;
  let scannedEnd = haystack.length;
  let exhausted = false;
  const lastStart = haystack.length - Math.max(1, length - 1);
  for (let start = 0; start <= lastStart; start++) {
    if (starts !== null && starts[start] === 0) continue;
    wave.run(start);
    const cost = Math.max(1, Math.min(length, wave.reachedRow)) * width;
    if (cells + cost > maxCells) {
      scannedEnd = start;
      exhausted = evaluated === 0;
      break;
    }
    cells += cost;
    evaluated++;
    for (let delta = -1; delta <= 1; delta++) {
      const distance = wave.distanceAt(delta);
      if (distance >= 1 && length + delta >= 1) found.push({ start, end: start + length + delta, distance });
    }
  }
  return { ...rank(found), comparisonCells: cells, scannedEnd, exhausted };
}

/** Takes the best windows that do not overlap. */
function rank(found: NearMiss[]): Pick<NearMissSearch, 'candidates' | 'candidatesTruncated'> {
  found.sort((a, b) => a.distance - b.distance || a.start - b.start || a.end - b.end);
  const candidates: NearMiss[] = [];
  for (const window of found) {
    if (candidates.some((it) => window.start < it.end && it.start < window.end)) continue;
    if (candidates.length === MAX_CANDIDATES) return { candidates, candidatesTruncated: true };
    candidates.push(window);
  }
  return { candidates, candidatesTruncated: false };
}

/**
 * Both texts with one UTF-16 unit for each code point, so that offsets are code points and the engine's own search of
 * strings serves. Where there are surrogate pairs, the query's code points are numbered from 1 and all others are 0: what
 * equals what in the two texts stays as it is.
 */
function oneUnitEach(query: string, text: string): [query: string, text: string] {
  if (!hasSurrogates(query) && !hasSurrogates(text)) return [query, text];
  const numbers = new Map<number, number>();
  for (const character of query) {
    const point = character.codePointAt(0)!;
    if (!numbers.has(point)) numbers.set(point, numbers.size + 1);
  }
  if (numbers.size > 255)
    throw new RangeError('A query for near misses has at most 255 distinct code points.');
  return [encode(query, numbers), encode(text, numbers)];
}

function encode(text: string, numbers: ReadonlyMap<number, number>): string {
  const ascii = Uint8Array.from({ length: 0x80 }, (_, point) => numbers.get(point) ?? 0);
  const bytes = Buffer.alloc(text.length);
  let size = 0;
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i)!;
    if (point > 0xffff) i++;
    bytes[size++] = point < 0x80 ? ascii[point] : (numbers.get(point) ?? 0);
  }
  return bytes.toString('latin1', 0, size);
}

/** Marks the window starts that can hold a candidate; null when every one can. */
function possibleStarts(
  needle: string,
  haystack: string,
  threshold: number,
  band: number,
): Uint8Array | null {
  if (needle.length < threshold + 1) return null;
  const marks = new Uint8Array(haystack.length);
  for (let piece = 0; piece <= threshold; piece++) {
    const from = Math.floor((piece * needle.length) / (threshold + 1));
    const to = Math.floor(((piece + 1) * needle.length) / (threshold + 1));
    const part = needle.slice(from, to);
    for (let at = haystack.indexOf(part); at >= 0; at = haystack.indexOf(part, at + 1)) {
      const low = Math.max(0, at - from - band);
      const high = Math.min(marks.length - 1, at - from + band);
      for (let start = low; start <= high; start++) marks[start] = 1;
    }
  }
  return marks;
}

/**
 * The furthest row (of the query) that each diagonal of the band reaches with each number of errors, from one window
 * start. Diagonal `d` pairs query row `r` with text column `r + d`.
 */
class DiagonalWave {
  /** The furthest row that any diagonal reached. */
  reachedRow = 0;
  private readonly needle: Uint16Array;
  /** The longest window that starts where the wave does. */
  private readonly window: Uint16Array;
  private previous: Int32Array;
  private current: Int32Array;
  /** Distance of the windows of length -1, 0 and +1 against the query; -1 while unknown. */
  private readonly distances = new Int32Array(3);

  constructor(
    needle: string,
    private readonly haystack: string,
    private readonly threshold: number,
    private readonly band: number,
  ) {
    this.needle = Uint16Array.from(needle, (unit) => unit.charCodeAt(0));
    this.window = new Uint16Array(needle.length + 1);
    // One more diagonal on each side that stays unreachable saves the bounds checks.
    this.previous = new Int32Array(2 * band + 3);
    this.current = new Int32Array(2 * band + 3);
  }

  /** The distance of the window `delta` longer than the query; -1 when it is above the threshold. */
  distanceAt(delta: number): number {
    return this.distances[delta + 1];
  }

  run(start: number): void {
    const { needle, haystack, window, threshold, band, distances } = this;
    const rows = needle.length;
    const columns = Math.min(window.length, haystack.length - start);
    for (let i = 0; i < columns; i++) window[i] = haystack.charCodeAt(start + i);
    distances.fill(-1);
    this.reachedRow = 0;
    this.previous.fill(UNREACHED);
    let open = 3;
    for (let errors = 0; errors <= threshold && open > 0; errors++) {
      const { previous, current } = this;
      current.fill(UNREACHED);
      for (let d = -band; d <= band; d++) {
        const at = d + band + 1;
        let row = errors === 0 ? (d === 0 ? 0 : UNREACHED) : previous[at] + 1;
        if (errors > 0) {
          if (previous[at - 1] > row) row = previous[at - 1];
          if (previous[at + 1] + 1 > row) row = previous[at + 1] + 1;
        }
        if (row < 0) continue;
        // A step may lead past the last row or column of the table; the diagonal's own end is as far as it goes.
        const end = Math.min(rows, columns - d);
        if (row > end) row = end;
        if (row < 0 || row + d < 0) continue;
        while (row < end && needle[row] === window[row + d]) row++;
        current[at] = row;
        if (row > this.reachedRow) this.reachedRow = row;
        if (row === rows && d >= -1 && d <= 1 && distances[d + 1] < 0) {
          distances[d + 1] = errors;
          open--;
        }
      }
      this.previous = current;
      this.current = previous;
    }
  }
}

/** Far enough below zero that a step from there is still below zero. */
const UNREACHED = -1_000_000;
