/** Pairs of documents as text, small and full of what readers, the aligner and the differ have to tell apart. */
import fc from 'fast-check';

const words =
  'the Supplier shall keep “Records” of each delivery for six (6) years unless notice given under clause 1.1 付款三十天 😀 it’s e.g. EUR 40,000 is due'.split(
    ' ',
  );
const sentence = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 10 })
  .map((list) => `${list.join(' ')}.`);
const label = fc.constantFrom('1. ', '2. ', '1.1 ', '1.2 ', '(a) ', '(b) ', '(i) ', '- ', '');
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(label, sentence).map(([l, s]) => `${l}${s}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('# ', '## ', '## 2. '), fc.constantFrom(...words))
      .map((p) => p.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)), { minLength: 1, maxLength: 3 })
      .map((rows) =>
        ['| A | B |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'),
      ),
  },
  { weight: 1, arbitrary: sentence.map((s) => `> ${s}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('```\ncode  here\n```', 'SCHEDULE 1', '<!-- note -->', '**Bold** *it* [a](b)'),
  },
);
const document = fc.array(line, { maxLength: 10 });

/** Two versions of a document, and the format to read both in. */
export interface GeneratedPair {
  readonly source: string;
  readonly test: string;
  readonly format: 'markdown' | 'text';
}

/** A document, and a version of it with blocks taken out, put in, reordered and reworded; in Markdown or as plain text. */
export const texts: fc.Arbitrary<GeneratedPair> = fc
  .record({
    lines: document,
    edits: fc.array(fc.tuple(fc.nat(30), fc.nat(2), fc.array(line, { maxLength: 1 })), { maxLength: 3 }),
    swap: fc.option(fc.tuple(fc.nat(30), fc.nat(30))),
    word: fc.option(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words))),
    format: fc.constantFrom('markdown' as const, 'text' as const),
  })
  .map(({ lines, edits, swap, word, format }) => {
    const version = [...lines];
    for (const [at, gone, come] of edits) version.splice(at % (version.length + 1), gone, ...come);
    if (swap !== null && version.length > 0) {
      const [from, to] = swap.map((n) => n % version.length);
      [version[from], version[to]] = [version[to], version[from]];
    }
    const reworded = word === null ? version : version.map((text) => text.replace(word[0], word[1]));
    return { source: lines.join('\n\n'), test: reworded.join('\n\n'), format };
  });
