/**
 * Changes from an alignment: a flat list in document order. Of inserted, deleted and moved subtrees only the topmost
 * block is listed; edits and renumberings are listed for each block, inside what moved too. A block that only stands at
 * another address is no change.
 */
import type { NumberedAlignment } from '../align/align.js';
import type { AlignedPair, Alignment } from '../align/alignment.js';
import type { Block, BlockTree } from '../document/block.js';
import { roundRatio } from '../document/round.js';
import { TreeIndex } from '../document/tree-index.js';
import type { Change, ChangeKind, InlineEdit, LeafProcessor } from './change.js';
import { CHANGE_KINDS } from './change.js';
import { faultOfEdits } from './check-edits.js';
import { ChangeError } from './errors.js';
import { WORD_PROCESSOR } from './inline-edits.js';

/** A change with its place in the order: the test block it stands at or after, then the source block, then the kind. */
export interface PlacedChange {
  readonly change: Change;
  readonly test: number;
  /** -1 where nothing of the source is concerned. */
  readonly source: number;
}

/**
 * Says what happened to each block.
 * @param alignment every block of both trees in one pair, or among `inserted` or `deleted`.
 * @param processor the leaf differ.
 * @throws ChangeError `bad_processor` when a leaf differ's edits do not turn the source text into the test text.
 */
export function buildChanges(
  source: BlockTree,
  test: BlockTree,
  alignment: Alignment,
  processor: LeafProcessor = WORD_PROCESSOR,
): Change[] {
  const [before, after] = [new TreeIndex(source), new TreeIndex(test)];
  const placed = placeChanges(before, after, pairTable(before, after, alignment), processor);
  return placed.map(({ change }) => change);
}

/** As {@link buildChanges}, for trees that are indexed and pairs that are numbered already: the changes with their places. */
export function placeChanges(
  source: TreeIndex,
  test: TreeIndex,
  pairs: PairTable,
  processor: LeafProcessor,
): PlacedChange[] {
  const placed = [
    ...pairChanges(source, test, pairs, processor),
    ...insertChanges(test, pairs),
    ...deleteChanges(source, pairs),
  ];
  return placed.sort(
    (a, b) =>
      a.test - b.test ||
      a.source - b.source ||
      CHANGE_KINDS.indexOf(a.change.kind) - CHANGE_KINDS.indexOf(b.change.kind),
  );
}

/** The pairs by block index on either side. */
export interface PairTable {
  /** For each source block its partner's index in the test tree, or -1. */
  readonly toTest: Int32Array;
  /** For each test block its partner's index in the source tree, or -1. */
  readonly toSource: Int32Array;
  /** For each test block its pair; undefined when it has none. */
  readonly byTest: readonly (AlignedPair | undefined)[];
}

/** The pairs of an alignment that has just been made: nothing needs looking up. */
export function pairTableOf({ alignment, toTest, toSource }: NumberedAlignment): PairTable {
  const byTest: (AlignedPair | undefined)[] = new Array(toSource.length).fill(undefined);
  let next = 0;
  for (let s = 0; s < toTest.length; s++) if (toTest[s] >= 0) byTest[toTest[s]] = alignment.pairs[next++];
  return { toTest, toSource, byTest };
}

/** Looks the alignment's addresses up, once. */
export function pairTable(source: TreeIndex, test: TreeIndex, alignment: Alignment): PairTable {
  const toTest = new Int32Array(source.blocks.length).fill(-1);
  const toSource = new Int32Array(test.blocks.length).fill(-1);
  const byTest: (AlignedPair | undefined)[] = new Array(test.blocks.length).fill(undefined);
  for (const pair of alignment.pairs) {
    const s = source.at(pair.source_path);
    const t = test.at(pair.test_path);
    toTest[s] = t;
    toSource[t] = s;
    byTest[t] = pair;
  }
  return { toTest, toSource, byTest };
}

function pairChanges(
  source: TreeIndex,
  test: TreeIndex,
  pairs: PairTable,
  processor: LeafProcessor,
): PlacedChange[] {
  const placed: PlacedChange[] = [];
  // For each test block the nearest block at or above it whose pair moved, or -1.
  const movedAbove = new Int32Array(test.blocks.length).fill(-1);
  for (let t = 1; t < test.blocks.length; t++) {
    const above = movedAbove[test.parents[t]];
    movedAbove[t] = above;
    const pair = pairs.byTest[t];
    if (pair === undefined) continue;
    const s = pairs.toSource[t];
    if (pair.moved) movedAbove[t] = t;
    const moved = pair.moved && !movedWithin(source, test, pairs, s, above, movedAbove);
    const a = source.blocks[s];
    const b = test.blocks[t];
    // A block whose own move goes unreported, because something above it moved, still says that its label changed.
    const renumbered = pair.renumbered || (pair.moved && !moved && a.label !== b.label);
    const edited = a.text !== b.text;
    if (!moved && !renumbered && !edited) continue;
    const inline = edited ? edits(a, b, processor) : [];
    const kind: ChangeKind = moved ? 'move' : renumbered ? 'renumber' : 'modify';
    placed.push({ change: pairedChange(kind, a, b, pair, inline, test.breadcrumb(t)), test: t, source: s });
  }
  return placed;
}

