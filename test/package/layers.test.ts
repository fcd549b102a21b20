import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');

/** Rooms from the top down: imports go down this list only. */
const ROOMS = [
  'cli',
  'mcp',
  'bridge',
  'patch',
  'scope',
  'render',
  'verify',
  'apply',
  'compare',
  'change',
  'align',
  'read',
  'profile',
  'document',
];

/** The rooms that run in a browser too. */
const ANYWHERE = new Set(ROOMS.slice(ROOMS.indexOf('render')));

interface Import {
  readonly file: string;
  readonly from: string;
}

function imports(): Import[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(SRC, file), 'utf8');
      const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm);
      return [...found].map(([, from]) => ({ file: file.replaceAll('\\', '/'), from }));
    });
}

const room = (file: string) => file.split('/')[0];

describe('the rooms of the source', () => {
  const all = imports();

  it('are read at all', () => {
    expect(all.length).toBeGreaterThan(50);
  });

  it('import only from rooms below them', () => {
    const up = all.filter(({ file, from }) => {
      if (!from.startsWith('.') || !file.includes('/')) return false;
      const to = room(relative(SRC, resolve(SRC, dirname(file), from)).replaceAll('\\', '/'));
      return ROOMS.includes(to) && ROOMS.indexOf(to) < ROOMS.indexOf(room(file));
    });
    expect(up).toEqual([]);
  });

  it('use nothing of Node where a browser runs them', () => {
    const node = all.filter(({ file, from }) => ANYWHERE.has(room(file)) && from.startsWith('node:'));
    expect(node).toEqual([]);
  });
});
