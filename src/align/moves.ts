/** What is still without a partner on both sides may have moved: equal text first, then the best score, anywhere. */
import type { PassName } from './alignment.js';
import { judge } from './judge.js';
import { containerPairs, type Run, unpaired } from './run.js';
import { rareCandidates, rareWordIndex } from './siblings.js';
import { childrenOf, KIND_CLASS, NO_KEY, type Side, TERM_MARK } from './side.js';
import { type CandidatePair, decideTie } from './tie.js';

/** More pairs of leftover rows than this in one table are not judged: nothing there is like anything. */
const ROW_PAIRS = 10_000;

/** Two texts as alike as this are versions of one another by the measure alone, so long as no third comes near. */
const SURE_MOVE = 0.8;

/** Below that, as much of what is rare in the document must stand in both. */
const MOVE_EVIDENCE = 0.5;

/** So much of what is rare stands in both of two clauses of one section that bear the same caption. */
const CAPTION_EVIDENCE = 0.3;

/** The leaves without a partner that may move. */
function homeless(run: Run, side: Side): number[] {
  const found: number[] = [];
  for (let i = 1; i < side.blocks.length; i++) {
    if (side.partner[i] >= 0 || side.ownWeight[i] === 0) continue;
    if (!run.config.move_kinds.includes(side.blocks[i].kind) || side.length(i) < run.config.move_min_tokens)
      continue;
    // A section's heading goes with its section.
    if (side.kindClass[i] === KIND_CLASS.heading && side.blocks[side.parent[i]].kind === 'section') continue;
    found.push(i);
  }
  return found;
}

/**
 * Pairs leaves that moved.
 * @returns whether any pair was made.
 */
export function pairMoves(run: Run): boolean {
  if (!run.uses('move')) return false;
  const equal = pairEqualText(run);
  const scored = pairScored(run);
  const captions = pairCaptions(run);
  const rows = pairRows(run);
  return equal || scored || captions || rows;
}

/**
 * Clauses that changed places within their section and were rewritten: each known by its caption, `Payment.`, or by the
 * term it defines, which no other of them bears. A caption brings those together that share what is rare as well; a term
 * is one definition's whatever it means now.
 */
function pairCaptions(run: Run): boolean {
  const { source, test } = run;
  let made = false;
  for (const [p, q] of containerPairs(run)) {
    const there = uniqueCaptions(test, unpaired(test, childrenOf(test, q)));
    if (there.size === 0) continue;
    for (const [caption, s] of uniqueCaptions(source, unpaired(source, childrenOf(source, p)))) {
      const t = there.get(caption);
      if (s < 0 || t === undefined || t < 0 || !run.mayMove(s, t)) continue;
      const verdict = judge(run, s, t, 0);
      if (verdict === null) continue;
      const shared = run.evidence(source.allTokens(s), test.allTokens(t));
      if (!caption.startsWith(TERM_MARK) && shared < CAPTION_EVIDENCE) continue;
      run.pair(s, t, verdict.basis, verdict.confidence);
      made = true;
    }
  }
  return made;
}

/** The block of every caption that stands once among `blocks`; -1 for one that stands more often. */
function uniqueCaptions(side: Side, blocks: readonly number[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const block of blocks) {
    const caption = side.caption(block);
    if (caption !== '') places.set(caption, places.has(caption) ? -1 : block);
  }
  return places;
}

/** Rows that changed places within their table and were edited: each the other's best by judgement, clear of the next. */
function pairRows(run: Run): boolean {
  const { source, test, config } = run;
  if (!config.table_fuzzy || !run.uses('fuzzy')) return false;
  let made = false;
  for (const [p, q] of containerPairs(run)) {
    if (source.kindClass[p] !== KIND_CLASS.table) continue;
    const here = unpaired(source, childrenOf(source, p));
    const there = unpaired(test, childrenOf(test, q));
    if (here.length === 0 || there.length === 0 || here.length * there.length > ROW_PAIRS) continue;
    const verdicts = here.map((s) => there.map((t) => judge(run, s, t, 0)));
    const worth = (i: number, j: number) => verdicts[i][j]?.weight ?? 0;
    here.forEach((s, i) => {
      const j = best(there.map((_, k) => worth(i, k)));
      if (j < 0 || best(here.map((_, k) => worth(k, j))) !== i) return;
      const verdict = verdicts[i][j];
      if (verdict === null || test.partner[there[j]] >= 0) return;
      if (verdict.confidence < config.fuzzy_min_similarity && verdict.basis === 'positional') return;
      run.pair(s, there[j], verdict.basis, verdict.confidence);
      made = true;
    });
  }
  return made;

  /** The place of the greatest, when it leads the next by the margin; else -1. */
  function best(weights: readonly number[]): number {
    let at = -1;
    let second = 0;
    weights.forEach((weight, k) => {
      if (at < 0 || weight > weights[at]) {
        second = at < 0 ? 0 : weights[at];
        at = k;
      } else if (weight > second) second = weight;
    });
    return at >= 0 && weights[at] - second >= config.move_tie_margin ? at : -1;
  }
}

