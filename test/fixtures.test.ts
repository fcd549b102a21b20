import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../src/change/change.js';
import type { Comparison } from '../src/compare/index.js';
import { type Block, walk } from '../src/document/block.js';
import { compareFixture } from './golden/fixtures.js';

/** The fields of a change that an amendment decides; how the aligner found it is its own affair. */
function gist(change: Change) {
  return {
    kind: change.kind,
    block_kind: change.block_kind,
    from: change.source_address,
    to: change.test_address,
    labels: [change.source_label, change.test_label],
    role: change.role,
    edits: change.inline.map(({ source_text, test_text }) => [source_text, test_text]),
    under: change.breadcrumb.at(-1) ?? null,
  };
}

/**
 * The sample agreement, in Markdown and in plain text, has one amendment of each of eight kinds. Its clauses stand at the
 * same addresses in both; only the table is one in Markdown and paragraphs in plain text.
 */
describe.each([
  ['in Markdown', 'agreement'],
  ['in plain text', 'agreement-text'],
])('the sample agreement %s', (_, name) => {
  let comparison: Comparison;
  beforeAll(() => {
    comparison = compareFixture(name);
  });

  /** The changes at or below one of these addresses, on either side. */
  const changesIn = (...addresses: string[]) =>
    comparison.changes
      .filter(({ source_address, test_address }) =>
        addresses.some((at) =>
          [source_address, test_address].some((it) => it === at || it?.startsWith(`${at}/`)),
        ),
      )
      .map(gist);

  test('1. widens a definition: one modify, the new words inserted', () => {
    const at = '/section[1]/section[2]/list_item[1]/paragraph[3]';
    expect(changesIn('/section[1]/section[2]')).toEqual([
      {
        kind: 'modify',
        block_kind: 'paragraph',
        from: at,
        to: at,
        labels: [null, null],
        role: 'definition',
        edits: [['', ', by word of mouth or by giving access to its systems']],
        under: 'Definitions and Interpretation',
      },
    ]);
  });

  test('2. moves a clause to another section and edits its body: one move, one modify in it', () => {
    const from = '/section[1]/section[5]/list_item[5]';
    const to = '/section[1]/section[10]/list_item[4]';
    expect(changesIn('/section[1]/section[5]', '/section[1]/section[10]')).toEqual([
      {
        kind: 'move',
        block_kind: 'list_item',
        from,
        to,
        labels: ['4.5', '9.4'],
        role: 'clause',
        edits: [],
        under: 'Governance and Audit',
      },
      {
        kind: 'modify',
        block_kind: 'paragraph',
        from: `${from}/paragraph[1]`,
        to: `${to}/paragraph[1]`,
        labels: [null, null],
        role: 'clause',
        edits: [['ten', 'five']],
        under: 'Governance and Audit',
      },
    ]);
  });

  test('3. inserts a clause that renumbers two: one insert, two renumbers', () => {
    const clause = (n: number) => `/section[1]/section[6]/list_item[${n}]`;
    const common = {
      block_kind: 'list_item',
      role: 'clause',
      edits: [],
      under: 'Security and Personal Data',
    };
    expect(changesIn('/section[1]/section[6]')).toEqual([
      { ...common, kind: 'insert', from: null, to: clause(3), labels: [null, '5.3'] },
      { ...common, kind: 'renumber', from: clause(3), to: clause(4), labels: ['5.3', '5.4'] },
      { ...common, kind: 'renumber', from: clause(4), to: clause(5), labels: ['5.4', '5.5'] },
    ]);
  });

  test('4. lets a cross-reference follow the renumbering: one modify that touches a cross-reference alone', () => {
    const at = '/section[1]/section[9]/list_item[4]';
    expect(changesIn('/section[1]/section[9]')).toEqual([
      {
        kind: 'modify',
        block_kind: 'list_item',
        from: at,
        to: at,
        labels: ['8.4', '8.4'],
        role: 'clause',
        edits: [['5.3', '5.4']],
        under: 'Liability',
      },
    ]);
    const change = comparison.changes.find(({ test_address }) => test_address === at)!;
    expect(change.span_types).toEqual(['cross_reference']);
  });

  test('5. deletes a sub-clause: one delete', () => {
    expect(changesIn('/section[1]/section[4]')).toEqual([
      {
        kind: 'delete',
        block_kind: 'list_item',
        from: '/section[1]/section[4]/list_item[2]/list_item[4]',
        to: null,
        labels: ['(d)', null],
        role: 'sub_clause',
        edits: [],
        under: "The Customer's Part",
      },
    ]);
  });

  test('6. inserts a row into a table: one insert', () => {
    const [change, ...more] = changesIn('/section[1]/section[14]');
    expect(more).toEqual([]);
    expect(change).toMatchObject({ kind: 'insert', from: null, role: 'schedule', edits: [] });
    expect(change).toMatchObject(
      name === 'agreement'
        ? { block_kind: 'row', to: '/section[1]/section[14]/table[1]/row[4]' }
        : { block_kind: 'paragraph', to: '/section[1]/section[14]/paragraph[4]' },
    );
  });

  test('7. wraps a paragraph anew: no change', () => {
    expect(changesIn('/section[1]/section[3]')).toEqual([]);
  });

  test('8. edits one of twelve like clauses of a schedule: one modify, in the one that was edited', () => {
    const at = '/section[1]/section[13]/list_item[7]';
    expect(changesIn('/section[1]/section[13]')).toEqual([
      {
        kind: 'modify',
        block_kind: 'list_item',
        from: at,
        to: at,
        labels: ['7', '7'],
        role: 'schedule',
        edits: [['four', 'six']],
        under: 'Service Levels',
      },
    ]);
  });

  test('and nothing else: ten changes, in the order of the amended text', () => {
    expect(comparison.changes.map(({ kind }) => kind)).toEqual([
      'modify',
      'delete',
      'insert',
      'renumber',
      'renumber',
      'modify',
      'move',
      'modify',
      'modify',
      'insert',
    ]);
    expect(comparison.statistics.counts).toMatchObject({
      inserted: 2,
      deleted: 1,
      modified: 4,
      moved: 1,
      renumbered: 2,
      total: 10,
    });
  });
});

