/** Containers pair by the leaves they share: every leaf pair is a vote for the containers around it. */
import { namePair } from './judge.js';
import type { Run } from './run.js';
import { headingOf, NO_KEY, type Side } from './side.js';
import { type CandidatePair, decideTie } from './tie.js';

/** How far up a vote is carried. Real documents nest five or six deep; this bounds the work where one nests a hundred. */
const VOTE_LEVELS = 12;

/** Two clauses that open with different words are one when they share this much: of their weight, or of what is rare in them. */
const MUCH_SHARED = 0.5;

/** Two containers and what speaks for them. */
interface Candidate extends CandidatePair {
  readonly score: number;
  /** Shared weight over both weights, as Dice's coefficient. */
  readonly share: number;
}

/** Whether two sections bear the same heading, or two items the same text; case and punctuation of headings aside. */
export function sameHeading(run: Run, s: number, t: number): boolean {
  const { source, test } = run;
  return (
    (source.heading[s] !== NO_KEY && source.heading[s] === test.heading[t]) ||
    (source.key[s] !== NO_KEY && source.key[s] === test.key[t]) ||
    // A heading that is a label alone, `Part B`.
    (isBare(source, s) && isBare(test, t) && sameHeadingLabel(run, s, t))
  );
}

/**
 * Whether what two clauses hold makes them a pair. A clause is its own text first: one that says something else needs more
 * than a leaf in common, be it in leaves that nothing has paired yet.
 */
function speaksFor(run: Run, s: number, t: number, share: number): boolean {
  const { source, test, config } = run;
  const several = source.leaves[s] > 2 && test.leaves[t] > 2;
  if (several && share >= MUCH_SHARED) return true;
  if (run.score(source.tokens(s), test.tokens(t), config.positional_min_similarity) >= 0) return true;
  return several && run.evidence(source.allTokens(s), test.allTokens(t)) >= MUCH_SHARED;
}

function isBare(side: Side, block: number): boolean {
  const heading = headingOf(side, block);
  return heading >= 0 && side.blocks[heading].text === '';
}

/** Whether two blocks bear the same label, or two sections headings with the same one. */
export function sameHeadingLabel(run: Run, s: number, t: number): boolean {
  const a = headingOf(run.source, s);
  const b = headingOf(run.test, t);
  const label = a < 0 ? run.source.blocks[s].label : run.source.blocks[a].label;
  return label !== null && label === (b < 0 ? run.test.blocks[t].label : run.test.blocks[b].label);
}

/** For each heading of a section that stands once on either side: where. Keys of headings are equal on both sides. */
function uniqueHeadings(side: Side): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = 1; i < side.blocks.length; i++) {
    const key = side.heading[i];
    if (key !== NO_KEY) places.set(key, places.has(key) ? -1 : i);
  }
  return places;
}

/** The innermost container that a pair of this block votes in: itself when it has children, else its parent. */
function container(side: Side, block: number): number {
  return side.end[block] > block + 1 && side.blocks[block].kind !== 'row' ? block : side.parent[block];
}

function hasLoneContainer(side: Side): boolean {
  for (let i = 1; i < side.blocks.length; i++) {
    if (side.partner[i] < 0 && side.end[i] > i + 1) return true;
  }
  return false;
}

/**
 * Pairs the containers that have no partner yet by their votes, the best supported first. A pair needs most of the votes
 * of both its sides, or its heading, so that one clause that moved away does not draw its section along.
 * @param leastShare how much two containers without a common heading must share, 0..1
 * @returns whether any pair was made.
 */
export function pairContainers(run: Run, headings: readonly [number, number][], leastShare = 0.2): boolean {
  const { source, test } = run;
  if (!hasLoneContainer(source) || !hasLoneContainer(test)) return false;
  const width = test.blocks.length;
  const votes = new Map<number, number>();
  const cast = (s: number, t: number, weight: number) => {
    const key = container(source, s) * width + container(test, t);
    votes.set(key, (votes.get(key) ?? 0) + weight);
  };
  for (let s = 1; s < source.blocks.length; s++) {
    const t = source.partner[s];
    if (t < 0) continue;
    if (source.blocks[s].kind === 'row') cast(s, t, source.weight[s]);
    else if (source.ownWeight[s] > 0) cast(s, t, Math.min(source.ownWeight[s], test.ownWeight[t]));
  }
  for (const [s, t] of headings) if (source.partner[s] < 0) cast(s, t, source.ownWeight[s]);

  const shared = new Map<number, number>();
  const outSource = new Float64Array(source.blocks.length);
  const outTest = new Float64Array(width);
  for (const [key, weight] of votes) {
    const s = Math.floor(key / width);
    const t = key % width;
    for (let a = s, up = 0; a > 0 && up < VOTE_LEVELS; a = source.parent[a], up++) {
      outSource[a] += weight;
      if (source.partner[a] >= 0) continue;
      for (let b = t, upB = 0; b > 0 && upB < VOTE_LEVELS; b = test.parent[b], upB++) {
        if (test.partner[b] >= 0 || source.kindClass[a] !== test.kindClass[b]) continue;
        const pair = a * width + b;
        shared.set(pair, (shared.get(pair) ?? 0) + weight);
      }
    }
    for (let b = t, up = 0; b > 0 && up < VOTE_LEVELS; b = test.parent[b], up++) outTest[b] += weight;
  }

  const here = uniqueHeadings(source);
  const there = uniqueHeadings(test);
  /** Whether one of two sections bears a heading that another section of the other side bears, and no third. */
  const isNamedElsewhere = (s: number, t: number): boolean => {
    const known = (a: number, b: number) => (here.get(a) ?? -1) >= 0 && (there.get(b) ?? -1) >= 0;
    return known(source.heading[s], source.heading[s]) || known(test.heading[t], test.heading[t]);
  };
  const candidates: Candidate[] = [];
  for (const [pair, weight] of shared) {
    const s = Math.floor(pair / width);
    const t = pair % width;
    if (run.refuses(s, t)) continue;
    const share = (2 * weight) / (source.weight[s] + test.weight[t]);
    const most = Math.min(weight / outSource[s], weight / outTest[t]);
    const heading = sameHeading(run, s, t);
    // Most of a section's clauses can stand under a heading that was put in among them, and the section is still the other.
    if (!heading && isNamedElsewhere(s, t)) continue;
    if (!((share >= leastShare && most >= 0.5) || (heading && share >= 0.1 && most >= 0.3))) continue;
    if (!heading && source.ownWeight[s] > 0 && test.ownWeight[t] > 0 && !speaksFor(run, s, t, share))
      continue;
    const score = share + (heading ? 0.25 : 0) + (sameHeadingLabel(run, s, t) ? 0.05 : 0);
    candidates.push({ source: s, test: t, score, share });
  }
  candidates.sort((x, y) => y.score - x.score || decideTie(run, x, y));
  let made = false;
  for (const { source: s, test: t, share } of candidates) {
    if (source.partner[s] >= 0 || test.partner[t] >= 0) continue;
    const [basis, confidence] = namePair(run, s, t, share);
    run.pair(s, t, basis, confidence);
    made = true;
  }
  return made;
}
