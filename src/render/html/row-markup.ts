/**
 * What a row looks like as markup. The page's script draws the rows of a folded stretch with the same functions, so this
 * file knows nothing but one row: no comparison, no second document.
 */
import { type Content, type Element, h } from './element.js';
import type { RowStatus } from './merge.js';
import { cellText, type PlainRow } from './plain-rows.js';

/** A row made ready to be drawn. */
export interface DrawnRow {
  readonly plain: PlainRow;
  readonly status: RowStatus;
  /** The table it stands in, or -1. Neighbours with the same number become one table. */
  readonly table: number;
  /** The id by which links find it, or null. */
  readonly id: string | null;
  /** Places in it that links lead to beside the row itself. */
  readonly anchors: Content;
  /** Its label, with the old one where it was renumbered. */
  readonly label: Content;
  /** Its text, with what was edited marked. */
  readonly words: Content;
  /** A table row's cells; null for every other row. */
  readonly cells: readonly DrawnCell[] | null;
  /** Links from the margin to the list of changes. */
  readonly marks: Content;
  /** Sentences under the text: where it moved from, for one. */
  readonly notes: Content;
}

/** A cell made ready to be drawn. */
export interface DrawnCell {
  readonly status: RowStatus;
  readonly id: string | null;
  readonly words: Content;
}

/** Rows in one part of a long page: a few windows high; the style reserves its height. */
export const ROWS_IN_PART = 60;

/** Deeper than this a row is not set in any further, or it would have no room on a telephone. */
const DEEPEST = 6;
/** The page itself has the first two levels of heading. */
const FIRST_HEADING = 3;

/** A row without any change of its own, in a stretch that stayed, came, went or moved. */
export function plainRow(plain: PlainRow, status: RowStatus): DrawnRow {
  const { block } = plain;
  return {
    plain,
    status,
    table: plain.table?.number ?? -1,
    id: null,
    anchors: null,
    label: block.label === null ? null : marked(block.label, status),
    words: marked(block.text, status),
    cells:
      block.kind === 'row'
        ? block.children.map((cell) => ({ status, id: null, words: marked(cellText(cell), status) }))
        : null,
    marks: null,
    notes: null,
  };
}

/** Text that came or went as a whole is marked so; other text is just text. */
export function marked(text: string, status: RowStatus): Content {
  if (text === '') return null;
  if (status === 'insert') return h('ins', {}, text);
  if (status === 'delete' || status === 'left') return h('del', {}, text);
  return text;
}

/** Draws rows; those of one table that follow each other become one table. */
export function drawRows(rows: readonly DrawnRow[]): Element[] {
  const drawn: Element[] = [];
  for (let i = 0; i < rows.length; ) {
    if (rows[i].table < 0) {
      drawn.push(drawRow(rows[i++]));
      continue;
    }
    const start = i;
    while (i < rows.length && rows[i].table === rows[start].table) i++;
    drawn.push(drawTable(rows.slice(start, i)));
  }
  return drawn;
}

function drawRow(row: DrawnRow): Element {
  const { plain, status, marks, notes } = row;
  return h(
    'div',
    {
      class: `row ${status} ${placing(plain)}`,
      id: row.id,
      tabindex: row.id === null ? null : -1,
    },
    marks,
    h('div', { class: 'body' }, drawText(row), notes),
  );
}

function drawText({ plain, anchors, label, words }: DrawnRow): Element {
  const { block } = plain;
  if (block.role === 'code') return h('pre', { class: 'text code', tabindex: 0 }, anchors, words);
  const bulleted = block.kind === 'list_item' && label === null;
  const named = bulleted ? '•' : label;
  const classes = [
    'text',
    block.kind === 'heading' ? `heading l${Math.min(4, plain.level)}` : '',
    bulleted ? 'bulleted' : named === null ? '' : 'labelled',
    block.role === 'quote' ? 'quote' : '',
  ];
  const attributes = { class: classes.filter((name) => name !== '').join(' '), dir: 'auto' };
  const before = named === null ? anchors : [h('span', { class: 'label' }, anchors, named), ' '];
  if (block.kind === 'heading') {
    return h(`h${Math.min(6, FIRST_HEADING - 1 + plain.level)}`, attributes, before, words);
  }
  return h('p', attributes, before, named === null ? words : h('span', { class: 'words' }, words));
}

function drawTable(rows: readonly DrawnRow[]): Element {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells?.length ?? 1), 1);
  return h(
    'div',
    { class: `row tabular ${placing(rows[0].plain)}` },
    h('div', { class: 'body scroll', tabindex: 0, role: 'group', 'aria-label': 'Table' }, [
      h('table', {}, h('tbody', {}, ...rows.map((row) => drawTableRow(row, width)))),
    ]),
  );
}

function drawTableRow(row: DrawnRow, width: number): Element {
  const { cells, status, id, plain } = row;
  const tag = plain.table?.first && status !== 'left' ? 'th' : 'td';
  const scope = tag === 'th' ? 'col' : null;
  return h(
    'tr',
    { class: status, id, tabindex: id === null ? null : -1 },
    h('td', { class: 'marks' }, row.marks),
    cells === null
      ? h('td', { colspan: width }, row.words, row.notes)
      : cells.map((cell, i) =>
          h(
            tag,
            {
              scope,
              class: cell.status,
              id: cell.id,
              tabindex: cell.id === null ? null : -1,
              dir: 'auto',
            },
            cell.words,
            i === cells.length - 1 ? row.notes : null,
          ),
        ),
  );
}

function placing({ depth, continues, level }: PlainRow): string {
  return `d${Math.min(depth, DEEPEST)}${continues ? ' goes-on' : ''}${level > 0 ? ' titled' : ''}`;
}
