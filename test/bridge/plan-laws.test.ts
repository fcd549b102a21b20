import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planText } from '../../src/bridge/index.js';
import { checkPlan, operationsOf, sizeOf, wordDiffSize } from './check-plan.js';
import { codePairs, dataPairs, markdownPairs, strangers } from './pairs.js';

describe.each([
  ['Markdown', markdownPairs, 150],
  ['code', codePairs, 150],
  ['data and plain text', dataPairs, 80],
  ['texts that share nothing', strangers, 150],
] as const)('a plan for %s', (_, pairs, numRuns) => {
  test('gives the proposed text, keeps to its scopes, and is at most twice as large as a word diff', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async ({ fileName, text, proposed }) => {
        const plan = await planText(text, proposed, { fileName });
        expect(await checkPlan(text, plan, { fileName })).toBe(proposed);
        const operations = operationsOf(plan);
        // An insertion of one sign still needs a sign of context on both sides.
        const single = operations.filter(
          ({ start, end, replace }) => start === end && [...replace].length === 1,
        );
        expect(sizeOf(operations)).toBeLessThanOrEqual(2 * wordDiffSize(text, proposed) + single.length);
      }),
      { numRuns },
    );
  });
});
