/** A small pair of agreements with their changes, written out as the wire document that a comparison of them would be. */
import type { Change, ChangeCounts } from '../../src/change/change.js';
import type { BlockTree } from '../../src/document/block.js';
import { buildTree, type DraftBlock } from '../../src/document/build.js';
import type { RedlineDocument } from '../../src/render/redline-document.js';
import { simpleEdit } from './edit.js';

function draft(
  kind: DraftBlock['kind'],
  label: string | null,
  text: string,
  ...children: DraftBlock[]
): DraftBlock {
  return {
    kind,
    text,
    label,
    level: 0,
    role: kind === 'list_item' ? 'clause' : null,
    spans: [],
    matched_by: 'markdown:test',
    confidence: 1,
    attrs: {},
    children,
  };
}

const section = (label: string | null, title: string, ...children: DraftBlock[]) =>
  draft('section', null, '', draft('heading', label, title), ...children);
const clause = (label: string, text: string, ...children: DraftBlock[]) =>
  draft('list_item', label, text, ...children);
const row = (...cells: string[]) => draft('row', null, '', ...cells.map((text) => draft('cell', null, text)));
const table = (...rows: DraftBlock[]) => draft('table', null, '', ...rows);

const SUSPEND =
  'The Supplier may suspend the Services on ten days’ written notice if an undisputed invoice stays unpaid after a reminder.';
const NOTICE = 'Notices are given in writing and take effect when they are received.';
const FEES_BEFORE =
  'The Customer pays each undisputed invoice within thirty (30) days of its date, by bank transfer to the account named on the invoice, in the currency of the order, without set-off.';
const FEES_AFTER = FEES_BEFORE.replace('thirty (30)', 'sixty (60)');

export const SOURCE: BlockTree = buildTree(
  draft(
    'document',
    null,
    '',
    section(
      null,
      'Services Agreement',
      section(
        '1',
        'Fees',
        clause('1.1', FEES_BEFORE),
        clause('1.2', SUSPEND),
        clause('1.3', 'Fees exclude taxes.'),
      ),
      section('2', 'Term', clause('2.1', 'This agreement runs for one year.'), clause('2.2', NOTICE)),
      section(
        null,
        'Schedule',
        table(row('Step', 'Due'), row('Kick-off', '1 March'), row('Go-live sign-off', '1 June')),
      ),
    ),
  ),
);

export const TEST: BlockTree = buildTree(
  draft(
    'document',
    null,
    '',
    section(
      null,
      'Services Agreement',
      section('1', 'Fees', clause('1.1', FEES_AFTER), clause('1.2', 'Fees exclude taxes.')),
      section('2', 'Term', clause('2.1', 'This agreement runs for one year.'), clause('2.2', SUSPEND)),
      section(
        '3',
        'Data protection',
        clause(
          '3.1',
          'Each party keeps personal data safe.',
          clause('(a)', 'The Supplier reports a breach within 24 hours.'),
        ),
      ),
      section(
        null,
        'Schedule',
        table(
          row('Step', 'Due'),
          row('Kick-off', '1 March'),
          row('Pilot', '1 May'),
          row('Go-live sign-off', '1 July'),
        ),
      ),
    ),
  ),
);

const ROOT = '/section[1]';

function change(
  kind: Change['kind'],
  source: string | null,
  test: string | null,
  rest: Partial<Change>,
): Change {
  const source_text = rest.source_text ?? '';
  const test_text = rest.test_text ?? source_text;
  return {
    kind,
    source_address: source === null ? null : ROOT + source,
    test_address: test === null ? null : ROOT + test,
    block_kind: 'list_item',
    source_label: null,
    test_label: null,
    role: 'clause',
    span_types: [],
    matched_by: source === null || test === null ? 'unmatched' : 'exact',
    confidence: source === null || test === null ? 0 : 1,
    source_text,
    test_text,
    inline: source === null || test === null ? [] : simpleEdit(source_text, test_text),
    breadcrumb: ['Services Agreement'],
    ...rest,
  };
}

