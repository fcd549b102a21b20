/** Changes to the rows of tables. */
import { type Draft, freshId, insertAt, parents, touch } from './draft.js';
import { editUnit } from './edit-units.js';
import { editCell } from './edits.js';
import { copyUnit, type Unit } from './unit.js';

/** The rows of tables below the header row, with their tables. */
export function bodyRows(draft: Draft): { unit: Unit; parent: Unit }[] {
  return parents(draft).filter(({ unit, parent }) => unit.kind === 'row' && parent.children[0] !== unit);
}

const freeRows = (draft: Draft) => bodyRows(draft).filter(({ unit }) => !draft.touched.has(unit.id));

export function editRow(draft: Draft, cells = 1): void {
  const rows = freeRows(draft);
  if (rows.length === 0) return;
  const { unit } = draft.rng.pick(rows);
  for (let i = 0; i < cells; i++) editUnit(draft, unit, 1);
}

/** The next number that no row of the table begins with: an old row's number would make the new row that row, edited. */
function freeNumber(table: Unit, from: number): string {
  const taken = new Set(table.children.map((row) => row.cells[0]));
  let number = from + 1;
  while (taken.has(String(number))) number++;
  return String(number);
}

/** A row like one that is there, under a new name and with other figures; `beforeEdited` edits the row that follows. */
export function insertRow(draft: Draft, beforeEdited: boolean): void {
  const rows = freeRows(draft);
  if (rows.length === 0) return;
  const { unit, parent } = draft.rng.pick(rows);
  const row = copyUnit(unit);
  row.id = freshId(draft);
  row.cells[0] = /^\d+$/.test(row.cells[0]) ? freeNumber(parent, Number(row.cells[0])) : draft.pool.rowName();
  for (let c = 1; c < row.cells.length; c++)
    if (draft.rng.chance(0.7)) row.cells[c] = editCell(row.cells[c], draft.rng).text;
  insertAt(parent, parent.children.indexOf(unit), row);
  touch(draft, row);
  // The row it was modelled on stays as it is: were it deleted, the new one would be that row, renamed.
  draft.touched.add(unit.id);
  if (beforeEdited) editUnit(draft, unit, 1);
}

export function deleteRow(draft: Draft): void {
  const rows = freeRows(draft).filter(({ parent }) => parent.children.length > 3);
  if (rows.length === 0) return;
  const { unit, parent } = draft.rng.pick(rows);
  parent.children.splice(parent.children.indexOf(unit), 1);
}

export function moveRow(draft: Draft, edit: boolean): void {
  const rows = freeRows(draft).filter(({ parent }) => parent.children.length > 4);
  if (rows.length === 0) return;
  const { unit, parent } = draft.rng.pick(rows);
  const from = parent.children.indexOf(unit);
  parent.children.splice(from, 1);
  let to = from;
  while (Math.abs(to - from) < 2) to = draft.rng.between(1, parent.children.length);
  insertAt(parent, to, unit);
  if (edit) editUnit(draft, unit, 1);
  draft.touched.add(unit.id);
}
