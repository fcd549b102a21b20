import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/align/align.js';
import { DEFAULT_ALIGNMENT } from '../../src/align/config.js';
import { buildChanges, type ChangeCounts, countChanges, statistics } from '../../src/change/index.js';
import { type BlockTree, type DraftBlock, walk } from '../../src/document/index.js';
import { doc, item, para, section, versions } from '../align/trees.js';
import { type HandPair, handMade } from './hand-made.js';

const NONE: ChangeCounts = {
  inserted: 0,
  deleted: 0,
  modified: 0,
  moved: 0,
  renumbered: 0,
  total: 0,
  inline_insertions: 0,
  inline_deletions: 0,
  inline_replacements: 0,
  tokens_changed: 0,
  chars_added: 0,
  chars_deleted: 0,
};

const count = (source: BlockTree, test: BlockTree, named: readonly HandPair[] = []) => {
  const alignment = handMade(source, test, named);
  return statistics(source, test, alignment, buildChanges(source, test, alignment));
};

const agreement = doc(
  section(
    'Agreement',
    para('Parties.'),
    section('1 Fees', item('1.1', 'Pay in 30 days.'), item('1.2', 'In EUR.')),
    section('2 Gone', item('2.1', 'Gone.')),
  ),
);
const amended = doc(
  section(
    'Agreement',
    para('Parties.'),
    section('1 Fees', item('1.1', 'Pay in 60 days.'), item('1.2', 'New.'), item('1.3', 'In EUR.')),
  ),
);
const fees = '/section[1]/section[1]';
const pairs: HandPair[] = [
  [`${fees}/list_item[1]`, `${fees}/list_item[1]`],
  [`${fees}/list_item[2]`, `${fees}/list_item[3]`],
];

