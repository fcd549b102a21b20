import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubledRows, idPair, risingRun, standingOnce } from '../../src/align/id-rows.js';

const ids = fc.array(fc.nat(5), { maxLength: 40 });
const rows = (sequence: readonly number[], words: number) =>
  Array.from({ length: Math.max(0, sequence.length - words + 1) }, (_, i) =>
    sequence.slice(i, i + words).join(' '),
  );

describe('rows of ids', () => {
  it('have equal ids exactly when they are equal, on both sides', () => {
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        let pair = idPair(a, b);
        for (const words of [1, 2, 4]) {
          pair = doubledRows(pair, words);
          const written = [...rows(a, 2 * words), ...rows(b, 2 * words)];
          const named = [...pair.a, ...pair.b];
          expect(named.length).toBe(written.length);
          const byId = new Map(named.map((id, i) => [id, written[i]]));
          expect(named.map((id) => byId.get(id))).toEqual(written);
          expect(new Set(named).size).toBe(new Set(written).size);
          for (const id of named) expect(id).toBeLessThan(pair.count);
        }
      }),
    );
  });

  it('that stand once on each side are found where they stand, in order', () => {
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        const once = (list: readonly number[], id: number) =>
          list.filter((other) => other === id).length === 1;
        const expected = a.flatMap((id, i) => (once(a, id) && once(b, id) ? [[i, b.indexOf(id)]] : []));
        const found = standingOnce(idPair(a, b));
        expect(Array.from(found.a, (i, k) => [i, found.b[k]])).toEqual(expected);
      }),
    );
  });
});

describe('the longest rising run', () => {
  it('rises, is made of the places given, and none is longer', () => {
    const order = fc.uniqueArray(fc.nat(60), { maxLength: 12 });
    fc.assert(
      fc.property(order, (b) => {
        const a = b.map((_, i) => 2 * i);
        const run = risingRun({ a: Int32Array.from(a), b: Int32Array.from(b) });
        run.a.forEach((place, k) => {
          expect(b[place / 2]).toBe(run.b[k]);
          if (k > 0) expect(run.a[k - 1] < place && run.b[k - 1] < run.b[k]).toBe(true);
        });
        // By brute force: how long the longest run is that ends at each place.
        const lengths: number[] = [];
        for (const [k, value] of b.entries()) {
          lengths.push(1 + Math.max(0, ...lengths.filter((_, earlier) => b[earlier] < value && earlier < k)));
        }
        expect(run.a.length).toBe(Math.max(0, ...lengths));
      }),
    );
  });
});
