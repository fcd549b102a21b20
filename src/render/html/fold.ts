/** Which rows of a page are shown, and which are folded away because nothing happened there. */
import type { Row } from './merge.js';

/** A row that is shown, or a stretch of rows `[from, to)` that is folded. */
export type Stretch =
  | { readonly fold: false; readonly row: number }
  | { readonly fold: true; readonly from: number; readonly to: number };

/** A fold costs a line itself and a click to open: fewer rows than this are shown as they are. */
const LEAST = 3;
/** Of a section that came or went or moved as a whole, so many rows stand before the rest is folded. */
const SHOWN_OF_WHOLE = 24;

/**
 * Folds what is not changed. Shown is every row with a change, `context` rows on each side of it, what leads to a shown
 * row (headings, the clause above a sub-clause, a table's first row), and the beginning of what changed as a whole.
 */
export function foldRows(rows: readonly Row[], context: number): Stretch[] {
  const shown = new Uint8Array(rows.length);
  const show = (i: number): void => {
    for (let at = i; at >= 0 && shown[at] === 0; at = rows[at].leader) shown[at] = 1;
  };
  let whole = 0;
  rows.forEach((row, i) => {
    whole = row.status === 'same' || hasOwn(row) ? 0 : whole + 1;
    if (hasOwn(row) || (row.status !== 'same' && whole <= SHOWN_OF_WHOLE)) show(i);
    if (!hasOwn(row)) return;
    for (let near = Math.max(0, i - context); near <= Math.min(rows.length - 1, i + context); near++)
      show(near);
  });
  const firstOfTable = new Map<number, number>();
  rows.forEach(({ table }, i) => {
    if (table >= 0 && !firstOfTable.has(table)) firstOfTable.set(table, i);
    if (table >= 0 && shown[i] === 1) show(firstOfTable.get(table)!);
  });
  return stretches(rows, shown);
}

/** Whether the row tells a change, or one of its cells does. */
export function hasOwn(row: Row): boolean {
  return row.changes.length > 0 || (row.cells?.some(({ change }) => change !== null) ?? false);
}

function stretches(rows: readonly Row[], shown: Uint8Array): Stretch[] {
  const found: Stretch[] = [];
  for (let i = 0; i < rows.length; ) {
    let end = i;
    // One fold holds rows of one kind, numbered without a gap, so that the page can build it from one tree.
    while (end < rows.length && shown[end] === 0 && (end === i || follows(rows[end - 1], rows[end]))) end++;
    if (end - i >= LEAST) {
      found.push({ fold: true, from: i, to: end });
      i = end;
    } else {
      for (const stop = Math.max(end, i + 1); i < stop; i++) found.push({ fold: false, row: i });
    }
  }
  return found;
}

function follows(before: Row, row: Row): boolean {
  return before.status === row.status && before.side === row.side && row.number === before.number + 1;
}
