/** A document under revision, and what every kind of change to it needs. Changes are made in place; identities stay. */
import type { Genre } from './edits.js';
import type { Pool } from './pool.js';
import type { Rng } from './rng.js';
import { type Unit, type UnitKind, walk, withParents } from './unit.js';

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

export const TEXT_KINDS: readonly UnitKind[] = ['clause', 'bullet', 'paragraph', 'quote'];
export const ITEMS: readonly UnitKind[] = ['clause', 'bullet'];

/** A leaf of fewer words than this does not move by itself: the aligner's own guard, stated on the wire. */
export const MOVE_WORDS = 8;

/** Nobody adds a proviso to `Reserved.`: shorter texts than this are left as they are. */
export const FEWEST_WORDS = 4;

export const words = (text: string) => text.split(' ').length;

/** No unit below it is called by a reference, so that it may go. */
export const unreferenced = (unit: Unit) => [...walk(unit)].every((below) => below.name === null);

export function isFree(draft: Draft, unit: Unit): boolean {
  for (const below of walk(unit)) if (draft.touched.has(below.id)) return false;
  return true;
}

export function touch(draft: Draft, unit: Unit): void {
  for (const below of walk(unit)) draft.touched.add(below.id);
}

export function parents(draft: Draft): { unit: Unit; parent: Unit }[] {
  return [...withParents(draft.root)];
}

/** How many items enclose a unit, itself included. */
export function depthOf(draft: Draft, wanted: Unit): number {
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

export const freshId = (draft: Draft) => `new:${++draft.made}`;

const isTwin = (a: Unit, b: Unit) =>
  a.kind === b.kind && a.text === b.text && a.cells.join('|') === b.cells.join('|');

/** Where a unit of this kind may stand among these siblings: beside one of its kind. */
export function placesFor(kind: UnitKind, siblings: readonly Unit[]): number[] {
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
    // Nor anything two units of one text: which of them stood before it could not be told.
    if (i > 0 && i < siblings.length && isTwin(siblings[i - 1], siblings[i])) continue;
    places.push(i);
  }
  return places;
}

export function insertAt(parent: Unit, index: number, unit: Unit): void {
  parent.children.splice(index, 0, unit);
}

export function textUnits(draft: Draft): Unit[] {
  return [...walk(draft.root)].filter((unit) => TEXT_KINDS.includes(unit.kind));
}

/** Sections that stand side by side, schedules left out. */
export function sectionGroups(draft: Draft): Unit[][] {
  const groups = new Map<Unit, Unit[]>();
  for (const { unit, parent } of parents(draft)) {
    if (unit.kind !== 'section' || unit.schedule || parent.kind !== 'section') continue;
    groups.set(parent, [...(groups.get(parent) ?? []), unit]);
  }
  return [...groups.values()];
}
