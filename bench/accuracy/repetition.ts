/** Byte-identical units: side by side, and in different lists. */
import {
  type Draft,
  depthOf,
  FEWEST_WORDS,
  freshId,
  ITEMS,
  insertAt,
  parents,
  placesFor,
  words,
} from './draft.js';
import { copyUnit, type Unit, walk } from './unit.js';

/** Leaves that may be repeated: whole texts, of any length, that nothing refers to. */
function repeatable(draft: Draft): { unit: Unit; parent: Unit }[] {
  // Two groups of one text would leave open which of them a copy came from.
  const used = new Set(
    [...walk(draft.root)].filter((unit) => draft.touched.has(unit.id)).map((unit) => unit.text),
  );
  return parents(draft).filter(
    ({ unit, parent }) =>
      (unit.kind === 'row' || !used.has(unit.text)) &&
      (['clause', 'bullet', 'paragraph'].includes(unit.kind) ||
        (unit.kind === 'row' && parent.children[0] !== unit)) &&
      unit.children.length === 0 &&
      (unit.kind === 'row' || words(unit.text) >= FEWEST_WORDS) &&
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
  // Not between or beside other repeated units: X Y X with one X and Y taken out could have lost either X.
  const apart = (host: Unit) =>
    placesFor(unit.kind, host.children).filter(
      (place) =>
        ![host.children[place - 1], host.children[place]].some(
          (near) => near !== undefined && draft.touched.has(near.id),
        ),
    );
  const same = hosts.filter((host) => depthOf(draft, host) === above && apart(host).length > 0);
  const all = [unit];
  for (const host of rng.sample(same, copies)) {
    const copy = copyUnit(unit);
    copy.id = freshId(draft);
    insertAt(host, rng.pick(apart(host)), copy);
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
