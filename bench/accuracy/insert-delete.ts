/** Units and sections that come and go. */
import {
  type Draft,
  depthOf,
  freshId,
  ITEMS,
  insertAt,
  isFree,
  parents,
  placesFor,
  TEXT_KINDS,
  touch,
  unreferenced,
} from './draft.js';
import { makeUnit, walk } from './unit.js';

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
