/**
 * Which words of one text are kept in another. Five steps: a longest common run of words; whole sentences first where
 * most of the text is new or the text is too large; sentences that keep next to nothing let go of what they keep; where
 * all that one side has stands at the ends of what the other has, that is kept after all; and runs that could as well lie
 * elsewhere settle at the boundary where a person would put them.
 */
import { commonRun, idOf, MAX_SEARCH } from './common-run.js';
import { sentenceStarts } from './sentences.js';
import { settleRuns } from './settle-runs.js';
import type { WordText } from './word-text.js';

/** A sentence that keeps a smaller part of its words than this is replaced as one, unless it keeps a whole shorter one but for a few words. */
export const LEAST_KEPT = 0.3;

/** So much of a shorter sentence stands in a longer one that is shortened to it. */
const NEARLY_ALL = 0.75;

/** Fewer words than this are stray ones, though they be all of a sentence. */
const FEWEST_KEPT = 3;

/** A text that keeps a smaller part of its words than this is mostly rewritten: its sentences are matched before words. */
const MOSTLY_KEPT = 0.5;

/** How often sentences may let go: each round is in proportion to the text, and few texts need more than two. */
const MOST_ROUNDS = 20;

/** For each word its partner on the other side, or -1. Partners rise on both sides. */
export interface WordMatch {
  readonly source: Int32Array;
  readonly test: Int32Array;
}

/** Matches the words of two texts. */
export function matchWords(source: WordText, test: WordText): WordMatch {
  const matcher = new Matcher(source, test);
  matcher.run();
  return { source: matcher.source, test: matcher.test };
}

class Matcher {
  readonly source: Int32Array;
  readonly test: Int32Array;
  private readonly sourceIds: number[];
  private readonly testIds: number[];
  private readonly sentences: number[];
  private readonly testSentences: number[];

  constructor(
    private readonly sourceText: WordText,
    private readonly testText: WordText,
  ) {
    const ids = new Map<string, number>();
    this.sourceIds = wordIds(sourceText, ids);
    this.testIds = wordIds(testText, ids);
    this.source = new Int32Array(this.sourceIds.length).fill(-1);
    this.test = new Int32Array(this.testIds.length).fill(-1);
    this.sentences = sentenceStarts(sourceText);
    this.testSentences = sentenceStarts(testText);
  }

  run(): void {
    const n = this.source.length;
    const m = this.test.length;
    const { start, end } = this.commonEnds();
    const large = (n - start - end) * (m - start - end) > MAX_SEARCH;
    if (!large) {
      for (let k = 0; k < start; k++) this.pair(k, k);
      for (let k = 1; k <= end; k++) this.pair(n - k, m - k);
      this.matchBetween(start, n - end, start, m - end);
    }
    if (large || this.kept() < MOSTLY_KEPT * Math.max(n, m)) {
      this.source.fill(-1);
      this.test.fill(-1);
      this.matchSentences();
    }
    this.dropPoorSentences();
    this.giveBackEnds();
    settleRuns(this.sourceText, this.testText, this.sourceIds, this.testIds, this.source, this.test);
  }

  private commonEnds(): { start: number; end: number } {
    const { sourceIds: a, testIds: b } = this;
    const least = Math.min(a.length, b.length);
    let start = 0;
    while (start < least && a[start] === b[start]) start++;
    let end = 0;
    while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
    return { start, end };
  }

  private kept(): number {
    let kept = 0;
    for (const partner of this.source) if (partner >= 0) kept++;
    return kept;
  }

  private pair(i: number, j: number): void {
    this.source[i] = j;
    this.test[j] = i;
  }

  private matchBetween(i0: number, i1: number, j0: number, j1: number): void {
    this.matchPlaces(range(i0, i1), range(j0, j1));
  }

  private matchPlaces(a: readonly number[], b: readonly number[]): void {
    if (a.length === 0 || b.length === 0) return;
    commonRun(
      (i) => this.sourceIds[i],
      (j) => this.testIds[j],
      a,
      b,
      (i, j) => this.pair(i, j),
    );
  }

  /** Pairs whole sentences that stand on both sides, then words in what lies between them. */
  private matchSentences(): void {
    const n = this.source.length;
    const m = this.test.length;
    const { testSentences } = this;
    const ids = new Map<string, number>();
    const sourceKeys = sentenceIds(this.sourceText, this.sentences, ids);
    const testKeys = sentenceIds(this.testText, testSentences, ids);
    const partner = new Int32Array(this.sentences.length).fill(-1);
    commonRun(
      (s) => sourceKeys[s],
      (t) => testKeys[t],
      range(0, sourceKeys.length),
      range(0, testKeys.length),
      (s, t) => {
        partner[s] = t;
      },
    );
    let i = 0;
    let j = 0;
    for (let s = 0; s < partner.length; s++) {
      if (partner[s] < 0) continue;
      const from = this.sentences[s];
      const to = this.sentences[s + 1] ?? n;
      const start = testSentences[partner[s]];
      this.matchBetween(i, from, j, start);
      for (let w = from; w < to; w++) this.pair(w, start + w - from);
      i = to;
      j = start + to - from;
    }
    this.matchBetween(i, n, j, m);
  }

