import type { AlignedPair, Alignment } from '../align/alignment.js';
import { PASS_NAMES } from '../align/alignment.js';
import type { Change, ChangeFilter, ComparisonStatistics, LeafProcessor } from '../change/change.js';
import { filterChanges, parseFilter } from '../change/filter.js';
import { statistics as countStatistics } from '../change/statistics.js';
import type { BlockTree } from '../document/block.js';
import { roundRatio } from '../document/round.js';
import { didYouMean } from '../document/suggest.js';
import { writeTree } from '../document/write.js';
import {
  type ComparisonConfig,
  type ComparisonDocument,
  type DocumentForm,
  SCHEMA_VERSION,
} from './document.js';
import { ComparisonError } from './errors.js';
import { readComparison } from './read-document.js';

/** What a comparison is made of. */
export interface ComparisonParts {
  readonly source: BlockTree;
  readonly test: BlockTree;
  readonly alignment: Alignment;
  readonly changes: readonly Change[];
  readonly config: ComparisonConfig;
  readonly statistics: ComparisonStatistics;
}

const FORM_KEYS = ['trees', 'alignment'];

/** Two documents, what corresponds between them, and what changed. A value: nothing about it ever changes. */
export class Comparison implements ComparisonParts {
  /** The earlier document. */
  readonly source: BlockTree;
  /** The later document. */
  readonly test: BlockTree;
  /** Which block is which, unchanged blocks included. */
  readonly alignment: Alignment;
  /** What happened, flat and in document order. */
  readonly changes: readonly Change[];
  /** What was in force. */
  readonly config: ComparisonConfig;
  /** How much changed, and where. */
  readonly statistics: ComparisonStatistics;
  /** The leaf differ that made the changes; null when the comparison was read from JSON that names one not known here. */
  readonly #processor: LeafProcessor | null;

  constructor(parts: ComparisonParts, processor: LeafProcessor | null) {
    this.source = parts.source;
    this.test = parts.test;
    this.alignment = parts.alignment;
    this.changes = parts.changes;
    this.config = parts.config;
    this.statistics = parts.statistics;
    this.#processor = processor;
  }

  /**
   * The same comparison with fewer changes: the trees and the alignment stay whole, the counts are those of the changes
   * that are left, and `config.filter` says what was asked.
   * @param spec a filter; what it leaves out is no constraint. Inserts and deletes have no inline edits, so that any
   * `min_chars` above 0 drops them.
   * @throws ChangeError `bad_filter`; ComparisonError `already_filtered` when this comparison is a filtered one, because
   * one record cannot say that two filters were applied; `unknown_processor` after `fromJSON` without the leaf differ.
   */
  filter(spec: Partial<ChangeFilter>): Comparison {
    const filter = parseFilter(spec);
    if (this.config.filter !== null) {
      throw new ComparisonError(
        'already_filtered',
        'this comparison is filtered already, and its record has room for one filter: filter the whole comparison, with both constraints in one filter',
      );
    }
    if (this.#processor === null) {
      throw new ComparisonError(
        'unknown_processor',
        `the changes were made by leaf differ "${this.config.processor}", whose tokens the statistics count: hand it to fromJSON as the option processor`,
      );
    }
    const changes = filterChanges(this.changes, filter);
    const { source, test, alignment } = this;
    return new Comparison(
      {
        source,
        test,
        alignment,
        changes,
        config: { ...this.config, filter },
        statistics: countStatistics(source, test, alignment, changes, this.#processor),
      },
      this.#processor,
    );
  }

  /**
   * The comparison as a comparison-v2 document: plain data in wire order. Without arguments, and when `JSON.stringify`
   * calls it, with the trees and without the alignment; `{ trees: false }` gives the compact form, and
   * `{ trees: true, alignment: true }` the complete one, which `fromJSON` reads. The document shares its parts with the
   * comparison: it is to be read or written out, not changed.
   * @throws ComparisonError `unknown_option` or `bad_option`.
   */
  toJSON(form?: DocumentForm | string): ComparisonDocument {
    // JSON.stringify passes the key under which the comparison stands: a string, and no form.
    const { trees = true, alignment = false } = typeof form === 'string' ? {} : checkedForm(form ?? {});
    return {
      schema_version: SCHEMA_VERSION,
      config: this.config,
      ...(trees ? { source: writeTree(this.source), test: writeTree(this.test) } : {}),
      changes: this.changes,
      statistics: this.statistics,
      ...(alignment ? { alignment: writeAlignment(this.alignment) } : {}),
    };
  }

  /**
   * Reads a complete comparison document, parsed from JSON. What it reads it writes again byte for byte, with
   * `toJSON({ trees: true, alignment: true })`.
   * @param options.processor the leaf differ, where the document names one of your own; needed only to filter.
   * @throws ComparisonError `unsupported_version` for another major or a higher minor; `compact_document` for a document
   * without its trees or its alignment; `bad_document` for anything that the format does not allow, with its place.
   */
  static fromJSON(json: unknown, options: { readonly processor?: LeafProcessor } = {}): Comparison {
    const { parts, processor } = readComparison(json, options.processor);
    return new Comparison(parts, processor);
  }
}

/** As {@link Comparison.fromJSON}. */
export function comparisonFromJSON(
  json: unknown,
  options: { readonly processor?: LeafProcessor } = {},
): Comparison {
  return Comparison.fromJSON(json, options);
}

function checkedForm(form: DocumentForm): DocumentForm {
  if (typeof form !== 'object' || Array.isArray(form)) {
    throw new ComparisonError('bad_option', 'toJSON takes an object with trees and alignment, or nothing');
  }
  for (const [key, value] of Object.entries(form)) {
    if (!FORM_KEYS.includes(key)) {
      throw new ComparisonError(
        'unknown_option',
        `toJSON has no option "${key}"${didYouMean(key, FORM_KEYS)}; it has ${FORM_KEYS.join(', ')}`,
      );
    }
    if (typeof value !== 'boolean' && value !== undefined) {
      throw new ComparisonError('bad_option', `toJSON option ${key} should be true or false`);
    }
  }
  return form;
}

function writeAlignment(alignment: Alignment): Alignment {
  const counts = alignment.pass_counts;
  return {
    pairs: alignment.pairs.map(writePair),
    inserted: alignment.inserted,
    deleted: alignment.deleted,
    config: alignment.config,
    backend: alignment.backend,
    pass_counts: Object.fromEntries(
      (['root', ...PASS_NAMES] as const).map((name) => [name, counts[name]]),
    ) as Alignment['pass_counts'],
    budget_exhausted: alignment.budget_exhausted,
  };
}

function writePair({
  source_path,
  test_path,
  matched_by,
  confidence,
  moved,
  renumbered,
}: AlignedPair): AlignedPair {
  return { source_path, test_path, matched_by, confidence: roundRatio(confidence), moved, renumbered };
}
