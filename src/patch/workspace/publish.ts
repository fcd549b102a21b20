import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, rename, unlink } from 'node:fs/promises';
import { type PinnedPlace, readFileAt } from './directory.js';
import { STAGING_PREFIX } from './path.js';
import { entryOf, type PinnedDirectory } from './settings.js';

/** What publication asks of the system besides files, so that a test can let it fail. */
export interface PublicationIo {
  /** Called when the new content stands beside the old and nothing has been replaced. */
  staged(): Promise<void>;
  syncDirectory(directory: PinnedDirectory): Promise<void>;
  closeDirectory(directory: PinnedDirectory): Promise<void>;
}

export const systemIo: PublicationIo = {
  staged: async () => {},
  syncDirectory: (directory) => directory.handle.sync(),
  closeDirectory: (directory) => directory.handle.close(),
};

/** The file is not what the service last read or wrote there: someone else's edit, which is left as it is. */
export class DriftError extends Error {
  override readonly name = 'DriftError';
}

/** New content beside the file that it will replace. */
export interface Staged {
  readonly path: string;
  /** Whether a file stood at the place. */
  readonly replaces: boolean;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Writes the new content beside the place, durably, and checks the file there before and after. An existing file's mode
 * is kept; a new file is for its owner alone.
 *
 * @throws DriftError when the file is neither absent nor `baseline` (the SHA-256 of its bytes).
 */
export async function stage(
  place: PinnedPlace,
  content: string,
  baseline: string,
  io: PublicationIo,
): Promise<Staged> {
  const before = await readFileAt(place);
  if (before !== null && before.sha256 !== baseline) throw new DriftError();
  const path = entryOf(place.parent, `${STAGING_PREFIX}${randomUUID()}`);
  const bytes = Buffer.from(content, 'utf8');
  const handle = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    try {
      await handle.writeFile(bytes);
      await handle.chmod(before?.mode ?? 0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await io.staged();
    const after = await readFileAt(place);
    if (after?.sha256 !== before?.sha256) throw new DriftError();
  } catch (error) {
    await discard(path);
    throw error;
  }
  return {
    path,
    replaces: before !== null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  };
}

/**
 * Puts the staged content in place in one step: over the file that was checked, or, where there was none, by a link that
 * fails when a file has appeared.
 *
 * @throws DriftError when one has.
 */
export async function install(place: PinnedPlace, staged: Staged): Promise<void> {
  const destination = entryOf(place.parent, place.name);
  if (staged.replaces) {
    await rename(staged.path, destination);
    return;
  }
  try {
    await link(staged.path, destination);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new DriftError() : error;
  }
  await discard(staged.path);
}

/** Removes staged content that was not installed. */
export async function discard(path: string): Promise<void> {
  await unlink(path).catch(() => {});
}
