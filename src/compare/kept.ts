/** Comparison documents that are kept in files: how they are written, and how they are read to be held against another. */
import type { Change } from '../change/change.js';
import type { ComparisonDocument } from './document.js';
import { fields, list } from './fields.js';
import { readChangeShape } from './read-change.js';
import { checkVersion } from './read-document.js';

/**
 * A comparison document as it was kept, compact or whole. Its changes have the fields and types of the wire; the rest is
 * any JSON, and whether the parts agree is left open: what is wrong in them is for a difference to show.
 */
export interface KeptComparison {
  readonly schema_version: string;
  readonly config: unknown;
  readonly source?: unknown;
  readonly test?: unknown;
  readonly changes: readonly Change[];
  readonly statistics: unknown;
  readonly alignment?: unknown;
}

const REQUIRED = ['schema_version', 'config', 'changes', 'statistics'] as const;
const OPTIONAL = ['source', 'test', 'alignment'] as const;

/**
 * Reads a kept document from parsed JSON; unlike `Comparison.fromJSON` it takes the compact form too.
 * @throws ComparisonError `bad_document` with the place of the fault, or `unsupported_version`.
 */
export function readKept(json: unknown): KeptComparison {
  checkVersion(json);
  const given = fields<(typeof REQUIRED)[number] | (typeof OPTIONAL)[number]>(json, '', REQUIRED, OPTIONAL);
  const part = (key: (typeof OPTIONAL)[number]) => (Object.hasOwn(given, key) ? { [key]: given[key] } : {});
  return {
    schema_version: given.schema_version as string,
    config: given.config,
    ...part('source'),
    ...part('test'),
    changes: list(given.changes, 'changes', readChangeShape),
    statistics: given.statistics,
    ...part('alignment'),
  };
}

/**
 * The text of the file in which a document is kept: indented by two, so that version control shows lines that mean
 * something, keys in wire order, ratios with four decimals, a line feed at the end. The same comparison gives the same text.
 */
export function keptText(document: ComparisonDocument | KeptComparison): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
