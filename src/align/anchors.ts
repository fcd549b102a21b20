/** Global anchors: text that stands exactly once on each side, and is the same, pairs wherever it stands. */
import { releaseLonely } from './company.js';
import { isRewrapped, keptPlaces } from './reading-order.js';
import type { Run } from './run.js';
import { KIND_CLASS, NO_KEY, type Side } from './side.js';

/** Blocks by key: how often a key occurs and where first. */
function occurrences(side: Side, keys: number): { count: Int32Array; first: Int32Array } {
  const count = new Int32Array(keys);
  const first = new Int32Array(keys).fill(-1);
  for (let i = 0; i < side.blocks.length; i++) {
    const key = side.key[i];
    if (key === NO_KEY) continue;
    if (count[key]++ === 0) first[key] = i;
  }
  return { count, first };
}

/**
 * Pairs the leaves and rows whose content is unique on both sides. Cells follow their rows, and headings their sections:
 * they are no anchors of their own, but a unique heading is a sign of where its section went.
 * @returns those headings, as [source, test].
 */
export function pairAnchors(run: Run): [number, number][] {
  const here = occurrences(run.source, run.keys.size);
  const there = occurrences(run.test, run.keys.size);
  const headings: [number, number][] = [];
  for (let s = 0; s < run.source.blocks.length; s++) {
    const key = run.source.key[s];
    const kindClass = run.source.kindClass[s];
    if (key === NO_KEY || here.count[key] !== 1 || there.count[key] !== 1) continue;
    if (kindClass === KIND_CLASS.cell || kindClass === KIND_CLASS.section) continue;
    const t = there.first[key];
    if (kindClass === KIND_CLASS.heading) headings.push([s, t]);
    else run.pair(s, t, 'exact', 1);
  }
  return headings;
}

/**
 * Takes back the pairs between blocks whose parents do not correspond that may not be moves. Those that keep their place in
 * the reading order are none.
 * @returns whether there were any.
 */
export function releaseStrays(run: Run): boolean {
  let strays: number[] = [];
  let rewrapped = false;
  for (let s = 1; s < run.source.blocks.length; s++) {
    const t = run.source.partner[s];
    if (t < 0 || run.parentsCorrespond(s, t) || run.mayMove(s, t)) continue;
    strays.push(s);
    rewrapped ||= isRewrapped(run, s, t);
  }
  if (rewrapped) {
    const kept = keptPlaces(run);
    strays = strays.filter((s) => kept?.[s] !== 1);
  }
  if (!releaseLonely(run, strays)) return false;
  // What hangs on a released container has no corresponding parents any more.
  releaseStrays(run);
  return true;
}
