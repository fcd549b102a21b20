/** A folder that is made beside the one whose place it takes, so that there is never half of one. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Makes an empty folder beside `target`, and takes away those that builds left which were interrupted. */
export function freshFolder(target) {
  const prefix = `${basename(target)}.new-`;
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    if (!isRunning(Number(name.slice(prefix.length)))) {
      rmSync(join(dirname(target), name), { recursive: true, force: true });
    }
  }
  const fresh = join(dirname(target), `${prefix}${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh);
  return fresh;
}

/** Puts `fresh` where `target` is. What was there before goes once the new one stands. */
export function putInPlace(fresh, target) {
  const old = `${fresh}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
