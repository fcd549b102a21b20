/** What is still without a partner on both sides may have moved: equal text first, then the best score, anywhere. */
import type { Run } from './run.js';
import { rareCandidates, rareWordIndex } from './siblings.js';
import { KIND_CLASS, NO_KEY, type Side } from './side.js';

/** The leaves without a partner that may move. */
function homeless(run: Run, side: Side): number[] {
  const found: number[] = [];
  for (let i = 1; i < side.blocks.length; i++) {
    if (side.partner[i] >= 0 || side.ownWeight[i] === 0) continue;
    if (
      !run.config.move_kinds.includes(side.blocks[i].kind) ||
      side.tokens(i).length < run.config.move_min_tokens
    )
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
  return equal || scored;
}

/** Equal text that is unique among what is left on either side. */
function pairEqualText(run: Run): boolean {
  const unique = (side: Side) => {
    const places = new Map<number, number>();
    for (const block of homeless(run, side)) {
      const key = side.key[block];
      if (key !== NO_KEY) places.set(key, places.has(key) ? -1 : block);
    }
    return places;
  };
  const there = unique(run.test);
  let made = false;
  for (const [key, s] of unique(run.source)) {
    const t = there.get(key);
    if (s < 0 || t === undefined || t < 0) continue;
    run.pair(s, t, 'move', 1);
    made = true;
  }
  return made;
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
  const best = new Map<number, [block: number, score: number, second: number]>();
  const note = (key: number, other: number, score: number) => {
    const known = best.get(key);
    if (known === undefined) best.set(key, [other, score, 0]);
    else if (score > known[1]) best.set(key, [other, score, known[1]]);
    else if (score > known[2]) known[2] = score;
  };
  const floor = Math.max(0, config.move_min_similarity - config.move_tie_margin);
  for (const s of here) {
    for (const j of rareCandidates(run, source, s, index)) {
      const t = there[j];
      if (source.kindClass[s] !== test.kindClass[t]) continue;
      const score = run.score(source.tokens(s), test.tokens(t), floor);
      if (score < 0) continue;
      note(s, t, score);
      note(-1 - t, s, score);
    }
  }
  let made = false;
  for (const s of here) {
    const forward = best.get(s);
    if (forward === undefined) continue;
    const [t, score, second] = forward;
    const back = best.get(-1 - t) as [number, number, number];
    if (back[0] !== s || score < config.move_min_similarity) continue;
    if (score - Math.max(second, back[2]) < config.move_tie_margin) continue;
    run.pair(s, t, 'move', score);
    made = true;
  }
  return made;
}
