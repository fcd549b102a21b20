import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceCodePoints } from '../../src/document/code-points.js';
import { editedWords, ellipsis, excerpt } from '../../src/render/words.js';
import { change } from './agreement.js';

const sentence = fc
  .array(fc.constantFrom('alpha', 'beta', 'γ', '漢字', '😀', '(30)', '\n', 'x'.repeat(90)), { maxLength: 60 })
  .map((words) => words.join(' '));

describe('the words of an edit', () => {
  it('spell both texts when the gaps are filled in', () => {
    fc.assert(
      fc.property(sentence, sentence, sentence, sentence, fc.nat(40), (head, a, b, tail, context) => {
        const edited = change('modify', '/paragraph[1]', '/paragraph[1]', {
          source_text: `${head} ${a} ${tail}`,
          test_text: `${head} ${b} ${tail}`,
        });
        const words = editedWords(edited, context);
        const spell = (without: string) =>
          words
            .filter(({ kind }) => kind !== without)
            .map(({ text }) => text)
            .join('');
        expect(spell('inserted')).toBe(edited.source_text);
        expect(spell('deleted')).toBe(edited.test_text);
      }),
      { numRuns: 500 },
    );
  });

  it('leave out a long unchanged stretch and keep words whole around it', () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(20);
    const edited = change('modify', '/paragraph[1]', '/paragraph[1]', {
      source_text: `${filler}thirty ${filler.trim()}`,
      test_text: `${filler}sixty ${filler.trim()}`,
    });
    const text = editedWords(edited, 12)
      .map((one, i, all) => (one.kind === 'gap' ? ellipsis(all, i) : one.text))
      .join('|');
    expect(text).toBe('… |sit amet |thirty|sixty| lorem ipsum| …');
  });

  it('keep everything when asked to', () => {
    const filler = 'lorem ipsum '.repeat(200);
    const edited = change('modify', '/paragraph[1]', '/paragraph[1]', {
      source_text: `${filler}a`,
      test_text: `${filler}b`,
    });
    expect(editedWords(edited, Number.POSITIVE_INFINITY).some(({ kind }) => kind === 'gap')).toBe(false);
  });
});

describe('an excerpt', () => {
  it('is the text when it fits, and else some words of its beginning', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 5, max: 50 }), (text, limit) => {
        const short = excerpt(text, limit);
        if ([...text].length <= limit) expect(short).toBe(text);
        else expect(text.startsWith(short.slice(0, -2).trimEnd())).toBe(true);
        expect([...short].length).toBeLessThanOrEqual(limit + 2);
      }),
      { numRuns: 300 },
    );
  });

  it('of a word of a megabyte takes no time', () => {
    const start = sliceCodePoints('x'.repeat(1_000_000), 0, 30);
    expect(excerpt('x'.repeat(1_000_000), 30)).toBe(`${start} …`);
  });
});
