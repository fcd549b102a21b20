import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InlineEdit } from '../../src/change/change.js';
import { editsByWords, inlineEdits } from '../../src/change/inline-edits.js';
import { sentenceStarts } from '../../src/change/sentences.js';
import { type WordText, wordText } from '../../src/change/word-text.js';
import { CodePointIndex } from '../../src/document/code-points.js';
import { applyEdits, wordsOf } from './apply-edits.js';

const edits = (a: string, b: string): [string, string][] => {
  const found = inlineEdits(a, b);
  expect(applyEdits(a, found)).toBe(b);
  return wordsOf(found);
};

describe('a replacement gives back the punctuation that both its sides share', () => {
  const cases: [string, string, [string, string][]][] = [
    ['9.', '8.', [['9', '8']]],
    ['see clause 9.', 'see clause 8.', [['9', '8']]],
    ['(30)', '(60)', [['30', '60']]],
    ['“Old” means this.', '“New” means this.', [['Old', 'New']]],
    ['"Old" means this.', '"New" means this.', [['Old', 'New']]],
    ['within 30 days; then', 'within 60 days; then', [['30', '60']]],
    ['due (30 days) after', 'due (60 days) after', [['30', '60']]],
    ['due (in 30) after', 'due (in 60) after', [['30', '60']]],
    ['the parties’ duties, now', 'the party’s duties, now', [['parties’', 'party’s']]],
    ['«ancien»', '«nouveau»', [['ancien', 'nouveau']]],
    ['fees, charges', 'costs, charges', [['fees', 'costs']]],
    ['fees, charges', 'fees; charges', [[',', ';']]],
    ['fees — including tax', 'fees — excluding tax', [['including', 'excluding']]],
    ["``Old'' means this.", "``New'' means this.", [['Old', 'New']]],
    ['sign <name> here', 'sign <title> here', [['name', 'title']]],
    ['run `a` now', 'run `b` now', [['a', 'b']]],
    ['fees—including tax', 'fees—excluding tax', [['including', 'excluding']]],
    ['1,000 EUR', '1,500 EUR', [['1,000', '1,500']]],
    ['under 4(a)(ii) above', 'under 4(a)(iii) above', [['4(a)(ii)', '4(a)(iii)']]],
  ];
  it.each(cases)('%s → %s', (a, b, expected) => expect(edits(a, b)).toEqual(expected));
});

describe('a bracket goes back only together with its partner', () => {
  const cases: [string, string, [string, string][]][] = [
    ['due within thirty (30) days', 'due within sixty (60) days', [['thirty (30)', 'sixty (60)']]],
    ['pay 40 [forty] now', 'pay 50 [fifty] now', [['40 [forty]', '50 [fifty]']]],
    ['(thirty) 30 days', '(sixty) 60 days', [['(thirty) 30', '(sixty) 60']]],
    ['say "thirty" "30" now', 'say "sixty" "60" now', [['"thirty" "30"', '"sixty" "60"']]],
    ['a “b” c', 'x “y” c', [['a “b”', 'x “y”']]],
    ['((old)) end', '((new)) end', [['old', 'new']]],
    [
      'one (two (three)) at the end',
      'uno (dos (tres)) at the end',
      [['one (two (three))', 'uno (dos (tres))']],
    ],
    ['the Act applies', 'the Act (as amended) applies', [['', '(as amended) ']]],
    ['a fee (the “Fee”) is due', 'a fee is due', [['(the “Fee”) ', '']]],
    ['a (b) c', 'a (x) (b) c', [['', '(x) ']]],
    [
      'foo (bar) baz',
      'foo [bar] baz',
      [
        ['(', '['],
        [')', ']'],
      ],
    ],
    ['see (i) below', 'see below', [['(i) ', '']]],
    [
      'at <http://a.example/> now',
      'at <http://b.example/> now',
      [['<http://a.example/>', '<http://b.example/>']],
    ],
    ['[a <b](c)> end', '[x <y](c)> end', [['[a <b](c)>', '[x <y](c)>']]],
    ['x <5 (six) end', 'x <7 (eight) end', [['<5 (six)', '<7 (eight)']]],
    [
      "``Fees'' means the charges.",
      '"Fees" means the charges.',
      [
        ['``', '"'],
        ["''", '"'],
      ],
    ],
    [
      'put <one line with an idea> here',
      'put one line with an idea here',
      [
        ['<', ''],
        ['>', ''],
      ],
    ],
  ];
  it.each(cases)('%s → %s', (a, b, expected) => expect(edits(a, b)).toEqual(expected));
});

