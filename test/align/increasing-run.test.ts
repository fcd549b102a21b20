import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Crossing, heaviestRun } from '../../src/align/increasing-run.js';

const crossings = fc.array(
  fc.record({ source: fc.nat(6), test: fc.nat(6), weight: fc.integer({ min: 1, max: 5 }) }),
  { maxLength: 9 },
);

function isRun(pairs: readonly Crossing[]): boolean {
  return pairs.every(
    (pair, i) => i === 0 || (pairs[i - 1].source < pair.source && pairs[i - 1].test < pair.test),
  );
}

describe('the heaviest crossing-free run', () => {
  test('is a run, and no subset that is a run weighs more', () => {
    fc.assert(
      fc.property(crossings, (pairs) => {
        const chosen = heaviestRun(pairs).map((i) => pairs[i]);
        expect(isRun(chosen)).toBe(true);
        let heaviest = 0;
        for (let mask = 0; mask < 1 << pairs.length; mask++) {
          const subset = pairs
            .filter((_, i) => mask & (1 << i))
            .sort((a, b) => a.source - b.source || a.test - b.test);
          if (isRun(subset))
            heaviest = Math.max(
              heaviest,
              subset.reduce((sum, pair) => sum + pair.weight, 0),
            );
        }
        expect(chosen.reduce((sum, pair) => sum + pair.weight, 0)).toBe(heaviest);
      }),
      { numRuns: 1000 },
    );
  });

  test('of two neighbours that changed places the lighter is left out', () => {
    const swapped = [
      { source: 0, test: 1, weight: 2 },
      { source: 1, test: 0, weight: 3 },
      { source: 2, test: 2, weight: 1 },
    ];
    expect(heaviestRun(swapped)).toEqual([1, 2]);
  });

  test('of two pairs of one source that are worth the same the earlier one stands, whatever follows', () => {
    const followed = fc.tuple(
      fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 6 }),
      fc.option(fc.integer({ min: 13, max: 20 }), { nil: undefined }),
    );
    fc.assert(
      fc.property(followed, ([tests, next]) => {
        const pairs = tests.map((at) => ({ source: 0, test: at, weight: 1 }));
        const after = next === undefined ? [] : [{ source: 1, test: next, weight: 1 }];
        const chosen = heaviestRun([...pairs, ...after]);
        expect(pairs[chosen[0]].test).toBe(Math.min(...tests));
        expect(chosen).toHaveLength(1 + after.length);
      }),
      { numRuns: 500 },
    );
  });
});
