/**
 * The order in which a redline tells its changes, shared by every renderer that groups them: the document's order, under
 * the headings that lead to each block, with a pointer at the place that a moved block left.
 */
import type { Change } from '../change/change.js';
import { parentAddress } from '../document/address.js';
import type { Block } from '../document/block.js';
import { type CellNames, Places } from './places.js';
import type { RedlineDocument } from './redline-document.js';

/** One thing to tell. */
export interface Entry {
  readonly change: Change;
  /** `here` is where the block stands (or stood, when it was deleted); `left` is the place that a moved block left. */
  readonly at: 'here' | 'left';
  /** The headings that lead there, outermost first, with their labels where the trees are at hand; a heading's own is last. */
  readonly trail: readonly string[];
  /** On a move, the headings at the other end of it; null when they are not known, and on every other kind. */
  readonly otherTrail: readonly string[] | null;
  /** On a move, what the block follows at the other end (`after “Fees”`); null when not known, and on every other kind. */
  readonly otherFollows: string | null;
  /** What the block is called on each side, as one cites it (`3.2(d)`); null when it has no name or is not there. */
  readonly names: { readonly source: string | null; readonly test: string | null };
  /** The block itself: test side, source side on a delete; null without trees. */
  readonly block: Block | null;
  /** For a table's cell, what its row and its column are called; null when not known. */
  readonly cell: CellNames | null;
}

/** Entries that stand under the same headings, one after the other. */
export interface Group {
  readonly trail: readonly string[];
  readonly entries: readonly Entry[];
}

/**
 * The entries of a comparison, grouped by their headings, in the order in which a person reads them: on each side that of the
 * document. What went from one section and what came to another may alternate in the list of changes; each section then has one
 * group, where its first entry stands.
 */
export function planRedline(document: RedlineDocument): Group[] {
  const groups: OpenGroup[] = [];
  const byTrail = new Map<string, OpenGroup[]>();
  // The last groups that tell of either document: no entry may be told before what stands before it there.
  const last = { source: -1, test: -1 };
  for (const entry of entriesWithPointers(document)) {
    const key = JSON.stringify(entry.trail);
    const alike = byTrail.get(key) ?? [];
    byTrail.set(key, alike);
    const section = sectionsOf(entry);
    const first = Math.max(
      section.source === null ? -1 : last.source,
      section.test === null ? -1 : last.test,
    );
    let group = alike.findLast(
      ({ at, source, test }) => at >= first && agree(source, section.source) && agree(test, section.test),
    );
    if (group === undefined) {
      group = { at: groups.length, trail: entry.trail, entries: [], ...section };
      groups.push(group);
      alike.push(group);
    }
    group.entries.push(entry);
    group.source ??= section.source;
    group.test ??= section.test;
    if (section.source !== null) last.source = Math.max(last.source, group.at);
    if (section.test !== null) last.test = Math.max(last.test, group.at);
  }
  return groups.map(({ trail, entries }) => ({ trail, entries }));
}

/** A group that grows, and the section that it is on each side, as far as its entries tell. */
interface OpenGroup {
  readonly at: number;
  readonly trail: readonly string[];
  readonly entries: Entry[];
  source: string | null;
  test: string | null;
}

/**
 * The sections that an entry's headings lead to, which is what a whole section stands in; null on a side where it does not
 * stand. Two sections may be titled alike: their addresses tell them apart.
 */
function sectionsOf({ change, at }: Entry): { source: string | null; test: string | null } {
  const away = change.kind === 'move';
  const whole = change.block_kind === 'section';
  return {
    source: away && at === 'here' ? null : sectionAddress(change.source_address, whole),
    test: away && at === 'left' ? null : sectionAddress(change.test_address, whole),
  };
}

function sectionAddress(address: string | null, whole: boolean): string | null {
  const inside = whole && address !== null ? parentAddress(address) : address;
  return inside === null ? null : (/^(?:\/section\[\d+\])*/.exec(inside)?.[0] ?? '');
}

function agree(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

/** One entry for each change, in the changes' own order, without pointers. */
export function planEntries(document: RedlineDocument): Entry[] {
  const places = new Places(document);
  return document.changes.map((change) => entryHere(change, places));
}

/** Whether two places stand under the same headings. */
export function sameTrail(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}

function entriesWithPointers(document: RedlineDocument): Entry[] {
  const { changes } = document;
  const places = new Places(document);
  const placeLeft = placesLeft(changes, places);
  const pointers = new Map<number, Entry[]>();
  const moves = changes
    .filter((change) => change.kind === 'move')
    .sort((a, b) => places.compareSource(a.source_address!, b.source_address!));
  for (const change of moves) {
    const after = placeLeft(change);
    const there = pointers.get(after) ?? [];
    pointers.set(after, there);
    there.push(entryLeft(change, places));
  }
  const entries = [...(pointers.get(0) ?? [])];
  changes.forEach((change, i) => {
    entries.push(entryHere(change, places), ...(pointers.get(i + 1) ?? []));
  });
  return entries;
}

function entryHere(change: Change, places: Places): Entry {
  return {
    change,
    at: 'here',
    trail: places.trailOf(change),
    otherTrail: change.kind === 'move' ? places.trailLeft(change) : null,
    otherFollows: change.kind === 'move' ? places.followed(change, 'source') : null,
    names: places.namesOf(change),
    block: places.blockOf(change),
    cell: places.cellOf(change),
  };
}

function entryLeft(change: Change, places: Places): Entry {
  return {
    ...entryHere(change, places),
    at: 'left',
    trail: places.trailLeft(change) ?? [parentAddress(change.source_address!) ?? '/'],
    otherTrail: places.trailOf(change),
    otherFollows: places.followed(change, 'test'),
  };
}

/**
 * Tells for a moved block after how many changes the place that it left is to be mentioned: after the last change of a
 * block that stood before it and did not move.
 */
function placesLeft(changes: readonly Change[], places: Places): (moved: Change) => number {
  const stayed = changes.flatMap((change, i) =>
    change.kind === 'move' || change.source_address === null
      ? []
      : [{ address: change.source_address, after: i + 1 }],
  );
  // The first of each place and all that follow it: these rise, so the last one before an address is found by halving.
  const firstOnwards: string[] = [];
  for (let i = stayed.length - 1; i >= 0; i--) {
    const later = firstOnwards[i + 1];
    const own = stayed[i].address;
    firstOnwards[i] = later !== undefined && places.compareSource(later, own) < 0 ? later : own;
  }
  return (moved) => {
    let low = 0;
    let high = stayed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places.compareSource(firstOnwards[middle], moved.source_address!) < 0) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : stayed[low - 1].after;
  };
}
