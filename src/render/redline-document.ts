/**
 * What renderers read. Every renderer is one file that exports one function of a comparison document, as it stands on the
 * wire, with or without its block trees: where the trees are there, the redline says more (what an inserted section holds,
 * which row a cell is in), and where they are not, it still says everything that the changes themselves say.
 */
import type { ComparisonConfig, ComparisonDocument } from '../compare/document.js';

/** The part of a comparison-v2 document that renderers use. `source` and `test` come together or not at all. */
export interface RedlineDocument
  extends Pick<ComparisonDocument, 'changes' | 'statistics' | 'source' | 'test' | 'alignment'> {
  readonly config: Pick<ComparisonConfig, 'filter' | 'budget_exhausted'>;
}
