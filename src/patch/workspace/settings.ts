import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ArgumentError } from '../service/arguments.js';

/** Where managed files are. What is left out is read from the environment. */
export interface WorkspaceOptions {
  /** An absolute directory; `PATCHDIFF_WORKSPACE_ROOT`. */
  readonly root?: string;
  /** Whether a save publishes when its call does not say; `PATCHDIFF_WORKSPACE_SYNC_ON_SAVE`, false when unset. */
  readonly syncOnSave?: boolean;
}

/** Whether a save publishes by default. */
export function syncsOnSave(options: WorkspaceOptions): boolean {
  return options.syncOnSave ?? /^(1|true|yes|on)$/i.test(process.env.PATCHDIFF_WORKSPACE_SYNC_ON_SAVE ?? '');
}

/** A directory held open: what is done through it cannot be led elsewhere by changing a name. */
export interface PinnedDirectory {
  readonly handle: FileHandle;
  /** Device and inode, in decimal. */
  readonly device: string;
  readonly inode: string;
}

/**
 * Opens the workspace's root.
 *
 * @throws ArgumentError `workspace_unsupported` where directories cannot be walked by handles (all but Linux, whose
 *   `/proc/self/fd` stands in for the system calls that Node lacks), `workspace_not_configured`.
 */
export async function openRoot(options: WorkspaceOptions): Promise<PinnedDirectory> {
  if (process.platform !== 'linux') {
    throw new ArgumentError(
      'workspace_unsupported',
      'Workspace files need directory handles that follow no links, which Node gives on Linux alone.',
    );
  }
  const root = options.root ?? process.env.PATCHDIFF_WORKSPACE_ROOT ?? '';
  if (!isAbsolute(root)) {
    throw new ArgumentError(
      'workspace_not_configured',
      'PATCHDIFF_WORKSPACE_ROOT must be the absolute path of a directory.',
    );
  }
  try {
    return await pin(await realpath(root));
  } catch (error) {
    throw new ArgumentError(
      'workspace_not_configured',
      `The workspace root cannot be opened: ${(error as Error).message}.`,
    );
  }
}

/** Opens a directory without following a link in its last component. */
export async function pin(path: string): Promise<PinnedDirectory> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const { dev, ino } = await handle.stat({ bigint: true });
  return { handle, device: String(dev), inode: String(ino) };
}

/** The name of an entry of an open directory, whatever has become of the directory's own name. */
export function entryOf(directory: PinnedDirectory, name: string): string {
  return `/proc/self/fd/${directory.handle.fd}/${name}`;
}