describe('edits parted only by white space and punctuation are one edit', () => {
  const cases: [string, string, [string, string][]][] = [
    ['red, green and blue', 'pink, lilac and blue', [['red, green', 'pink, lilac']]],
    ['a - b end', 'c - d end', [['a - b', 'c - d']]],
    ['terms & conditions', 'terms and conditions', [['&', 'and']]],
    ['pay on 1 May 2020.', 'pay on 2 June 2021.', [['1 May 2020', '2 June 2021']]],
    ['the old fee is due', 'the new charge is due', [['old fee', 'new charge']]],
    [
      'one unchanged two',
      'uno unchanged dos',
      [
        ['one', 'uno'],
        ['two', 'dos'],
      ],
    ],
  ];
  it.each(cases)('%s → %s', (a, b, expected) => expect(edits(a, b)).toEqual(expected));
});

describe('an insertion keeps to the words and sentences around it', () => {
  const kept = 'The Supplier shall keep the records of each delivery for six years after it is made.';
  const more = ' It shall make them available on request. It may keep them in electronic form.';
  const cases: [string, string, [string, string][]][] = [
    [kept, kept + more, [['', more]]],
    [kept + more, kept, [[more, '']]],
    [kept, `It may be short. ${kept}`, [['', 'It may be short. ']]],
    ['The fee is due.', 'The fee is due, unless waived.', [['', ', unless waived']]],
    ['alpha', 'alpha, beta', [['', ', beta']]],
    ['alpha, gamma', 'alpha, beta, gamma', [['', 'beta, ']]],
    ['alpha and gamma', 'alpha, beta and gamma', [['', ', beta']]],
    ['the cat', 'the the cat', [['', 'the ']]],
    ['A b c. A d e. A f g.', 'A b c. A x y. A d e. A f g.', [['', 'A x y. ']]],
    ['A b c. A x y. A d e. A f g.', 'A b c. A d e. A f g.', [['A x y. ', '']]],
    ['a, b', 'a b, b', [['', ' b']]],
    ['', 'all new', [['', 'all new']]],
    ['all gone', '', [['all gone', '']]],
    ['same', 'same', []],
  ];
  it.each(cases)('%s → %s', (a, b, expected) => expect(edits(a, b)).toEqual(expected));
});