/** Whether one of the moved pairs from `above` upwards holds source block `s` too: then the block moved with it. */
function movedWithin(
  source: TreeIndex,
  test: TreeIndex,
  pairs: PairTable,
  s: number,
  above: number,
  movedAbove: Int32Array,
): boolean {
  for (let t = above; t >= 0; t = movedAbove[test.parents[t]]) {
    if (source.contains(pairs.toSource[t], s)) return true;
  }
  return false;
}

function pairedChange(
  kind: ChangeKind,
  a: Block,
  b: Block,
  pair: AlignedPair,
  inline: readonly InlineEdit[],
  breadcrumb: readonly string[],
): Change {
  return {
    kind,
    source_address: a.path,
    test_address: b.path,
    block_kind: b.kind,
    source_label: a.label,
    test_label: b.label,
    role: b.role,
    span_types: touchedSpanTypes(a, b, inline),
    // Only the root pair is named `root`, and nothing is ever said of it.
    matched_by: pair.matched_by as Change['matched_by'],
    confidence: roundRatio(pair.confidence),
    source_text: a.text,
    test_text: b.text,
    inline,
    breadcrumb,
  };
}

function insertChanges(test: TreeIndex, { toSource }: PairTable): PlacedChange[] {
  const placed: PlacedChange[] = [];
  for (let t = 1; t < test.blocks.length; t++) {
    if (toSource[t] >= 0 || (toSource[test.parents[t]] < 0 && test.parents[t] > 0)) continue;
    const block = test.blocks[t];
    const change: Change = {
      kind: 'insert',
      source_address: null,
      test_address: block.path,
      block_kind: block.kind,
      source_label: null,
      test_label: block.label,
      role: block.role,
      span_types: spanTypes(block),
      matched_by: 'unmatched',
      confidence: 0,
      source_text: '',
      test_text: block.text,
      inline: [],
      breadcrumb: test.breadcrumb(t),
    };
    placed.push({ change, test: t, source: -1 });
  }
  return placed;
}

function deleteChanges(source: TreeIndex, { toTest }: PairTable): PlacedChange[] {
  const placed: PlacedChange[] = [];
  // A deleted block has no place in the test document: it stands after the nearest paired block before it.
  let predecessor = 0;
  for (let s = 1; s < source.blocks.length; s++) {
    if (toTest[s] >= 0) {
      predecessor = toTest[s];
      continue;
    }
    if (toTest[source.parents[s]] < 0 && source.parents[s] > 0) continue;
    const block = source.blocks[s];
    const change: Change = {
      kind: 'delete',
      source_address: block.path,
      test_address: null,
      block_kind: block.kind,
      source_label: block.label,
      test_label: null,
      role: block.role,
      span_types: spanTypes(block),
      matched_by: 'unmatched',
      confidence: 0,
      source_text: block.text,
      test_text: '',
      inline: [],
      breadcrumb: source.breadcrumb(s),
    };
    placed.push({ change, test: predecessor, source: s });
  }
  return placed;
}

function edits(a: Block, b: Block, processor: LeafProcessor): readonly InlineEdit[] {
  const inline = processor.diff(a.text, b.text);
  if (processor === WORD_PROCESSOR) return inline;
  // A leaf differ from outside may be wrong; a wrong document would be found out far from here.
  const wrong = faultOfEdits(a.text, b.text, inline);
  if (wrong !== null) {
    const which = wrong.at === null ? 'what it gives' : `edit ${wrong.at}`;
    throw new ChangeError(
      'bad_processor',
      `the edits of leaf differ "${processor.name}" do not turn the text of ${a.path} into that of ${b.path}: ${which} ${wrong.message}`,
    );
  }
  return inline.map(({ kind, source_start, source_end, test_start, test_end, source_text, test_text }) => {
    return { kind, source_start, source_end, test_start, test_end, source_text, test_text };
  });
}

/** The types of all spans of a block, sorted, each once. */
function spanTypes(block: Block): string[] {
  return [...new Set(block.spans.map((span) => span.type))].sort();
}

/** The types of the spans on either side that an inline edit overlaps, sorted, each once. */
function touchedSpanTypes(a: Block, b: Block, inline: readonly InlineEdit[]): string[] {
  // Spans are found on first access; where nothing was edited nobody needs them.
  if (inline.length === 0) return [];
  const types = new Set<string>();
  for (const { type, start, end } of a.spans) {
    if (inline.some((edit) => overlaps(start, end, edit.source_start, edit.source_end))) types.add(type);
  }
  for (const { type, start, end } of b.spans) {
    if (inline.some((edit) => overlaps(start, end, edit.test_start, edit.test_end))) types.add(type);
  }
  return [...types].sort();
}

/** So an empty range (where something was inserted or deleted) touches a span that it lies strictly inside. */
function overlaps(start: number, end: number, from: number, to: number): boolean {
  return start < to && from < end;
}
