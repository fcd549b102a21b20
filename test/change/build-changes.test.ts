import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/align/align.js';
import { DEFAULT_ALIGNMENT } from '../../src/align/config.js';
import {
  buildChanges,
  CHANGE_KINDS,
  type Change,
  type InlineEdit,
  type LeafProcessor,
} from '../../src/change/index.js';
import {
  type BlockTree,
  type DraftBlock,
  parentAddress,
  resolveAddress,
  TreeIndex,
} from '../../src/document/index.js';
import { doc, item, para, section, table, versions } from '../align/trees.js';
import { applyEdits } from './apply-edits.js';
import { type HandPair, handMade } from './hand-made.js';

const changes = (
  source: BlockTree,
  test: BlockTree,
  named: readonly HandPair[] = [],
  same?: 'same' | 'none',
): Change[] => buildChanges(source, test, handMade(source, test, named, same));

/** Changes as `kind source → test`. */
const brief = (list: readonly Change[]): string[] =>
  list.map(({ kind, source_address, test_address }) => `${kind} ${source_address} → ${test_address}`);

const withSpans = (draft: DraftBlock, ...spans: [string, number, number][]): DraftBlock => ({
  ...draft,
  spans: spans.map(([type, start, end]) => ({ type, start, end, value: null })),
});

describe('a change', () => {
  it('says everything of an edited block', () => {
    const source = doc(section('Terms', { ...item('1.1', 'Pay in 30 days.'), role: 'clause' }));
    const test = doc(section('Terms', { ...item('1.1', 'Pay in 60 days.'), role: 'sub_clause' }));
    const pair: HandPair = [
      '/section[1]/list_item[1]',
      '/section[1]/list_item[1]',
      { matched_by: 'fuzzy', confidence: 0.123456 },
    ];
    expect(changes(source, test, [pair])).toEqual([
      {
        kind: 'modify',
        source_address: '/section[1]/list_item[1]',
        test_address: '/section[1]/list_item[1]',
        block_kind: 'list_item',
        source_label: '1.1',
        test_label: '1.1',
        role: 'sub_clause',
        span_types: [],
        matched_by: 'fuzzy',
        confidence: 0.1235,
        source_text: 'Pay in 30 days.',
        test_text: 'Pay in 60 days.',
        inline: [
          {
            kind: 'replace',
            source_start: 7,
            source_end: 9,
            test_start: 7,
            test_end: 9,
            source_text: '30',
            test_text: '60',
          },
        ],
        breadcrumb: ['Terms'],
      },
    ]);
  });

  it('says of an insert and a delete what there is on their one side', () => {
    const source = doc(
      section(
        'Old',
        withSpans({ ...para('Gone.'), role: 'note' }, ['party', 0, 2], ['date', 0, 1], ['party', 1, 2]),
      ),
    );
    const test = doc(section('New', { ...item('7', 'Come.'), role: 'clause' }));
    const heads: HandPair[] = [
      ['/section[1]', '/section[1]'],
      ['/section[1]/heading[1]', '/section[1]/heading[1]'],
    ];
    const [, deleted, inserted] = changes(source, test, heads);
    expect(deleted).toEqual({
      kind: 'delete',
      source_address: '/section[1]/paragraph[1]',
      test_address: null,
      block_kind: 'paragraph',
      source_label: null,
      test_label: null,
      role: 'note',
      span_types: ['date', 'party'],
      matched_by: 'unmatched',
      confidence: 0,
      source_text: 'Gone.',
      test_text: '',
      inline: [],
      breadcrumb: ['Old'],
    });
    expect(inserted).toEqual({
      kind: 'insert',
      source_address: null,
      test_address: '/section[1]/list_item[1]',
      block_kind: 'list_item',
      source_label: null,
      test_label: '7',
      role: 'clause',
      span_types: [],
      matched_by: 'unmatched',
      confidence: 0,
      source_text: '',
      test_text: 'Come.',
      inline: [],
      breadcrumb: ['New'],
    });
  });
});

