import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Comparison, compare } from '../../src/index.js';
import { versions } from '../align/trees.js';
import { texts } from './generated.js';
import { addressesResolve, complete, everyBlockIsInOnePlace, readsBack } from './laws.js';

describe('of a thousand pairs of trees', () => {
  const of = (law: (comparison: Comparison) => void) => () => {
    fc.assert(
      fc.property(versions, ([source, test]) => law(compare(source, test))),
      { numRuns: 1000 },
    );
  };

  it('every address resolves and every edit applies', of(addressesResolve));
  it('every block is in one pair, or inserted, or deleted', of(everyBlockIsInOnePlace));
  it('the comparison reads back byte for byte', of(readsBack));
});

describe('of a thousand texts in pairs', () => {
  const read = (a: string, b: string, format: string) =>
    compare(a, b, { sourceFormat: format, testFormat: format });
  const of = (law: (source: string, test: string, format: string) => void) => () => {
    fc.assert(
      fc.property(texts, ({ source, test, format }) => law(source, test, format)),
      { numRuns: 500 },
    );
  };

  it(
    'two runs give the same bytes',
    of((source, test, format) => {
      expect(complete(read(source, test, format))).toBe(complete(read(source, test, format)));
    }),
  );

  it(
    'each compared with itself gives no change',
    of((source, test, format) => {
      for (const text of [source, test]) expect(read(text, text, format).changes).toEqual([]);
    }),
  );
});