describe('statistics', () => {
  it('count changes, not blocks, and say where they are', () => {
    expect(count(agreement, amended, pairs)).toEqual({
      counts: {
        ...NONE,
        inserted: 1,
        deleted: 1,
        modified: 1,
        renumbered: 1,
        total: 4,
        inline_replacements: 1,
        tokens_changed: 2,
        chars_added: 2,
        chars_deleted: 2,
      },
      source_blocks: 11,
      test_blocks: 9,
      sections: [
        { address: '/section[1]', heading: 'Agreement', breadcrumb: [], blocks: 3, counts: NONE, density: 0 },
        {
          address: fees,
          heading: 'Fees',
          breadcrumb: ['Agreement'],
          blocks: 5,
          counts: {
            ...NONE,
            inserted: 1,
            modified: 1,
            renumbered: 1,
            total: 3,
            inline_replacements: 1,
            tokens_changed: 2,
            chars_added: 2,
            chars_deleted: 2,
          },
          density: 0.6,
        },
        {
          address: '/section[1]/section[2]',
          heading: 'Gone',
          breadcrumb: ['Agreement'],
          blocks: 0,
          counts: { ...NONE, deleted: 1, total: 1 },
          density: 0,
        },
      ],
    });
  });

  it('tell what the edits did apart, in code points', () => {
    const source = doc(para('one two 😀 three four'), para('five six seven'));
    const test = doc(para('one 😀 new 😀😀 three four'), para('five six more 😀 words seven'));
    const named: HandPair[] = [
      ['/paragraph[1]', '/paragraph[1]'],
      ['/paragraph[2]', '/paragraph[2]'],
    ];
    const alignment = handMade(source, test, named);
    const changes = buildChanges(source, test, alignment);
    expect(changes.map(({ inline }) => inline.map((e) => [e.source_text, e.test_text]))).toEqual([
      [
        ['two ', ''],
        ['', 'new 😀😀 '],
      ],
      [['', 'more 😀 words ']],
    ]);
    expect(countChanges(changes)).toEqual({
      ...NONE,
      modified: 2,
      total: 2,
      inline_insertions: 2,
      inline_deletions: 1,
      tokens_changed: 6,
      chars_added: 7 + 13,
      chars_deleted: 4,
    });
  });

  it('give a section without a heading to the one around it, which has a row', () => {
    const bare = (...children: DraftBlock[]): DraftBlock => ({
      kind: 'section',
      matched_by: 'markdown:heading',
      confidence: 1,
      children,
    });
    const source = doc(bare(para('Nobody’s old.')), section('Top', bare(para('Old.'))));
    const test = doc(bare(para('Nobody’s new.')), section('Top', bare(para('New.'))));
    const named: HandPair[] = [
      ['/section[1]/paragraph[1]', '/section[1]/paragraph[1]'],
      ['/section[2]/section[1]/paragraph[1]', '/section[2]/section[1]/paragraph[1]'],
    ];
    const { counts, sections } = count(source, test, named);
    expect(counts.total).toBe(2);
    expect(sections.map((row) => [row.address, row.blocks, row.counts.modified, row.density])).toEqual([
      ['/section[2]', 4, 1, 0.25],
    ]);
  });

  it('give a change to a section to that section, and a delete to the section it stood in', () => {
    const source = doc(section('Old name', para('A.'), para('Gone.')));
    const test = doc(section('First'), section('Old name', para('A.')));
    const named: HandPair[] = [
      ['/section[1]', '/section[2]', { moved: true }],
      ['/section[1]/heading[1]', '/section[2]/heading[1]'],
      ['/section[1]/paragraph[1]', '/section[2]/paragraph[1]'],
    ];
    expect(
      count(source, test, named).sections.map((row) => [row.address, row.counts.total, row.density]),
    ).toEqual([
      ['/section[1]', 1, 0.5],
      ['/section[2]', 2, 0.6667],
    ]);
  });

  it('have a row for a deleted section even where another has its address', () => {
    const source = doc(section('Gone', para('A.')), section('Stays', para('B.')));
    const test = doc(section('Stays', para('B.')));
    const named: HandPair[] = [
      ['/section[2]', '/section[1]'],
      ['/section[2]/heading[1]', '/section[1]/heading[1]'],
      ['/section[2]/paragraph[1]', '/section[1]/paragraph[1]'],
    ];
    expect(
      count(source, test, named).sections.map((row) => [row.address, row.heading, row.counts.deleted]),
    ).toEqual([
      ['/section[1]', 'Gone', 1],
      ['/section[1]', 'Stays', 0],
    ]);
  });

  it('of any two versions add up', () => {
    fc.assert(
      fc.property(versions, ([source, test]) => {
        const alignment = align(source, test, DEFAULT_ALIGNMENT);
        const changes = buildChanges(source, test, alignment);
        const found = statistics(source, test, alignment, changes);
        const blocks = (tree: BlockTree): number => [...walk(tree.root)].length;
        expect([found.source_blocks, found.test_blocks]).toEqual([blocks(source), blocks(test)]);
        const { inserted, deleted, modified, moved, renumbered, total } = found.counts;
        expect(inserted + deleted + modified + moved + renumbered).toBe(total);
        expect(total).toBe(changes.length);
        // Nothing is counted in two rows.
        const rows = found.sections;
        expect(rows.reduce((sum, row) => sum + row.counts.total, 0)).toBeLessThanOrEqual(total);
        expect(rows.reduce((sum, row) => sum + row.blocks, 0)).toBeLessThan(found.test_blocks);
        const headed = (tree: BlockTree): string[] =>
          [...walk(tree.root)]
            .filter((b) => b.kind === 'section' && b.children.some((c) => c.kind === 'heading'))
            .map((b) => b.path);
        const deletedSections = headed(source).filter((path) => alignment.deleted.includes(path));
        expect(rows.map((row) => row.address).sort()).toEqual([...headed(test), ...deletedSections].sort());
        // A filter changes numerators only.
        const fewer = statistics(source, test, alignment, changes.slice(1));
        expect(fewer.sections.map((row) => [row.address, row.blocks])).toEqual(
          rows.map((row) => [row.address, row.blocks]),
        );
        expect(fewer.counts).toEqual(countChanges(changes.slice(1)));
      }),
      { numRuns: 500 },
    );
  });
});
