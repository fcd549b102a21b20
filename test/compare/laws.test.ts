import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Comparison, compare } from '../../src/index.js';
import { versions } from '../align/trees.js';
import { type GeneratedPair, texts } from './generated.js';
import { addressesResolve, complete, everyBlockIsInOnePlace, readsBack } from './laws.js';

const read = (a: string, b: string, { format }: GeneratedPair) =>
  compare(a, b, { sourceFormat: format, testFormat: format });

/** A law of one comparison, tried on a thousand pairs of trees, and on a thousand pairs of texts. */
function ofAThousand(title: string, law: (comparison: Comparison) => void): void {
  it(`of a thousand pairs of trees, ${title}`, () => {
    fc.assert(
      fc.property(versions, ([source, test]) => law(compare(source, test))),
      { numRuns: 1000 },
    );
  });
  it(`of a thousand pairs of texts, ${title}`, () => {
    fc.assert(
      fc.property(texts, (pair) => law(read(pair.source, pair.test, pair))),
      { numRuns: 1000 },
    );
  });
}

describe('a law', () => {
  ofAThousand('every address resolves and every edit applies', addressesResolve);
  ofAThousand('every block is in one pair, or inserted, or deleted', everyBlockIsInOnePlace);
  ofAThousand('the comparison reads back byte for byte', readsBack);

  it('of a thousand pairs of texts, two runs give the same bytes', () => {
    fc.assert(
      fc.property(texts, (pair) => {
        const run = () => complete(read(pair.source, pair.test, pair));
        expect(run()).toBe(run());
      }),
      { numRuns: 1000 },
    );
  });

  it('of a thousand texts, each compared with itself gives no change', () => {
    fc.assert(
      fc.property(texts, (pair) => {
        expect(read(pair.test, pair.test, pair).changes).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
