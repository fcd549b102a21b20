import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize, wordTokens } from '../../src/document/index.js';

describe('tokens', () => {
  it('are runs with and without white space', () => {
    expect(tokenize('The fee,  (30) due.')).toEqual(['The', ' ', 'fee,', '  ', '(30)', ' ', 'due.']);
    expect(wordTokens('The fee,  (30) due.')).toEqual(['The', 'fee,', '(30)', 'due.']);
    expect(tokenize('')).toEqual([]);
  });

  it('in scripts without spaces are word segments, so that one character is not the whole text', () => {
    for (const text of [
      '甲方应在收到发票之日起三十天内付款。',
      '料金は三十日以内に支払う。',
      'ผู้ขายต้องส่งสินค้าภายในสามสิบวัน',
    ]) {
      expect(tokenize(text).length).toBeGreaterThan(4);
      expect(Math.max(...tokenize(text).map((token) => token.length))).toBeLessThan(text.length / 2);
    }
  });

  it('leave words of other scripts beside them whole', () => {
    expect(tokenize('Notice (通知) in writing')).toEqual(
      expect.arrayContaining(['Notice', 'in', 'writing', '通知']),
    );
  });

  it('joined are the text, and their word tokens hold no white space', () => {
    const text = fc
      .array(
        fc.constantFrom(
          'fee',
          ' ',
          '\u00a0',
          '\n',
          '付款三十天',
          'สามสิบวัน',
          '😀',
          '. ',
          '—',
          '(',
          'é',
          '\u3000',
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (s) => {
        expect(tokenize(s).join('')).toBe(s);
        expect(tokenize(s)).not.toContain('');
        expect(wordTokens(s).join('')).toBe(s.replace(/\s/gu, ''));
      }),
      { numRuns: 2000 },
    );
  });
});
