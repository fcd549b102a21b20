/** The single changes that plans are made of. Each changes a tree in place and keeps every identity that survives. */
import { editCell, editCode, editText, type Genre, rewriteText, splitText } from './edits.js';
import type { Pool } from './pool.js';
import type { Rng } from './rng.js';
import { copyUnit, makeUnit, type Unit, type UnitKind, walk, withParents } from './unit.js';

/** One unit that became several, or several that became one. Kept out of the sums. */
export interface Division {
  readonly kind: 'split' | 'merge';
  /** Identities on the source side and on the test side: one and several, or several and one. */
  readonly source: readonly string[];
  readonly test: readonly string[];
}

/** A source document on its way to becoming a test document. */
export interface Draft {
  readonly root: Unit;
  readonly rng: Rng;
  readonly pool: Pool;
  readonly genre: Genre;
  /** Units that were edited, moved, parted or made: what a later step leaves alone. */
  readonly touched: Set<string>;
  readonly divisions: Division[];
  /** Numbers the identities of new units. */
  made: number;
}

const TEXT_KINDS: readonly UnitKind[] = ['clause', 'bullet', 'paragraph', 'quote'];
const ITEMS: readonly UnitKind[] = ['clause', 'bullet'];

/** A leaf of fewer words than this does not move by itself: the aligner's own guard, stated on the wire. */
const MOVE_WORDS = 8;

const words = (text: string) => text.split(' ').length;

/** No unit below it is called by a reference, so that it may go. */
const unreferenced = (unit: Unit) => [...walk(unit)].every((below) => below.name === null);

function isFree(draft: Draft, unit: Unit): boolean {
  for (const below of walk(unit)) if (draft.touched.has(below.id)) return false;
  return true;
}

function touch(draft: Draft, unit: Unit): void {
  for (const below of walk(unit)) draft.touched.add(below.id);
}

function parents(draft: Draft): { unit: Unit; parent: Unit }[] {
  return [...withParents(draft.root)];
}

/** How many items enclose a unit, itself included. */
function depthOf(draft: Draft, wanted: Unit): number {
  const visit = (unit: Unit, depth: number): number => {
    const own = ITEMS.includes(unit.kind) ? depth + 1 : depth;
    if (unit === wanted) return own;
    for (const child of unit.children) {
      const found = visit(child, own);
      if (found >= 0) return found;
    }
    return -1;
  };
  return visit(draft.root, 0);
}

const freshId = (draft: Draft) => `new:${++draft.made}`;

// ---- edits -----------------------------------------------------------------------------------------------------------

export function textUnits(draft: Draft): Unit[] {
  return [...walk(draft.root)].filter((unit) => TEXT_KINDS.includes(unit.kind));
}

export function editUnit(draft: Draft, unit: Unit, count: number): void {
  const { rng, genre } = draft;
  if (unit.kind === 'row') {
    const column = rng.below(unit.cells.length);
    const edited = editCell(unit.cells[column], rng);
    unit.cells[column] = edited.text;
    unit.cellChanged[column] += edited.changed;
  } else {
    const edited = unit.kind === 'code' ? editCode(unit.text, rng) : editText(unit.text, rng, genre, count);
    unit.text = edited.text;
    unit.changed += edited.changed;
  }
  draft.touched.add(unit.id);
}

/** Edits `count` units that nothing has touched; the chance of a second and third edit in one grows with `depth`. */
export function editSome(draft: Draft, count: number, depth = 0): void {
  const kinds: readonly UnitKind[] = [...TEXT_KINDS, 'code'];
  const free = [...walk(draft.root)].filter(
    (unit) => kinds.includes(unit.kind) && !draft.touched.has(unit.id),
  );
  for (const unit of draft.rng.sample(free, count)) {
    editUnit(draft, unit, 1 + (draft.rng.chance(depth) ? 1 : 0) + (draft.rng.chance(depth / 2) ? 1 : 0));
  }
}

/** Renames a section: its heading gains or changes a word. */
export function editHeading(draft: Draft): void {
  const sections = [...walk(draft.root)].filter(
    (unit) => unit.kind === 'section' && !draft.touched.has(`${unit.id}.h`),
  );
  const section = draft.rng.pick(sections.slice(1));
  const addition = draft.rng.pick([' and review', ' in general', ' and records', ' and exceptions']);
  section.text += addition;
  section.changed += addition.length;
  draft.touched.add(`${section.id}.h`);
}