  /**
   * A sentence that keeps a few stray words reads worse than one replaced as a whole: it lets go of them. What it held
   * may have stood in the way of a word of its neighbours, so the stretches around are matched again without it, which
   * may leave another sentence with too little: hence the rounds.
   */
  private dropPoorSentences(): void {
    // For each word the round in which its sentence let go, 0 for none.
    const dropped = new Uint8Array(this.source.length);
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      let poor = 0;
      for (let s = 0; s < this.sentences.length; s++) {
        const from = this.sentences[s];
        const to = this.sentences[s + 1] ?? this.source.length;
        if (!this.isPoor(from, to)) continue;
        poor++;
        for (let i = from; i < to; i++) {
          if (this.source[i] >= 0) this.test[this.source[i]] = -1;
          this.source[i] = -1;
          dropped[i] = round;
        }
      }
      if (poor === 0) return;
      this.rematch(dropped, round);
    }
  }

  private isPoor(from: number, to: number): boolean {
    let kept = 0;
    for (let i = from; i < to; i++) if (this.source[i] >= 0) kept++;
    return kept > 0 && kept < LEAST_KEPT * (to - from) && !this.holdsSentence(from, to);
  }

  /** Whether the words of a sentence that are kept are nearly all of a sentence on the other side. */
  private holdsSentence(from: number, to: number): boolean {
    let kept = 0;
    let end = 0;
    let length = 0;
    for (let i = from; i < to; i++) {
      const j = this.source[i];
      if (j < 0) continue;
      if (j >= end) {
        const s = lastAtOrBefore(this.testSentences, j);
        end = this.testSentences[s + 1] ?? this.test.length;
        length = end - this.testSentences[s];
        kept = 0;
      }
      if (++kept >= FEWEST_KEPT && kept >= NEARLY_ALL * length) return true;
    }
    return false;
  }

  /**
   * A sentence that let go may have nothing in its place but words it begins or ends with: `Note: It rains. We stay.`
   * that became `Note: We stay.` lost a sentence, and kept its note.
   */
  private giveBackEnds(): void {
    const [n, m] = [this.source.length, this.test.length];
    let i = 0;
    let j = 0;
    for (let w = 0; w <= n; w++) {
      if (w < n && this.source[w] < 0) continue;
      const v = w === n ? m : this.source[w];
      const least = Math.min(w - i, v - j);
      if (least > 0) {
        let start = 0;
        while (start < least && this.sourceIds[i + start] === this.testIds[j + start]) start++;
        let end = 0;
        while (end < least - start && this.sourceIds[w - 1 - end] === this.testIds[v - 1 - end]) end++;
        if (start + end === least) {
          for (let k = 0; k < start; k++) this.pair(i + k, j + k);
          for (let k = 1; k <= end; k++) this.pair(w - k, v - k);
        }
      }
      i = w + 1;
      j = v + 1;
    }
  }

  /** Matches the free words of every stretch without partners in which a sentence let go in this round. */
  private rematch(dropped: Uint8Array, round: number): void {
    const n = this.source.length;
    for (let i = 0; i < n; i++) {
      if (this.source[i] >= 0) continue;
      const from = i;
      while (i < n && this.source[i] < 0) i++;
      const stretch = range(from, i);
      if (!stretch.some((place) => dropped[place] === round)) continue;
      const j0 = from === 0 ? 0 : this.source[from - 1] + 1;
      const j1 = i === n ? this.test.length : this.source[i];
      const free = stretch.filter((place) => dropped[place] === 0);
      if (free.length > 0) this.matchPlaces(free, range(j0, j1));
    }
  }
}

/** The index of the last of ascending `starts` that is not after `at`; the first is 0. */
function lastAtOrBefore(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}

function wordIds({ text, starts, ends }: WordText, ids: Map<string, number>): number[] {
  return starts.map((start, w) => idOf(text.slice(start, ends[w]), ids));
}

function sentenceIds(
  { text, starts, ends }: WordText,
  sentences: readonly number[],
  ids: Map<string, number>,
): number[] {
  return sentences.map((from, s) => {
    const to = sentences[s + 1] ?? starts.length;
    // Word by word, so that two sentences with the same words and other punctuation are one sentence.
    const words = Array.from({ length: to - from }, (_, k) => text.slice(starts[from + k], ends[from + k]));
    return idOf(words.join(' '), ids);
  });
}
