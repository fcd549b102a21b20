/** A heading or a lead that is put in or taken out is one change: what stands below it did not move. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../src/compare/index.js';
import { verify } from '../../src/index.js';
import { everyBlockIsInOnePlace } from './laws.js';

const keep = 'The Supplier shall keep the records of each delivery for six years after it is made.';
const pay = 'The Client shall pay each invoice within thirty days of the day on which it is received.';
const force = 'Neither party is liable for a delay that is caused by an event outside its control.';
const doc = (...blocks: string[]) => `${blocks.join('\n\n')}\n`;

function kinds(extension: 'md' | 'txt', before: string, after: string): string[] {
  const comparison = compare(before, after, { sourcePath: `a.${extension}`, testPath: `b.${extension}` });
  everyBlockIsInOnePlace(comparison);
  return comparison.changes.map(({ kind, block_kind }) => `${kind} ${block_kind}`);
}

describe.each([
  [
    'a heading among paragraphs',
    'md',
    doc('## Fees', keep, pay, force),
    doc('## Fees', keep, '### Payment', pay, force),
  ],
  [
    'a heading of the same level',
    'md',
    doc('## Fees', keep, pay, force),
    doc('## Fees', keep, '## Payment', pay, force),
  ],
  [
    'a bold line',
    'md',
    doc('## Fees', keep, pay, force),
    doc('## Fees', keep, '**Important Notice**', pay, force),
  ],
  [
    'a title over all',
    'md',
    doc('## A', keep, '## B', pay),
    doc('# The Agreement', '## A', keep, '## B', pay),
  ],
  [
    'a part between clauses',
    'txt',
    doc('PART 1 GENERAL', `1. ${keep}`, `2. ${pay}`, `3. ${force}`),
    doc('PART 1 GENERAL', `1. ${keep}`, 'PART 2 MONEY', `2. ${pay}`, `3. ${force}`),
  ],
] as const)('%s', (_, extension, without, having) => {
  test('put in', () => expect(kinds(extension, without, having)).toEqual(['insert section']));
  test('taken out', () => expect(kinds(extension, having, without)).toEqual(['delete section']));
});

test('clauses that get a level above them are renumbered', () => {
  expect(
    kinds('txt', doc(`1.1 ${keep}`, `1.2 ${pay}`), doc('1.1 General', `1.1.1 ${keep}`, `1.1.2 ${pay}`)),
  ).toEqual(['insert section', 'renumber list_item', 'renumber list_item']);
});

test.each([
  ['Common Public License Version 1.0', 'Eclipse Public License - v 1.0'],
  [
    'GNU Free Documentation License\nVersion 1.2, November 2002',
    'GNU Free Documentation License\nVersion 1.3, 3 November 2008',
  ],
  [
    'SIL OPEN FONT LICENSE\n\nVersion 1.0 - 22 November 2005',
    'SIL OPEN FONT LICENSE\n\nVersion 1.1 - 26 February 2007',
  ],
  ['1. Debian Will Remain Free', '1. Debian will remain free'],
  ['Your Account', 'Your account'],
  ['1. Definitions', '1. Definitions.'],
  ['What We Collect', 'What do we collect?'],
  [
    '1. Limits on the Liability of the Supplier',
    '1. Limits on the Liability of the Supplier and its Affiliates',
  ],
])('nothing moves where %j becomes %j', (before, after) => {
  const rest = [keep, '2. RECORDS', pay, '3. DELAY', force];
  const found = kinds('txt', doc(before, ...rest), doc(after, ...rest));
  expect(found.filter((kind) => kind.startsWith('move'))).toEqual([]);
  expect(found.length).toBeLessThanOrEqual(2);
});

test('nothing moves where a line of emphasis becomes a heading', () => {
  const found = kinds(
    'md',
    doc('# Privacy', '*Last updated: May 1, 2023*', keep),
    doc('# Privacy', '**Effective June 15, 2024**', keep),
  );
  expect(found.filter((kind) => kind.startsWith('move'))).toEqual([]);
});

test('what lands in a new section and is read elsewhere moved', () => {
  expect(
    kinds('md', doc('# A', keep, '# B', pay, force), doc('# A', '# B', pay, force, '# C', keep)),
  ).toContain('move paragraph');
});

test('what goes from one section that stays into another that stays moved, though it is read where it was', () => {
  expect(kinds('md', doc('# A', keep, pay, '# B', force), doc('# A', keep, '# B', pay, force))).toEqual([
    'move paragraph',
  ]);
});

test('any run of blocks under a new heading is one insertion, and one deletion without it', () => {
  const clauses = Array.from(
    { length: 9 },
    (_, i) => `Clause number ${i} speaks of matter ${i * 7 + 3} and of nothing else at all in this text.`,
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 7 }),
      fc.constantFrom('##', '###'),
      (count, first, level) => {
        const blocks = clauses.slice(0, count + 1);
        const at = Math.min(first, count);
        const without = doc('# Terms', '## Fees', ...blocks, '## Law', keep);
        const having = doc(
          '# Terms',
          '## Fees',
          ...blocks.slice(0, at),
          `${level} Payment`,
          ...blocks.slice(at),
          '## Law',
          keep,
        );
        expect(kinds('md', without, having)).toEqual(['insert section']);
        expect(kinds('md', having, without)).toEqual(['delete section']);
      },
    ),
    { numRuns: 60 },
  );
});

test('a clause that a heading takes out of the scope, or into it, is a change of scope still', () => {
  const [whole, parted] = [doc('# A', keep, pay), doc('# A', keep, '# B', pay)];
  const options = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;
  const strays = (before: string, after: string) =>
    verify(before, after, { address_prefixes: ['/section[1]'] }, options).out_of_scope.map(
      ({ change, outside }) => [change.kind, change.source_address, outside],
    );
  expect(strays(whole, parted)).toContainEqual(['move', '/section[1]/paragraph[2]', 'test']);
  expect(strays(parted, whole)).toContainEqual(['move', '/section[2]/paragraph[1]', 'source']);
});
