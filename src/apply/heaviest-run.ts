/**
 * The positions, in order, of a run of `values` that rises throughout and whose weights sum to the most. Values are distinct
 * whole numbers from 0. O(n log m), by a tree of best sums over the values (m the greatest value).
 */
export function increasingRun(values: readonly number[], weights: readonly number[]): number[] {
  const size = values.reduce((most, value) => Math.max(most, value), 0) + 1;
  // best[v] leads to the position whose run, ending at a value of v's range in the tree, weighs the most.
  const best = new Int32Array(size + 1).fill(-1);
  const sums = new Float64Array(values.length);
  const before = new Int32Array(values.length).fill(-1);
  let last = -1;
  values.forEach((value, k) => {
    let previous = -1;
    for (let v = value; v > 0; v -= v & -v) {
      if (best[v] >= 0 && (previous < 0 || sums[best[v]] > sums[previous])) previous = best[v];
    }
    before[k] = previous;
    sums[k] = weights[k] + (previous < 0 ? 0 : sums[previous]);
    for (let v = value + 1; v <= size; v += v & -v) {
      if (best[v] < 0 || sums[k] > sums[best[v]]) best[v] = k;
    }
    if (last < 0 || sums[k] > sums[last]) last = k;
  });
  const run: number[] = [];
  for (let k = last; k >= 0; k = before[k]) run.push(k);
  return run.reverse();
}
