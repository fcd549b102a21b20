/** Reads what a person names on the command line: a file, a pipe, a version from git's history, or `-`, standard input. */
import { closeSync, openSync, readSync } from 'node:fs';
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

/** How many bytes are asked for at a time. */
const CHUNK = 1 << 18;

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

/** The bytes of a file, or of a pipe under a file's name, until `limit` is passed. Nothing else waits meanwhile. */
function readFileUpTo(name: string, limit: number): Uint8Array {
  try {
    const file = openSync(name, 'r');
    try {
      const room = Buffer.allocUnsafe(CHUNK);
      const chunks: Buffer[] = [];
      let size = 0;
      for (let count = -1; count !== 0 && size <= limit; size += count) {
        count = readSync(file, room);
        // A pipe gives little at a time, and each little must not hold all the room.
        chunks.push(Buffer.from(room.subarray(0, count)));
      }
      return Buffer.concat(chunks);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new CommandError(
      'cannot_read',
      `cannot read ${name}: ${whyUnread(error as NodeJS.ErrnoException)}`,
    );
  }
}
