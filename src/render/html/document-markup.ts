/** The middle of the page: both documents in one column, with what happened to each row. */
import type { Change } from '../../change/change.js';
import type { Block, BlockKind } from '../../document/block.js';
import { blockCount, headingTitle, ownHeading } from '../contents.js';
import { type Entry, sameTrail } from '../plan.js';
import { count, VERB, wordsOf } from '../wording.js';
import { editedWords, excerpt } from '../words.js';
import { type Content, type Element, h, type Markup } from './element.js';
import type { Stretch } from './fold.js';
import type { Cell, Row, RowStatus } from './merge.js';
import { cellText } from './plain-rows.js';
import { type DrawnRow, drawRows, marked, plainRow, ROWS_IN_PART } from './row-markup.js';

/** What the middle is drawn from. */
export interface DocumentParts {
  readonly rows: readonly Row[];
  readonly stretches: readonly Stretch[];
  /** One for each change, in the changes' own order. */
  readonly entries: readonly Entry[];
  /** For moves, the entry at the place that was left, by the change's place. */
  readonly leftEntries: readonly Entry[];
  /** The ids of headings that the list of changes leads to, by the address of their block in the later document. */
  readonly headingIds: ReadonlyMap<string, string>;
  /** Whether folded rows stand in the page; else its script builds them when they are asked for. */
  readonly wholeFolds: boolean;
}

/** The sign in the margin: as the redline for terminals has it. */
export const SIGN: Readonly<Record<Exclude<RowStatus, 'same'>, string>> = {
  insert: '+',
  delete: '−',
  modify: '~',
  move: '>',
  left: '<',
  renumber: '#',
};

/** Rows from which on a page is divided into parts: fewer are laid out within one or two frames. */
const LONG_PAGE = 600;

/** Draws the document. */
export function documentMarkup(parts: DocumentParts): Element[] {
  const drawn: Element[] = [];
  let together: DrawnRow[] = [];
  const flush = (): void => {
    drawn.push(...drawRows(together));
    together = [];
  };
  for (const stretch of parts.stretches) {
    if (!stretch.fold) {
      together.push(changedRow(parts.rows[stretch.row], parts));
      continue;
    }
    flush();
    drawn.push(foldMarkup(parts.rows.slice(stretch.from, stretch.to), parts.wholeFolds));
  }
  flush();
  return inParts(drawn);
}

/**
 * Wraps the rows of a long page in parts, which a browser lays out only when they come near the window. A short page needs
 * none: there, parts would only make the scroll bar guess.
 */
function inParts(drawn: Element[]): Element[] {
  if (drawn.length < LONG_PAGE) return drawn;
  const parts: Element[] = [];
  for (let i = 0; i < drawn.length; i += ROWS_IN_PART) {
    parts.push(h('div', { class: 'part' }, drawn.slice(i, i + ROWS_IN_PART)));
  }
  return parts;
}

function foldMarkup(rows: readonly Row[], whole: boolean): Element {
  const [first] = rows;
  const last = rows[rows.length - 1];
  const built = whole
    ? drawRows(rows.map(({ plain, status, table }) => ({ ...plainRow(plain, status), table })))
    : [
        h(
          'p',
          { class: 'unbuilt' },
          'These blocks are drawn by this page’s script, from the data at its end.',
        ),
      ];
  const range = rangeOf(first, last);
  return h(
    'details',
    {
      class: `fold ${first.status}`,
      ...(whole
        ? {}
        : {
            'data-side': first.side,
            'data-from': first.number,
            'data-to': last.number + 1,
            'data-status': first.status,
          }),
    },
    h(
      'summary',
      {},
      h('span', {}, count(rows.length, `${foldWord(first.status)} block`)),
      range === null ? null : [' ', h('span', { class: 'range' }, range)],
    ),
    h('div', { class: 'folded' }, built),
  );
}

