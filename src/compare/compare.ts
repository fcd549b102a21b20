import { alignIndexed } from '../align/align.js';
import { resolveAlignmentConfig } from '../align/config.js';
import { pairTableOf, placeChanges } from '../change/build-changes.js';
import { keeps, parseFilter } from '../change/filter.js';
import { WORD_PROCESSOR } from '../change/inline-edits.js';
import { statisticsOf } from '../change/statistics.js';
import { TreeIndex } from '../document/tree-index.js';
import { Comparison } from './comparison.js';
import { type CompareOptions, checkOptions } from './options.js';
import { type ComparisonSide, readSides } from './sides.js';

/**
 * Compares two documents: reads both, finds which block is which, and says what happened to each.
 *
 * ```js
 * const comparison = compare('1. Fees are due in 30 days.', '1. Fees are due in 60 days.');
 * comparison.changes[0].inline[0]; // { kind: 'replace', source_text: '30', test_text: '60', … }
 * ```
 *
 * Deterministic: the same documents and options give the same bytes on any machine.
 *
 * @param source the earlier document. A string is always content, never a path.
 * @param test the later document.
 * @throws ComparisonError for inputs and options; AlignmentError, ChangeError (`filter`, `processor`), ProfileError and
 * ReadError from the parts; DocumentError for a ready tree that is none. Each has a `code`.
 */
export function compare(
  source: ComparisonSide,
  test: ComparisonSide,
  options: CompareOptions = {},
): Comparison {
  checkOptions(options);
  // Options are looked at before documents: a slip in them should not cost the time of reading.
  const alignmentConfig = resolveAlignmentConfig(options.alignment);
  const filter = options.filter === undefined ? null : parseFilter(options.filter);
  const processor = options.processor ?? WORD_PROCESSOR;
  const sides = readSides(source, test, options);
  const index = { source: new TreeIndex(sides.source), test: new TreeIndex(sides.test) };
  const numbered = alignIndexed(index.source, index.test, alignmentConfig);
  const { alignment } = numbered;
  const pairs = pairTableOf(numbered);
  const all = placeChanges(index.source, index.test, pairs, processor);
  const placed = filter === null ? all : all.filter(({ change }) => keeps(filter, change));
  return new Comparison(
    {
      source: sides.source,
      test: sides.test,
      alignment,
      changes: placed.map(({ change }) => change),
      config: {
        source_format: sides.sourceFormat,
        test_format: sides.testFormat,
        profile: sides.profile,
        alignment: alignment.config,
        similarity: alignment.backend,
        processor: processor.name,
        budget_exhausted: alignment.budget_exhausted,
        filter,
      },
      statistics: statisticsOf(index.source, index.test, pairs, placed, processor),
    },
    processor,
  );
}
