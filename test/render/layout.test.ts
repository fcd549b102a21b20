import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { columns, layOut } from '../../src/render/layout.js';
import { visibleText } from '../../src/render/visible-text.js';

const lines = (text: string, width: number) =>
  layOut([{ text, style: 0 }], width).map((line) => line.map((run) => run.text).join(''));

describe('laying text out', () => {
  it('breaks at white space and drops it there', () => {
    expect(lines('one two three', 8)).toEqual(['one two', 'three']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(lines('aa abcdefghij b', 4)).toEqual(['aa', 'abcd', 'efgh', 'ij b']);
  });

  it('counts wide characters as two columns and breaks between them', () => {
    expect(lines('契約は本日発効する。', 8)).toEqual(['契約は本', '日発効す', 'る。']);
  });

  it('opens no line with closing punctuation', () => {
    expect(lines('契約。本日', 4)).toEqual(['契', '約。', '本日']);
  });

  it('keeps an emoji family and a combining accent together', () => {
    expect(lines('👩‍👩‍👧👩‍👩‍👧e\u0301x', 2)).toEqual(['👩‍👩‍👧', '👩‍👩‍👧', 'e\u0301x']);
  });

  it('counts letters, marks and signs as the tables of widths do', () => {
    const options = { countAnsiEscapeCodes: true };
    const odd: string[] = [];
    for (let code = 0x20; code < 0x2300; code++) {
      const character = String.fromCharCode(code);
      if (columns(character) !== stringWidth(character, options)) odd.push(code.toString(16));
    }
    expect(odd).toEqual([]);
  });

  it('breaks between any two of the characters that it need not look up', () => {
    const unit = fc.constantFrom(...'aZ0-"£é–“Ωж→§½ ');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (text, width) => {
        const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
        expect(columns(text)).toBe(letters.length);
        for (const line of lines(text, width)) expect(line.length).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('does not break at a no-break space', () => {
    expect(lines('a 10\u00a0days', 6)).toEqual(['a', '10\u00a0day', 's']);
  });

  it('ends lines at line feeds and keeps the indent after them', () => {
    expect(lines('a {\n  b\n}', 20)).toEqual(['a {', '  b', '}']);
  });

  it('keeps a word together that consists of several runs', () => {
    const runs = ['to [-', 'abc', '-]'].map((text, style) => ({ text, style }));
    expect(layOut(runs, 7).map((line) => line.map((run) => run.text).join(''))).toEqual(['to', '[-abc-]']);
  });

  it('loses nothing but white space, whatever the text and the width', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 80 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), fc.integer({ min: 8, max: 40 }), (parts, width) => {
        const out = layOut(
          parts.map((part, style) => ({ text: part, style })),
          width,
        );
        const bare = (given: string) => given.replaceAll(/\s/gu, '');
        expect(bare(out.map((line) => line.map((run) => run.text).join('')).join(''))).toBe(
          bare(visibleText(parts.join(''))),
        );
        for (const line of out)
          expect(columns(line.map((run) => run.text).join(''))).toBeLessThanOrEqual(width);
      }),
      { numRuns: 500 },
    );
  });
});

describe('visible text', () => {
  it('spells what is invisible or acts on a terminal, and leaves the rest', () => {
    expect(visibleText('a\u001b[31mb\u0007\u009b\u202e\u00ad\u200b')).toBe(
      'a<U+001B>[31mb<U+0007><U+009B><U+202E><U+00AD><U+200B>',
    );
    expect(visibleText('Füße, 漢字, می‌خواهم, 👩‍👩‍👧\n')).toBe('Füße, 漢字, می‌خواهم, 👩‍👩‍👧\n');
  });

  it('spells hidden tag letters and lone surrogates', () => {
    expect(visibleText('a\u{e0041}\ud800b')).toBe('a<U+E0041><U+D800>b');
  });
});