/** Equal text that is unique among what is left: among the children of one pair of containers, then anywhere. */
function pairEqualText(run: Run): boolean {
  const here = homeless(run, run.source);
  const there = homeless(run, run.test);
  let made = false;
  const pairUnique = (sources: readonly number[], tests: readonly number[], basis: PassName) => {
    const unique = uniqueByKey(run.test, tests);
    for (const [key, s] of uniqueByKey(run.source, sources)) {
      const t = unique.get(key);
      if (s < 0 || t === undefined || t < 0) continue;
      run.pair(s, t, basis, 1);
      made = true;
    }
  };
  const siblings = byParent(run.test, there);
  for (const [p, sources] of byParent(run.source, here)) {
    const tests = siblings.get(run.source.partner[p]);
    if (tests !== undefined) pairUnique(sources, tests, 'exact');
  }
  const left = (side: Side) => (block: number) => side.partner[block] < 0;
  pairUnique(here.filter(left(run.source)), there.filter(left(run.test)), 'move');
  return made;
}

function byParent(side: Side, blocks: readonly number[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const block of blocks) {
    const group = groups.get(side.parent[block]);
    if (group === undefined) groups.set(side.parent[block], [block]);
    else group.push(block);
  }
  return groups;
}

/** The block of every key that stands once among `blocks`; -1 for a key that stands more often. */
function uniqueByKey(side: Side, blocks: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const block of blocks) {
    const key = side.key[block];
    if (key !== NO_KEY) places.set(key, places.has(key) ? -1 : block);
  }
  return places;
}

/**
 * The best score, where it leads: a pair is made when each is the other's best, at `move_min_similarity` or more, and the
 * second best of either is `move_tie_margin` or more behind. Two that cannot be told apart are left as they are.
 */
function pairScored(run: Run): boolean {
  const { source, test, config } = run;
  const here = homeless(run, source);
  const there = homeless(run, test);
  if (here.length === 0 || there.length === 0) return false;
  const index = rareWordIndex(test, there);
  const best = new Map<number, [pair: CandidatePair, score: number, second: number]>();
  const note = (key: number, pair: CandidatePair, score: number) => {
    const known = best.get(key);
    if (known === undefined) best.set(key, [pair, score, 0]);
    else if (score > known[1] || (score === known[1] && decideTie(run, pair, known[0]) < 0)) {
      best.set(key, [pair, score, known[1]]);
    } else if (score > known[2]) known[2] = score;
  };
  const floor = Math.max(0, config.move_min_similarity - config.move_tie_margin);
  for (const s of here) {
    for (const j of rareCandidates(run, source, s, index)) {
      const t = there[j];
      if (source.kindClass[s] !== test.kindClass[t]) continue;
      const score = run.score(source.tokens(s), test.tokens(t), floor);
      if (score < 0) continue;
      const pair = { source: s, test: t };
      note(s, pair, score);
      note(-1 - t, pair, score);
    }
  }
  let made = false;
  for (const s of here) {
    const forward = best.get(s);
    if (forward === undefined) continue;
    const [{ test: t }, score, second] = forward;
    const [back, , secondBack] = best.get(-1 - t) as [CandidatePair, number, number];
    if (back.source !== s || score < config.move_min_similarity) continue;
    if (score - Math.max(second, secondBack) < config.move_tie_margin) continue;
    if (score < SURE_MOVE && run.evidence(source.tokens(s), test.tokens(t)) < MOVE_EVIDENCE) continue;
    run.pair(s, t, 'move', score);
    made = true;
  }
  return made;
}
