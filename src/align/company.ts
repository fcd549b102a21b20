/**
 * A leaf that is too short to move by itself moves with its neighbours: the short items of a list go where the long ones
 * between them went.
 */
import type { Run } from './run.js';
import { NO_KEY, type Side } from './side.js';

/**
 * Takes back pairs that may not move by themselves, but those that have company: equal text, and beside it, on both sides,
 * a pair that moved too. Company is handed on along a run of short leaves.
 * @param strays source blocks, in document order
 * @param without the source blocks that are no company: the strays, and what did not move
 * @returns whether any pair was taken back.
 */
export function releaseLonely(run: Run, strays: readonly number[], without = new Set(strays)): boolean {
  let released = false;
  for (const list of [strays, [...strays].reverse()]) {
    for (const s of list) if (without.has(s) && hasCompany(run, s, without)) without.delete(s);
  }
  for (const s of strays) {
    if (!without.has(s)) continue;
    run.release(s);
    released = true;
  }
  return released;
}

/** Whether beside a pair, on both sides, stands a pair that is not `without` company. */
export function hasCompany(run: Run, s: number, without: ReadonlySet<number>): boolean {
  const { source, test } = run;
  const t = source.partner[s];
  if (!run.uses('move') || source.key[s] === NO_KEY || source.key[s] !== test.key[t]) return false;
  const together = (a: number, b: number) =>
    a >= 0 &&
    b >= 0 &&
    source.partner[a] === b &&
    !without.has(a) &&
    !run.parentsCorrespond(a, b) === !run.parentsCorrespond(s, t);
  return together(source.previous[s], test.previous[t]) || together(next(source, s), next(test, t));
}

function next(side: Side, block: number): number {
  return side.end[block] < side.end[side.parent[block]] ? side.end[block] : -1;
}
