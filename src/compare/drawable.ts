import type { BlockTree } from '../document/block.js';
import { DocumentError } from '../document/errors.js';
import { parseTree } from '../document/parse.js';
import { TreeIndex } from '../document/tree-index.js';
import { Comparison } from './comparison.js';
import type { ComparisonDocument } from './document.js';
import { ComparisonError } from './errors.js';
import { fault, fields, list } from './fields.js';
import { readChange, readChangeShape } from './read-change.js';
import { readConfig } from './read-config.js';
import { checkVersion } from './read-document.js';
import { readStatistics } from './read-statistics.js';

const REQUIRED = ['schema_version', 'config', 'changes', 'statistics'] as const;
const OPTIONAL = ['source', 'test', 'alignment'] as const;

/**
 * Reads a comparison document in whatever form it was written, for drawing: everything in it has the shape that renderers
 * rely on, and where it has its trees, addresses lead to blocks and edits apply. The complete form gives a `Comparison`.
 * @throws ComparisonError `bad_document` with the place of the fault, or `unsupported_version`.
 */
export function readDrawable(json: unknown): ComparisonDocument | Comparison {
  checkVersion(json);
  const given = fields<(typeof REQUIRED)[number] | (typeof OPTIONAL)[number]>(json, '', REQUIRED, OPTIONAL);
  const trees = Object.hasOwn(given, 'source');
  if (trees !== Object.hasOwn(given, 'test')) throw fault('', 'source and test come together or not at all');
  if (trees && Object.hasOwn(given, 'alignment')) return Comparison.fromJSON(json);
  const head = { schema_version: given.schema_version as string, config: readConfig(given.config, 'config') };
  const statistics = readStatistics(given.statistics, 'statistics');
  if (!trees) return { ...head, changes: list(given.changes, 'changes', readChangeShape), statistics };
  const source = tree(given.source, 'source');
  const test = tree(given.test, 'test');
  const sides = { source: new TreeIndex(source), test: new TreeIndex(test) };
  const changes = list(given.changes, 'changes', (item, where) => readChange(item, where, sides));
  return { ...head, source, test, changes, statistics };
}

function tree(json: unknown, where: string): BlockTree {
  try {
    return parseTree(json);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new ComparisonError('bad_document', `${where}: ${error.message}`, { cause: error });
  }
}
