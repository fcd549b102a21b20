/**
 * The order in which a redline tells its changes, shared by every renderer that groups them: the document's order, under
 * the headings that lead to each block, with a pointer at the place that a moved block left.
 */
import type { Change } from '../change/change.js';
import { parentAddress, parseAddress } from '../document/address.js';
import type { Block, BlockKind } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';
import { headingTitle, ownHeading } from './contents.js';
import type { RedlineDocument } from './redline-document.js';

/** One thing to tell. */
export interface Entry {
  readonly change: Change;
  /** `here` is where the block stands (or stood, when it was deleted); `left` is the place that a moved block left. */
  readonly at: 'here' | 'left';
  /** The headings that lead there, outermost first, with their labels where the trees are at hand. */
  readonly trail: readonly string[];
  /** On a move, the headings at the other end of it; null when they are not known, and on every other kind. */
  readonly otherTrail: readonly string[] | null;
  /** The block itself: test side, source side on a delete; null without trees. */
  readonly block: Block | null;
  /** For a table's cell: the texts of its row's first cell and its column's first cell; null when not known. */
  readonly cell: { readonly row: string; readonly column: string } | null;
}

/** Entries that stand under the same headings, one after the other. */
export interface Group {
  readonly trail: readonly string[];
  readonly entries: readonly Entry[];
}

/** The entries of a comparison, grouped by their headings, in the order in which a person reads them. */
export function planRedline(document: RedlineDocument): Group[] {
  const groups: { trail: readonly string[]; entries: Entry[] }[] = [];
  for (const entry of planEntries(document)) {
    const last = groups.at(-1);
    if (last !== undefined && sameTrail(last.trail, entry.trail)) last.entries.push(entry);
    else groups.push({ trail: entry.trail, entries: [entry] });
  }
  return groups;
}

/** Whether two places stand under the same headings. */
export function sameTrail(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}

/** One entry for each change, in the changes' own order, without pointers. */
export function planEntriesInOrder(document: RedlineDocument): Entry[] {
  const view = new View(document);
  return document.changes.map((change) => view.entry(change));
}

function planEntries(document: RedlineDocument): Entry[] {
  const view = new View(document);
  const pointers = new Map<number, Entry[]>();
  const place = view.placesLeft();
  const moves = document.changes
    .filter((change) => change.kind === 'move')
    .sort((a, b) => view.compareSource(a.source_address!, b.source_address!));
  for (const change of moves) {
    const at = place(change);
    pointers.set(at, [...(pointers.get(at) ?? []), view.pointer(change)]);
  }
  const entries = [...(pointers.get(0) ?? [])];
  document.changes.forEach((change, i) => {
    entries.push(view.entry(change), ...(pointers.get(i + 1) ?? []));
  });
  return entries;
}

/** A block where it stands. */
interface Place {
  readonly index: TreeIndex;
  readonly at: number;
  readonly block: Block;
}

/** Answers for one document what its changes alone do not say, from the trees when there are any. */
class View {
  private readonly source: TreeIndex | null;
  private readonly test: TreeIndex | null;
  /** How a source heading reads now, when it changed. */
  private readonly headingsNow = new Map<string, string>();
  private readonly changes: readonly Change[];
  /** Without trees: the headings of source places, as far as changes of blocks that stayed tell them. */
  private trails: Map<string | null, readonly string[]> | null = null;

  constructor(document: RedlineDocument) {
    this.changes = document.changes;
    this.source = document.source === undefined ? null : new TreeIndex(document.source);
    this.test = document.test === undefined ? null : new TreeIndex(document.test);
    for (const change of document.changes) {
      if (change.block_kind !== 'heading' || change.source_address === null || change.test_address === null)
        continue;
      const now = headingTitle({ label: change.test_label, text: change.test_text });
      this.headingsNow.set(change.source_address, now);
    }
  }

  entry(change: Change): Entry {
    const place = this.placeOf(change);
    return {
      change,
      at: 'here',
      trail: this.trailOf(change, place),
      otherTrail: change.kind === 'move' ? this.trailLeft(change) : null,
      block: place?.block ?? null,
      cell: change.block_kind === 'cell' && place !== null ? cellNames(place) : null,
    };
  }

  pointer(change: Change): Entry {
    const place = this.placeOf(change);
    const left = this.trailLeft(change) ?? [parentAddress(change.source_address!) ?? '/'];
    return {
      change,
      at: 'left',
      trail: left,
      otherTrail: this.trailOf(change, place),
      block: place?.block ?? null,
      cell: null,
    };
  }

