/** Reads a file from a git repository's history: `REV:PATH`, as git itself spells it. */
import { lstatSync } from 'node:fs';
import { CommandError } from '../errors.js';
import { git } from './git.js';

// `HEAD~2:docs/terms.md`, `:terms.md` for the index. No revision begins with a dash, so that none can pass for an option.
const REVISION = /^(?!-)[^\n]*?:[^\n]+$/;
// `C:\terms.md` and `C:/terms.md` are files on Windows, there or not.
const DRIVE = /^[A-Za-z]:[\\/]/;

/** Whether a name asks for a version from history: it is spelled like one, and there is no file of that name. */
export function isRevision(name: string): boolean {
  if (!REVISION.test(name) || (process.platform === 'win32' && DRIVE.test(name))) return false;
  try {
    return lstatSync(name, { throwIfNoEntry: false }) === undefined;
  } catch {
    // A part of the path that is a file, or may not be looked into: reading it says so.
    return false;
  }
}

/**
 * The bytes of a file at a revision, as they were committed.
 * @throws CommandError `cannot_read`: no repository here, no such revision or file in it, a folder, or more than `limit`
 * bytes; `not_installed` without git.
 */
export async function readRevision(name: string, limit: number): Promise<Uint8Array> {
  const { status, stdout, stderr, failure } = await git(['cat-file', 'blob', name], limit);
  if (status === 0) return stdout;
  const because = (reason: string) => new CommandError('cannot_read', `cannot read ${name}: ${reason}`);
  if (failure === 'too_much')
    throw because(`at that revision it has more than ${limit} bytes; allow more with --max-input`);
  if (failure === 'not_installed') {
    throw new CommandError(
      'not_installed',
      `cannot read ${name}: there is no such file, and git, which would know of a revision, is not installed`,
    );
  }
  if (/bad file/.test(stderr)) throw because('at that revision it is a folder, not a file');
  if (/not a git repository/.test(stderr)) {
    throw because(
      'there is no such file, and this folder is in no git repository that could have it in its history',
    );
  }
  // Git's own hint is not given for every command.
  const hint = /does not exist in|exists, but not/.test(stderr)
    ? ' (a path after a revision counts from the top of the repository; REV:./PATH counts from here)'
    : '';
  throw because(`there is no such file, and git says: ${said(stderr)}${hint}`);
}

/** Git's complaint without the words that mark it as one. */
function said(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^(?:fatal|error|hint): */, '').trim());
  return lines.filter((line) => line !== '').join('; ') || 'nothing';
}
