/** Aligns the children of a pair: what is already paired cuts them into gaps, and each gap is aligned by itself. */

import type { PassName } from './alignment.js';
import { hasCompany, releaseLonely } from './company.js';
import { type Crossing, heaviestRun } from './increasing-run.js';
import { headingLabel, judge, nameByText, type Verdict } from './judge.js';
import { type Run, unpaired } from './run.js';
import { childrenOf, headingOf, KIND_CLASS, NO_KEY, type Side } from './side.js';

const NOBODY: ReadonlySet<number> = new Set();

/** A gap of at most this many pairs is judged pair by pair; a larger one only near its diagonal and where rare words meet. */
const SMALL_GAP = 1600;

/** Of a text that stands often on both sides, this many neighbouring occurrences are candidates for each one. */
const REPEATS = 2;

/** Of the blocks that share a rare word with one, this many are judged. */
const RARE_CANDIDATES = 6;

/** A word that stands in more blocks of a gap than this does not bring two of them together. */
const RARE_WORD = 12;

/** Pairs the children of the pair (p, q), as far as they are still without a partner. */
export function alignChildren(run: Run, p: number, q: number): void {
  if (run.source.blocks[p].kind === 'row') return;
  pairHeadings(run, p, q);
  keepOrder(run, p, q);
  const there = childrenOf(run.test, q);
  let gap: number[] = [];
  let j = 0;
  for (let s = p + 1; s < run.source.end[p]; s = run.source.end[s]) {
    const t = run.source.partner[s];
    if (t < 0) gap.push(s);
    if (t < 0 || !run.inOrder[s] || run.test.parent[t] !== q) continue;
    const until = run.test.ordinal[t];
    if (gap.length > 0) {
      alignGap(run, gap, unpaired(run.test, there.slice(j, until)));
      gap = [];
    }
    j = until + 1;
  }
  if (gap.length > 0) alignGap(run, gap, unpaired(run.test, there.slice(j)));
}

/** The heading of a section follows its section, whatever it says now. */
function pairHeadings(run: Run, p: number, q: number): void {
  const { source, test } = run;
  const s = headingOf(source, p);
  const t = headingOf(test, q);
  if (s < 0 || t < 0 || source.partner[s] >= 0 || test.partner[t] >= 0) return;
  const [basis, confidence] = nameHeadings(run, s, t) ?? ['structural', run.confidence[p]];
  run.pair(s, t, basis, confidence);
}

/** What two headings of one section rest on by their own words; null when these do not bring them together. */
function nameHeadings(run: Run, s: number, t: number): [PassName, number] | null {
  const { source, test, config } = run;
  if (source.key[s] === test.key[t]) return ['exact', 1];
  const ratio = run.score(source.tokens(s), test.tokens(t), config.positional_min_similarity);
  if (ratio < 0) return null;
  return nameByText(run, s, t, ratio) ?? ['positional', ratio];
}

/**
 * Finds which paired children of the pair (p, q) stand in the same order on both sides, and takes back those that cross
 * them and may not move: they are looked at again within their gaps. Where pairs cross, what is not paired yet has a say
 * in which of them moved: a clause that was edited holds its place as well as one that was not.
 */
export function keepOrder(run: Run, p: number, q: number): void {
  if (markOrder(run, p, q)) return;
  const here = unpaired(run.source, childrenOf(run.source, p));
  const there = unpaired(run.test, childrenOf(run.test, q));
  if (here.length > 0 && there.length > 0 && here.length * there.length <= SMALL_GAP) {
    pairAcross(run, p, q, here, there);
  }
  const strays: number[] = [];
  for (let s = p + 1; s < run.source.end[p]; s = run.source.end[s]) {
    const t = run.source.partner[s];
    if (t < 0 || run.test.parent[t] !== q || run.inOrder[s]) continue;
    if (!run.mayMove(s, t)) strays.push(s);
  }
  // Those in their order are no company for one that is not.
  const without = new Set(strays);
  for (let s = p + 1; s < run.source.end[p]; s = run.source.end[s]) if (run.inOrder[s]) without.add(s);
  releaseLonely(run, strays, without);
}

