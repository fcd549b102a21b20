/** Pairs of documents whose text differs beyond their changes: each side is set in a manner of its own. */
import fc from 'fast-check';
import { texts } from '../compare/generated.js';

// A long line is broken after its fourth word: where, depends on the words.
const broken = (text: string): string =>
  text.replaceAll(/^((?:[\w“”(),.’]+ ){4})(?=[A-Za-z])/gm, (line) => `${line.trimEnd()}\n`);

/** Ways to write the same document in another manner. */
const manners: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n\n', '\n\n\n'),
  (text) => `${text}\n`,
  (text) => text.replaceAll(/^- /gm, '* ').replaceAll('**', '__'),
  broken,
  (text) => text.replaceAll(/^\| /gm, '|  ').replaceAll(/^# (.*)$/gm, '$1\n==='),
  // Marks that the document holds itself.
  (text) => text.replaceAll(/\bkeep\b/g, '{++keep++}').replaceAll(/\bdue\b/g, 'due {~~a~>b~~} \\{--c--}'),
];

/** A pair of documents. */
export interface Pair {
  readonly source: string;
  readonly test: string;
  /** Whether both are set in one manner, so that they differ in their changes alone. */
  readonly alike: boolean;
}

/** Pairs of documents; in some of them the second is set in another manner than the first. */
export const pairs: fc.Arbitrary<Pair> = fc
  .record({
    pair: texts,
    before: fc.constantFrom(...manners),
    after: fc.option(fc.constantFrom(...manners), { nil: null }),
  })
  .map(({ pair: { source, test }, before, after }) => ({
    source: before(source),
    test: (after ?? before)(test),
    alike: (after === null || after === before) && before !== broken && onlyReported(source, test),
  }));

/**
 * Whether every difference is in a block that changed. What a reader drops is in no block, and a line of the same words
 * that became a heading of another depth, a list item or a quote is no change.
 */
function onlyReported(source: string, test: string): boolean {
  const lines = new Set([...source.split('\n'), ...test.split('\n')]);
  const words = new Set([...lines].map((line) => line.replace(/^(?:#+|-|>) /, '')));
  return lines.size === words.size && !source.includes('<!--') && !test.includes('<!--');
}