export function rewriteSome(draft: Draft, count: number): void {
  const free = textUnits(draft).filter((unit) => !draft.touched.has(unit.id) && words(unit.text) >= 10);
  for (const unit of draft.rng.sample(free, count)) {
    const donor = draft.pool.text(unit.kind === 'quote' ? 'paragraph' : unit.kind, depthOf(draft, unit));
    const rewritten = rewriteText(unit.text, donor, draft.rng);
    if (rewritten === null) continue;
    unit.text = rewritten.text;
    unit.changed += rewritten.changed;
    draft.touched.add(unit.id);
  }
}

// ---- insertions and deletions ----------------------------------------------------------------------------------------

/** Where a unit of this kind may stand among these siblings: beside one of its kind. */
function placesFor(kind: UnitKind, siblings: readonly Unit[]): number[] {
  const places: number[] = [];
  for (let i = 0; i <= siblings.length; i++) {
    const before = siblings[i - 1]?.kind;
    const after = siblings[i]?.kind;
    if (before !== kind && after !== kind) continue;
    // Loose paragraphs stand before the first clause of their section, never after it.
    if (kind === 'paragraph' && before === 'clause') continue;
    // Nothing parts a table or a list from what introduces it but its own kind.
    if (kind === 'paragraph' && before === 'paragraph' && after !== undefined && after !== 'paragraph')
      continue;
    places.push(i);
  }
  return places;
}

function insertAt(parent: Unit, index: number, unit: Unit): void {
  parent.children.splice(index, 0, unit);
}

/** A new item or paragraph beside one that is there. */
export function insertUnit(draft: Draft, where: 'anywhere' | 'early' = 'anywhere'): void {
  const hosts = parents(draft).filter(({ unit }) => TEXT_KINDS.includes(unit.kind) && unit.kind !== 'quote');
  const early = hosts.slice(0, Math.max(1, Math.round(hosts.length / 3)));
  const { unit, parent } = draft.rng.pick(where === 'early' ? early : hosts);
  const places = placesFor(unit.kind, parent.children);
  const made = makeUnit(freshId(draft), unit.kind, draft.pool.text(unit.kind, depthOf(draft, unit)));
  insertAt(parent, where === 'early' ? places[0] : draft.rng.pick(places), made);
  touch(draft, made);
}

/** Takes an item or paragraph away, with all below it. */
export function deleteUnit(draft: Draft): void {
  const free = parents(draft).filter(
    ({ unit, parent }) =>
      TEXT_KINDS.includes(unit.kind) &&
      unreferenced(unit) &&
      isFree(draft, unit) &&
      [...walk(unit)].length <= 4 &&
      // A section keeps a unit, and a list two, so that what is left is still one.
      parent.children.filter((sibling) => sibling.kind === unit.kind).length >
        (ITEMS.includes(unit.kind) ? 2 : 1),
  );
  if (free.length === 0) return;
  const { unit, parent } = draft.rng.pick(free);
  parent.children.splice(parent.children.indexOf(unit), 1);
}

/** A new section of a few units, like its neighbours. */
export function insertSection(draft: Draft, early = false): void {
  const hosts = parents(draft).filter(
    ({ unit, parent }) => unit.kind === 'section' && !unit.schedule && parent.kind === 'section',
  );
  const { unit, parent } = early ? hosts[0] : draft.rng.pick(hosts);
  const kind = unit.children.find((child) => child.kind === 'clause') === undefined ? 'paragraph' : 'clause';
  const section = makeUnit(freshId(draft), 'section', draft.pool.heading());
  for (let i = draft.rng.between(2, 4); i > 0; i--) {
    section.children.push(makeUnit(freshId(draft), kind, draft.pool.text(kind, 1)));
  }
  insertAt(parent, parent.children.indexOf(unit) + (early ? 0 : draft.rng.below(2)), section);
  touch(draft, section);
}

export function deleteSection(draft: Draft): void {
  const free = parents(draft).filter(
    ({ unit, parent }) =>
      unit.kind === 'section' &&
      parent.kind === 'section' &&
      isFree(draft, unit) &&
      unreferenced(unit) &&
      [...walk(unit)].length <= 14,
  );
  if (free.length === 0) return;
  const { unit, parent } = draft.rng.pick(free);
  parent.children.splice(parent.children.indexOf(unit), 1);
}

// ---- moves -----------------------------------------------------------------------------------------------------------

const leafWords = (unit: Unit) => (unit.children.length > 0 ? MOVE_WORDS : words(unit.text));

