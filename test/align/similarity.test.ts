import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Similarity, Vocabulary } from '../../src/align/similarity.js';

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'the'), { maxLength: 90 });

/** The longest common subsequence by the textbook table. */
function plainLcs(a: string[], b: string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      table[i][j] =
        a[i - 1] === b[j - 1] ? table[i - 1][j - 1] + 1 : Math.max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[a.length][b.length];
}

/** Ratcliff/Obershelp by its definition: longest block, earliest in a, then in b; then left and right of it. */
function plainObershelp(a: string[], b: string[]): number {
  let best = 0;
  let bestA = 0;
  let bestB = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      let k = 0;
      while (i + k < a.length && j + k < b.length && a[i + k] === b[j + k]) k++;
      if (k > best) {
        best = k;
        bestA = i;
        bestB = j;
      }
    }
  }
  if (best === 0) return 0;
  return (
    best +
    plainObershelp(a.slice(0, bestA), b.slice(0, bestB)) +
    plainObershelp(a.slice(bestA + best), b.slice(bestB + best))
  );
}

function ratio(name: 'difflib' | 'rapidfuzz', a: string[], b: string[]): number {
  const vocabulary = new Vocabulary();
  return new Similarity(name).ratio(vocabulary.encode(a), vocabulary.encode(b));
}

describe('similarity', () => {
  test('rapidfuzz is the normalised Indel similarity over tokens', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const total = a.length + b.length;
        const expected = total === 0 ? 1 : 1 - (total - 2 * plainLcs(a, b)) / total;
        expect(ratio('rapidfuzz', a, b)).toBeCloseTo(expected, 12);
      }),
      { numRuns: 1000 },
    );
  });

  test('difflib is Ratcliff/Obershelp over tokens without a junk rule', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const total = a.length + b.length;
        const expected = total === 0 ? 1 : (2 * plainObershelp(a, b)) / total;
        expect(ratio('difflib', a, b)).toBeCloseTo(expected, 12);
      }),
      { numRuns: 1000 },
    );
  });

  test('the two measures differ where order does', () => {
    const a = 'the supplier shall pay the client'.split(' ');
    const b = 'the client shall pay the supplier'.split(' ');
    expect(ratio('rapidfuzz', a, b)).toBeCloseTo(2 / 3, 12);
    expect(ratio('difflib', a, b)).toBeCloseTo(2 / 3, 12);
    expect(ratio('rapidfuzz', ['x', 'a', 'b', 'y', 'c'], ['a', 'b', 'x', 'c', 'y'])).toBeCloseTo(0.6, 12);
  });

  test('the bound is never below either measure, and not counted', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const vocabulary = new Vocabulary();
        const [x, y] = [vocabulary.encode(a), vocabulary.encode(b)];
        for (const name of ['difflib', 'rapidfuzz'] as const) {
          const similarity = new Similarity(name);
          const bound = similarity.bound(x, y);
          expect(similarity.evaluated).toBe(0);
          expect(bound).toBeGreaterThanOrEqual(similarity.ratio(x, y) - 1e-12);
          expect(similarity.evaluated).toBe(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('sequences too long for one table: never more than the truth, and the truth where edits are few', () => {
    const vocabulary = new Vocabulary();
    const a = Array.from({ length: 30_000 }, (_, i) => `w${(i * 7919 + (i % 13)) % 2003}`);
    const b = a.map((word, i) => (i % 50 === 7 ? `x${i}` : word));
    const similarity = new Similarity('rapidfuzz');
    expect(similarity.ratio(vocabulary.encode(a), vocabulary.encode(b))).toBeCloseTo(0.98, 12);
    const same = Array.from({ length: 30_000 }, () => 'same');
    const fewer = Array.from({ length: 20_000 }, () => 'same');
    const ratio = similarity.ratio(
      vocabulary.encode([...same, 'end']),
      vocabulary.encode(['start', ...fewer]),
    );
    expect(ratio).toBeLessThanOrEqual(40_000 / 50_002);
    expect(ratio).toBeGreaterThan(0.7);
  });

  test('long sequences: many words of mask, and a vocabulary that grows between calls', () => {
    const vocabulary = new Vocabulary();
    const similarity = new Similarity('rapidfuzz');
    const a = Array.from({ length: 1000 }, (_, i) => `w${(i * 7919) % 613}`);
    const b = a.filter((_, i) => i % 10 !== 3);
    expect(similarity.ratio(vocabulary.encode(a), vocabulary.encode(b))).toBeCloseTo(1800 / 1900, 12);
    const fresh = Array.from({ length: 5000 }, (_, i) => `new${i}`);
    expect(similarity.ratio(vocabulary.encode(fresh), vocabulary.encode(a))).toBe(0);
  });
});
