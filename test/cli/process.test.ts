import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, install } from '../package/built-package.js';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures');
const SAMPLE = [join(FIXTURES, 'agreement.source.md'), join(FIXTURES, 'agreement.test.md')];

describe('the installed command', () => {
  let installed: Installation;
  beforeAll(async () => {
    installed = await install();
  }, 120_000);
  afterAll(() => installed?.remove());

  const run = (args: string[], options: { input?: string | Buffer; env?: Record<string, string> } = {}) =>
    spawnSync(process.execPath, [installed.command, ...args], {
      encoding: 'utf8',
      cwd: installed.folder,
      input: options.input ?? '',
      env: { PATH: process.env.PATH, ...options.env },
      maxBuffer: 1 << 30,
    });

  it('compares the sample pair: JSON in a pipe, by default', () => {
    const { status, stdout, stderr } = run(['compare', ...SAMPLE]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(stdout.trimEnd()).not.toContain('\n');
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      'schema_version',
      'config',
      'source',
      'test',
      'changes',
      'statistics',
    ]);
  });

  it('prints a redline in a pipe when asked to, without colour', () => {
    const { stdout } = run(['compare', ...SAMPLE, '--format', 'terminal']);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^\d+ changes: /m);
  });

  it('reads one document from standard input', () => {
    const before = '# Terms\n\n1. Pay within thirty days.\n';
    writeFileSync(join(installed.folder, 'now.md'), before.replace('thirty', 'sixty'));
    const { status, stdout } = run(
      ['compare', '-', 'now.md', '--source-format', 'markdown', '--format', 'summary', '--exit-code'],
      { input: before },
    );
    expect(status).toBe(1);
    expect(stdout).toContain('[-thirty-]{+sixty+}');
  });

  it('writes all of a large document into a slow pipe', async () => {
    const clauses = Array.from(
      { length: 3000 },
      (_, i) => `${i + 1}. Clause number ${i + 1} says something of its own.`,
    );
    const file = join(installed.folder, 'large.md');
    writeFileSync(file, clauses.join('\n\n'));
    const child = spawn(process.execPath, [installed.command, 'compare', file, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8');
    for await (const chunk of child.stdout) {
      text += chunk;
      await new Promise((wait) => setTimeout(wait, 2));
    }
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(JSON.parse(text).changes).toEqual([]);
  });

  it('is quiet when the reader of its output goes away', () => {
    const command = `"${process.execPath}" "${installed.command}" compare "${SAMPLE[0]}" "${SAMPLE[1]}" | head -c 10`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stdout).toHaveLength(10);
    expect(stderr).toBe('');
  });

  it('says so when its output cannot be written', () => {
    const command = `"${process.execPath}" "${installed.command}" compare "${SAMPLE[0]}" "${SAMPLE[1]}" > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'redtree: cannot write to standard output: ENOSPC\n']);
  });

  it('reads a pipe under a file’s name', () => {
    const command = `"${process.execPath}" "${installed.command}" compare <(cat "${SAMPLE[0]}") "${SAMPLE[1]}" --source-format markdown --format summary`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('Total: ');
  });

  it.each(['--help', 'compare --help', 'schema profile'])('loads no engine for %s', (line) => {
    const { late, text } = loaded(line.split(' '));
    expect(late).toEqual([]);
    expect(text).toContain('Examples:');
    // Of the Markdown grammar, the aligner and the YAML reader, a word each that only they hold.
    for (const word of ['setextUnderline', 'fuzzy_min_similarity', 'BLOCK_FOLDED'])
      expect(text).not.toContain(word);
    expect(text.length).toBeLessThan(150_000);
  });

  it('compares under a built-in profile without the packages that read somebody else’s, and writes no Markdown', () => {
    const { late, text } = loaded(['compare', ...SAMPLE, '--format', 'terminal']);
    expect(late).toEqual([]);
    expect(text.length).toBeLessThan(750_000);
  });

  it('loads a package when a text comes to need it', () => {
    const pattern = '{ name: act, pattern: "^(Act [0-9]+) ", style: decimal }';
    writeFileSync(join(installed.folder, 'acts.yaml'), `name: acts\nlabel_patterns:\n  - ${pattern}\n`);
    writeFileSync(join(installed.folder, 'acts.md'), '# Acts\n\nAct 1 begins &dagger; at once\n');
    const profile = ['--profile', 'acts.yaml'];
    expect(loaded(['blocks', 'acts.md', ...profile]).late.sort()).toEqual([
      'decode-named-character-reference',
      're2js',
      'yaml',
    ]);
    expect(run(['blocks', 'acts.md', ...profile]).stdout).toContain('Act 1');
    writeFileSync(join(installed.folder, 'wide.md'), '# 幕間\n');
    expect(loaded(['compare', 'acts.md', 'wide.md', '--format', 'terminal']).late).toContain('string-width');
  });
});
