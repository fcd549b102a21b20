/**
 * The two similarity measures, over sequences of integer token ids. Both are 1 for equal sequences and 0 for sequences
 * that share no token; two empty sequences are equal.
 */
import type { SimilarityName } from './alignment.js';
import { doubledRows, idPair, type Places, risingRun, standingOnce } from './id-rows.js';

/** A sequence of token ids, each below the vocabulary's size. */
export type TokenIds = Int32Array;

/** Ids for the words of one run; the same word has the same id on both sides. */
export class Vocabulary {
  private readonly ids = new Map<string, number>();

  get size(): number {
    return this.ids.size;
  }

  /** The ids of `words`, in order. */
  encode(words: readonly string[]): TokenIds {
    const encoded = new Int32Array(words.length);
    for (let i = 0; i < words.length; i++) {
      let id = this.ids.get(words[i]);
      if (id === undefined) {
        id = this.ids.size;
        this.ids.set(words[i], id);
      }
      encoded[i] = id;
    }
    return encoded;
  }
}

/**
 * Above this many tokens left after the common ends are cut away, Ratcliff/Obershelp counts its matches as the longest
 * common subsequence does: its own search is quadratic in how often the commonest words occur, and on a paragraph of
 * 200,000 words one evaluation would take minutes.
 */
const OBERSHELP_LIMIT = 20_000;

/**
 * Above this many pairs of tokens (some eleven thousand tokens on either side) the longest common subsequence is put
 * together from pieces: the texts are cut where runs of words meet that stand once in each, and what cannot be cut so is
 * cut in halves. That is a common subsequence, and the longest one but for words that cross a cut; the exact table would
 * take seconds for a paragraph of 200,000 words.
 */
const EXACT_CELLS = 2 ** 27;

/** Runs of this many words are looked for first, then of half as many, down to single words. */
const LONGEST_ROW = 8;

/** Evaluates one measure, and counts how often. */
export class Similarity {
  /** Similarities evaluated so far. */
  evaluated = 0;
  /** Bit masks of the shorter sequence, a row a distinct token; `slot` finds the row. Kept between calls. */
  private slot = new Int32Array(1024);
  private masks = new Int32Array(1024);
  private counts = new Int32Array(1024);

  constructor(readonly name: SimilarityName) {}

  /** The similarity of `a` and `b`, 0..1. */
  ratio(a: TokenIds, b: TokenIds): number {
    this.evaluated++;
    const total = a.length + b.length;
    if (total === 0) return 1;
    const shorter = a.length <= b.length ? a : b;
    const longer = a.length <= b.length ? b : a;
    if (this.name === 'difflib') return (2 * this.obershelp(a, b)) / total;
    return (2 * this.commonSubsequence(shorter, longer)) / total;
  }

  /**
   * A cheap upper bound of both measures: no more tokens can match than the two hold in common, order disregarded.
   * Not counted as an evaluation.
   */
  bound(a: TokenIds, b: TokenIds): number {
    const total = a.length + b.length;
    if (total === 0) return 1;
    const counts = this.countsFor(a, b);
    for (let i = 0; i < a.length; i++) counts[a[i]]++;
    let shared = 0;
    for (let j = 0; j < b.length; j++) if (counts[b[j]]-- > 0) shared++;
    for (let i = 0; i < a.length; i++) counts[a[i]] = 0;
    for (let j = 0; j < b.length; j++) counts[b[j]] = 0;
    return (2 * shared) / total;
  }

