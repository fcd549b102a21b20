/** A crossing-free choice among pairs of positions. */
export interface Crossing {
  /** Position on the source side. */
  readonly source: number;
  /** Position on the test side. */
  readonly test: number;
  /** What keeping this pair is worth; above 0. */
  readonly weight: number;
}

/**
 * The heaviest subset of `pairs` in which source and test positions both strictly increase, in that order: the indices
 * into `pairs`. Among equally heavy ones the choice depends on the pairs alone: of two pairs of one source that are worth the
 * same, the one with the earlier test position. O(n log n).
 */
export function heaviestRun(pairs: readonly Crossing[]): number[] {
  const n = pairs.length;
  if (n === 0) return [];
  // By source; among equal sources by descending test, so that no two pairs of one source can stand in one run.
  const order = Array.from(pairs, (_, i) => i).sort(
    (x, y) => pairs[x].source - pairs[y].source || pairs[y].test - pairs[x].test || x - y,
  );
  const positions = [...new Set(pairs.map((pair) => pair.test))].sort((a, b) => a - b);
  const rank = new Map(positions.map((position, i) => [position, i + 1]));
  // A Fenwick tree of prefix maxima over test positions: the best run that ends at or before a position.
  const best = new Float64Array(positions.length + 1);
  const tail = new Int32Array(positions.length + 1).fill(-1);
  const before = new Int32Array(n).fill(-1);
  let heaviest = 0;
  let last = -1;
  // Of one source the pairs come, and are met below, with descending test: of two that are equal the later one met is taken.
  const ofOneSource = (i: number, met: number) => met >= 0 && pairs[met].source === pairs[i].source;
  for (const i of order) {
    const at = rank.get(pairs[i].test) as number;
    let sum = 0;
    for (let k = at - 1; k > 0; k -= k & -k) {
      if (best[k] > sum || (best[k] === sum && sum > 0 && ofOneSource(tail[k], before[i]))) {
        sum = best[k];
        before[i] = tail[k];
      }
    }
    sum += pairs[i].weight;
    if (sum > heaviest || (sum === heaviest && ofOneSource(i, last))) {
      heaviest = sum;
      last = i;
    }
    for (let k = at; k <= positions.length; k += k & -k) {
      if (sum > best[k] || (sum === best[k] && ofOneSource(i, tail[k]))) {
        best[k] = sum;
        tail[k] = i;
      }
    }
  }
  const run: number[] = [];
  for (let i = last; i >= 0; i = before[i]) run.push(i);
  return run.reverse();
}