/** Chooses the run of (p, q) among the pairs that there are and those that could be made, and makes the latter. */
function pairAcross(run: Run, p: number, q: number, here: readonly number[], there: readonly number[]): void {
  const { source, test } = run;
  const crossings: Crossing[] = [];
  const verdicts: [number, number, Verdict | null][] = [];
  for (let s = p + 1; s < source.end[p]; s = source.end[s]) {
    const t = source.partner[s];
    if (t < 0 || test.parent[t] !== q) continue;
    crossings.push({ source: source.ordinal[s], test: test.ordinal[t], weight: steadiness(run, s, t) });
    verdicts.push([s, t, null]);
    run.inOrder[s] = 0;
  }
  here.forEach((s, i) => {
    there.forEach((t, j) => {
      const verdict = judge(run, s, t, Math.abs(i - j));
      if (verdict === null) return;
      const weight = verdict.weight * Math.min(source.leaves[s], test.leaves[t]);
      crossings.push({ source: source.ordinal[s], test: test.ordinal[t], weight });
      verdicts.push([s, t, verdict]);
    });
  });
  for (const k of heaviestRun(crossings)) {
    const [s, t, verdict] = verdicts[k];
    run.inOrder[s] = 1;
    if (verdict !== null) run.pair(s, t, verdict.basis, verdict.confidence);
  }
}

/**
 * Marks in `run.inOrder` the children of (p, q) that are paired with each other and stand in the same order on both
 * sides: the heaviest such choice.
 * @returns whether all of them do.
 */
export function markOrder(run: Run, p: number, q: number): boolean {
  const { source, test, inOrder } = run;
  let last = -1;
  let sorted = true;
  for (let s = p + 1; s < source.end[p]; s = source.end[s]) {
    const t = source.partner[s];
    const together = t >= 0 && test.parent[t] === q;
    inOrder[s] = together ? 1 : 0;
    if (!together) continue;
    if (test.ordinal[t] < last) sorted = false;
    last = test.ordinal[t];
  }
  if (sorted) return true;
  const pairs: Crossing[] = [];
  const blocks: number[] = [];
  for (let s = p + 1; s < source.end[p]; s = source.end[s]) {
    if (!inOrder[s]) continue;
    const t = source.partner[s];
    blocks.push(s);
    pairs.push({ source: source.ordinal[s], test: test.ordinal[t], weight: steadiness(run, s, t) });
    inOrder[s] = 0;
  }
  for (const k of heaviestRun(pairs)) inOrder[blocks[k]] = 1;
  return false;
}

/**
 * Who moved, when two neighbours changed places: the one with fewer leaves, then the one with less text. What may not move,
 * alone or in company, outweighs everything that may.
 */
function steadiness(run: Run, s: number, t: number): number {
  const leaves = Math.min(run.source.leaves[s], run.test.leaves[t]);
  const text = Math.min(run.source.weight[s], run.test.weight[t]);
  const firm = run.mayMove(s, t) || hasCompany(run, s, NOBODY) ? 0 : 1e6;
  return firm + leaves + text / (text + 1e4);
}

/** Aligns two runs of siblings that have no partners, without crossings. */
function alignGap(run: Run, here: readonly number[], there: readonly number[]): void {
  let from = 0;
  let endHere = here.length;
  let endThere = there.length;
  const same = (s: number, t: number) => run.source.subtree[s] === run.test.subtree[t];
  const pairSame = (s: number, t: number) =>
    run.pair(s, t, isNumberedAlike(run, s, t) ? 'exact' : 'structural', 1);
  while (from < endHere && from < endThere && same(here[from], there[from])) {
    pairSame(here[from], there[from]);
    from++;
  }
  while (endHere > from && endThere > from && same(here[endHere - 1], there[endThere - 1])) {
    pairSame(here[--endHere], there[--endThere]);
  }
  if (from === endHere || from === endThere) return;
  const gapHere = here.slice(from, endHere);
  const gapThere = there.slice(from, endThere);
  const verdicts = new Map<number, Verdict>();
  const pairs: Crossing[] = [];
  for (const code of candidates(run, gapHere, gapThere)) {
    const i = Math.floor(code / gapThere.length);
    const j = code % gapThere.length;
    const verdict = judge(run, gapHere[i], gapThere[j], Math.abs(i - j));
    if (verdict === null) continue;
    verdicts.set(code, verdict);
    pairs.push({ source: i, test: j, weight: verdict.weight });
  }
  for (const k of heaviestRun(pairs)) {
    const { source: i, test: j } = pairs[k];
    const verdict = verdicts.get(i * gapThere.length + j) as Verdict;
    run.pair(gapHere[i], gapThere[j], verdict.basis, verdict.confidence);
  }
}

