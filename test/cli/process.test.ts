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
  });
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
    expect([status, stderr]).toEqual([2, 'redtree: cannot write to standard output: the disk is full\n']);
  });

  it('refuses a folder as standard input', () => {
    const command = `"${process.execPath}" "${installed.command}" compare - "${SAMPLE[1]}" < .`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: installed.folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      2,
      'redtree: cannot read standard input: it is a folder, not a file\n',
    ]);
  });

  it('reads a pipe under a file’s name', () => {
    const command = `"${process.execPath}" "${installed.command}" compare <(cat "${SAMPLE[0]}") "${SAMPLE[1]}" --source-format markdown --format summary`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('Total: ');
  });

  it.each([
    ['not UTF-8', 'latin.md', Buffer.from([0x67, 0x72, 0xfc, 0x6e]), 'is not UTF-8'],
    ['UTF-16', 'wide.txt', Buffer.from([0xff, 0xfe, 0x61, 0x00]), 'UTF-16'],
    ['binary', 'blob.txt', Buffer.from([0x61, 0x00, 0x62]), 'is not text'],
    ['of an unknown ending', 'terms.docx', Buffer.from('words'), 'docx'],
    ['over the cap', 'long.txt', Buffer.from('word '.repeat(30)), 'the limit is 100'],
    ['far over the cap', 'longer.txt', Buffer.from('word '.repeat(300)), 'over the cap of 100'],
  ])('refuses a file that is %s in one line', (_, name, bytes, message) => {
    writeFileSync(join(installed.folder, name), bytes);
    writeFileSync(join(installed.folder, 'fine.txt'), 'Fine.\n');
    const { status, stdout, stderr } = run(['compare', name, 'fine.txt', '--max-input', '100']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain(name);
    expect(stderr).toMatch(/^redtree: [^\n]+\n$/);
  });

  it('refuses two formats unless both are named, and says by which flags', () => {
    const twin = join(FIXTURES, 'agreement-text.test.txt');
    const { status, stderr } = run(['compare', SAMPLE[0], twin]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^redtree: [^\n]*markdown[^\n]*text[^\n]*--source-format and --test-format\n$/);
    const named = ['--source-format', 'markdown', '--test-format', 'text'];
    expect(run(['compare', SAMPLE[0], twin, ...named]).status).toBe(0);
  });

  it('takes a profile from a file, and tells every problem of a bad one in one line', () => {
    writeFileSync(join(installed.folder, 'house.yaml'), 'name: house\ndescription: ours\n');
    expect(
      JSON.parse(run(['compare', ...SAMPLE, '--profile', 'house.yaml', '--no-trees']).stdout).config.profile,
    ).toBe('house');
    writeFileSync(join(installed.folder, 'bad.yaml'), 'name: 3\nlabel_patterns: none\ncolour: red\n');
    const { status, stderr } = run(['compare', ...SAMPLE, '--profile', 'bad.yaml']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^redtree: [^\n]*bad\.yaml[^\n]*line 1[^\n]*line 2[^\n]*line 3[^\n]*\n$/);
    expect(run(['compare', ...SAMPLE, '--profile', 'contarct']).stderr).toContain('contract');
  });

  it('prints one document’s blocks', () => {
    const { status, stdout } = run(['blocks', SAMPLE[0]]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\/section\[1\]\/section\[\d+\]\/list_item\[\d+\] +\d+\.\d+ +clause /m);
    expect(JSON.parse(run(['blocks', SAMPLE[0], '--format', 'json']).stdout).root.path).toBe('/');
  });

  it('filters as the flags say, and records it', () => {
    const all = JSON.parse(run(['compare', ...SAMPLE, '--no-trees']).stdout);
    const args = ['--kind', 'move', '--kind', 'renumber', '--no-has-inline'];
    const some = JSON.parse(run(['compare', ...SAMPLE, '--no-trees', ...args]).stdout);
    const wanted = all.changes.filter(
      (change: { kind: string; inline: unknown[] }) =>
        ['move', 'renumber'].includes(change.kind) && change.inline.length === 0,
    );
    expect(some.changes).toEqual(wanted);
    expect(some.config.filter).toEqual({
      kinds: ['move', 'renumber'],
      address_prefixes: [],
      labels: [],
      roles: [],
      min_chars: 0,
      has_inline: false,
    });
  });

  it('exits with 1 for changes only when asked to, and with 0 when there are none', () => {
    expect(run(['compare', ...SAMPLE, '--exit-code']).status).toBe(1);
    expect(run(['compare', ...SAMPLE]).status).toBe(0);
    expect(run(['compare', SAMPLE[0], SAMPLE[0], '--exit-code']).status).toBe(0);
    expect(run(['compare', ...SAMPLE, '--exit-code', '--label', 'no such label']).status).toBe(0);
  });

  it('prints the alignment when asked to', () => {
    const { alignment } = JSON.parse(run(['compare', ...SAMPLE, '--alignment']).stdout);
    expect(alignment.pairs[0].matched_by).toBe('root');
  });

  it('colours when told to', () => {
    for (const args of [['--color'], ['--color', 'always'], ['--color=always']]) {
      expect(run(['compare', '--format', 'terminal', ...args, ...SAMPLE]).stdout).toContain('\u001b[31;9m');
    }
    const forced = run(['compare', '--format', 'terminal', ...SAMPLE], { env: { FORCE_COLOR: '1' } });
    expect(forced.stdout).toContain('\u001b[31;9m');
    expect(
      run(['compare', '--format', 'terminal', ...SAMPLE, '--no-color'], { env: { FORCE_COLOR: '1' } }).stdout,
    ).not.toContain('\u001b');
  });

  it('works through a link, and from any folder', () => {
    mkdirSync(join(installed.folder, 'elsewhere'));
    const link = join(installed.folder, 'elsewhere', 'redtree');
    symlinkSync(installed.command, link);
    expect(execFileSync(process.execPath, [link, '--version'], { cwd: '/', encoding: 'utf8' })).toMatch(
      /^\d/,
    );
  });

  /** What a run loads of the command: the names of late packages, and the text of all files together. */
  const loaded = (args: string[]) => {
    const folder = mkdtempSync(join(installed.folder, 'coverage-'));
    expect(run(args, { env: { NODE_V8_COVERAGE: folder } })).toMatchObject({ status: 0, stderr: '' });
    const files = readdirSync(folder)
      .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).result as { url: string }[])
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url }) => fileURLToPath(url));
    return {
      late: files.filter((file) => file.endsWith('.cjs')).map((file) => basename(file, '.cjs')),
      text: files.map((file) => readFileSync(file, 'utf8')).join('\n'),
    };
  };

  it('loads next to nothing for the version', () => {
    expect(loaded(['--version']).text.length).toBeLessThan(10_000);
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

  it('compares under a built-in profile without what only somebody else’s needs', () => {
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
