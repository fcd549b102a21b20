/** The two documents of a command that compares. */
import type { ComparisonSide } from '../compare/sides.js';
import { decodeUtf8 } from '../read/decode.js';
import { CommandError } from './errors.js';
import { readInput } from './input.js';
import type { Io } from './io.js';

/** The library speaks of its options; a person at the command line knows them as flags. */
export function inFlags<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'formats_differ') throw error;
    const message = (error as Error).message
      .replace('sourceFormat', '--source-format')
      .replace('testFormat', '--test-format');
    throw new CommandError('usage', message);
  }
}

/** Reads one document: its name for messages, and what the library takes. */
export async function readSide(
  given: string,
  maxChars: number,
  io: Io,
): Promise<{ name: string; side: ComparisonSide }> {
  const { bytes, name, path } = await readInput(given, maxChars, io);
  const text = decodeUtf8(bytes, name);
  return { name, side: path === null ? { text } : { text, path } };
}