/** Whether two blocks, should they be sections, have headings with the same label: what a section says is not all it is known by. */
function isNumberedAlike(run: Run, s: number, t: number): boolean {
  if (run.source.kindClass[s] !== KIND_CLASS.section) return true;
  return headingLabel(run, 'source', s) === headingLabel(run, 'test', t);
}

/** The pairs of a gap worth judging, as `i * there.length + j`, ascending. */
function candidates(run: Run, here: readonly number[], there: readonly number[]): number[] {
  const found: number[] = [];
  const width = there.length;
  if (here.length * width <= SMALL_GAP) {
    for (let i = 0; i < here.length; i++) {
      for (let j = 0; j < width; j++) {
        if (run.source.kindClass[here[i]] === run.test.kindClass[there[j]]) found.push(i * width + j);
      }
    }
    return found;
  }
  const codes = new Set<number>();
  repeats(run, here, there, codes, (side, block) => (side.key[block] === NO_KEY ? null : side.key[block]));
  repeats(run, here, there, codes, (side, block) => side.caption(block) || null);
  const window = run.config.fuzzy_window;
  const rare = rareWordIndex(run.test, there);
  for (let i = 0; i < here.length; i++) {
    const kindClass = run.source.kindClass[here[i]];
    // Both ends of a gap are anchored, so a block is looked for as far from the start as it stood, and as far from the end.
    for (const middle of new Set([i, i + width - here.length])) {
      for (let j = Math.max(0, middle - window); j <= Math.min(width - 1, middle + window); j++) {
        if (run.test.kindClass[there[j]] === kindClass) codes.add(i * width + j);
      }
    }
    for (const j of rareCandidates(run, run.source, here[i], rare)) {
      if (run.test.kindClass[there[j]] === kindClass) codes.add(i * width + j);
    }
  }
  return [...codes].sort((a, b) => a - b);
}

/** Equal texts or captions, wherever they stand: each occurrence with those of about its own rank, from the front and from the back. */
function repeats(
  run: Run,
  here: readonly number[],
  there: readonly number[],
  codes: Set<number>,
  keyOf: (side: Side, block: number) => number | string | null,
): void {
  const byKey = (side: Side, blocks: readonly number[]) => {
    const places = new Map<number | string, number[]>();
    blocks.forEach((block, i) => {
      const key = keyOf(side, block);
      if (key === null) return;
      const known = places.get(key);
      if (known === undefined) places.set(key, [i]);
      else known.push(i);
    });
    return places;
  };
  const others = byKey(run.test, there);
  for (const [key, places] of byKey(run.source, here)) {
    const other = others.get(key);
    if (other === undefined) continue;
    places.forEach((i, rank) => {
      for (const middle of [rank, rank + other.length - places.length]) {
        for (let k = Math.max(0, middle - REPEATS); k <= Math.min(other.length - 1, middle + REPEATS); k++) {
          codes.add(i * there.length + other[k]);
        }
      }
    });
  }
}

/** For every word that few of `blocks` hold, the places of those. */
export function rareWordIndex(side: Side, blocks: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  blocks.forEach((block, j) => {
    for (const word of new Set(side.tokens(block))) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [j]);
      else if (known.length <= RARE_WORD) known.push(j);
    }
  });
  for (const [word, known] of places) if (known.length > RARE_WORD) places.delete(word);
  return places;
}

/** The places in an index that share the most, by rarity, with a block: the best few, best first. */
export function rareCandidates(run: Run, side: Side, block: number, index: Map<number, number[]>): number[] {
  const weights = new Map<number, number>();
  for (const word of new Set(side.tokens(block))) {
    for (const j of index.get(word) ?? []) weights.set(j, (weights.get(j) ?? 0) + run.rarityOf(word));
  }
  return [...weights]
    .sort((x, y) => y[1] - x[1] || x[0] - y[0])
    .slice(0, RARE_CANDIDATES)
    .map(([j]) => j);
}
