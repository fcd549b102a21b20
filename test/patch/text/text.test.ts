import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, findNestedTextFault, findTextFault } from '../../../src/patch/text/canonical.js';
import { splitsGrapheme } from '../../../src/patch/text/graphemes.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import {
  asciiJson,
  asciiJsonBytes,
  exceedsJsonDepth,
  sortedAsciiJson,
  sortedJson,
} from '../../../src/patch/text/json.js';
import { sourceLineEndings, withLineEndings } from '../../../src/patch/text/line-endings.js';

/** Texts in which everything that can be miscounted occurs: line ends of all kinds, pairs, marks, escapes. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', '\n', '\r', '\r\n', 'é', 'e\u0301', '😀', '\u2028', '"', '\\', '\u007f'),
  maxLength: 30,
});

describe('canonical text', () => {
  it('makes CRLF and lone CR into LF and changes nothing else', () => {
    expect(canonicalText('a\r\nb\rc\nd\r\r\n')).toBe('a\nb\nc\nd\n\n');
    const odd = ' \ufeffe\u0301\u2028\u0085\t\ufb01 ';
    expect(canonicalText(odd)).toBe(odd);
  });

  it('is its own canonical form', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const canonical = canonicalText(raw);
        expect(canonical).not.toContain('\r');
        expect(canonicalText(canonical)).toBe(canonical);
      }),
    );
  });

  it('cannot hold NUL or half of a surrogate pair, and says where the first one is', () => {
    expect(findTextFault('😀a\0b')).toEqual({ fault: 'nul', offset: 2 });
    expect(findTextFault('😀\ud83d')).toEqual({ fault: 'lone_surrogate', offset: 1 });
    expect(findTextFault('\ude00')).toEqual({ fault: 'lone_surrogate', offset: 0 });
    expect(findTextFault('😀\u0001\uffff')).toBeNull();
  });

  it('is looked for in every value and key', () => {
    const value = { a: [{ b: 'fine' }, { c: 'x\0' }], d: '\ud800' };
    expect(findNestedTextFault(value)).toEqual({ fault: 'nul', offset: 1, path: 'a[1].c', where: 'value' });
    expect(findNestedTextFault({ a: { '\0': 1 } })).toEqual({
      fault: 'nul',
      offset: 0,
      path: 'a',
      where: 'key',
    });
    expect(findNestedTextFault({ a: [1, null, true, 'é😀'] })).toBeNull();
  });

  it('is looked for without recursion', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(findNestedTextFault(deep)).toBeNull();
    expect(exceedsJsonDepth(deep)).toBe(true);
    expect(exceedsJsonDepth({ a: [{ b: 'x' }] })).toBe(false);
  });
});

describe('line-end facts', () => {
  it('counts a CRLF pair once', () => {
    expect(sourceLineEndings('alpha beta alpha\r\n')).toEqual({
      style: 'crlf',
      lf: 0,
      crlf: 1,
      cr: 0,
      normalized: true,
      source_code_points: 18,
      source_utf8_bytes: 18,
      source_sha256: sha256Hex('alpha beta alpha\r\n'),
    });
    expect(sourceLineEndings('😀').style).toBe('none');
    expect(sourceLineEndings('a\nb\n')).toMatchObject({ style: 'lf', lf: 2, normalized: false });
    expect(sourceLineEndings('a\rb\r')).toMatchObject({ style: 'cr', cr: 2, normalized: true });
    expect(sourceLineEndings('\r\r\n\n')).toMatchObject({ style: 'mixed', cr: 1, crlf: 1, lf: 1 });
    expect(sourceLineEndings('😀\n')).toMatchObject({ source_code_points: 2, source_utf8_bytes: 5 });
  });

  it('lets a uniform upload be written as it came', () => {
    for (const [style, eol] of [
      ['lf', '\n'],
      ['crlf', '\r\n'],
      ['cr', '\r'],
    ] as const) {
      const raw = ['a', '', '😀', ''].join(eol);
      expect(sourceLineEndings(raw).style).toBe(style);
      expect(withLineEndings(canonicalText(raw), style)).toBe(raw);
    }
  });

  it('agrees with counting by regular expression', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const count = (pattern: RegExp) => raw.match(pattern)?.length ?? 0;
        const crlf = count(/\r\n/g);
        expect(sourceLineEndings(raw)).toMatchObject({
          crlf,
          lf: count(/\n/g) - crlf,
          cr: count(/\r/g) - crlf,
          normalized: canonicalText(raw) !== raw,
          source_code_points: Array.from(raw).length,
        });
      }),
    );
  });
});

describe('escaped JSON', () => {
  it('escapes all that is not printable ASCII, pairs as two escapes', () => {
    expect(asciiJson({ a: 'é😀\u007f\n"' })).toBe('{"a":"\\u00e9\\ud83d\\ude00\\u007f\\n\\""}');
    expect(asciiJson('\ud800')).toBe('"\\ud800"');
  });

  it('reads back, is ASCII, and has the length that is counted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), text, (value, more) => {
        const json = asciiJson([value, more]);
        expect(json).toMatch(/^[\x20-\x7e]*$/);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([value, more])));
        expect(asciiJsonBytes([value, more])).toBe(json.length);
      }),
    );
  });

  it('gives equal values equal bytes when sorted', () => {
    expect(sortedAsciiJson({ b: { d: 1, c: ['é'] }, a: null })).toBe(
      '{"a":null,"b":{"c":["\\u00e9"],"d":1}}',
    );
    expect(sortedJson({ b: 'é', a: 1 })).toBe('{"a":1,"b":"é"}');
    const hostile = JSON.parse('{"__proto__":{"x":1},"a":2}');
    expect(JSON.parse(sortedJson(hostile))).toEqual(hostile);
    expect(sortedJson(hostile)).toBe('{"__proto__":{"x":1},"a":2}');
  });
});

describe('likely grapheme clusters', () => {
  const splits: [string, string, string][] = [
    ['a combining mark', 'e', '\u0301'],
    ['a variation selector', '❤', '\ufe0f'],
    ['an emoji modifier', '👍', '🏽'],
    ['a tag character', '🏴', '\u{e0067}'],
    ['a zero-width joiner', '👩', '\u200d'],
    ['what a zero-width joiner joins', '👩\u200d', '💻'],
    ['the second half of a flag', '🇩', '🇪'],
    ['a vowel after a leading consonant', '\u1100', '\u1161'],
    ['a final after a syllable without one', '가', '\u11a8'],
    ['a final after a final', '\u11a8', '\u11a8'],
    ['a syllable after a leading consonant', '\u1100', '가'],
  ];
  it.each(splits)('are split before %s', (_, before, after) => {
    expect(splitsGrapheme(before, after)).toBe(true);
  });

  it('are not split between whole characters', () => {
    for (const [before, after] of [
      ['a', 'b'],
      ['', '\u0301'],
      ['e', ''],
      ['🇩🇪', '🇫'],
      ['가', '나'],
      ['각', '\u1161'],
      ['\u11a8', '\u1100'],
      ['\n', 'a'],
    ]) {
      expect(splitsGrapheme(before, after)).toBe(false);
    }
  });
});