describe('a sentence that keeps under three words in ten is replaced as one', () => {
  const fog = 'On Tuesday the harbour was closed by fog, and no ship came in until late afternoon.';
  const keep = 'The Supplier shall keep the records of each delivery for six years after it is made.';

  it('has no stray "the" left standing', () => {
    expect(edits(keep, fog)).toEqual([[keep.slice(0, -1), fog.slice(0, -1)]]);
  });

  it('leaves the sentences around it alone', () => {
    expect(edits(`It was so. ${keep} All is well.`, `It was so. ${fog} All is well.`)).toEqual([
      [keep.slice(0, -1), fog.slice(0, -1)],
    ]);
  });

  it('counts three words in ten as enough to be edited word by word', () => {
    expect(edits('One two three d e f g h i j.', 'One two three q r s t u v w.')).toEqual([
      ['d e f g h i j', 'q r s t u v w'],
    ]);
    expect(edits('One two c d e f g h i j.', 'One two p q r s t u v w.')).toEqual([
      ['One two c d e f g h i j', 'One two p q r s t u v w'],
    ]);
  });

  it('keeps the words at its ends when nothing else is in its place', () => {
    expect(edits('Note: You may have rooms of your own. We stay.', 'Note: We stay.')).toEqual([
      ['You may have rooms of your own. ', ''],
    ]);
    expect(edits('Note: We stay.', 'Note: You may have rooms of your own. We stay.')).toEqual([
      ['', 'You may have rooms of your own. '],
    ]);
    expect(
      edits(`All that is here stays. ${fog} End.`, 'All that is here stays. On Tuesday afternoon. End.'),
    ).toEqual([['the harbour was closed by fog, and no ship came in until late ', '']]);
  });

  it('keeps its words when they are nearly all of a shorter sentence, whichever side that is on', () => {
    const short = 'and, in the event that only the object code is redistributed,';
    const long =
      'and that, in the event that only the object code is redistributed, the Licensee allows future Licensees access ' +
      'to the full source code by indicating how to access it, it being understood that the cost of acquiring the ' +
      'source code shall not exceed the cost of transferring the data.';
    const tail = long.slice(long.indexOf(' the Licensee'));
    expect(edits(long, short)).toEqual([
      [' that', ''],
      [tail, ''],
    ]);
    expect(edits(short, long)).toEqual([
      ['', ' that'],
      ['', tail],
    ]);
  });

  it('lets whole sentences survive a paragraph that is mostly rewritten', () => {
    const a = `${keep} Neither party is liable for delay. ${fog}`;
    const b = `Every invoice falls due on the day it is received. Neither party is liable for delay. Goods travel at the risk of the buyer alone.`;
    expect(edits(a, b)).toEqual([
      [keep.slice(0, -1), 'Every invoice falls due on the day it is received'],
      [fog.slice(0, -1), 'Goods travel at the risk of the buyer alone'],
    ]);
  });

  it('takes every line of code for a sentence', () => {
    expect(edits('let a = 1;\nlet b = 2;\nrun();', 'let a = 1;\nlet c = 3;\nrun();')).toEqual([
      ['b = 2', 'c = 3'],
    ]);
  });
});

describe('whole lines come and go as lines', () => {
  const usage = 'Usage: x [options]\n  -p --pre  preview\n  -q        quiet';
  const line = '  -n <0|1>  set it\n';
  it.each<[string, string, [string, string][]]>([
    [usage, usage.replace('  -p', `${line}  -p`), [['', line]]],
    [usage.replace('  -p', `${line}  -p`), usage, [[line, '']]],
    [usage, usage.replace('  -q', `${line}${line}  -q`), [['', line + line]]],
    [usage, `${line}${usage}`, [['', line]]],
    [usage, `${usage}\n${line}`, [['', `\n${line}`]]],
    ['f(a,\n  b);', 'f(a,\n  c,\n  b);', [['', '  c,\n']]],
    ['a {\n  b: 1;\n}\n', 'a {\n  b: 1;\n}\n\nx {\n  b: 7;\n}\n', [['', '\nx {\n  b: 7;\n}\n']]],
  ])('%j → %j', (a, b, expected) => expect(edits(a, b)).toEqual(expected));
});

describe('scripts without spaces are cut into words too', () => {
  const cases: [string, string, [string, string][]][] = [
    ['付款应在三十天内完成。', '付款应在六十天内完成。', [['三十', '六十']]],
    ['料金は三十日以内に支払う。', '料金は六十日以内に支払う。', [['三十日', '六十日']]],
    ['ผู้ขายต้องส่งสินค้าภายในสามสิบวัน', 'ผู้ขายต้องส่งสินค้าภายในหกสิบวัน', [['สามสิบ', 'หกสิบ']]],
    ['甲方应付款。乙方应交货。', '甲方应付款。丙方应验收。乙方应交货。', [['', '丙方应验收。']]],
  ];
  it.each(cases)('%s → %s', (a, b, expected) => expect(edits(a, b)).toEqual(expected));
});

describe('offsets are code points', () => {
  it('counts an emoji as one and a family as its five parts', () => {
    const a = 'Total 😀😀 due: 40 USD from the 👨‍👩‍👧 fund.';
    const b = 'Total 😀😀 due: 45 USD from the 👨‍👩‍👧 fund now.';
    expect(inlineEdits(a, b).map((e) => [e.source_start, e.source_end, e.test_start, e.test_end])).toEqual([
      [14, 16, 14, 16],
      [40, 40, 40, 44],
    ]);
  });

  it('never cuts a surrogate pair or a keycap in two', () => {
    expect(edits('😀 a', '😁 a')).toEqual([['😀', '😁']]);
    expect(edits('*️⃣ a', '#️⃣ a')).toEqual([['*️⃣', '#️⃣']]);
    expect(edits('𐄀 a', '𐄁 a')).toEqual([['𐄀', '𐄁']]);
  });
});

