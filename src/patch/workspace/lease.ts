import { createServer } from 'node:net';
import type { PinnedDirectory } from './settings.js';

/** An exclusive right to read and replace managed files in one directory. */
export interface Lease {
  release(): Promise<void>;
}

/**
 * Takes the lease on a physical directory, or gives null when another operation has it, in this process or another. It is
 * a bound abstract socket named by device and inode: the same directory under another name, root or target is the same
 * lease, and a process that dies gives it up at once. It reaches the processes of one network namespace.
 */
export async function takeLease(directory: PinnedDirectory): Promise<Lease | null> {
  const server = createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(
        { path: `\0redtree-workspace-${directory.device}-${directory.inode}`, exclusive: true },
        resolve,
      );
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
