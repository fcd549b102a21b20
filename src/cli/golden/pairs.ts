/** Finds the pairs of documents under a folder, and the comparisons that are kept for them. */
import { type Dirent, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readers } from '../../read/registry.js';
import { CommandError } from '../errors.js';
import { whyUnread } from '../file-fault.js';

/** Two documents, `NAME.source.EXT` and `NAME.test.EXT` in one folder. */
export interface Pair {
  /** The folder below the one that was searched and NAME, with `/` between: `contracts/lease`. */
  readonly name: string;
  /** Paths that open the files. */
  readonly source: string;
  readonly test: string;
}

/** A file that looks like half of a pair, or one too many of it. */
export interface OddFile {
  readonly name: string;
  readonly file: string;
  readonly message: string;
}

/** What a search for pairs found, both lists by name. */
export interface FoundPairs {
  readonly pairs: readonly Pair[];
  readonly odd: readonly OddFile[];
}

/** What a kept comparison's file is called: NAME and this. */
export const GOLDEN_ENDING = '.comparison.json';

const DOCUMENT = /^(.*)\.(source|test)\.([^.]+)$/;

/**
 * The pairs under `folder`, in it and in the folders below; hidden folders and `node_modules` are left out, and links to
 * folders are not followed.
 * @throws CommandError `cannot_read` when a folder cannot be listed.
 */
export async function findPairs(folder: string): Promise<FoundPairs> {
  const sides = new Map<string, { source: string[]; test: string[] }>();
  for (const path of await filesUnder(folder)) {
    const match = DOCUMENT.exec(path.slice(path.lastIndexOf('/') + 1));
    if (match === null) continue;
    const name = `${path.slice(0, path.lastIndexOf('/') + 1)}${match[1]}`;
    const found = sides.get(name) ?? { source: [], test: [] };
    sides.set(name, found);
    found[match[2] as 'source' | 'test'].push(path);
  }
  const pairs: Pair[] = [];
  const odd: OddFile[] = [];
  for (const [name, { source, test }] of [...sides].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const complain = (file: string, message: string) => odd.push({ name, file: join(folder, file), message });
    const [first] = [...source, ...test];
    if (source.length > 1 || (test.length > 1 && source.length > 0)) {
      const all = [...source, ...test].map((path) => path.slice(path.lastIndexOf('/') + 1)).join(', ');
      complain(first, `more than one pair is called "${name}": ${all}; give each a NAME of its own`);
    } else if (source.length === 0) {
      // A lone `thing.test.ts` is a program's test, and no document.
      if (!isDocument(first.slice(first.lastIndexOf('.') + 1))) continue;
      complain(first, `has no partner: ${name}.source.EXT is not there`);
    } else if (test.length === 0) {
      complain(first, `has no partner: ${name}.test.EXT is not there`);
    } else if (/(?:^|\/)$/.test(name)) {
      complain(first, 'has no name: the files of a pair are called NAME.source.EXT and NAME.test.EXT');
    } else pairs.push({ name, source: join(folder, source[0]), test: join(folder, test[0]) });
  }
  return { pairs, odd };
}

/** The names of the comparisons kept under `folder`, sorted; none when there is no such folder yet. */
export async function findGoldens(folder: string): Promise<string[]> {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  const files = await filesUnder(folder);
  return files
    .filter((path) => path.endsWith(GOLDEN_ENDING))
    .map((path) => path.slice(0, -GOLDEN_ENDING.length))
    .sort();
}

/** The path of the comparison that is kept for a name. */
export function goldenFile(folder: string, name: string): string {
  return join(folder, `${name}${GOLDEN_ENDING}`);
}

function isDocument(ending: string): boolean {
  return readers().some((reader) => reader.extensions.includes(ending.toLowerCase()));
}

/** Files under `folder`, relative to it, with `/` between the parts. */
async function filesUnder(folder: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of await entries(join(folder, below))) {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(`${path}/`);
      } else if (entry.isFile() || (entry.isSymbolicLink() && isFile(join(folder, path)))) files.push(path);
    }
  }
  return files.sort();
}

async function entries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    const reason =
      fault.code === 'ENOENT'
        ? 'there is no such folder'
        : fault.code === 'ENOTDIR'
          ? 'it is a file; name the folder that holds the pairs'
          : whyUnread(fault);
    throw new CommandError('cannot_read', `cannot read ${folder}: ${reason}`);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
