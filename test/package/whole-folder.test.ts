import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { freshFolder, putInPlace } from '../../scripts/whole-folder.js';

const home = mkdtempSync(join(tmpdir(), 'redtree-folder-'));
const dist = join(home, 'dist');
afterEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
});

it('leaves the folder as it was until the new one takes its place, with nothing of the old one in it', () => {
  mkdirSync(dist);
  writeFileSync(join(dist, 'old.js'), 'old');
  const fresh = freshFolder(dist);
  writeFileSync(join(fresh, 'new.js'), 'new');
  expect(readdirSync(dist)).toEqual(['old.js']);
  putInPlace(fresh, dist);
  expect(readdirSync(dist)).toEqual(['new.js']);
  expect(readFileSync(join(dist, 'new.js'), 'utf8')).toBe('new');
  expect(readdirSync(home)).toEqual(['dist']);
});

it('makes the first one too', () => {
  putInPlace(freshFolder(dist), dist);
  expect(readdirSync(home)).toEqual(['dist']);
});

it('takes away what an interrupted build left, and nothing of one that runs', () => {
  // No process has such a number: the greatest that Linux gives is four million and some.
  mkdirSync(join(home, 'dist.new-99999999'));
  mkdirSync(join(home, `dist.new-${process.ppid}`));
  mkdirSync(join(home, 'dist.newer'));
  freshFolder(dist);
  expect(existsSync(join(home, 'dist.new-99999999'))).toBe(false);
  expect(existsSync(join(home, `dist.new-${process.ppid}`))).toBe(true);
  expect(existsSync(join(home, 'dist.newer'))).toBe(true);
});
