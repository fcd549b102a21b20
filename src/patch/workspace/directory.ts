import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { ArgumentError } from '../service/arguments.js';
import { entryOf, type PinnedDirectory, pin } from './settings.js';

/** A file's place: the directory that holds it, held open, and its name there. */
export interface PinnedPlace {
  readonly parent: PinnedDirectory;
  readonly name: string;
}

/**
 * Walks from `root` to the directory of the file at `components`, each step from the handle of the one before, following
 * no link. With `create`, missing directories are made, for their owner alone.
 *
 * The root's handle is closed unless it is the parent itself.
 */
export async function walkTo(
  root: PinnedDirectory,
  components: readonly string[],
  create: boolean,
): Promise<PinnedPlace> {
  let at = root;
  try {
    for (const name of components.slice(0, -1)) {
      const next = await step(at, name, create);
      await at.handle.close();
      at = next;
    }
    return { parent: at, name: components.at(-1)! };
  } catch (error) {
    await at.handle.close();
    throw pathFault(error, components);
  }
}

async function step(at: PinnedDirectory, name: string, create: boolean): Promise<PinnedDirectory> {
  const path = entryOf(at, name);
  if (create) {
    await mkdir(path, 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  return pin(path);
}

/** What a file holds, read through one handle. */
export interface FileContent {
  readonly bytes: Buffer;
  readonly sha256: string;
  /** The permission bits. */
  readonly mode: number;
}

/** The file at a place; null when there is none. Neither follows a link nor waits for a pipe. */
export async function readFileAt(place: PinnedPlace): Promise<FileContent | null> {
  let handle: FileHandle;
  try {
    handle = await open(
      entryOf(place.parent, place.name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw pathFault(error, [place.name]);
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) {
      throw new ArgumentError('workspace_file_unsupported', `"${place.name}" is not a regular file.`);
    }
    const bytes = await handle.readFile();
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), mode: stat.mode & 0o7777 };
  } finally {
    await handle.close();
  }
}

/** Errors that say what the path is, rather than that the system failed, as the caller's. */
function pathFault(error: unknown, components: readonly string[]): unknown {
  const path = components.join('/');
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new ArgumentError('workspace_file_missing', `There is no "${path}" in the workspace.`);
    case 'ELOOP':
    case 'ENOTDIR':
      return new ArgumentError('workspace_path_invalid', `"${path}" leads through a link or a file.`);
    case 'ENXIO':
      return new ArgumentError('workspace_file_unsupported', `"${path}" is not a regular file.`);
    case 'EISDIR':
      return new ArgumentError('workspace_file_unsupported', `"${path}" is a directory.`);
    default:
      return error;
  }
}
