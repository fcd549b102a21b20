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
    alike: (after === null || after === before) && onlyReported(source, test),
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

/** A list item, or a paragraph of one. */
interface Item {
  readonly words: string;
  readonly more: string | null;
  readonly items: readonly Item[];
}

const phrase = fc.constantFrom(
  'The Supplier **keeps** the records of each delivery',
  'Fees are due in *thirty* days of the invoice',
  'Use `a | b` and 5 \\* 6 &amp; more of it',
  'Notices are given in [writing](a.md) to the office',
  'Neither party is liable for delay',
  'It ends on 1 March 2026 at noon',
  '“Records” means what is kept under clause 1',
);
const itemWith = (inner: fc.Arbitrary<Item[]>): fc.Arbitrary<Item> =>
  fc.record({ words: phrase, more: fc.option(phrase, { freq: 4 }), items: inner });
const leaf = itemWith(fc.constant([]));
const item = itemWith(fc.array(itemWith(fc.array(leaf, { maxLength: 2 })), { maxLength: 2 }));

/** How a side writes its lists. */
interface Hand {
  readonly ordered: boolean;
  readonly bullet: string;
  readonly loose: boolean;
  readonly quoted: boolean;
}

function written(items: readonly Item[], hand: Hand, depth: number): string[] {
  return items.flatMap(({ words, more, items: inner }, i) => {
    const marker = hand.ordered && depth % 2 === 0 ? `${i + 1}. ` : `${hand.bullet} `;
    const indent = ' '.repeat(marker.length);
    const lines = [
      `${marker}${words}.`,
      ...(more === null ? [] : ['', `${indent}${more}.`, ...(inner.length > 0 ? [''] : [])]),
      ...written(inner, hand, depth + 1).map((line) => (line === '' ? '' : indent + line)),
    ];
    return hand.loose || more !== null ? [...lines, ''] : lines;
  });
}

const hand = fc.record({
  ordered: fc.boolean(),
  bullet: fc.constantFrom('-', '*'),
  loose: fc.boolean(),
  quoted: fc.boolean(),
});

const text = (items: readonly Item[], how: Hand): string => {
  const lines = ['# Terms', '', ...written(items, how, 0), '', 'The end of it.'];
  return lines.map((line) => (how.quoted ? `> ${line}`.trimEnd() : line)).join('\n');
};

/** Pairs of Markdown documents of nested lists, in which items come, go, change places and words, each with bullets and blank lines of its own. */
export const lists: fc.Arbitrary<Pair> = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    comes: fc.array(fc.tuple(fc.nat(9), fc.nat(2), item), { maxLength: 2 }),
    swap: fc.boolean(),
    word: fc.option(fc.constantFrom('thirty', 'records', 'liable', 'noon', '5', 'writing')),
    before: hand,
    after: hand,
    alike: fc.boolean(),
  })
  .map(({ items, comes, swap, word, before, after, alike }) => {
    const later = [...items];
    for (const [at, gone, one] of comes) later.splice(at % (later.length + 1), gone, one);
    if (swap) later.reverse();
    const test = text(later, alike ? before : { ...before, bullet: after.bullet, loose: after.loose });
    return {
      source: text(items, before),
      test: word === null ? test : test.replace(word, 'sixty'),
      alike: false,
    };
  });
