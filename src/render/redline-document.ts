/**
 * What renderers read. Every renderer is one file that exports one function of a comparison document, as it stands on the
 * wire, with or without its block trees: where the trees are there, the redline says more (what an inserted section holds,
 * which row a cell is in), and where they are not, it still says everything that the changes themselves say.
 */
import type { Change, ChangeFilter, ComparisonStatistics } from '../change/change.js';
import type { BlockTree } from '../document/block.js';

/** The part of a comparison-v2 document that renderers use. `source` and `test` come together or not at all. */
export interface RedlineDocument {
  readonly config: {
    /** The filter that made the list of changes what it is; null when nothing was filtered. */
    readonly filter: ChangeFilter | null;
    /** Whether the search for correspondences stopped at its limit. */
    readonly budget_exhausted: boolean;
  };
  readonly changes: readonly Change[];
  readonly statistics: ComparisonStatistics;
  readonly source?: BlockTree | undefined;
  readonly test?: BlockTree | undefined;
}
