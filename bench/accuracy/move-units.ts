/** Units and sections that move. */
import {
  type Draft,
  depthOf,
  ITEMS,
  insertAt,
  isFree,
  MOVE_WORDS,
  parents,
  placesFor,
  sectionGroups,
  TEXT_KINDS,
  touch,
  words,
} from './draft.js';
import { editUnit } from './edit-units.js';
import { type Unit, walk } from './unit.js';

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
    // A text that stands elsewhere too has not visibly moved: it could have gone here and come there.
    const others = how === 'within' ? parent.children : all.map((other) => other.unit);
    if (others.some((other) => other !== unit && other.text === unit.text)) continue;
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
    if (edit) editMoved(draft, unit);
    touch(draft, unit);
    return true;
  }
  return false;
}

/** Edits what moved, or something in it, but leaves it long enough to move. */
function editMoved(draft: Draft, unit: Unit): void {
  const target = draft.rng.chance(0.5) && unit.children.length > 0 ? draft.rng.pick(unit.children) : unit;
  const { text, changed } = target;
  editUnit(draft, target, 1);
  if (leafWords(unit) < MOVE_WORDS) Object.assign(target, { text, changed });
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
