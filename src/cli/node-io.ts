import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { CommandError } from './errors.js';
import { whyUnwritten } from './file-fault.js';
import type { Io } from './io.js';

/** The world of a running process. */
export function nodeIo(): Io {
  return {
    env: process.env,
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.isTTY === true ? process.stdout.columns : undefined,
    write: writer(process.stdout, 'standard output'),
    writeError: writer(process.stderr, 'standard error'),
    readInput,
  };
}

/**
 * Writes and waits: a process that exits with output still in a pipe's buffer cuts its own output off. A reader that has
 * gone away (`| head`) is no error, and there is nobody left to tell.
 */
function writer(stream: Writable, name: string): (text: string) => Promise<void> {
  let gone = false;
  // Without a listener the event would end the process with a stack trace; the write's own callback reports the fault.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') gone = true;
  });
  return (text) =>
    new Promise((resolve, reject) => {
      if (gone || text === '') {
        resolve();
        return;
      }
      stream.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
        if (error == null || error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') resolve();
        else
          reject(new CommandError('cannot_write', `cannot write to ${name}: ${whyUnwritten(error, name)}`));
      });
    });
}

async function readInput(limit: number): Promise<Uint8Array> {
  // Node takes a folder for an input with nothing in it.
  if (isFolder(process.stdin.fd)) {
    throw new CommandError('cannot_read', 'cannot read standard input: it is a folder, not a file');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > limit) break;
  }
  return Buffer.concat(chunks);
}

function isFolder(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isDirectory();
  } catch {
    return false;
  }
}
