/** Cells pair by their column: by their index in the row, where no column came, went or took another's place. */
import { type Crossing, heaviestRun } from './increasing-run.js';
import type { Run } from './run.js';
import { childrenOf, KIND_CLASS, NO_KEY } from './side.js';

/** Columns are told by this many rows at most. */
const ROWS = 200;

/** Of a table with more pairs of columns than this, the first rows alone tell them. */
const COLUMN_PAIRS = 2500;

/** A column is another when more than this share of its filled cells says the same. */
const SAME_COLUMN = 0.5;

/** Which column of one table is which of another, by index; null when all keep theirs. */
type Columns = readonly (readonly [number, number])[] | null;

type RowPair = readonly [source: number, test: number];

/** Pairs the cells of every row pair. */
export function pairCells(run: Run): void {
  for (const rows of rowPairs(run)) {
    const columns = matchColumns(run, rows);
    for (const [s, t] of rows) {
      const here = childrenOf(run.source, s);
      const there = childrenOf(run.test, t);
      if (columns === null) {
        for (let i = 0; i < here.length && i < there.length; i++) pairCell(run, here[i], there[i]);
      } else {
        for (const [i, j] of columns) {
          if (i < here.length && j < there.length) pairCell(run, here[i], there[j]);
        }
      }
    }
  }
}

/** The pairs of rows, those of one pair of tables together. */
function rowPairs(run: Run): Iterable<RowPair[]> {
  const { source, test } = run;
  const groups = new Map<string, RowPair[]>();
  for (let s = 0; s < source.blocks.length; s++) {
    const t = source.partner[s];
    if (t < 0 || source.kindClass[s] !== KIND_CLASS.row) continue;
    const tables = `${source.parent[s]} ${test.parent[t]}`;
    const group = groups.get(tables);
    if (group === undefined) groups.set(tables, [[s, t]]);
    else group.push([s, t]);
  }
  return groups.values();
}

/**
 * Columns go by what their first cells say, and by what the cells below them say; those between two that are known, as
 * many on both sides, by their order.
 */
function matchColumns(run: Run, rows: readonly RowPair[]): Columns {
  const { source, test } = run;
  const here = childrenOf(source, source.parent[rows[0][0]] + 1);
  const there = childrenOf(test, test.parent[rows[0][1]] + 1);
  const named = (i: number, j: number) =>
    source.key[here[i]] !== NO_KEY && source.key[here[i]] === test.key[there[j]];
  if (here.length === there.length && here.every((_, i) => named(i, i))) return null;
  const shares =
    here.length * there.length > COLUMN_PAIRS ? null : equalShares(run, rows, here.length, there.length);
  const same: Crossing[] = [];
  here.forEach((_, i) => {
    there.forEach((_, j) => {
      const share = shares?.[i * there.length + j] ?? 0;
      if (named(i, j)) same.push({ source: i, test: j, weight: 1 + share });
      else if (share > SAME_COLUMN) same.push({ source: i, test: j, weight: share });
    });
  });
  const anchors = heaviestRun(same).map((k) => same[k]);
  if (anchors.length === 0) return null;
  const map: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const anchor of [...anchors, { source: here.length, test: there.length }]) {
    const open = anchor.source - i === anchor.test - j ? anchor.source - i : 0;
    for (let k = 0; k < open; k++) map.push([i + k, j + k]);
    if (anchor.source < here.length) map.push([anchor.source, anchor.test]);
    [i, j] = [anchor.source + 1, anchor.test + 1];
  }
  return map;
}

/** For every pair of columns, of the rows in which either is filled the share in which both say the same. */
function equalShares(run: Run, rows: readonly RowPair[], width: number, height: number): Float64Array {
  const { source, test } = run;
  const equal = new Float64Array(width * height);
  const filled = new Float64Array(width * height);
  for (const [s, t] of rows.slice(0, ROWS)) {
    const here = childrenOf(source, s);
    const there = childrenOf(test, t);
    for (let i = 0; i < width; i++) {
      const a = i < here.length ? source.key[here[i]] : NO_KEY;
      for (let j = 0; j < height; j++) {
        const b = j < there.length ? test.key[there[j]] : NO_KEY;
        if (a === NO_KEY && b === NO_KEY) continue;
        filled[i * height + j]++;
        if (a === b) equal[i * height + j]++;
      }
    }
  }
  return equal.map((count, k) => (filled[k] === 0 ? 0 : count / filled[k]));
}

function pairCell(run: Run, a: number, b: number): void {
  const { source, test } = run;
  if (source.kindClass[a] !== test.kindClass[b] || source.partner[a] >= 0 || test.partner[b] >= 0) return;
  if (source.key[a] === test.key[b]) run.pair(a, b, 'exact', 1);
  else run.pair(a, b, 'positional', Math.max(0, run.score(source.tokens(a), test.tokens(b), 0)));
}
