/** Answers for one comparison document what its changes alone do not say, from the trees when there are any. */
import type { Change } from '../change/change.js';
import { parentAddress, parseAddress } from '../document/address.js';
import { type Block, type BlockKind, walk } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';
import { headingTitle, ownHeading } from './contents.js';
import { nameOf } from './names.js';
import { pairBlocks } from './pairs.js';
import type { RedlineDocument } from './redline-document.js';
import { wordsOf } from './wording.js';
import { excerpt } from './words.js';

/** The texts of a cell's row's first cell and of its column's first cell. */
export interface CellNames {
  readonly row: string;
  readonly column: string;
}

/** The places of one document's changes. */
export class Places {
  private readonly source: TreeIndex | null;
  private readonly test: TreeIndex | null;
  /** How a source heading reads now, when it changed. */
  private readonly headingsNow = new Map<string, string>();
  private readonly changes: readonly Change[];
  /** The addresses of blocks that are on both sides: what is below one that came or went did not itself. */
  private readonly movedOut: ReadonlySet<string>;
  private readonly movedIn: ReadonlySet<string>;
  /** Without trees: the headings of source places, as far as changes of blocks that stayed tell them. */
  private trails: Map<string | null, readonly string[]> | null = null;

  constructor(document: RedlineDocument) {
    this.changes = document.changes;
    // A pair below a block that came or went was moved, or only got another block around it: it neither came nor went.
    const moves = document.changes.filter(({ kind }) => kind === 'move');
    const { source, test, changes, alignment } = document;
    const whole = changes.some(({ kind }) => kind === 'insert' || kind === 'delete');
    const pairs =
      whole && source !== undefined && test !== undefined
        ? pairBlocks(source, test, changes, alignment)
        : null;
    this.movedOut = new Set([
      ...moves.map(({ source_address }) => source_address!),
      ...(pairs?.toTest.keys() ?? []),
    ]);
    this.movedIn = new Set([
      ...moves.map(({ test_address }) => test_address!),
      ...(pairs?.toSource.keys() ?? []),
    ]);
    this.source = document.source === undefined ? null : new TreeIndex(document.source);
    this.test = document.test === undefined ? null : new TreeIndex(document.test);
    for (const { block_kind, source_address, test_address, test_label, test_text } of document.changes) {
      if (block_kind !== 'heading' || source_address === null || test_address === null) continue;
      this.headingsNow.set(source_address, headingTitle({ label: test_label, text: test_text }));
    }
  }

  /**
   * The changed block: test side, source side on a delete; null without trees. An inserted or deleted block comes without
   * what was there before and what is still there, which neither came nor went.
   */
  blockOf(change: Change): Block | null {
    const index = change.test_address === null ? this.source : this.test;
    const block = index?.blocks[index.at((change.test_address ?? change.source_address)!)] ?? null;
    if (block === null || (change.kind !== 'insert' && change.kind !== 'delete')) return block;
    return without(block, change.kind === 'insert' ? this.movedIn : this.movedOut);
  }

  /** What the block is called on each side; its label where there is no tree. */
  namesOf(change: Change): { source: string | null; test: string | null } {
    return {
      source: name(this.source, change.source_address) ?? change.source_label,
      test: name(this.test, change.test_address) ?? change.test_label,
    };
  }

  /** The headings that lead to a change, outermost first; a heading's own is the last of them. */
  trailOf(change: Change): readonly string[] {
    const own =
      change.block_kind === 'heading'
        ? [this.title(change, change.test_address === null ? 'source' : 'test')]
        : [];
    const [index, address] =
      change.test_address === null ? [this.source, change.source_address!] : [this.test, change.test_address];
    const at = index?.at(address) ?? -1;
    if (at < 0) return [...change.breadcrumb, ...own];
    if (change.test_address === null) return [...this.sourceTrail(at), ...own];
    return [...index!.headingsTo(at).map(headingTitle), ...own];
  }