/** Moves an item or paragraph to another place, in its own list or in another of the same depth. */
export function moveUnit(draft: Draft, how: 'within' | 'across', edit: boolean): boolean {
  const { rng } = draft;
  const all = parents(draft);
  const free = all.filter(
    ({ unit }) =>
      TEXT_KINDS.includes(unit.kind) &&
      unit.kind !== 'quote' &&
      isFree(draft, unit) &&
      leafWords(unit) >= MOVE_WORDS,
  );
  for (const { unit, parent } of rng.shuffle(free)) {
    const depth = depthOf(draft, unit);
    const hosts =
      how === 'within'
        ? [parent]
        : [
            ...new Set(
              all
                .filter((other) => other.unit.kind === unit.kind && other.parent !== parent)
                .map((other) => other.parent),
            ),
          ].filter(
            (host) =>
              ![...walk(unit)].includes(host) &&
              depthOf(draft, host) === depth - (ITEMS.includes(unit.kind) ? 1 : 0),
          );
    if (hosts.length === 0) continue;
    const host = rng.pick(hosts);
    // A list that introduces its items with a colon keeps at least two of them.
    if (parent.children.filter((sibling) => sibling.kind === unit.kind).length < 3) continue;
    const from = parent.children.indexOf(unit);
    parent.children.splice(from, 1);
    const places = placesFor(unit.kind, host.children).filter(
      (place) => host !== parent || Math.abs(place - from) > 1,
    );
    if (places.length === 0) {
      insertAt(parent, from, unit);
      continue;
    }
    insertAt(host, rng.pick(places), unit);
    if (edit)
      editUnit(draft, rng.chance(0.5) && unit.children.length > 0 ? rng.pick(unit.children) : unit, 1);
    touch(draft, unit);
    return true;
  }
  return false;
}

/** A sub-clause becomes a clause of its section, after the clause it belonged to. */
export function promoteUnit(draft: Draft): void {
  const all = parents(draft);
  const free = all.filter(
    ({ unit, parent }) =>
      ITEMS.includes(unit.kind) &&
      ITEMS.includes(parent.kind) &&
      isFree(draft, unit) &&
      leafWords(unit) >= MOVE_WORDS &&
      parent.children.filter((sibling) => ITEMS.includes(sibling.kind)).length > 2,
  );
  if (free.length === 0) return;
  const { unit, parent } = draft.rng.pick(free);
  const above = all.find((entry) => entry.unit === parent)!.parent;
  parent.children.splice(parent.children.indexOf(unit), 1);
  insertAt(above, above.children.indexOf(parent) + 1, unit);
  touch(draft, unit);
}

function sectionGroups(draft: Draft): Unit[][] {
  const groups = new Map<Unit, Unit[]>();
  for (const { unit, parent } of parents(draft)) {
    if (unit.kind !== 'section' || unit.schedule || parent.kind !== 'section') continue;
    groups.set(parent, [...(groups.get(parent) ?? []), unit]);
  }
  return [...groups.values()];
}

export function swapSections(draft: Draft): void {
  const groups = sectionGroups(draft).filter((group) => group.length > 1);
  const group = draft.rng.pick(groups);
  const parent = parents(draft).find(({ unit }) => unit === group[0])!.parent;
  const at = draft.rng.below(group.length - 1);
  const a = parent.children.indexOf(group[at]);
  const b = parent.children.indexOf(group[Math.min(group.length - 1, at + draft.rng.between(1, 3))]);
  [parent.children[a], parent.children[b]] = [parent.children[b], parent.children[a]];
}

/** A section goes to another place among its siblings, or below one of them. */
export function moveSection(draft: Draft, below: boolean): void {
  const group = draft.rng.pick(sectionGroups(draft).filter((sections) => sections.length > 2));
  const parent = parents(draft).find(({ unit }) => unit === group[0])!.parent;
  const movable = below
    ? group.filter((unit) => unit.children.every((child) => child.kind !== 'section'))
    : group;
  if (movable.length === 0) return;
  const unit = draft.rng.pick(movable);
  const from = group.indexOf(unit);
  parent.children.splice(parent.children.indexOf(unit), 1);
  const others = group.filter((other) => other !== unit);
  if (below) {
    draft.rng.pick(others).children.push(unit);
  } else {
    let to = from;
    while (to === from) to = draft.rng.below(others.length + 1);
    const at =
      to < others.length ? parent.children.indexOf(others[to]) : parent.children.indexOf(others.at(-1)!) + 1;
    insertAt(parent, at, unit);
  }
}

// ---- nesting ---------------------------------------------------------------------------------------------------------