describe('the sample agreement and its plain-text twin', () => {
  /** Kind, label, text and address of every block outside the table and the paragraphs that stand for it. */
  const outline = (root: Block) =>
    [...walk(root)]
      .filter(({ path }) => !path.startsWith('/section[1]/section[14]/'))
      .map(({ kind, label, text, path, role }) => [path, kind, label, text, role])
      // A title is shouted in plain text, which has no other way to say that it is one.
      .map((row) =>
        row[0] === '/section[1]/heading[1]' ? [...row.slice(0, 3), String(row[3]).toUpperCase()] : row,
      );

  test.each(['source', 'test'] as const)(
    'have the same blocks, addresses, labels, texts and roles: %s',
    (side) => {
      const twin = outline(compareFixture('agreement-text')[side].root);
      expect(twin).toEqual(outline(compareFixture('agreement')[side].root));
    },
  );
});

/** What the other pairs show, a line a change: kind, labels, and the words. */
function lines(name: string): string[] {
  return compareFixture(name).changes.map(
    ({ kind, block_kind, source_label, test_label, inline, ...change }) => {
      const labels = [...new Set([source_label, test_label].filter((label) => label !== null))].join('→');
      const words = inline.map(({ source_text, test_text }) => `${source_text}|${test_text}`).join(' … ');
      const heading = change.breadcrumb.at(-1);
      return [
        kind,
        block_kind,
        labels,
        inline.length > 0 ? words : change.test_text || change.source_text,
        `(${heading})`,
      ]
        .filter((part) => part !== '')
        .join(' ');
    },
  );
}

describe('a policy with nested lists', () => {
  test('moves a section, and edits, inserts and deletes items', () => {
    expect(lines('policy')).toEqual([
      'modify paragraph six|three (Who may apply)',
      'insert list_item a plan of the ways out of the building in case of fire; (How to apply)',
      'delete list_item a statement from your internet provider of the speed of your line. (How to apply)',
      'move section (Remote Working Policy)',
      'modify paragraph It does not pay for desks or chairs|It pays half the price of a desk and a chair, up to 200 euros (Equipment)',
    ]);
  });
});

describe('a specification with tables and code', () => {
  test('inserts a row before an edited one, edits cells, and compares code by line and space', () => {
    expect(lines('specification')).toEqual([
      'modify cell 2|3 (The message)',
      'insert row (The message)',
      'modify cell 2|4 (The message)',
      'modify paragraph |    BEACON_SIGNED   = 1 << 3,\n (Flags)',
      'modify paragraph two|five (Order)',
      'modify list_item .|; (Errors)',
      'insert list_item E4 – the signature is wrong. (Errors)',
      'modify paragraph struct.pack(">BBIH", 2|struct.pack(">BBIQI", 3 … |clock(),  (Example)',
    ]);
  });
});

describe('a statute', () => {
  test('inserts a section between two, and a paragraph that renumbers the next', () => {
    expect(lines('statute')).toEqual([
      'modify list_item (2) two|three (Duty to light)',
      'insert section (LIGHTS)',
      'insert list_item (c) tell the inspector of the failure; (Failure of a light)',
      'renumber list_item (c)→(d) restore the light within seven days. (Failure of a light)',
      'modify paragraph 3|4 (Penalties)',
      'modify paragraph fifty|eighty (Interpretation)',
    ]);
  });
});

describe('minutes', () => {
  test('edit words, rewrite one item, and add an action', () => {
    expect(lines('minutes')).toEqual([
      'modify paragraph Two|Three (Apologies)',
      'modify paragraph |, corrected in one place (Minutes of the last meeting)',
      "modify list_item 4.1 £2,318.40. Eleven|£2,381.40. Twelve (Treasurer's report)",
      'modify list_item 5.1 | and its cooks can bake (Open day)',
      'delete paragraph There was no other business. (Any other business)',
      'insert paragraph A member asked for a lock on the tool shed. The committee will look at prices. (Any other business)',
      'modify paragraph eleven|twelve (Next meeting)',
      'insert paragraph Action: the chair to find out what a lock for the tool shed costs. (Next meeting)',
    ]);
  });
});

describe('notes in scripts without spaces', () => {
  test('edit words, not whole paragraphs', () => {
    expect(lines('notes-cjk')).toEqual([
      'modify paragraph 五|十 (中文)',
      'modify paragraph 三|五 (中文)',
      'modify paragraph 五|十 (日本語)',
      'insert paragraph 改訂の履歴は、別紙に記録する。 (日本語)',
      'modify paragraph ห้า|สิบ (ไทย)',
    ]);
  });
});