/** From which label to which, where the two can be read together: `4.1 – 4.3`, but not a section's `6` and a clause's `(2)`. */
function rangeOf(first: Row, last: Row): string | null {
  const [from, to] = [first.plain.block.label, last.plain.block.label];
  if (from === null || to === null) return null;
  const alike = first.plain.leader === last.plain.leader && first.plain.level === last.plain.level;
  return alike || (from.includes('.') && to.includes('.')) ? `${from} – ${to}` : null;
}

function foldWord(status: RowStatus): string {
  if (status === 'same') return 'unchanged';
  return `more ${status === 'left' ? VERB.move : VERB[status]}`;
}

/** A shown row with all that happened to it. */
export function changedRow(
  row: Row,
  parts: Pick<DocumentParts, 'entries' | 'leftEntries' | 'headingIds'>,
): DrawnRow {
  const { plain, status, changes } = row;
  const { block } = plain;
  const told = changes.map((i) => ({ i, entry: parts.entries[i] }));
  if (status === 'left') return leftRow(row, told[0].i, parts.leftEntries[told[0].i] ?? told[0].entry);
  const own = told.find(({ entry }) => address(entry.change) === block.path);
  const main = own ?? told.at(-1);
  const anchors = told
    .filter((one) => one !== main)
    .map(({ i }) => h('span', { class: 'anchor', id: `c${i}`, tabindex: -1 }));
  const heading = row.side === 'test' ? parts.headingIds.get(block.path) : undefined;
  if (heading !== undefined) anchors.push(h('span', { class: 'anchor', id: heading }));
  return {
    plain,
    status,
    table: row.table,
    id: main === undefined ? null : `c${main.i}`,
    anchors,
    label: labelContent(block, own?.entry.change, status),
    words: ownWords(block, own?.entry.change, status, row),
    cells: row.cells === null ? null : row.cells.map((cell) => drawnCell(cell, parts.entries)),
    marks: [
      row.cells === null ? null : anchors,
      ...told.map(({ i, entry }) => mark(i, entry)),
      ...(row.cells ?? []).map(({ change }) =>
        change === null ? null : mark(change, parts.entries[change]),
      ),
    ],
    notes: told.map(({ i, entry }) => note(i, entry, block)),
  };
}

function labelContent(block: Block, change: Change | undefined, status: RowStatus): Content {
  const { source_label: before = null, test_label: after = null } = change ?? {};
  const both = change !== undefined && change.source_address !== null && change.test_address !== null;
  if (!both || before === after) return block.label === null ? null : marked(block.label, status);
  return [
    before === null ? null : h('del', {}, before),
    before === null || after === null ? null : ' ',
    after === null ? null : h('ins', {}, after),
  ];
}

const CONTAINERS: readonly BlockKind[] = ['section', 'list_item', 'table', 'row'];

function ownWords(block: Block, change: Change | undefined, status: RowStatus, row: Row): Content {
  if (change !== undefined && change.inline.length > 0) return editedContent(change);
  if (block.text === '' && row.cells === null && row.plain.level === 0) {
    // A container has no words of its own: it holds nothing, or what it holds was not stored.
    const kind = wordsOf(block.kind);
    const isKnown = row.number >= 0 || !CONTAINERS.includes(block.kind);
    const told = isKnown ? `empty ${kind}` : `${kind}, stored without what it holds`;
    return h('span', { class: 'nothing' }, marked(told, status));
  }
  return marked(block.text, status);
}

function drawnCell(
  { block, status, change }: Cell,
  entries: readonly Entry[],
): NonNullable<DrawnRow['cells']>[number] {
  const own = change === null ? undefined : entries[change].change;
  return {
    status,
    id: change === null ? null : `c${change}`,
    words: own !== undefined && own.inline.length > 0 ? editedContent(own) : marked(cellText(block), status),
  };
}

/** A text with its edits in place. */
export function editedContent(change: Change): Markup[] {
  return editedWords(change, Number.POSITIVE_INFINITY).map(({ kind, text }) =>
    kind === 'deleted' ? h('del', {}, text) : kind === 'inserted' ? h('ins', {}, text) : text,
  );
}