describe('an address shift alone', () => {
  it('is no change', () => {
    const source = doc(para('A.'), table(['Plan', 'Week 2'], ['Report', 'Week 8']));
    const test = doc(para('A.'), table(['Plan', 'Week 2'], ['Training', 'Week 5'], ['Report', 'Week 8']));
    const moved: HandPair[] = [
      ['/table[1]/row[2]', '/table[1]/row[3]'],
      ['/table[1]/row[2]/cell[1]', '/table[1]/row[3]/cell[1]'],
      ['/table[1]/row[2]/cell[2]', '/table[1]/row[3]/cell[2]'],
    ];
    expect(brief(changes(source, test, moved))).toEqual(['insert null → /table[1]/row[2]']);
  });
});

describe('the topmost block wins', () => {
  it('of what is inserted', () => {
    const source = doc(para('A.'));
    const test = doc(para('A.'), section('New', para('B.'), item('1', 'C.', para('D.'))));
    expect(brief(changes(source, test))).toEqual(['insert null → /section[1]']);
  });

  it('of what is deleted', () => {
    const source = doc(section('Old', para('B.'), item('1', 'C.', para('D.'))), para('A.'));
    const test = doc(para('A.'));
    expect(brief(changes(source, test))).toEqual(['delete /section[1] → null']);
  });

  it('of what moved: edits and renumberings inside are listed, further moves are not', () => {
    const clause = (label: string, text: string): DraftBlock => item(label, text);
    const source = doc(
      section('2 Fees', clause('2.1', 'One.'), clause('2.2', 'Two is old.'), clause('2.3', 'Three.')),
      para('Z.'),
    );
    const test = doc(
      para('Z.'),
      section('3 Fees', clause('3.1', 'Three.'), clause('3.2', 'One.'), clause('3.3', 'Two is new.')),
    );
    const at = (n: number): string => `/section[1]/list_item[${n}]`;
    const named: HandPair[] = [
      ['/section[1]', '/section[1]', { moved: true }],
      ['/section[1]/heading[1]', '/section[1]/heading[1]'],
      [at(1), at(2)],
      [at(2), at(3)],
      [at(3), at(1), { moved: true, renumbered: true }],
    ];
    const found = changes(source, test, named);
    expect(found.map((c) => [c.kind, c.source_label, c.test_label, c.inline.length])).toEqual([
      ['move', null, null, 0],
      ['renumber', '2', '3', 0],
      ['renumber', '2.3', '3.1', 0],
      ['renumber', '2.1', '3.2', 0],
      ['renumber', '2.2', '3.3', 1],
    ]);
  });

  it('but a block that came into a moved section from elsewhere moved by itself', () => {
    const source = doc(section('A', para('One.')), section('B', para('Two.')));
    const test = doc(section('B', para('Two.'), para('One.')), section('A'));
    const named: HandPair[] = [
      ['/section[1]', '/section[2]'],
      ['/section[1]/heading[1]', '/section[2]/heading[1]'],
      ['/section[2]', '/section[1]', { moved: true }],
      ['/section[2]/heading[1]', '/section[1]/heading[1]'],
      ['/section[2]/paragraph[1]', '/section[1]/paragraph[1]'],
      ['/section[1]/paragraph[1]', '/section[1]/paragraph[2]', { moved: true }],
    ];
    expect(brief(changes(source, test, named))).toEqual([
      'move /section[2] → /section[1]',
      'move /section[1]/paragraph[1] → /section[1]/paragraph[2]',
    ]);
  });

  it('and what is new inside a block that moved into a new section is its own insert', () => {
    const source = doc(item('1', 'Kept.'));
    const test = doc(section('New', item('1', 'Kept.', para('Added.'))));
    expect(
      brief(changes(source, test, [['/list_item[1]', '/section[1]/list_item[1]', { moved: true }]])),
    ).toEqual([
      'insert null → /section[1]',
      'move /list_item[1] → /section[1]/list_item[1]',
      'insert null → /section[1]/list_item[1]/paragraph[1]',
    ]);
  });
});

