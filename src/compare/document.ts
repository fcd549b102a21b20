/** The comparison-v2 document: the wire's shapes, field for field, in wire order. */
import type { Alignment, AlignmentConfig, SimilarityName } from '../align/alignment.js';
import type { Change, ChangeFilter, ComparisonStatistics } from '../change/change.js';
import type { BlockTree } from '../document/block.js';

/**
 * The version of the documents written here, as `major.minor`. What is added raises the minor, what breaks raises the
 * major; a reader takes an equal or a lower minor of its own major.
 */
export const SCHEMA_VERSION = '2.0';

/** The format recorded for a side that came as a ready tree. */
export const BLOCKS_FORMAT = 'blocks';

/** Everything that decided what a comparison says, so that it can be made again. */
export interface ComparisonConfig {
  /** `text`, `markdown`, a registered reader's format, or `blocks` for a ready tree. */
  readonly source_format: string;
  readonly test_format: string;
  /** The structure profile's name; `""` when nothing was read. */
  readonly profile: string;
  readonly alignment: AlignmentConfig;
  /** The similarity measure that ran. */
  readonly similarity: SimilarityName;
  /** The leaf differ's name. */
  readonly processor: string;
  /** True when the search for pairs stopped at `max_comparisons`. */
  readonly budget_exhausted: boolean;
  /** The filter that made the list of changes what it is; null when nothing was filtered. */
  readonly filter: ChangeFilter | null;
}

/** A comparison as JSON data. `source` and `test` come together or not at all. */
export interface ComparisonDocument {
  readonly schema_version: string;
  readonly config: ComparisonConfig;
  readonly source?: BlockTree;
  readonly test?: BlockTree;
  readonly changes: readonly Change[];
  readonly statistics: ComparisonStatistics;
  readonly alignment?: Alignment;
}

/** Which optional parts a written document has. */
export interface DocumentForm {
  /** Both block trees; true when left out. Without them a document is several times smaller, and cannot be read back. */
  readonly trees?: boolean | undefined;
  /** Every pair of blocks, unchanged ones too; false when left out. */
  readonly alignment?: boolean | undefined;
}
