/** Reads what a person names on the command line: a file, a pipe, a version from git's history, or `-`, standard input. */
import { open } from 'node:fs/promises';
import { CommandError } from './errors.js';
import { whyUnread } from './file-fault.js';
import { isRevision, readRevision } from './git/revision.js';
import type { Io } from './io.js';

/** A document's bytes, with the name that messages use and the name that hints at its format. */
export interface Input {
  readonly bytes: Uint8Array;
  /** What the person typed, or `standard input`. */
  readonly name: string;
  /** The file's name as a hint for the format; null for standard input. */
  readonly path: string | null;
}

/** Stands for standard input on the command line. */
export const STANDARD_INPUT = '-';

/** What a default cap is, in code points: the library's own. */
export const DEFAULT_MAX_INPUT = 2_000_000;

/**
 * Reads `name`; a file of that name wins over a revision that is spelled like it. No more is read than a text of `maxChars`
 * code points can take, at four bytes each, and a byte order mark; whether a text that small is over the cap is for the
 * reader to count.
 * @throws CommandError `cannot_read`: missing, a folder, not readable, or certainly over the cap; `not_installed` for a
 * revision where there is no git.
 */
export async function readInput(name: string, maxChars: number, io: Io): Promise<Input> {
  if (name === '') {
    throw new CommandError('usage', 'a file is named by an empty text: was something left out?');
  }
  const limit = maxChars * 4 + 3;
  const bytes = await bytesOf(name, limit, io);
  const shown = name === STANDARD_INPUT ? 'standard input' : name;
  if (bytes.length > limit) {
    throw new CommandError(
      'cannot_read',
      `${shown} is over the cap of ${maxChars} characters; allow more with --max-input`,
    );
  }
  return { bytes, name: shown, path: name === STANDARD_INPUT ? null : name };
}

async function bytesOf(name: string, limit: number, io: Io): Promise<Uint8Array> {
  if (name === STANDARD_INPUT) return io.readInput(limit);
  return isRevision(name) ? readRevision(name, limit) : readFileUpTo(name, limit);
}

/** The bytes of a file, or of a pipe under a file's name, until `limit` is passed. */
async function readFileUpTo(name: string, limit: number): Promise<Uint8Array> {
  try {
    const file = await open(name, 'r');
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
        chunks.push(chunk as Buffer);
        size += (chunk as Buffer).length;
        if (size > limit) break;
      }
      return Buffer.concat(chunks);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new CommandError(
      'cannot_read',
      `cannot read ${name}: ${whyUnread(error as NodeJS.ErrnoException)}`,
    );
  }
}