describe('precedence', () => {
  const source = doc(item('1', 'Pay in 30 days.'));
  const test = doc(item('2', 'Pay in 60 days.'));
  const of = (extra: HandPair[2]): Change[] =>
    changes(source, test, [['/list_item[1]', '/list_item[1]', extra]]);

  it('is move over renumber over modify, and the words are there whichever wins', () => {
    expect(of({ moved: true, renumbered: true }).map((c) => c.kind)).toEqual(['move']);
    expect(of({ renumbered: true }).map((c) => c.kind)).toEqual(['renumber']);
    expect(of({ renumbered: false }).map((c) => c.kind)).toEqual(['modify']);
    for (const extra of [{ moved: true }, { renumbered: true }, { renumbered: false }]) {
      expect(of(extra)[0].inline).toHaveLength(1);
      expect(of(extra)[0]).toMatchObject({ source_label: '1', test_label: '2' });
    }
  });
});

describe('order', () => {
  it('is the test document’s, and a delete stands after the nearest kept block before it', () => {
    const source = doc(
      para('Gone first.'),
      para('A.'),
      para('Gone.'),
      section('S', para('Gone too.'), para('B old.')),
    );
    const test = doc(para('A.'), para('New.'), section('S', para('B new.'), para('Last.')));
    const named: HandPair[] = [
      ['/paragraph[2]', '/paragraph[1]'],
      ['/section[1]/paragraph[2]', '/section[1]/paragraph[1]'],
    ];
    expect(brief(changes(source, test, named))).toEqual([
      'delete /paragraph[1] → null',
      'delete /paragraph[3] → null',
      'insert null → /paragraph[2]',
      'delete /section[1]/paragraph[1] → null',
      'modify /section[1]/paragraph[2] → /section[1]/paragraph[1]',
      'insert null → /section[1]/paragraph[2]',
    ]);
  });
});

describe('span types', () => {
  const source = doc(
    withSpans(
      item('9.2', 'The Supplier acts, and pays under clause 3.3 alone.'),
      ['party', 4, 12],
      ['cross_reference', 41, 44],
      ['citation', 34, 41],
    ),
  );
  const test = doc(
    withSpans(
      item('9.2', 'The Supplier acts, and pays under clause 3.4 alone.'),
      ['party', 4, 12],
      ['cross_reference', 41, 44],
      ['date', 44, 50],
    ),
  );

  it('are those that the edit overlaps, not all of the block, and touching ends do not overlap', () => {
    const [change] = changes(source, test, [['/list_item[1]', '/list_item[1]']]);
    expect(change.inline).toMatchObject([{ source_start: 41, source_end: 44 }]);
    expect(change.span_types).toEqual(['cross_reference']);
  });

  it('count an insertion inside a span, not one at its edge', () => {
    const grown = (...spans: [string, number, number][]): string[] => [
      ...changes(doc(withSpans(para('a b c d'), ...spans)), doc(para('a b x c d')), [
        ['/paragraph[1]', '/paragraph[1]'],
      ])[0].span_types,
    ];
    expect(grown(['inside', 2, 5], ['before', 0, 4], ['after', 4, 7])).toEqual(['inside']);
  });

  it('are those of either side', () => {
    const touched = (a: [string, number, number][], b: [string, number, number][]): string[] => [
      ...changes(doc(withSpans(para('a b c d'), ...a)), doc(withSpans(para('a x c d'), ...b)), [
        ['/paragraph[1]', '/paragraph[1]'],
      ])[0].span_types,
    ];
    expect(touched([['source', 2, 3]], [])).toEqual(['source']);
    expect(touched([], [['test', 2, 3]])).toEqual(['test']);
    expect(
      touched(
        [
          ['z', 0, 7],
          ['both', 2, 3],
        ],
        [
          ['both', 0, 3],
          ['a', 2, 7],
        ],
      ),
    ).toEqual(['a', 'both', 'z']);
  });

  it('count a deletion inside a span of the test text too, not one at its edge', () => {
    const shrunk = (...spans: [string, number, number][]): string[] => [
      ...changes(doc(para('a b x c d')), doc(withSpans(para('a b c d'), ...spans)), [
        ['/paragraph[1]', '/paragraph[1]'],
      ])[0].span_types,
    ];
    expect(shrunk(['inside', 2, 5], ['before', 0, 4], ['after', 4, 7], ['nothing', 4, 4])).toEqual([
      'inside',
    ]);
  });

  it('of a block that only moved or got another number are none', () => {
    const source = doc(withSpans(item('1', 'a b c d'), ['party', 0, 1]));
    const test = doc(withSpans(item('2', 'a b c d'), ['party', 0, 1]));
    for (const moved of [true, false]) {
      const [change] = changes(source, test, [['/list_item[1]', '/list_item[1]', { moved }]]);
      expect([change.kind, change.span_types]).toEqual([moved ? 'move' : 'renumber', []]);
    }
  });

  it('of blocks without an edit are never looked for', () => {
    const lazy = (draft: DraftBlock): DraftBlock => ({
      ...draft,
      spans: () => {
        throw new Error('nobody asked for these');
      },
    });
    const before = doc(lazy(para('Same.')), lazy(item('1', 'Renumbered.')), lazy(para('Moved.')));
    const after = doc(lazy(para('Moved.')), lazy(para('Same.')), lazy(item('2', 'Renumbered.')));
    const named: HandPair[] = [
      ['/paragraph[1]', '/paragraph[2]'],
      ['/paragraph[2]', '/paragraph[1]', { moved: true }],
    ];
    expect(changes(before, after, named).map((c) => c.kind)).toEqual(['move', 'renumber']);
  });
});