/** Two to four neighbouring sections get a new section around them. */
export function wrapSections(draft: Draft): void {
  const group = draft.rng.pick(sectionGroups(draft).filter((sections) => sections.length > 3));
  const parent = parents(draft).find(({ unit }) => unit === group[0])!.parent;
  const count = draft.rng.between(2, Math.min(4, group.length - 1));
  const first = draft.rng.below(group.length - count + 1);
  const wrapped = group.slice(first, first + count);
  const section = makeUnit(freshId(draft), 'section', draft.pool.heading(), { children: wrapped });
  parent.children.splice(parent.children.indexOf(wrapped[0]), count, section);
  draft.touched.add(section.id);
}

/** The sections below a section come up beside it; it goes away when they were all it had. */
export function unwrapSections(draft: Draft): boolean {
  const all = parents(draft);
  const free = all.filter(
    ({ unit, parent }) =>
      unit.kind === 'section' &&
      parent.kind === 'section' &&
      unit.children.some((child) => child.kind === 'section'),
  );
  if (free.length === 0) return false;
  const { unit, parent } = draft.rng.pick(free);
  const lifted = unit.children.filter((child) => child.kind === 'section');
  const kept = unit.children.filter((child) => child.kind !== 'section');
  unit.children = kept;
  const at = parent.children.indexOf(unit);
  parent.children.splice(at, 1, ...(kept.length > 0 ? [unit] : []), ...lifted);
  return true;
}

/** Two to four neighbouring items get a new item above them. */
export function wrapItems(draft: Draft): boolean {
  const lists = parents(draft)
    .map(({ parent }) => parent)
    .filter((parent, i, list) => list.indexOf(parent) === i)
    .map((parent) => ({ parent, items: parent.children.filter((child) => ITEMS.includes(child.kind)) }))
    .filter(({ items, parent }) => items.length >= 4 && depthOf(draft, parent) < 3);
  if (lists.length === 0) return false;
  const { parent, items } = draft.rng.pick(lists);
  const count = draft.rng.between(2, Math.min(4, items.length - 1));
  const first = draft.rng.below(items.length - count + 1);
  const wrapped = items.slice(first, first + count);
  const lead = makeUnit(
    freshId(draft),
    wrapped[0].kind,
    draft.pool.text(wrapped[0].kind, depthOf(draft, wrapped[0])),
    {
      children: wrapped,
    },
  );
  parent.children.splice(parent.children.indexOf(wrapped[0]), count, lead);
  draft.touched.add(lead.id);
  return true;
}

/** The items below an item come up beside it; with `drop` it goes away itself. */
export function unwrapItems(draft: Draft, drop: boolean): boolean {
  const free = parents(draft).filter(
    ({ unit }) =>
      ITEMS.includes(unit.kind) && unit.children.filter((child) => ITEMS.includes(child.kind)).length >= 2,
  );
  const { unit, parent } = free.length > 0 ? draft.rng.pick(free) : { unit: null, parent: null };
  if (unit === null) return false;
  const lifted = unit.children.filter((child) => ITEMS.includes(child.kind));
  const gone = drop && unit.name === null && unit.children.length === lifted.length;
  unit.children = unit.children.filter((child) => !lifted.includes(child));
  parent.children.splice(parent.children.indexOf(unit), 1, ...(gone ? [] : [unit]), ...lifted);
  return true;
}

// ---- splits and merges -----------------------------------------------------------------------------------------------

export function splitUnit(draft: Draft): void {
  for (const { unit, parent } of draft.rng.shuffle(parents(draft))) {
    if (
      !['clause', 'bullet', 'paragraph'].includes(unit.kind) ||
      unit.children.length > 0 ||
      !isFree(draft, unit)
    )
      continue;
    if (unit.name !== null || unit.text.includes('{')) continue;
    const halves = splitText(unit.text, draft.rng);
    if (halves === null) continue;
    const parts = halves.map((text) => makeUnit(freshId(draft), unit.kind, text));
    parent.children.splice(parent.children.indexOf(unit), 1, ...parts);
    for (const part of parts) touch(draft, part);
    draft.divisions.push({ kind: 'split', source: [unit.id], test: parts.map((part) => part.id) });
    return;
  }
}

