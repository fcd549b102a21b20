/**
 * The longest common subsequence of two sequences of ids, found by diff-match-patch over strings in which each id is one
 * character. Its clock is off, so that two runs agree; what keeps it quick instead is a bound on its input.
 */
import DiffMatchPatch from 'diff-match-patch';
import { doubledRows, idPair, type Places, risingRun, standingOnce } from '../align/id-rows.js';

/**
 * The largest search handed to diff-match-patch: ids on one side times ids on the other, after common ends and ids that
 * one side lacks are gone. Two disjoint sides of a thousand ids take it about 8 ms; the cost grows with the product
 * (two of 40,000 took 12 s). The smaller side has at most a thousand ids then, so all of them fit into its 65,535
 * characters.
 */
export const MAX_SEARCH = 1_000_000;

/** The id of a text among those that `ids` has seen: the next number for one that is new. */
export function idOf(key: string, ids: Map<string, number>): number {
  let id = ids.get(key);
  if (id === undefined) ids.set(key, (id = ids.size));
  return id;
}

/** How often a stretch that is too large may be parted by what stands once on each side, before it is cut by length. */
const MAX_PARTINGS = 8;

/** A stretch of both sequences: `a[a0..a1)` and `b[b0..b1)`. */
interface Stretch {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly partings: number;
}

/**
 * Calls `found(x, y)` for the pairs of places in `placesA` and `placesB` that hold the same id, in order on both sides.
 * A longest such list where the search is within MAX_SEARCH; beyond it, ids (or rows of ids) that stand once on each side
 * are paired first, and what is still too large then is cut into proportionate pieces.
 */
export function commonRun(
  idA: (place: number) => number,
  idB: (place: number) => number,
  placesA: readonly number[],
  placesB: readonly number[],
  found: (a: number, b: number) => void,
): void {
  // A worklist in place of recursion: an input that parts badly must not exhaust the stack.
  const work: Stretch[] = [{ a: placesA, b: placesB, partings: 0 }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { a, b } = shared(idA, idB, trimmed(idA, idB, next, found));
    if (a.length === 0 || b.length === 0) continue;
    if (a.length * b.length <= MAX_SEARCH) search(idA, idB, a, b, found);
    else {
      // One by one: a stretch of a hundred thousand words parts into more pieces than a call takes arguments.
      for (const piece of part(idA, idB, { a, b, partings: next.partings }, found)) work.push(piece);
    }
  }
}

/** Pairs the common ends and returns what lies between them. */
function trimmed(
  idA: (place: number) => number,
  idB: (place: number) => number,
  { a, b, partings }: Stretch,
  found: (a: number, b: number) => void,
): Stretch {
  let start = 0;
  const least = Math.min(a.length, b.length);
  while (start < least && idA(a[start]) === idB(b[start])) {
    found(a[start], b[start]);
    start++;
  }
  let end = 0;
  while (end < least - start && idA(a[a.length - 1 - end]) === idB(b[b.length - 1 - end])) {
    found(a[a.length - 1 - end], b[b.length - 1 - end]);
    end++;
  }
  if (start === 0 && end === 0) return { a, b, partings };
  return { a: a.slice(start, a.length - end), b: b.slice(start, b.length - end), partings };
}

/** Leaves out the ids that the other side does not have: they are in no common subsequence. */
function shared(
  idA: (place: number) => number,
  idB: (place: number) => number,
  { a, b, partings }: Stretch,
): Stretch {
  const inA = new Set(a.map(idA));
  const b2 = b.filter((place) => inA.has(idB(place)));
  const inB = new Set(b2.map(idB));
  return { a: a.filter((place) => inB.has(idA(place))), b: b2, partings };
}

function search(
  idA: (place: number) => number,
  idB: (place: number) => number,
  a: readonly number[],
  b: readonly number[],
  found: (a: number, b: number) => void,
): void {
  if (a.length === 1 || b.length === 1) {
    // One id against many: the first place will do, and needs no search.
    if (a.length === 1) found(a[0], b[b.findIndex((place) => idB(place) === idA(a[0]))]);
    else found(a[a.findIndex((place) => idA(place) === idB(b[0]))], b[0]);
    return;
  }
  const letters = new Map<number, string>();
  const letter = (id: number): string => {
    let known = letters.get(id);
    if (known === undefined) letters.set(id, (known = String.fromCharCode(letters.size + 1)));
    return known;
  };
  const textA = a.map((place) => letter(idA(place))).join('');
  const textB = b.map((place) => letter(idB(place))).join('');
  const differ = new DiffMatchPatch();
  differ.Diff_Timeout = 0;
  let i = 0;
  let j = 0;
  for (const [op, text] of differ.diff_main(textA, textB, false)) {
    if (op === 0) for (let k = 0; k < text.length; k++) found(a[i + k], b[j + k]);
    if (op <= 0) i += text.length;
    if (op >= 0) j += text.length;
  }
}

/** Parts a stretch that is too large to search, at what stands once on each side, else by length. */
function part(
  idA: (place: number) => number,
  idB: (place: number) => number,
  { a, b, partings }: Stretch,
  found: (a: number, b: number) => void,
): Stretch[] {
  const anchors = partings < MAX_PARTINGS ? bestAnchors(a.map(idA), b.map(idB)) : null;
  const pieces: Stretch[] = [];
  if (anchors !== null && anchors.a.length > 0) {
    let i = 0;
    let j = 0;
    for (let k = 0; k < anchors.a.length; k++) {
      const x = anchors.a[k];
      const y = anchors.b[k];
      found(a[x], b[y]);
      pieces.push({ a: a.slice(i, x), b: b.slice(j, y), partings: partings + 1 });
      i = x + 1;
      j = y + 1;
    }
    pieces.push({ a: a.slice(i), b: b.slice(j), partings: partings + 1 });
    return pieces;
  }
  const count = Math.ceil(Math.sqrt((a.length * b.length) / MAX_SEARCH)) + 1;
  const cut = (list: readonly number[], k: number): number => Math.floor((list.length * k) / count);
  for (let k = 0; k < count; k++) {
    pieces.push({
      a: a.slice(cut(a, k), cut(a, k + 1)),
      b: b.slice(cut(b, k), cut(b, k + 1)),
      partings: MAX_PARTINGS,
    });
  }
  return pieces;
}

/**
 * Indexes at which the same ids stand that stand so nowhere else, in an order that both sides share: one id, or two, four
 * or eight in a row where the single ones repeat, whichever gives most pairs.
 */
function bestAnchors(a: readonly number[], b: readonly number[]): Places {
  let rows = idPair(a, b);
  let best = risingRun(standingOnce(rows));
  for (let words = 1; words < 8; words *= 2) {
    rows = doubledRows(rows, words);
    const anchors = risingRun(standingOnce(rows));
    if (anchors.a.length > best.a.length) best = anchors;
  }
  return best;
}
