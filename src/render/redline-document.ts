/**
 * What renderers read. Every renderer is one file that exports one function of a comparison document, as it stands on the
 * wire, with or without its block trees: where the trees are there, the redline says more (what an inserted section holds,
 * which row a cell is in), and where they are not, it still says everything that the changes themselves say.
 */
import type { ComparisonConfig, ComparisonDocument } from '../compare/document.js';
import { kindOfValue, RenderError } from './errors.js';

/** The part of a comparison-v2 document that renderers use. `source` and `test` come together or not at all. */
export interface RedlineDocument
  extends Pick<ComparisonDocument, 'changes' | 'statistics' | 'source' | 'test' | 'alignment'> {
  readonly config: Pick<ComparisonConfig, 'filter' | 'budget_exhausted'>;
}

/**
 * Looks whether a renderer was given a comparison at all; that one read from JSON has the right shape inside is for
 * `comparisonFromJSON` to see.
 * @throws RenderError `bad_document`.
 */
export function checkRedline(document: unknown): void {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (
    isObject(document) &&
    Array.isArray(document.changes) &&
    isObject(document.config) &&
    isObject(document.statistics) &&
    isObject(document.statistics.counts) &&
    (document.source === undefined) === (document.test === undefined)
  ) {
    return;
  }
  throw new RenderError(
    'bad_document',
    `there is nothing to draw: a renderer takes a comparison, as compare or comparisonFromJSON gives it or as its toJSON writes it, not ${kindOfValue(document)}`,
  );
}