  /**
   * Tells for a moved block after how many changes the place that it left is to be mentioned: after the last change of a
   * block that stood before it and did not move.
   */
  placesLeft(): (moved: Change) => number {
    const stayed = this.changes.flatMap((change, i) =>
      change.kind === 'move' || change.source_address === null
        ? []
        : [{ address: change.source_address, after: i + 1 }],
    );
    // The first of each place and all that follow it: these rise, so the last one before an address is found by halving.
    const firstOnwards: string[] = [];
    for (let i = stayed.length - 1; i >= 0; i--) {
      const later = firstOnwards[i + 1];
      const own = stayed[i].address;
      firstOnwards[i] = later !== undefined && this.compareSource(later, own) < 0 ? later : own;
    }
    return (moved) => {
      let low = 0;
      let high = stayed.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.compareSource(firstOnwards[middle], moved.source_address!) < 0) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? 0 : stayed[low - 1].after;
    };
  }

  compareSource(a: string, b: string): number {
    const left = this.source?.at(a) ?? -1;
    const right = this.source?.at(b) ?? -1;
    return left >= 0 && right >= 0 ? left - right : compareAddresses(a, b);
  }

  private placeOf(change: Change): Place | null {
    return change.test_address === null
      ? placeIn(this.source, change.source_address!)
      : placeIn(this.test, change.test_address);
  }

  private trailOf(change: Change, place: Place | null): readonly string[] {
    if (place === null) return change.breadcrumb;
    return change.test_address === null
      ? this.sourceTrail(place)
      : place.index.headingsTo(place.at).map(headingTitle);
  }

  /** The headings at the place that a moved block left; null when nothing in the document tells. */
  private trailLeft(change: Change): readonly string[] | null {
    const place = placeIn(this.source, change.source_address!);
    if (place !== null) return this.sourceTrail(place);
    const parent = parentAddress(change.source_address!);
    this.trails ??= trailsByParent(this.changes);
    return this.trails.get(parent) ?? null;
  }

  /** Source headings as they read now, so that what left a renumbered section stands with what stayed in it. */
  private sourceTrail(place: Place): readonly string[] {
    return place.index
      .headingsTo(place.at)
      .map((heading) => this.headingsNow.get(heading.path) ?? headingTitle(heading));
  }
}

function trailsByParent(changes: readonly Change[]): Map<string | null, readonly string[]> {
  const trails = new Map<string | null, readonly string[]>();
  for (const { kind, block_kind, source_address, breadcrumb } of changes) {
    if (kind === 'move' || block_kind === 'heading' || source_address === null) continue;
    const parent = parentAddress(source_address);
    if (!trails.has(parent)) trails.set(parent, breadcrumb);
  }
  return trails;
}

function placeIn(index: TreeIndex | null, address: string): Place | null {
  const at = index?.at(address) ?? -1;
  return at < 0 ? null : { index: index!, at, block: index!.blocks[at] };
}

function cellNames({ index, at, block }: Place): { row: string; column: string } | null {
  const row = index.parents[at];
  const table = row < 0 ? -1 : index.parents[row];
  if (table < 0) return null;
  const cells = index.blocks[row].children;
  return {
    row: cells[0].text,
    column: index.blocks[table].children[0].children[cells.indexOf(block)]?.text ?? '',
  };
}

// An address counts siblings of its own kind only, so without a tree the order of, say, a paragraph and a list item is not
// known. Readers put a section's heading first and its sub-sections last, which settles the cases that matter.
const KIND_ORDER: readonly BlockKind[] = [
  'document',
  'heading',
  'paragraph',
  'list_item',
  'table',
  'row',
  'cell',
  'unknown',
  'section',
];

function compareAddresses(a: string, b: string): number {
  const left = parseAddress(a);
  const right = parseAddress(b);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const kinds = KIND_ORDER.indexOf(left[i].kind) - KIND_ORDER.indexOf(right[i].kind);
    if (kinds !== 0) return kinds;
    if (left[i].index !== right[i].index) return left[i].index - right[i].index;
  }
  return left.length - right.length;
}

/** What a block is called in a sentence: a section by its heading, anything else by its label; null when it has neither. */
export function blockName(block: Block | null, label: string | null): string | null {
  const heading = block === null ? undefined : ownHeading(block);
  if (heading !== undefined) return headingTitle(heading) || label;
  return label;
}
