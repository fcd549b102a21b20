/**
 * How much changed, and where. A section's row counts the changes whose nearest enclosing section it is, so nothing is
 * counted twice; its blocks are counted in the whole test tree, whatever was filtered.
 */
import type { Alignment } from '../align/alignment.js';
import type { BlockTree } from '../document/block.js';
import { roundRatio } from '../document/round.js';
import { TreeIndex } from '../document/tree-index.js';
import { type PairTable, type PlacedChange, pairTable } from './build-changes.js';
import type {
  Change,
  ChangeCounts,
  ComparisonStatistics,
  LeafProcessor,
  SectionStatistics,
} from './change.js';
import { WORD_PROCESSOR } from './inline-edits.js';
import { charsAdded, charsDeleted, tokensChanged } from './measures.js';

/**
 * Counts `changes`, which may be filtered.
 * @param processor the leaf differ that made them: its tokens are what `tokens_changed` counts.
 */
export function statistics(
  source: BlockTree,
  test: BlockTree,
  alignment: Alignment,
  changes: readonly Change[],
  processor: LeafProcessor = WORD_PROCESSOR,
): ComparisonStatistics {
  const [before, after] = [new TreeIndex(source), new TreeIndex(test)];
  const placed = changes.map((change) => ({
    change,
    test: change.test_address === null ? -1 : after.at(change.test_address),
    source: change.source_address === null ? -1 : before.at(change.source_address),
  }));
  return statisticsOf(before, after, pairTable(before, after, alignment), placed, processor);
}

/** As {@link statistics}, for trees that are indexed and pairs that are numbered already. */
export function statisticsOf(
  source: TreeIndex,
  test: TreeIndex,
  pairs: PairTable,
  placed: readonly PlacedChange[],
  processor: LeafProcessor,
): ComparisonStatistics {
  return {
    counts: countChanges(
      placed.map(({ change }) => change),
      processor,
    ),
    source_blocks: source.blocks.length,
    test_blocks: test.blocks.length,
    sections: sectionRows(source, test, pairs, placed, processor),
  };
}

/** Counts changes, and what their inline edits did. */
export function countChanges(
  changes: readonly Change[],
  processor: LeafProcessor = WORD_PROCESSOR,
): ChangeCounts {
  const kinds = { insert: 0, delete: 0, modify: 0, move: 0, renumber: 0 };
  const edits = { insert: 0, delete: 0, replace: 0 };
  let tokens = 0;
  let added = 0;
  let deleted = 0;
  for (const change of changes) {
    kinds[change.kind]++;
    for (const edit of change.inline) edits[edit.kind]++;
    tokens += tokensChanged(change, processor);
    added += charsAdded(change);
    deleted += charsDeleted(change);
  }
  return {
    inserted: kinds.insert,
    deleted: kinds.delete,
    modified: kinds.modify,
    moved: kinds.move,
    renumbered: kinds.renumber,
    total: changes.length,
    inline_insertions: edits.insert,
    inline_deletions: edits.delete,
    inline_replacements: edits.replace,
    tokens_changed: tokens,
    chars_added: added,
    chars_deleted: deleted,
  };
}

/** A section with a heading: on the test side, or on the source side when the test side has none in its place. */
interface Row {
  readonly side: TreeIndex;
  readonly section: number;
  /** The test block that the row stands at or after. */
  readonly place: number;
  blocks: number;
  readonly changes: Change[];
}

function sectionRows(
  source: TreeIndex,
  test: TreeIndex,
  pairs: PairTable,
  placed: readonly PlacedChange[],
  processor: LeafProcessor,
): SectionStatistics[] {
  const rows: Row[] = [];
  // For each test block, then each source block, the row of its nearest section; a section's own block included.
  const ofTest: (Row | undefined)[] = new Array(test.blocks.length);
  for (let t = 0; t < test.blocks.length; t++) {
    if (headingOf(test, t) === null) ofTest[t] = t === 0 ? undefined : ofTest[test.parents[t]];
    else rows.push((ofTest[t] = { side: test, section: t, place: t, blocks: 0, changes: [] }));
    const row = ofTest[t];
    if (row !== undefined) row.blocks++;
  }
  const ofSource: (Row | undefined)[] = new Array(source.blocks.length);
  let place = 0;
  for (let s = 0; s < source.blocks.length; s++) {
    const partner = pairs.toTest[s];
    if (partner >= 0) place = partner;
    if (headingOf(source, s) === null) ofSource[s] = s === 0 ? undefined : ofSource[source.parents[s]];
    else if (partner >= 0) ofSource[s] = ofTest[partner];
    else rows.push((ofSource[s] = { side: source, section: s, place, blocks: 0, changes: [] }));
  }
  for (const { change, test: t, source: s } of placed) {
    const row = change.test_address !== null ? ofTest[t] : ofSource[s];
    row?.changes.push(change);
  }
  // Test rows are in order already; a source row goes after what stands at its place.
  rows.sort(
    (a, b) =>
      a.place - b.place || Number(a.side === source) - Number(b.side === source) || a.section - b.section,
  );
  return rows.map((row) => sectionRow(row, processor));
}

function sectionRow({ side, section, blocks, changes }: Row, processor: LeafProcessor): SectionStatistics {
  return {
    address: side.blocks[section].path,
    heading: headingOf(side, section) as string,
    breadcrumb: side.breadcrumb(section),
    blocks,
    counts: countChanges(changes, processor),
    density: blocks === 0 ? 0 : roundRatio(changes.length / blocks),
  };
}

/** The text of a section's first heading; null for other blocks and for sections without one. */
function headingOf(side: TreeIndex, i: number): string | null {
  const block = side.blocks[i];
  if (block.kind !== 'section') return null;
  return block.children.find((child) => child.kind === 'heading')?.text ?? null;
}