  /** Length of the longest common subsequence, by bit-parallel dynamic programming (Hyyrö's recurrence) on 32-bit words. */
  private commonSubsequence(a: TokenIds, b: TokenIds): number {
    let start = 0;
    let endA = a.length;
    let endB = b.length;
    while (start < endA && start < endB && a[start] === b[start]) start++;
    while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
      endA--;
      endB--;
    }
    const ends = start + (a.length - endA);
    const length = endA - start;
    if (length === 0 || endB === start) return ends;
    if (length * (endB - start) > EXACT_CELLS) {
      return ends + this.inPieces(a.subarray(start, endA), b.subarray(start, endB));
    }
    const words = (length + 31) >>> 5;
    const slot = this.slotFor(a, b);
    let rows = 0;
    for (let i = start; i < endA; i++) if (slot[a[i]] === 0) slot[a[i]] = ++rows;
    if (this.masks.length < (rows + 1) * words) this.masks = new Int32Array((rows + 1) * words * 2);
    const masks = this.masks;
    masks.fill(0, 0, (rows + 1) * words);
    for (let i = start; i < endA; i++) {
      const bit = i - start;
      masks[slot[a[i]] * words + (bit >>> 5)] |= 1 << (bit & 31);
    }
    const state = new Int32Array(words).fill(-1);
    for (let j = start; j < endB; j++) {
      const row = slot[b[j]];
      if (row === 0) continue;
      let carry = 0;
      for (let w = 0, m = row * words; w < words; w++, m++) {
        const v = state[w];
        const match = v & masks[m];
        const sum = (v >>> 0) + (match >>> 0) + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        state[w] = sum | 0 | (v & ~match);
      }
    }
    for (let i = start; i < endA; i++) slot[a[i]] = 0;
    let zeros = 0;
    for (let w = 0; w < words; w++) {
      let unset = ~state[w];
      if (w === words - 1 && (length & 31) !== 0) unset &= (1 << (length & 31)) - 1;
      zeros += popcount(unset);
    }
    return ends + zeros;
  }

  /** A common subsequence of two long sequences, piece by piece. */
  private inPieces(a: TokenIds, b: TokenIds): number {
    const cuts = cutPlaces(a, b);
    let total = 0;
    let [fromA, fromB] = [0, 0];
    const piece = (i: number, j: number) => {
      total += this.commonSubsequence(a.subarray(fromA, i), b.subarray(fromB, j));
      [fromA, fromB] = [i, j];
    };
    for (let k = 0; k < cuts.a.length; k++) piece(cuts.a[k], cuts.b[k]);
    // Cuts at the very start part nothing off.
    if (fromA === 0 || fromB === 0) piece(Math.max(fromA, a.length >> 1), Math.max(fromB, b.length >> 1));
    piece(a.length, b.length);
    return total;
  }

  /** Tokens matched by Ratcliff/Obershelp: the longest common block, then the same to its left and to its right. */
  private obershelp(a: TokenIds, b: TokenIds): number {
    let start = 0;
    while (start < a.length && start < b.length && a[start] === b[start]) start++;
    if (start === a.length && start === b.length) return start;
    if (a.length + b.length > OBERSHELP_LIMIT) return this.commonSubsequence(a, b);
    const places = new Map<number, number[]>();
    for (let j = 0; j < b.length; j++) {
      const known = places.get(b[j]);
      if (known === undefined) places.set(b[j], [j]);
      else known.push(j);
    }
    let matched = 0;
    const stack: [number, number, number, number][] = [[0, a.length, 0, b.length]];
    let run = new Int32Array(b.length + 1);
    let next = new Int32Array(b.length + 1);
    while (stack.length > 0) {
      const [fromA, toA, fromB, toB] = stack.pop() as [number, number, number, number];
      // The longest block, the earliest in a and then in b among equals: run[j + 1] is the length of the block that ends
      // at the current token of a and at j.
      let bestA = fromA;
      let bestB = fromB;
      let best = 0;
      let previous: readonly number[] = [];
      for (let i = fromA; i < toA; i++) {
        const here = places.get(a[i]) ?? [];
        for (const j of here) {
          if (j < fromB) continue;
          if (j >= toB) break;
          const length = (j > fromB ? run[j] : 0) + 1;
          next[j + 1] = length;
          if (length > best) {
            best = length;
            bestA = i - length + 1;
            bestB = j - length + 1;
          }
        }
        for (const j of previous) run[j + 1] = 0;
        [run, next] = [next, run];
        previous = here;
      }
      for (const j of previous) run[j + 1] = 0;
      if (best === 0) continue;
      matched += best;
      if (bestA > fromA && bestB > fromB) stack.push([fromA, bestA, fromB, bestB]);
      if (bestA + best < toA && bestB + best < toB) stack.push([bestA + best, toA, bestB + best, toB]);
    }
    return matched;
  }

  private slotFor(a: TokenIds, b: TokenIds): Int32Array {
    const needed = largest(a, largest(b, 0)) + 1;
    if (this.slot.length < needed) this.slot = new Int32Array(needed * 2);
    return this.slot;
  }

  private countsFor(a: TokenIds, b: TokenIds): Int32Array {
    const needed = largest(a, largest(b, 0)) + 1;
    if (this.counts.length < needed) this.counts = new Int32Array(needed * 2);
    return this.counts;
  }
}

function largest(ids: TokenIds, least: number): number {
  let found = least;
  for (let i = 0; i < ids.length; i++) if (ids[i] > found) found = ids[i];
  return found;
}

/** Where rows of words stand that occur once in each sequence, in the same order in both; the longest rows that do. */
function cutPlaces(a: TokenIds, b: TokenIds): Places {
  const rows = [idPair(a, b)];
  for (let words = 1; words < LONGEST_ROW; words *= 2) rows.push(doubledRows(rows[rows.length - 1], words));
  for (const each of rows.reverse()) {
    const once = standingOnce(each);
    if (once.a.length > 0) return risingRun(once);
  }
  return { a: new Int32Array(0), b: new Int32Array(0) };
}

function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
