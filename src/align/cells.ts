/** Cells pair by their index in the row; where a column came or went, by their column. */
import { type Crossing, heaviestRun } from './increasing-run.js';
import type { Run } from './run.js';
import { childrenOf, KIND_CLASS } from './side.js';

/** Pairs the cells of every row pair. */
export function pairCells(run: Run): void {
  const { source, test } = run;
  const columns = new Map<number, Map<number, Columns>>();
  for (let s = 0; s < source.blocks.length; s++) {
    const t = source.partner[s];
    if (t < 0 || source.kindClass[s] !== KIND_CLASS.row) continue;
    const here = childrenOf(source, s);
    const there = childrenOf(test, t);
    if (here.length === there.length) {
      here.forEach((a, i) => {
        pairCell(run, a, there[i]);
      });
      continue;
    }
    const [p, q] = [source.parent[s], test.parent[t]];
    const known = columns.get(p) ?? new Map<number, Columns>();
    columns.set(p, known);
    const map = known.get(q) ?? matchColumns(run, p, q);
    known.set(q, map);
    for (const [i, j] of map) if (i < here.length && j < there.length) pairCell(run, here[i], there[j]);
  }
}

/** Which column of one table is which of another, by index. */
type Columns = readonly (readonly [number, number])[];

/** Columns go by what their first cells say; those between two that are known, as many on both sides, by their order. */
function matchColumns(run: Run, p: number, q: number): Columns {
  const here = childrenOf(run.source, p + 1);
  const there = childrenOf(run.test, q + 1);
  const same: Crossing[] = [];
  here.forEach((a, i) => {
    there.forEach((b, j) => {
      if (run.source.key[a] === run.test.key[b]) same.push({ source: i, test: j, weight: 1 });
    });
  });
  const map: [number, number][] = [];
  let [i, j] = [0, 0];
  const anchors = heaviestRun(same).map((k) => same[k]);
  for (const { source, test } of [...anchors, { source: here.length, test: there.length }]) {
    const open = source - i === test - j || anchors.length === 0 ? Math.min(source - i, test - j) : 0;
    for (let k = 0; k < open; k++) map.push([i + k, j + k]);
    if (source < here.length) map.push([source, test]);
    [i, j] = [source + 1, test + 1];
  }
  return map;
}

function pairCell(run: Run, a: number, b: number): void {
  const { source, test } = run;
  if (source.kindClass[a] !== test.kindClass[b] || source.partner[a] >= 0 || test.partner[b] >= 0) return;
  if (source.key[a] === test.key[b]) run.pair(a, b, 'exact', 1);
  else run.pair(a, b, 'positional', Math.max(0, run.score(source.tokens(a), test.tokens(b), 0)));
}