/** The place that a moved block left: its first words, and the way to where it is. */
function leftRow(row: Row, i: number, entry: Entry): DrawnRow {
  const { plain } = row;
  const { block } = plain;
  const title = leftTitle(block);
  const more = blockCount(block) - 1;
  return {
    plain: { ...plain, block: { ...block, kind: block.kind === 'row' ? 'row' : 'paragraph', role: null } },
    status: 'left',
    table: row.table,
    id: `m${i}`,
    anchors: null,
    label: block.label === null ? null : marked(block.label, 'left'),
    words: marked(title, 'left'),
    cells: null,
    marks: h(
      'a',
      { class: 'mark', href: `#e${i}`, 'aria-label': 'Moved away: to the list of changes' },
      h('span', { 'aria-hidden': 'true' }, SIGN.left),
    ),
    notes: h(
      'p',
      { class: 'note' },
      'Moved to ',
      h('a', { href: `#c${i}` }, destination(entry, 'test')),
      block.children.length === 0 || block.kind === 'row' ? '.' : `, with ${count(more, 'block')} inside.`,
    ),
  };
}

function leftTitle(block: Block): string {
  const heading = ownHeading(block);
  if (heading !== undefined) return headingTitle(heading);
  if (block.kind === 'row' && block.children.length > 0) return block.children.map(cellText).join(' | ');
  const text = block.text === '' && block.children.length > 0 ? leftTitle(block.children[0]) : block.text;
  return excerpt(text === '' ? wordsOf(block.kind) : text, 160);
}

/** A change that is not told by marks in the row itself: a move, or the change of a block that the row stands for. */
function note(i: number, entry: Entry, block: Block): Content {
  const { change } = entry;
  if (change.kind === 'move') {
    const what = address(change) === block.path ? 'Moved' : `This ${wordsOf(change.block_kind)} moved`;
    return h(
      'p',
      { class: 'note' },
      `${what} from `,
      h('a', { href: `#m${i}` }, destination(entry, 'source')),
      '.',
    );
  }
  if (address(change) === block.path || change.block_kind === 'document') return null;
  const verb = change.kind === 'modify' ? 'edited' : VERB[change.kind];
  return h('p', { class: 'note' }, `This ${wordsOf(change.block_kind)} was ${verb}.`);
}

/** Where the other end of a move is, as one says it: `4.5 in “Charges”`, or `after “Fees”` where only the order tells. */
function destination(
  { change, names, otherTrail, otherFollows, trail }: Entry,
  side: 'source' | 'test',
): string {
  const name = names[side];
  const isHeading = change.block_kind === 'heading' || change.block_kind === 'section';
  const under = otherTrail?.at(isHeading && name !== null && otherTrail.at(-1) === name ? -2 : -1);
  const sameName = name === null || names.source === names.test;
  if (sameName && otherFollows !== null && (otherTrail === null || sameTrail(otherTrail, trail))) {
    return otherFollows.startsWith('after') ? `the place ${otherFollows}` : otherFollows;
  }
  const where = under === undefined ? '' : `in “${excerpt(under, 80)}”`;
  const subject = name === null ? (otherFollows ?? '') : excerpt(name, 80);
  return [subject, where].filter((part) => part !== '').join(' ') || 'another place';
}

/** The link from the margin to the change in the list. */
function mark(i: number, { change }: Entry): Element {
  const verb = VERB[change.kind];
  const label = `${verb[0].toUpperCase()}${verb.slice(1)}: to the list of changes`;
  return h(
    'a',
    { class: `mark ${change.kind}`, href: `#e${i}`, 'aria-label': label },
    h('span', { 'aria-hidden': 'true' }, SIGN[change.kind]),
  );
}

function address(change: Change): string | null {
  return change.test_address ?? change.source_address;
}
