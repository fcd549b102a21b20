import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe('the manifest', () => {
  it('pins every dependency to one version', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string))).toEqual([]);
  });

  it('names every package that the source imports, and the source imports every package it names', () => {
    const imported = new Set<string>();
    for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(ROOT, 'src', file), 'utf8');
      for (const [, from] of text.matchAll(
        /^(?:import|export)\b[^'"]*?from\s+'([^.][^']*)'|\bimport\(\s*'([^.][^']*)'/gm,
      )) {
        if (from === undefined || from.startsWith('node:')) continue;
        // Types are all that is taken from the syntax tree's own package, which holds nothing else.
        if (from === 'mdast') continue;
        imported.add(from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.split('/')[0]);
      }
    }
    const all = { ...manifest.dependencies, ...manifest.peerDependencies };
    expect([...imported].sort()).toEqual(Object.keys(all).sort());
  });

  it('is locked without the addresses of any registry', () => {
    expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });

  it('leads to files that the build has made', () => {
    const paths = Object.values(manifest.exports)
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target as object)))
      .filter((path) => !path.includes('*'));
    expect(
      [...paths, ...Object.values(manifest.bin)].filter((path) => !existsSync(join(ROOT, path))),
    ).toEqual([]);
  });
});

describe('the packed package', () => {
  let files: string[] = [];

  beforeAll(() => {
    const out = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    files = JSON.parse(out)[0].files.map((file: { path: string }) => file.path);
  });

  it('holds the library with types and source maps, the command, the schemas, the page and the licence', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/index.js',
        'dist/index.d.ts',
        'dist/index.js.map',
        'dist/bin/redtree.js',
        'schemas/comparison-v2.json',
        'schemas/profile.json',
        'src/index.ts',
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
      ]),
    );
  });

  it('holds the pages, and whatever a link in them leads to but the tests', () => {
    const pages = files.filter((path) => path === 'README.md' || /^docs\/.*\.md$/.test(path));
    expect(pages.length).toBeGreaterThan(10);
    const dead = pages.flatMap((page) => {
      const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
      return [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => join(dirname(page), target).replace(/\/$/, ''))
        .filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)))
        .filter((path) => !path.startsWith('test/'))
        .map((path) => `${page}: ${path}`);
    });
    expect(dead).toEqual([]);
  });

  it('holds nothing that only development needs', () => {
    expect(
      files.filter((path) => /^(test|bench\/.*\.ts|fixtures|golden|node_modules|\.ci)(\/|$)/.test(path)),
    ).toEqual([]);
  });
});