const word = fc.constantFrom(
  ...'the fee is due within thirty (30) days, of “Notice” — unless: waived. The Party a b c 9. 4(a) 😀 付款应在三十天 ผู้ขาย it’s \n'.split(
    ' ',
  ),
);
const joined = fc.array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '', '. ', ', ', '\n')), {
  maxLength: 40,
});
const prose = joined.map((parts) => parts.map(([w, gap]) => w + gap).join(''));
/** A text and an edited copy of it, or two texts of the same few words. */
const pair = fc.oneof(
  fc.tuple(prose, prose),
  fc
    .tuple(joined, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), prose), { maxLength: 3 }))
    .map(([parts, changes]): [string, string] => {
      const texts = parts.map(([w, gap]) => w + gap);
      const edited = [...texts];
      for (const [at, gone, come] of changes) edited.splice(at % (edited.length + 1), gone, come);
      return [texts.join(''), edited.join('')];
    }),
  fc.tuple(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 30 })),
);

describe('for any two texts', () => {
  it('the edits turn the one into the other, in order, not touching, in code points', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const found = inlineEdits(a, b);
        expect(applyEdits(a, found)).toBe(b);
        const source = Array.from(a);
        const test = Array.from(b);
        found.forEach((edit, i) => {
          expect(source.slice(edit.source_start, edit.source_end).join('')).toBe(edit.source_text);
          expect(test.slice(edit.test_start, edit.test_end).join('')).toBe(edit.test_text);
          expect(edit.source_text === edit.test_text).toBe(false);
          const kind = edit.source_text === '' ? 'insert' : edit.test_text === '' ? 'delete' : 'replace';
          expect(edit.kind).toBe(kind);
          if (i > 0) {
            expect(edit.source_start).toBeGreaterThan(found[i - 1].source_end);
            expect(edit.test_start).toBeGreaterThan(found[i - 1].test_end);
          }
        });
        expect(inlineEdits(a, b)).toEqual(found);
        expect(inlineEdits(a, a)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('the quick way to a single replacement finds what matching all words finds', () => {
    // A word of nothing gives white space at the ends and runs of it within.
    const spaced = fc.array(fc.oneof({ weight: 9, arbitrary: word }, fc.constant('')), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        spaced,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.array(word, { maxLength: 3 }),
        (list, at, gone, come) => {
          const edited = [...list];
          edited.splice(at % list.length, gone, ...come);
          const [a, b] = [list.join(' '), edited.join(' ')];
          expect(inlineEdits(a, b)).toEqual(a === b ? [] : editsByWords(a, b));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    [
      '    public record Line(int Sum);\n',
      '    public  = 1Line(int Sum);\n',
      [['record Line(int', ' = 1Line(int']],
    ],
    [' a b c d', ' a x y d', [['b c', 'x y']]],
    [' a b c', ' x y c', [['a b', 'x y']]],
    [' a b', ' x b', [['a', 'x']]],
    [' a', ' x', [['a', 'x']]],
    [' a', 'x a', [['', 'x']]],
    ['a b ', 'x b ', [['a', 'x']]],
    ['  ', ' ', [[' ', '']]],
  ])('white space at the ends is none of it: %j → %j', (a, b, expected) => {
    expect(edits(a, b)).toEqual(expected);
    expect(inlineEdits(a, b)).toEqual(editsByWords(a, b));
  });

  it('a word stands on both sides of an edit only in a sentence that is replaced as one', () => {
    const sentence = fc
      .array(fc.constantFrom(...'The a b c d e f g h'.split(' ')), { minLength: 1, maxLength: 12 })
      .map((list) => `X${list.join(' ')}. `);
    const text = fc.array(sentence, { maxLength: 5 }).map((list) => list.join(''));
    fc.assert(
      fc.property(fc.oneof(pair, fc.tuple(text, text)), ([a, b]) => {
        const found = inlineEdits(a, b);
        const source = wordText(a);
        const starts = sentenceStarts(source);
        // In units: the words of `text` that an edit covers, as [text, index].
        const covered = (text: WordText, key: 'source' | 'test', edit: InlineEdit): [string, number][] => {
          const index = new CodePointIndex(text.text);
          const from = index.toUnit(edit[`${key}_start`]);
          const to = index.toUnit(edit[`${key}_end`]);
          return text.starts.flatMap((start, w): [string, number][] =>
            start >= from && text.ends[w] <= to ? [[text.text.slice(start, text.ends[w]), w]] : [],
          );
        };
        const gone = new Set(found.flatMap((edit) => covered(source, 'source', edit).map(([, w]) => w)));
        for (const edit of found) {
          const come = new Set(covered(wordText(b), 'test', edit).map(([word]) => word));
          for (const [word, w] of covered(source, 'source', edit)) {
            if (!come.has(word)) continue;
            const from = starts.findLast((start) => start <= w)!;
            const to = starts.find((start) => start > w) ?? source.starts.length;
            const kept = Array.from({ length: to - from }, (_, k) => from + k).filter((i) => !gone.has(i));
            if (kept.length >= 0.3 * (to - from)) throw new Error(`"${word}" is shown deleted and inserted`);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a text of any size is compared in bounded time', () => {
  const within = (a: string, b: string, ms: number): void => {
    // Processor time: a busy machine must not fail the test.
    const before = process.cpuUsage();
    const found = inlineEdits(a, b);
    const { user } = process.cpuUsage(before);
    // Many times what it takes, so that only a lost bound is caught: unbounded, the first of these takes twelve seconds.
    expect(user / 1000).toBeLessThan(ms);
    expect(applyEdits(a, found)).toBe(b);
  };
  const many = (n: number, word: (i: number) => string): string =>
    Array.from({ length: n }, (_, i) => word(i)).join(' ');

  it('two disjoint texts of forty thousand tokens', () => {
    within(
      many(20_000, (i) => `a${i}`),
      many(20_000, (i) => `b${i}`),
      4_000,
    );
  });

  it('two texts of more distinct words than there are characters, each word moved', () => {
    within(
      many(70_000, (i) => `w${i}`),
      many(70_000, (i) => `w${(i * 7919) % 70_000}`),
      6_000,
    );
  });

  it('two long texts of a few words in no order', () => {
    within(
      many(20_000, (i) => 'abc'[(i * i + (i >> 3)) % 3]),
      many(20_000, (i) => 'abc'[(i * i * i + (i >> 2)) % 3]),
      6_000,
    );
  });

  it('a long text of few words without a sentence, with words put in and taken out, shows those', () => {
    const list = Array.from({ length: 12_000 }, (_, i) => `w${(i * i * 7 + (i >> 3) * 13) % 60}`);
    const edited = list.flatMap((word, i) =>
      i % 500 === 250 ? [word, 'extra'] : i % 700 === 350 ? [] : [word],
    );
    const found = inlineEdits(list.join(' '), edited.join(' '));
    expect(applyEdits(list.join(' '), found)).toBe(edited.join(' '));
    expect(found.length).toBeLessThanOrEqual(41);
    expect(found.every((edit) => Math.max(edit.source_text.length, edit.test_text.length) <= 7)).toBe(true);
  });

  it('two long texts of unlike sentences that share their small words', () => {
    const prose = (seed: number) => (i: number) =>
      i % 12 === 11
        ? `w${(i * seed) % 9973}.`
        : i % 5 === 0
          ? ['The', 'of', 'and'][(i * seed) % 3]
          : `w${(i * seed) % 9973}`;
    within(many(30_000, prose(7)), many(30_000, prose(13)), 6_000);
  });

  it('a long text with one sentence of each ten replaced keeps the others', () => {
    const sentence = (i: number, w: string): string =>
      `This is ${w} number ${i} of the agreement between the parties.`;
    const a = many(2_000, (i) => sentence(i, 'sentence'));
    const b = many(2_000, (i) => (i % 10 === 3 ? sentence(i, 'clause') : sentence(i, 'sentence')));
    const found = inlineEdits(a, b);
    expect(found).toHaveLength(200);
    expect(new Set(found.map((e) => `${e.source_text}>${e.test_text}`))).toEqual(
      new Set(['sentence>clause']),
    );
  });
});
