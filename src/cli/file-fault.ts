/** Why a file could not be read or written, in words: what Node says itself is for programmers. */
import { dirname } from 'node:path';

/** Why `error` kept a file from being read. */
export function whyUnread(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file';
  if (error.code === 'ENOTDIR') return 'a part of its path is a file, not a folder';
  return common(error);
}

/** Why `error` kept `file` from being written. */
export function whyUnwritten(error: NodeJS.ErrnoException, file: string): string {
  if (error.code === 'ENOENT') return `there is no folder ${dirname(file)}`;
  if (error.code === 'ENOTDIR') return `${dirname(file)} is no folder`;
  if (error.code === 'EEXIST') return 'a part of its path is a file, not a folder';
  if (error.code === 'EROFS') return 'the disk can only be read';
  if (error.code === 'ENOSPC') return 'the disk is full';
  return common(error);
}

function common({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENAMETOOLONG') return 'its name is too long';
  if (code === 'ELOOP') return 'its links lead in a circle';
  return code ?? message;
}