  /** The headings at the place that a moved block left; null when nothing in the document tells. */
  trailLeft(change: Change): readonly string[] | null {
    const own = change.block_kind === 'heading' ? [this.title(change, 'source')] : [];
    const at = this.source?.at(change.source_address!) ?? -1;
    if (at >= 0) return [...this.sourceTrail(at), ...own];
    this.trails ??= trailsByParent(this.changes);
    const above = this.trails.get(parentAddress(change.source_address!));
    return above === undefined ? null : [...above, ...own];
  }

  /**
   * What a moved block follows on one side, for a move that no label and no heading tells; null without trees. A neighbour of
   * which its name says too little (`5`, or `Annex` like the moved one) is told by its first words too.
   */
  followed(change: Change, side: 'source' | 'test'): string | null {
    const index = side === 'source' ? this.source : this.test;
    const at = index?.at((side === 'source' ? change.source_address : change.test_address)!) ?? -1;
    if (at < 1) return null;
    const siblings = index!.blocks[index!.parents[at]].children;
    const before = siblings[siblings.indexOf(index!.blocks[at]) - 1];
    if (before === undefined || before.kind === 'heading') return 'the beginning';
    const named = nameOf(index!, index!.at(before.path));
    const words = firstWords(before);
    if (named === null) return `after ${words === '' ? wordsOf(before.kind) : `“${words}”`}`;
    const heading = ownHeading(before);
    const tells = heading === undefined ? before.label === null : heading.text !== '';
    const alike = Object.values(this.namesOf(change)).includes(named);
    const name = heading === undefined || named.startsWith('“') ? named : `“${named}”`;
    return `after ${name}${(tells && !alike) || words === '' ? '' : `, “${words}”`}`;
  }

  /** For a table's cell, what its row and its column are called; null for every other block and without trees. */
  cellOf(change: Change): CellNames | null {
    if (change.block_kind !== 'cell') return null;
    const [index, address] =
      change.test_address === null ? [this.source, change.source_address!] : [this.test, change.test_address];
    const at = index?.at(address) ?? -1;
    return at < 0 ? null : cellNames(index!, at);
  }

  /** Which of two source addresses stands first in the document: below zero when `a` does. */
  compareSource(a: string, b: string): number {
    const left = this.source?.at(a) ?? -1;
    const right = this.source?.at(b) ?? -1;
    return left >= 0 && right >= 0 ? left - right : compareAddresses(a, b);
  }

  /** Source headings as they read now, so that what left a renumbered section stands with what stayed in it. */
  private sourceTrail(at: number): string[] {
    return this.source!.headingsTo(at).map(
      (heading) => this.headingsNow.get(heading.path) ?? headingTitle(heading),
    );
  }

  /** A changed heading as the groups below it are titled: with its label where the trees give theirs. */
  private title(change: Change, side: 'source' | 'test'): string {
    const text = side === 'source' ? change.source_text : change.test_text;
    const label = side === 'source' ? change.source_label : change.test_label;
    return headingTitle({ label: this.test === null ? null : label, text });
  }
}

/** The block without the blocks below it that `moved` names; the block itself where it names none of them. */
function without(block: Block, moved: ReadonlySet<string>): Block {
  const children = block.children
    .filter(({ path }) => !moved.has(path))
    .map((child) => without(child, moved));
  const same =
    children.length === block.children.length && children.every((child, i) => child === block.children[i]);
  return same ? block : { ...block, children };
}

function name(index: TreeIndex | null, address: string | null): string | null {
  const at = index === null || address === null ? -1 : index.at(address);
  return at < 0 ? null : nameOf(index!, at);
}

/** The words that a block begins with, below its heading. */
function firstWords(block: Block): string {
  for (const inner of walk(block)) {
    if (inner.text !== '' && inner !== ownHeading(block)) return excerpt(inner.text, 40);
  }
  return '';
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

function cellNames(index: TreeIndex, at: number): CellNames | null {
  const row = index.parents[at];
  const table = row < 0 ? -1 : index.parents[row];
  if (table < 0) return null;
  const cells = index.blocks[row].children;
  return {
    row: cells[0].text,
    column: index.blocks[table].children[0].children[cells.indexOf(index.blocks[at])]?.text ?? '',
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