describe('a heading whose number changes', () => {
  it('is the one renumbering of its section, which has no number of its own', () => {
    const source = doc(section('1 Fees', para('A.')));
    const test = doc(section('2 Fees', para('A.')));
    expect(brief(changes(source, test))).toEqual([
      'renumber /section[1]/heading[1] → /section[1]/heading[1]',
    ]);
  });
});

describe('a leaf differ of one’s own', () => {
  const source = doc(para('a 😀 b'));
  const test = doc(para('a 😀 c'));
  const alignment = handMade(source, test, [['/paragraph[1]', '/paragraph[1]']]);
  const whole = (start: number): LeafProcessor => ({
    name: 'whole',
    tokens: (text) => [text],
    diff: (a, b) => [
      {
        kind: 'replace',
        source_start: start,
        source_end: Array.from(a).length,
        test_start: start,
        test_end: Array.from(b).length,
        source_text: Array.from(a).slice(start).join(''),
        test_text: Array.from(b).slice(start).join(''),
      },
    ],
  });

  it('is used, and its edits are taken as they are', () => {
    expect(buildChanges(source, test, alignment, whole(2))[0].inline).toMatchObject([
      { source_text: '😀 b' },
    ]);
  });

  it('that is wrong is found out, with the block', () => {
    const wrong: LeafProcessor = { ...whole(0), diff: (a, b) => whole(0).diff(a, `${b}!`) };
    expect(() => buildChanges(source, test, alignment, wrong)).toThrow(/"whole" .*\/paragraph\[1\]/);
    const overlapping: LeafProcessor = {
      ...whole(0),
      diff: (a, b) => [...whole(0).diff(a, b), ...whole(4).diff(a, b)],
    };
    expect(() => buildChanges(source, test, alignment, overlapping)).toThrow(
      expect.objectContaining({ code: 'bad_processor' }),
    );
  });

  it.each([
    ['another kind', { kind: 'insert' }, /edit 0 is of kind "insert", and does what "replace" is for/],
    ['another text that goes', { source_text: 'b' }, /edit 0 does not fit the texts/],
    ['offsets in UTF-16 units', { source_end: 6, test_end: 6 }, /edit 0 should stand .* inside the texts/],
    ['another place in the test text', { test_start: 3 }, /edit 0 does not fit the texts/],
  ])(
    'that tells %s than its edit is found out, so that what is written can be read back',
    (_, wrong, says) => {
      const processor: LeafProcessor = {
        ...whole(2),
        diff: (a, b) =>
          whole(2)
            .diff(a, b)
            .map((edit) => ({ ...edit, ...wrong }) as InlineEdit),
      };
      expect(() => buildChanges(source, test, alignment, processor)).toThrow(says);
    },
  );

  it('that finds nothing between two texts that differ is found out', () => {
    const blind: LeafProcessor = { ...whole(0), diff: () => [] };
    expect(() => buildChanges(source, test, alignment, blind)).toThrow(/what it gives does not turn/);
  });
});

