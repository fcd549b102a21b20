import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathComponents } from '../../patch/workspace/path.js';
import { DEFAULT_MAX_CHARS } from '../../read/read-document.js';
import { DocumentArgumentError } from './errors.js';

/** A code point takes at most four bytes, so that a larger file holds more text than is read. */
const MAX_BYTES = 4 * DEFAULT_MAX_CHARS;

const CHUNK_BYTES = 256 * 1024;

/**
 * The one directory below which the comparison tools read files. Paths are relative to it, with `/` between names, under
 * the rules of workspace paths; nothing that is or passes a symbolic link is read.
 */
export class DocumentRoot {
  private constructor(
    /** The directory itself, links resolved. */
    readonly directory: string,
  ) {}

  /** @throws Error when there is no such directory. */
  static async open(directory: string): Promise<DocumentRoot> {
    let real: string;
    try {
      real = await realpath(directory);
    } catch (error) {
      throw new Error(
        `the root "${directory}" cannot be opened: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`,
      );
    }
    if (!(await lstat(real)).isDirectory()) throw new Error(`the root "${directory}" is not a directory`);
    return new DocumentRoot(real);
  }

  /** @throws DocumentArgumentError for a path that is not allowed, and for what is no readable file. */
  async read(path: string): Promise<Uint8Array> {
    const components = componentsOf(path);
    const file = join(this.directory, ...components);
    try {
      await this.refuseLinks(path, components);
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        // What was opened must be what was looked at: a directory may have been replaced by a link in between.
        const opened = await handle.stat({ bigint: true });
        const named = await lstat(await realpath(file), { bigint: true });
        if ((await realpath(file)) !== file || named.ino !== opened.ino || named.dev !== opened.dev) {
          throw linked(path);
        }
        if (!opened.isFile()) throw fault('file_unsupported', `"${path}" is not a regular file`);
        if (opened.size > MAX_BYTES) {
          throw fault('file_too_large', `"${path}" has ${opened.size} bytes; at most ${MAX_BYTES} are read`);
        }
        return await readUpTo(handle, path);
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw systemFault(error, path);
    }
  }

  /** The bytes of a file, for planning; 0 where there is none that may be read. */
  async size(path: string): Promise<number> {
    try {
      const components = componentsOf(path);
      await this.refuseLinks(path, components);
      return (await lstat(join(this.directory, ...components))).size;
    } catch {
      return 0;
    }
  }

  private async refuseLinks(path: string, components: readonly string[]): Promise<void> {
    let at = this.directory;
    for (const name of components) {
      at = `${at}${at.endsWith(sep) ? '' : sep}${name}`;
      if ((await lstat(at)).isSymbolicLink()) throw linked(path);
    }
  }
}

/** The file's bytes. What a system's own files hold is known only when it has been read, and may have no end. */
async function readUpTo(handle: FileHandle, path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(CHUNK_BYTES) });
    if (bytesRead === 0) return Buffer.concat(chunks);
    bytes += bytesRead;
    if (bytes > MAX_BYTES)
      throw fault('file_too_large', `"${path}" has more than the ${MAX_BYTES} bytes that are read`);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

function componentsOf(path: string): readonly string[] {
  try {
    return pathComponents(path);
  } catch (error) {
    throw fault(
      'path_invalid',
      (error as Error).message.replace('workspace path', 'path').replace(/\.$/, ''),
    );
  }
}

function linked(path: string): DocumentArgumentError {
  return fault('path_invalid', `"${path}" is or passes a symbolic link`);
}

function systemFault(error: unknown, path: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return fault('file_missing', `there is no "${path}" below the root`);
    case 'ELOOP':
    case 'ENOTDIR':
      return fault('path_invalid', `"${path}" leads through a link or a file`);
    case 'ENAMETOOLONG':
      return fault('path_invalid', `"${path}" is longer than the system takes`);
    case undefined:
      return error;
    default:
      // Whatever else the system says, only this file cannot be had.
      return error instanceof DocumentArgumentError
        ? error
        : fault('file_unreadable', `"${path}" cannot be read`);
  }
}

function fault(code: DocumentArgumentError['code'], message: string): DocumentArgumentError {
  return new DocumentArgumentError(code, message);
}
