import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scoredWords } from '../../src/align/scored-words.js';
import { wordTokens } from '../../src/document/tokens.js';

describe('the words that similarity counts', () => {
  test.each<[text: string, words: string[]]>([
    ['deliver goods; and', ['deliver', 'goods', 'and']],
    ['“Fees” (the)', ['Fees', 'the']],
    ['Open 9:00–17:00 (Monday–Friday).', ['Open', '9:00', '17:00', 'Monday', 'Friday']],
    ['the party—the seller—pays', ['the', 'party', 'the', 'seller', 'pays']],
    ['a three-year, non-exclusive licence', ['a', 'three-year', 'non-exclusive', 'licence']],
    ['one — two', ['one', '—', 'two']],
    ['$5 + 3.1% …', ['$5', '+', '3.1', '…']],
    ['😀, “𝒜”', ['😀', '𝒜']],
    ['', []],
  ])('of %s', (text, words) => {
    expect(scoredWords(text)).toEqual(words);
  });

  test('of code are its tokens', () => {
    expect(scoredWords('f(a); // –', true)).toEqual(['f(a);', '//', '–']);
  });

  test('are none without a sign, hold no white space, and are a word for every token at least', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'É', '1', ' ', '.', '(', '–', '—', '\u0301', '😀') }),
        (text) => {
          const words = scoredWords(text);
          expect(words.length).toBeGreaterThanOrEqual(wordTokens(text).length);
          for (const word of words) expect(word).toMatch(/^\S+$/u);
          if (!/[–—]/.test(text)) expect(words.length).toBe(wordTokens(text).length);
        },
      ),
    );
  });
});
