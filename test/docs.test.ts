import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, install } from './package/built-package.js';

/**
 * The samples in the pages are run. A fence says so: ```js run, ```ts run and ```sh run must succeed, and when the next
 * fence is ```text output, must print just that; a line `…` in it stands for any lines. They run where `redtree` is
 * installed and `fixtures/` stands beside them.
 */
const ROOT = resolve(import.meta.dirname, '..');
const LANGUAGES = ['js', 'ts', 'sh'];

interface Sample {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly output: string | null;
}

function pages(): string[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  return ['README.md', 'CONTRIBUTING.md', ...docs.sort()];
}

function samples(page: string): Sample[] {
  const fences: { line: number; info: string; code: string }[] = [];
  const text = readFileSync(join(ROOT, page), 'utf8');
  for (const match of text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    fences.push({
      line: text.slice(0, match.index).split('\n').length,
      info: match[1].trim(),
      code: match[2],
    });
  }
  return fences.flatMap(({ line, info, code }, i) => {
    const [language, mark] = info.split(/\s+/);
    if (mark !== 'run') return [];
    const next = fences[i + 1];
    return [{ page, line, language, code, output: next?.info === 'text output' ? next.code : null }];
  });
}

/** The output as a page may show it: no trailing spaces, and `…` lines for what it leaves out. */
function matches(printed: string, shown: string): boolean {
  const clean = (text: string) => text.replaceAll(/[ \t]+$/gm, '').trim();
  const parts = clean(shown).split(/^[ \t]*…[ \t]*$/m);
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*?');
  return new RegExp(`^${pattern}$`).test(clean(printed));
}

describe('the samples in the pages', () => {
  let installed: Installation;
  beforeAll(async () => {
    installed = await install();
    symlinkSync(join(ROOT, 'fixtures'), join(installed.folder, 'fixtures'), 'dir');
  });
  afterAll(() => installed?.remove());

  const all = pages().flatMap(samples);

  it('are there', () => {
    expect(all.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(2);
    expect(all.filter(({ language }) => !LANGUAGES.includes(language))).toEqual([]);
  });

  it.each(all.map((sample) => [`${sample.page}:${sample.line}`, sample] as const))('%s runs', (_, sample) => {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PATH: `${installed.path}:${process.env.PATH}`,
      COLUMNS: '80',
    };
    delete env.FORCE_COLOR;
    let args = ['-e', '-c', sample.code];
    if (sample.language !== 'sh') {
      const file = join(installed.folder, `sample-${sample.line}.mjs`);
      const loader = sample.language === 'ts' ? 'ts' : 'js';
      writeFileSync(file, transformSync(sample.code, { loader, format: 'esm', target: 'node20' }).code);
      args = [file];
    }
    const program = sample.language === 'sh' ? 'sh' : process.execPath;
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: installed.folder,
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    if (sample.output !== null && !matches(stdout, sample.output)) expect(stdout).toBe(sample.output);
  });
});

describe('the links in the pages', () => {
  it.each(pages())('of %s lead somewhere', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
    const broken = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(resolve(ROOT, dirname(page), target)));
    expect(broken).toEqual([]);
  });
});
