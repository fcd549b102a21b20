/** The matcher `toMatchRedline`: a comparison held against a file, with the difference told change by change. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Comparison } from '../compare/comparison.js';
import type { ComparisonDocument } from '../compare/document.js';
import { ComparisonError } from '../compare/errors.js';
import { type Held, holdAgainst } from '../compare/hold.js';
import { keptText } from '../compare/kept.js';
import { differenceTotals, renderDifference } from '../render/difference.js';

/** How a comparison is kept. A comparison document is kept as it is, and has no use for this. */
export interface MatchRedlineOptions {
  /** Whether both block trees and the alignment are kept too; false when left out. */
  readonly trees?: boolean;
}

/** The part of a matcher's `this` that is used here. */
export interface MatcherContext {
  readonly isNot?: boolean;
  readonly testPath?: string | undefined;
  readonly snapshotState?: { readonly snapshotUpdateState?: 'all' | 'new' | 'none' } | undefined;
}

/** What a matcher gives back. */
export interface MatchResult {
  readonly pass: boolean;
  message(): string;
}

/**
 * Holds `received`, a Comparison or a comparison-v2 document, against the file that is kept for it. A run of Vitest with `-u`
 * writes the file when it is missing or says something else; without `-u` a missing file fails, in CI as elsewhere, because
 * a check that writes what it expects checks nothing.
 * @param file relative to the test's own file.
 * @throws ComparisonError when `received` is neither.
 */
export function toMatchRedline(
  this: MatcherContext,
  received: Comparison | ComparisonDocument,
  file: string,
  options: MatchRedlineOptions = {},
): MatchResult {
  if (typeof file !== 'string' || file === '') {
    throw new ComparisonError(
      'bad_option',
      'toMatchRedline takes the name of the file that keeps the comparison',
    );
  }
  const path = resolve(this.testPath === undefined ? '.' : dirname(this.testPath), file);
  const document = documentOf(received, options.trees ?? false);
  const held = holdAgainst(textOf(path), document);
  if (held.kind === 'same')
    return { pass: true, message: () => `expected another redline than in ${shown(path)}` };
  if (this.isNot !== true && this.snapshotState?.snapshotUpdateState === 'all') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, keptText(document));
    return { pass: true, message: () => `wrote ${shown(path)}` };
  }
  return { pass: false, message: () => failure(held, shown(path)) };
}

function failure(held: Exclude<Held, { kind: 'same' }>, path: string): string {
  switch (held.kind) {
    case 'missing':
      return `${path} is not there: run Vitest with -u to keep this comparison`;
    case 'broken':
      return `${path} is no comparison document: ${held.message}; run Vitest with -u to write it anew`;
    case 'different': {
      const redline = renderDifference(held.difference);
      return `${differenceTotals(held.difference)} against ${path}\n\n${redline}\nIf this is meant, run Vitest with -u to keep it.`;
    }
  }
}

function documentOf(received: Comparison | ComparisonDocument, trees: boolean): ComparisonDocument {
  const { toJSON } = (received ?? {}) as { toJSON?: unknown };
  if (typeof toJSON === 'function') return (received as Comparison).toJSON({ trees, alignment: trees });
  if (typeof received !== 'object' || received === null) {
    const hint = typeof received === 'string' ? ': hand it JSON.parse(text)' : '';
    throw new ComparisonError(
      'bad_input',
      `toMatchRedline takes a comparison or its document, not a ${typeof received}${hint}`,
    );
  }
  return received as ComparisonDocument;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The path as one would type it where the tests were started. */
function shown(path: string): string {
  return relative(process.cwd(), path) || path;
}
