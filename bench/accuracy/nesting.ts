/** Levels put in and taken out. */
import { type Draft, depthOf, freshId, ITEMS, parents, sectionGroups } from './draft.js';
import { makeUnit } from './unit.js';

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