export function mergeUnits(draft: Draft): void {
  for (const { unit, parent } of draft.rng.shuffle(parents(draft))) {
    const next = parent.children[parent.children.indexOf(unit) + 1];
    if (!['clause', 'bullet', 'paragraph'].includes(unit.kind) || next?.kind !== unit.kind) continue;
    if ([unit, next].some((part) => part.children.length > 0 || part.name !== null || !isFree(draft, part)))
      continue;
    const merged = makeUnit(freshId(draft), unit.kind, `${unit.text} ${next.text}`);
    parent.children.splice(parent.children.indexOf(unit), 2, merged);
    touch(draft, merged);
    draft.divisions.push({ kind: 'merge', source: [unit.id, next.id], test: [merged.id] });
    return;
  }
}

// ---- tables ----------------------------------------------------------------------------------------------------------

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

/** A row like one that is there, under a new name and with other figures; `beforeEdited` edits the row that follows. */
export function insertRow(draft: Draft, beforeEdited: boolean): void {
  const rows = freeRows(draft);
  if (rows.length === 0) return;
  const { unit, parent } = draft.rng.pick(rows);
  const row = copyUnit(unit);
  row.id = freshId(draft);
  row.cells[0] = /^\d+$/.test(row.cells[0]) ? String(Number(row.cells[0]) + 1) : draft.pool.rowName();
  for (let c = 1; c < row.cells.length; c++)
    if (draft.rng.chance(0.7)) row.cells[c] = editCell(row.cells[c], draft.rng).text;
  insertAt(parent, parent.children.indexOf(unit), row);
  touch(draft, row);
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

// ---- repetition ------------------------------------------------------------------------------------------------------

/** Leaves that may be repeated: whole texts, of any length, that nothing refers to. */
function repeatable(draft: Draft): { unit: Unit; parent: Unit }[] {
  return parents(draft).filter(
    ({ unit, parent }) =>
      (['clause', 'bullet', 'paragraph'].includes(unit.kind) ||
        (unit.kind === 'row' && parent.children[0] !== unit)) &&
      unit.children.length === 0 &&
      unit.name === null &&
      !unit.text.includes('{'),
  );
}

/** Repeats a unit, byte for byte, right after itself. Returns all of them. */
export function repeatUnit(draft: Draft, copies: number): Unit[] {
  const { unit, parent } = draft.rng.pick(
    repeatable(draft).filter(({ unit }) => !draft.touched.has(unit.id)),
  );
  const all = [unit];
  for (let i = 0; i < copies; i++) {
    const copy = copyUnit(unit);
    copy.id = freshId(draft);
    insertAt(parent, parent.children.indexOf(unit) + 1 + i, copy);
    all.push(copy);
  }
  for (const each of all) draft.touched.add(each.id);
  return all;
}

/** Puts the same text into other lists of the same depth, one copy each, where its neighbours tell it apart. */
export function scatterUnit(draft: Draft, copies: number): Unit[] {
  const { rng } = draft;
  const items = repeatable(draft).filter(({ unit }) => unit.kind !== 'row' && !draft.touched.has(unit.id));
  const { unit, parent } = rng.pick(items);
  const depth = depthOf(draft, unit);
  const hosts = [
    ...new Set(
      items
        .filter((other) => other.unit.kind === unit.kind && other.parent !== parent)
        .map((other) => other.parent),
    ),
  ];
  const above = depth - (ITEMS.includes(unit.kind) ? 1 : 0);
  const same = hosts.filter(
    (host) => depthOf(draft, host) === above && placesFor(unit.kind, host.children).length > 0,
  );
  const all = [unit];
  for (const host of rng.sample(same, copies)) {
    const copy = copyUnit(unit);
    copy.id = freshId(draft);
    insertAt(host, rng.pick(placesFor(unit.kind, host.children)), copy);
    all.push(copy);
  }
  for (const each of all) draft.touched.add(each.id);
  return all;
}

/** Takes a unit away wherever it stands. */
export function removeUnit(draft: Draft, unit: Unit): void {
  const entry = parents(draft).find((other) => other.unit.id === unit.id);
  if (entry !== undefined) entry.parent.children.splice(entry.parent.children.indexOf(entry.unit), 1);
}

/** One more copy of a unit, right after it. */
export function copyBeside(draft: Draft, unit: Unit): void {
  const entry = parents(draft).find((other) => other.unit.id === unit.id);
  if (entry === undefined) return;
  const copy = copyUnit(entry.unit);
  copy.id = freshId(draft);
  insertAt(entry.parent, entry.parent.children.indexOf(entry.unit) + 1, copy);
}

export function findUnit(draft: Draft, id: string): Unit | undefined {
  return [...walk(draft.root)].find((unit) => unit.id === id);
}
