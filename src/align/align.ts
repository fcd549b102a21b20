/** The aligner: which source block is which test block. */
import type { BlockTree } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';
import {
  type AlignedPair,
  type Alignment,
  type AlignmentConfig,
  PASS_NAMES,
  type PassName,
} from './alignment.js';
import { pairAnchors, releaseStrays } from './anchors.js';
import { pairCells } from './cells.js';
import { DEFAULT_ALIGNMENT, resolveSimilarity } from './config.js';
import { pairContainers } from './containers.js';
import { releaseHollow } from './hollow.js';
import { pairMoves } from './moves.js';
import { keptPlaces } from './reading-order.js';
import { containerPairs, Run } from './run.js';
import { alignChildren, keepOrder, markOrder } from './siblings.js';

/** Moves can bring containers together, and those new gaps and moves: this many times at most. Three suffice in practice. */
const ROUNDS = 6;

/**
 * At first only containers that share this much pair wherever they stand: a section whose clauses were all edited has no
 * votes to set against those of one clause that moved into it, and must first be looked for in its own place.
 */
const SURE_SHARE = 0.5;

/** An alignment, and its pairs by the blocks' numbers in document order: -1 where a block has no partner. */
export interface NumberedAlignment {
  readonly alignment: Alignment;
  readonly toTest: Int32Array;
  readonly toSource: Int32Array;
}

/**
 * Says which source block is which test block.
 *
 * Text that is unique on both sides is paired first, wherever it stands; containers then pair by the leaves they share;
 * inside every pair of containers the children are aligned in order, by equal text, label and similarity; what is left is
 * looked for elsewhere in the document. Pairs rest on what their `matched_by` names. Deterministic: the same trees and
 * settings give the same alignment.
 *
 * @param config settings as {@link resolveAlignmentConfig} gives them
 */
export function align(
  source: BlockTree,
  test: BlockTree,
  config: AlignmentConfig = DEFAULT_ALIGNMENT,
): Alignment {
  return alignIndexed(new TreeIndex(source), new TreeIndex(test), config).alignment;
}

/** As {@link align}, for trees that are indexed already. */
export function alignIndexed(source: TreeIndex, test: TreeIndex, config: AlignmentConfig): NumberedAlignment {
  const run = new Run(source, test, config);
  const headings = pairAnchors(run);
  pairContainers(run, headings, SURE_SHARE);
  releaseStrays(run);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [s, t] of containerPairs(run)) alignChildren(run, s, t);
    const moved = pairMoves(run);
    const gathered = pairContainers(run, headings);
    const hollow = releaseHollow(run);
    const released = releaseStrays(run);
    if (!moved && !gathered && !hollow && !released) break;
  }
  enforceMoves(run);
  pairCells(run);
  return { alignment: describe(run), toTest: run.source.partner, toSource: run.test.partner };
}

/** Takes back whatever would be a move and may not be. A container that goes takes the pairs below it along. */
function enforceMoves(run: Run): void {
  do {
    for (const [s, t] of containerPairs(run)) keepOrder(run, s, t);
  } while (releaseStrays(run));
}

/** The finished alignment: what moved, what was renumbered, what is left. */
function describe(run: Run): Alignment {
  const { source, test, config } = run;
  run.inOrder[0] = 1;
  for (const [s, t] of containerPairs(run)) markOrder(run, s, t);
  const kept = keptPlaces(run);
  const counts = Object.fromEntries([...PASS_NAMES, 'root'].map((name) => [name, 0])) as Record<
    PassName | 'root',
    number
  >;
  const pairs: AlignedPair[] = [];
  const deleted: string[] = [];
  for (let s = 0; s < source.blocks.length; s++) {
    const t = source.partner[s];
    if (t < 0) {
      deleted.push(source.blocks[s].path);
      continue;
    }
    const together = s === 0 || run.parentsCorrespond(s, t);
    const stays = together || kept?.[s] === 1;
    const matchedBy = s === 0 ? 'root' : stays ? run.basis[s] : 'move';
    counts[matchedBy]++;
    pairs.push({
      source_path: source.blocks[s].path,
      test_path: test.blocks[t].path,
      matched_by: matchedBy,
      confidence: Math.round(run.confidence[s] * 1e4) / 1e4,
      moved: !stays || (together && !run.inOrder[s]),
      renumbered: stays && source.blocks[s].label !== test.blocks[t].label,
    });
  }
  const inserted: string[] = [];
  for (let t = 0; t < test.blocks.length; t++) if (test.partner[t] < 0) inserted.push(test.blocks[t].path);
  return {
    pairs,
    inserted,
    deleted,
    config,
    backend: resolveSimilarity(config.similarity),
    pass_counts: counts,
    budget_exhausted: run.exhausted,
  };
}
