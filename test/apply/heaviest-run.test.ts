import fc from 'fast-check';
import { expect, it } from 'vitest';
import { increasingRun } from '../../src/apply/heaviest-run.js';

const sum = (positions: readonly number[], weights: readonly number[]) =>
  positions.reduce((total, k) => total + weights[k], 0);

it('the heaviest of all rising runs', () => {
  const distinct = fc.uniqueArray(fc.nat(12), { maxLength: 8 });
  fc.assert(
    fc.property(
      distinct,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 8, maxLength: 8 }),
      (values, weights) => {
        const run = increasingRun(values, weights);
        run.forEach((k, i) => {
          if (i > 0 && (k <= run[i - 1] || values[k] <= values[run[i - 1]])) throw new Error('not rising');
        });
        let best = 0;
        for (let mask = 0; mask < 1 << values.length; mask++) {
          const chosen = [...values.keys()].filter((k) => mask & (1 << k));
          if (chosen.every((k, i) => i === 0 || values[k] > values[chosen[i - 1]]))
            best = Math.max(best, sum(chosen, weights));
        }
        if (sum(run, weights) !== best) throw new Error(`${sum(run, weights)} is not ${best}`);
      },
    ),
    { numRuns: 200 },
  );
  expect(increasingRun([], [])).toEqual([]);
});