export const CHANGES: readonly Change[] = [
  change('modify', '/section[1]/list_item[1]', '/section[1]/list_item[1]', {
    source_label: '1.1',
    test_label: '1.1',
    span_types: ['date', 'emphasis'],
    matched_by: 'label',
    confidence: 0.9333,
    source_text: FEES_BEFORE,
    test_text: FEES_AFTER,
    breadcrumb: ['Services Agreement', 'Fees'],
  }),
  change('renumber', '/section[1]/list_item[3]', '/section[1]/list_item[2]', {
    source_label: '1.3',
    test_label: '1.2',
    source_text: 'Fees exclude taxes.',
    breadcrumb: ['Services Agreement', 'Fees'],
  }),
  change('move', '/section[1]/list_item[2]', '/section[2]/list_item[2]', {
    source_label: '1.2',
    test_label: '2.2',
    source_text: SUSPEND,
    matched_by: 'exact',
    breadcrumb: ['Services Agreement', 'Term'],
  }),
  change('delete', '/section[2]/list_item[2]', null, {
    source_label: '2.2',
    source_text: NOTICE,
    test_text: '',
    breadcrumb: ['Services Agreement', 'Term'],
  }),
  change('insert', null, '/section[3]', { block_kind: 'section', role: null }),
  change('insert', null, '/section[4]/table[1]/row[3]', {
    block_kind: 'row',
    role: null,
    breadcrumb: ['Services Agreement', 'Schedule'],
  }),
  change('modify', '/section[3]/table[1]/row[3]/cell[2]', '/section[4]/table[1]/row[4]/cell[2]', {
    block_kind: 'cell',
    role: null,
    span_types: ['date'],
    matched_by: 'positional',
    source_text: '1 June',
    test_text: '1 July',
    breadcrumb: ['Services Agreement', 'Schedule'],
  }),
];

export function counts(changes: readonly Change[]): ChangeCounts {
  const of = (kind: Change['kind']) => changes.filter((one) => one.kind === kind).length;
  const edits = changes.flatMap((one) => one.inline);
  const inline = (kind: string) => edits.filter((edit) => edit.kind === kind).length;
  const length = (texts: string[]) => texts.reduce((sum, text) => sum + [...text].length, 0);
  return {
    inserted: of('insert'),
    deleted: of('delete'),
    modified: of('modify'),
    moved: of('move'),
    renumbered: of('renumber'),
    total: changes.length,
    inline_insertions: inline('insert'),
    inline_deletions: inline('delete'),
    inline_replacements: inline('replace'),
    tokens_changed: edits.length * 2,
    chars_added: length(edits.map((edit) => edit.test_text)),
    chars_deleted: length(edits.map((edit) => edit.source_text)),
  };
}

/** The comparison with its trees; `changes` may be given to look at one thing. */
export function document(changes: readonly Change[] = CHANGES): RedlineDocument {
  return { ...compact(changes), source: SOURCE, test: TEST };
}

/** The comparison without its trees. */
export function compact(changes: readonly Change[] = CHANGES): RedlineDocument {
  const under = (address: string) =>
    changes.filter((one) => (one.test_address ?? one.source_address ?? '').startsWith(`${ROOT}${address}`));
  return {
    config: { filter: null, budget_exhausted: false },
    changes,
    statistics: {
      counts: counts(changes),
      source_blocks: 22,
      test_blocks: 27,
      sections: [
        ['/section[1]', 'Fees', 4] as const,
        ['/section[2]', 'Term', 4] as const,
        ['/section[3]', 'Data protection', 4] as const,
        ['/section[4]', 'Schedule', 14] as const,
      ].map(([address, heading, blocks]) => ({
        address: ROOT + address,
        heading,
        breadcrumb: ['Services Agreement'],
        blocks,
        counts: counts(under(address)),
        density: Math.round((under(address).length / blocks) * 10_000) / 10_000,
      })),
    },
  };
}

export { change };
