/**
 * Reads a complete comparison document back. Strict about shape, and about everything that one part of a document says of
 * another: a renderer or a patch made from it relies on addresses that resolve and on edits that apply.
 */
import type { LeafProcessor } from '../change/change.js';
import { WORD_PROCESSOR } from '../change/inline-edits.js';
import type { BlockTree } from '../document/block.js';
import { DocumentError } from '../document/errors.js';
import { parseTree } from '../document/parse.js';
import { TreeIndex } from '../document/tree-index.js';
import { checkAgreement } from './agreement.js';
import type { ComparisonParts } from './comparison.js';
import { SCHEMA_VERSION } from './document.js';
import { ComparisonError } from './errors.js';
import { fault, fields, list, show } from './fields.js';
import { readAlignment } from './read-alignment.js';
import { readChange } from './read-change.js';
import { readConfig } from './read-config.js';
import { readStatistics } from './read-statistics.js';

const REQUIRED = ['schema_version', 'config', 'changes', 'statistics'] as const;
const OPTIONAL = ['source', 'test', 'alignment'] as const;

/** Reads a document; `processor` is null when it names a leaf differ that nobody handed in. */
export function readComparison(
  json: unknown,
  given?: LeafProcessor,
): { parts: ComparisonParts; processor: LeafProcessor | null } {
  if (typeof json === 'string') {
    throw fault('', 'fromJSON takes a comparison document as data: hand it JSON.parse(text)');
  }
  // The version first: in a document of another version every other complaint would be beside the point.
  checkVersion(json);
  const document = fields<(typeof REQUIRED)[number] | (typeof OPTIONAL)[number]>(
    json,
    '',
    REQUIRED,
    OPTIONAL,
  );
  if (Object.hasOwn(document, 'source') !== Object.hasOwn(document, 'test')) {
    throw fault('', 'source and test come together or not at all');
  }
  if (!Object.hasOwn(document, 'source')) {
    throw compact('without its block trees', 'toJSON({ trees: true, alignment: true }) writes them');
  }
  if (!Object.hasOwn(document, 'alignment')) {
    throw compact('without its alignment', 'toJSON({ trees: true, alignment: true }) writes it');
  }
  const config = readConfig(document.config, 'config');
  const source = tree(document.source, 'source');
  const test = tree(document.test, 'test');
  const sides = { source: new TreeIndex(source), test: new TreeIndex(test) };
  const alignment = readAlignment(document.alignment, 'alignment', sides);
  const changes = list(document.changes, 'changes', (item, where) => readChange(item, where, sides));
  const statistics = readStatistics(document.statistics, 'statistics');
  checkAgreement({ config, alignment, changes, statistics, ...sides });
  const processor =
    given !== undefined && given.name === config.processor
      ? given
      : config.processor === WORD_PROCESSOR.name
        ? WORD_PROCESSOR
        : null;
  return { parts: { source, test, alignment, changes, config, statistics }, processor };
}

/** Refuses data that is no comparison document, and documents of a version that this reader does not take. */
export function checkVersion(json: unknown): void {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, 'schema_version')) {
    throw fault('', 'this is no comparison document: it has no schema_version');
  }
  const version = (json as { schema_version: unknown }).schema_version;
  const match = typeof version === 'string' ? /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(version) : null;
  if (match === null) {
    throw fault('schema_version', `should be a version such as "${SCHEMA_VERSION}", not ${show(version)}`);
  }
  const [major, minor] = SCHEMA_VERSION.split('.').map(Number);
  if (Number(match[1]) !== major) {
    throw new ComparisonError(
      'unsupported_version',
      `the document has version ${match[0]}; this reader takes ${major}.0 to ${SCHEMA_VERSION}`,
    );
  }
  if (Number(match[2]) > minor) {
    throw new ComparisonError(
      'unsupported_version',
      `the document has version ${match[0]}, newer than ${SCHEMA_VERSION}: reading it here would lose what that version added`,
    );
  }
}

function compact(what: string, how: string): ComparisonError {
  return new ComparisonError(
    'compact_document',
    `the document was written ${what} and cannot be read back; ${how}`,
  );
}

function tree(json: unknown, where: string): BlockTree {
  try {
    return parseTree(json);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new ComparisonError('bad_document', `${where}: ${error.message}`, { cause: error });
  }
}
