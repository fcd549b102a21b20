/** The two documents of a command that compares. */
import type { ComparisonSide } from '../compare/sides.js';
import { decodeUtf8 } from '../read/decode.js';
import { CommandError } from './errors.js';
import { readInput } from './input.js';
import type { Io } from './io.js';

/** The codes of errors whose messages name an option. */
const SPEAKS_OF_OPTIONS: readonly unknown[] = ['formats_differ', 'needs_test_text', 'unknown_extension'];

/** The library speaks of its options; a person at the command line knows them as flags. */
export function inFlags<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (!SPEAKS_OF_OPTIONS.includes(code)) throw error;
    const message = (error as Error).message
      .replace('sourceFormat', '--source-format')
      .replace('testFormat', '--test-format')
      .replace('Name the format', 'Name the format (--source-format, --test-format)')
      .replace('give its text as testText', 'give that document too');
    throw new CommandError('usage', message);
  }
}

/** A document that was read from a file or a pipe. */
export interface Side {
  /** Its name for messages. */
  readonly name: string;
  /** What the library takes. */
  readonly side: ComparisonSide;
  readonly text: string;
  /** The byte order mark that the bytes began with, or nothing; it is no part of the text. */
  readonly mark: string;
}

/** Reads one document. */
export async function readSide(given: string, maxChars: number, io: Io): Promise<Side> {
  const { bytes, name, path } = await readInput(given, maxChars, io);
  const text = decodeUtf8(bytes, name);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { name, side: path === null ? { text } : { text, path }, text, mark: marked ? '\ufeff' : '' };
}
