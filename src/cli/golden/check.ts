/** Compares one pair and holds the result against the comparison that is kept for it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { compare } from '../../compare/compare.js';
import type { ComparisonDocument, DocumentForm } from '../../compare/document.js';
import { type Held, holdAgainst } from '../../compare/hold.js';
import { keptText } from '../../compare/kept.js';
import { CommandError } from '../errors.js';
import { whyUnread, whyUnwritten } from '../file-fault.js';
import type { Io } from '../io.js';
import { inFlags, readSide } from '../sides.js';
import type { PairSettings } from './config.js';
import type { Pair } from './pairs.js';

/** What came of a pair, or of a file that belongs to none. */
export type Verdict =
  | Held
  /** It was kept now, because nothing was, or something else. */
  | { readonly kind: 'written' }
  /** A comparison is kept for a pair that is not there. */
  | { readonly kind: 'orphan' }
  /** The pair cannot be compared. */
  | { readonly kind: 'error'; readonly message: string };

/** A verdict, and on what. */
export interface Outcome {
  readonly name: string;
  /** The file that a person has to look at: the kept comparison, or a document that cannot be read. */
  readonly file: string;
  readonly verdict: Verdict;
}

/** How pairs are checked. */
export interface CheckOptions {
  readonly trees: boolean;
  readonly maxChars: number;
  /** Writes what differs or is missing instead of telling it. */
  readonly update: boolean;
}

/**
 * Checks a pair. What a person can put right is told in the verdict, so that one unreadable pair keeps nobody from
 * hearing of the others.
 */
export async function checkPair(
  pair: Pair,
  golden: string,
  settings: PairSettings,
  options: CheckOptions,
  io: Io,
): Promise<Outcome> {
  const outcome = (verdict: Verdict, file = golden): Outcome => ({ name: pair.name, file, verdict });
  let document: ComparisonDocument;
  try {
    document = await compared(pair, settings, options, io);
  } catch (error) {
    return outcome({ kind: 'error', message: told(error) }, pair.source);
  }
  try {
    const verdict = holdAgainst(await textOf(golden), document);
    if (verdict.kind === 'same' || !options.update) return outcome(verdict);
    await keep(golden, keptText(document));
    return outcome({ kind: 'written' });
  } catch (error) {
    return outcome({ kind: 'error', message: told(error) });
  }
}

/** Compact, or with everything: trees without an alignment could not be read back. */
export function keptForm(trees: boolean): DocumentForm {
  return { trees, alignment: trees };
}

async function compared(
  pair: Pair,
  settings: PairSettings,
  { trees, maxChars }: CheckOptions,
  io: Io,
): Promise<ComparisonDocument> {
  const source = await readSide(pair.source, maxChars, io);
  const test = await readSide(pair.test, maxChars, io);
  return inFlags(() => compare(source.side, test.side, { ...settings, maxChars })).toJSON(keptForm(trees));
}

/** The text of a file; null when there is none. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.code === 'ENOENT') return null;
    throw new CommandError('cannot_read', `cannot read ${file}: ${whyUnread(fault)}`);
  }
}

async function keep(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new CommandError(
      'cannot_write',
      `cannot write ${file}: ${whyUnwritten(error as NodeJS.ErrnoException, file)}`,
    );
  }
}

/** The message of a fault that has a code, as all that people can put right has; anything else is a fault of the program. */
function told(error: unknown): string {
  if (error instanceof Error && typeof (error as { code?: unknown }).code === 'string') return error.message;
  throw error;
}