describe('for any two versions of a document', () => {
  it('every change is where it says, stands once, and every difference is in a change', () => {
    fc.assert(
      fc.property(versions, ([source, test]) => {
        const alignment = align(source, test, DEFAULT_ALIGNMENT);
        const found = buildChanges(source, test, alignment);
        const block = { source: new TreeIndex(source), test: new TreeIndex(test) };
        const seen = new Set<string>();
        for (const change of found) {
          const a =
            change.source_address === null ? null : resolveAddress(source.root, change.source_address)!;
          const b = change.test_address === null ? null : resolveAddress(test.root, change.test_address)!;
          expect(change.source_text).toBe(a?.text ?? '');
          expect(change.test_text).toBe(b?.text ?? '');
          expect(change.block_kind).toBe((b ?? a)!.kind);
          if (change.inline.length > 0)
            expect(applyEdits(change.source_text, change.inline)).toBe(change.test_text);
          else if (a !== null && b !== null) expect(a.text).toBe(b.text);
          const side = b === null ? block.source : block.test;
          expect(change.breadcrumb).toEqual(side.breadcrumb(side.at((b ?? a)!.path)));
          const key = `${change.source_address} ${change.test_address}`;
          expect(seen.has(key)).toBe(false);
          seen.add(key);
        }
        // What is edited, renumbered or unmatched in the alignment is told, unmatched subtrees by their top.
        for (const pair of alignment.pairs) {
          const a = resolveAddress(source.root, pair.source_path)!;
          const b = resolveAddress(test.root, pair.test_path)!;
          if (a.text === b.text && !pair.renumbered) continue;
          expect(seen.has(`${pair.source_path} ${pair.test_path}`)).toBe(true);
        }
        const top = (paths: readonly string[]): string[] =>
          paths.filter((path) => !paths.includes(parentAddress(path)!));
        const of = (kind: string, key: 'source_address' | 'test_address'): (string | null)[] =>
          found.filter((c) => c.kind === kind).map((c) => c[key]);
        expect(of('insert', 'test_address')).toEqual(top(alignment.inserted));
        expect(new Set(of('delete', 'source_address'))).toEqual(new Set(top(alignment.deleted)));
        // In order: the test document's, deletes after the kept block before them.
        const places = found
          .map((c) => (c.test_address === null ? -1 : block.test.at(c.test_address)))
          .filter((at) => at >= 0);
        expect(places).toEqual([...places].sort((x, y) => x - y));
        const partner = new Map(alignment.pairs.map((pair) => [pair.source_path, pair.test_path]));
        const predecessor = (s: number): number => {
          let at = s;
          while (!partner.has(block.source.blocks[at].path)) at--;
          return block.test.at(partner.get(block.source.blocks[at].path)!);
        };
        const keys = found.map(({ kind, source_address, test_address }) => {
          const s = source_address === null ? -1 : block.source.at(source_address);
          return [
            test_address === null ? predecessor(s) : block.test.at(test_address),
            s,
            CHANGE_KINDS.indexOf(kind),
          ];
        });
        for (let i = 1; i < keys.length; i++) {
          const differing = keys[i].findIndex((part, k) => part !== keys[i - 1][k]);
          expect(differing).toBeGreaterThanOrEqual(0);
          expect(keys[i][differing]).toBeGreaterThan(keys[i - 1][differing]);
        }
        expect(found.every((c) => CHANGE_KINDS.includes(c.kind))).toBe(true);
        expect(buildChanges(source, test, alignment)).toEqual(found);
        expect(buildChanges(source, source, align(source, source, DEFAULT_ALIGNMENT))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
