/** What a comparison document states twice, it has to state alike. */
import type { Alignment } from '../align/alignment.js';
import type { Change, ChangeCounts, ComparisonStatistics, LeafProcessor } from '../change/change.js';
import { countChanges } from '../change/statistics.js';
import type { TreeIndex } from '../document/tree-index.js';
import type { ComparisonConfig } from './document.js';
import { fault } from './fields.js';

/** The parts of a document, each of which is right by itself. */
interface Parts {
  readonly config: ComparisonConfig;
  readonly alignment: Alignment;
  readonly changes: readonly Change[];
  readonly statistics: ComparisonStatistics;
  readonly source: TreeIndex;
  readonly test: TreeIndex;
}

/** Refuses a document whose parts contradict one another, with the place of the first contradiction. */
export function checkAgreement({ config, alignment, changes, statistics, source, test }: Parts): void {
  same('alignment.config', alignment.config, config.alignment, 'config.alignment');
  same('alignment.backend', alignment.backend, config.similarity, 'config.similarity');
  same(
    'alignment.budget_exhausted',
    alignment.budget_exhausted,
    config.budget_exhausted,
    'config.budget_exhausted',
  );
  same('statistics.source_blocks', statistics.source_blocks, source.blocks.length, 'the blocks of source');
  same('statistics.test_blocks', statistics.test_blocks, test.blocks.length, 'the blocks of test');
  checkPairs(changes, alignment);
  checkCounts(statistics.counts, changes);
}

function same(where: string, a: unknown, b: unknown, other: string): void {
  if (JSON.stringify(a) !== JSON.stringify(b)) throw fault(where, `does not agree with ${other}`);
}

/** Every change is of a pair of the alignment, or of a block that has none, and no block has two. */
function checkPairs(changes: readonly Change[], { pairs, inserted, deleted }: Alignment): void {
  const pairOf = new Map(pairs.map((pair) => [pair.source_path, pair]));
  const alone = { source: new Set(deleted), test: new Set(inserted) };
  const told = { source: new Set<string>(), test: new Set<string>() };
  changes.forEach((change, i) => {
    for (const side of ['source', 'test'] as const) {
      const address = change[`${side}_address`];
      if (address === null) continue;
      if (told[side].has(address)) {
        throw fault(`changes[${i}].${side}_address`, `is ${address}, of which a change is listed already`);
      }
      told[side].add(address);
      if (change.matched_by === 'unmatched' && !alone[side].has(address)) {
        throw fault(
          `changes[${i}].kind`,
          `is "${change.kind}", but ${address} is in a pair of the alignment`,
        );
      }
    }
    if (change.source_address === null || change.test_address === null) return;
    const pair = pairOf.get(change.source_address);
    if (pair?.test_path !== change.test_address) {
      throw fault(
        `changes[${i}]`,
        `${change.source_address} and ${change.test_address} are no pair of the alignment`,
      );
    }
    same(`changes[${i}].matched_by`, change.matched_by, pair.matched_by, 'the pair in the alignment');
    same(`changes[${i}].confidence`, change.confidence, pair.confidence, 'the pair in the alignment');
  });
}

/** Tokens are counted by the leaf differ that ran, which may not be known here; all else can be counted again. */
const NO_TOKENS: LeafProcessor = { name: '', tokens: () => [], diff: () => [] };

function checkCounts(stated: ChangeCounts, changes: readonly Change[]): void {
  const counted = countChanges(changes, NO_TOKENS);
  for (const key of Object.keys(counted) as (keyof ChangeCounts)[]) {
    if (key === 'tokens_changed') continue;
    if (stated[key] !== counted[key]) {
      throw fault(`statistics.counts.${key}`, `is ${stated[key]}, but the changes give ${counted[key]}`);
    }
  }
}
