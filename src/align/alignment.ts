/**
 * An alignment says which source block is which test block. These are the wire's `alignmentConfig`, `alignedPair` and
 * `alignment`, field for field.
 */
import type { BlockKind } from '../document/block.js';

/** The passes in their fixed order; what each may decide on stands in the guide to alignment. */
export const PASS_NAMES = ['exact', 'label', 'structural', 'fuzzy', 'move', 'positional'] as const;

/** What a pair rests on. */
export type PassName = (typeof PASS_NAMES)[number];

/** The two similarity measures under the wire's names: Ratcliff/Obershelp, and normalised Indel, over tokens. */
export type SimilarityName = 'difflib' | 'rapidfuzz';

/** Every setting of the aligner; all of them are on the wire in `config.alignment`. Ratios are 0..1. */
export interface AlignmentConfig {
  /** Which passes run, in PASS_NAMES order. `exact`, `structural` and `positional` are mandatory. */
  readonly passes: readonly PassName[];
  readonly similarity: 'auto' | SimilarityName;
  readonly fuzzy_min_similarity: number;
  readonly label_min_similarity: number;
  readonly positional_min_similarity: number;
  readonly move_min_similarity: number;
  /** How far the best candidate for a move must lead the second best. */
  readonly move_tie_margin: number;
  /** The fewest tokens (white space not counted) of a leaf that may move by itself. */
  readonly move_min_tokens: number;
  /** The kinds of leaf that may move by themselves. */
  readonly move_kinds: readonly BlockKind[];
  /** How many places away, inside a gap, a fuzzy partner is looked for. */
  readonly fuzzy_window: number;
  /** Whether rows of a table pair by similarity. */
  readonly table_fuzzy: boolean;
  /** How many similarities one run may evaluate. */
  readonly max_comparisons: number;
}

/** Two blocks that correspond. */
export interface AlignedPair {
  readonly source_path: string;
  readonly test_path: string;
  readonly matched_by: PassName | 'root';
  readonly confidence: number;
  readonly moved: boolean;
  readonly renumbered: boolean;
}

/** Every correspondence between two trees. Each block other than the paired ones is in `inserted` or `deleted`. */
export interface Alignment {
  /** In source order, the root pair first. */
  readonly pairs: readonly AlignedPair[];
  /** Every unmatched test block's address, in document order. */
  readonly inserted: readonly string[];
  /** Every unmatched source block's address, in document order. */
  readonly deleted: readonly string[];
  readonly config: AlignmentConfig;
  /** The measure that ran. */
  readonly backend: SimilarityName;
  /** Pairs by pass, all six and `root`, zeros included. */
  readonly pass_counts: Readonly<Record<PassName | 'root', number>>;
  /** True when `max_comparisons` was spent: the search stopped there. */
  readonly budget_exhausted: boolean;
}
