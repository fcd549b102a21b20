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
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Comparison, compare } from '../../src/compare/index.js';
import { redtree, type World } from './fake-io.js';

const BEFORE = '# Terms\n\n1. Pay within thirty days.\n\n2. Notices are in writing.\n';
const AFTER = BEFORE.replace('thirty', 'sixty');
const LATER = AFTER.replace('in writing', 'by letter');

describe('redtree golden', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'redtree-golden-'));
    pair('terms', BEFORE, AFTER);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const put = (name: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const pair = (name: string, source: string, test: string, ending = 'md') => {
    put(`${name}.source.${ending}`, source);
    put(`${name}.test.${ending}`, test);
  };
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  /** Runs the command on the folder, its path left out of what it prints. */
  const golden = async (args: readonly string[] = [], world: World = {}) => {
    const { code, out, err } = await redtree(['golden', root, ...args], world);
    return { code, out: out.replaceAll(`${root}/`, ''), err: err.replaceAll(`${root}/`, '') };
  };

  it('agrees with the comparisons of this repository', async () => {
    expect(await redtree(['golden', 'fixtures'])).toEqual({ code: 0, out: '7 pairs: 7 same\n', err: '' });
  });

  it('fails on a comparison that is not kept yet, and says how to keep it', async () => {
    const { code, out } = await golden();
    expect(code).toBe(1);
    expect(out).toBe(
      'missing    terms: terms.comparison.json is not there; --update writes it\n1 pair: 1 missing\n',
    );
    expect(existsSync(join(root, 'terms.comparison.json'))).toBe(false);
  });

  it('checks only the pairs that --filter names, and what is kept for them', async () => {
    pair('notes', BEFORE, BEFORE);
    await golden(['--update']);
    pair('terms', BEFORE, LATER);
    put('gone.comparison.json', read('notes.comparison.json'));
    expect(await golden(['--filter', 'note'])).toEqual({ code: 0, out: '1 pair: 1 same\n', err: '' });
    expect((await golden(['--filter', 'note', '--filter', 'term'])).out).toMatch(
      /2 pairs: 1 same, 1 different/,
    );
    expect((await golden(['--filter', 'term', '--update'])).out).toContain('1 pair: 1 written');
    const none = await golden(['--filter', 'trems']);
    expect(none.code).toBe(2);
    expect(none.err).toContain('has "trems" in its name (did you mean "terms"?)');
  });

  it('keeps the compact form beside the documents, and passes from then on', async () => {
    expect(await golden(['--update'])).toEqual({
      code: 0,
      out: 'written    terms: wrote terms.comparison.json\n1 pair: 1 written\n',
      err: '',
    });
    const document = compare(BEFORE, AFTER, { sourceFormat: 'markdown', testFormat: 'markdown' });
    expect(read('terms.comparison.json')).toBe(
      `${JSON.stringify(document.toJSON({ trees: false }), null, 2)}\n`,
    );
    expect(await golden()).toEqual({ code: 0, out: '1 pair: 1 same\n', err: '' });
    expect((await golden(['--update'])).out).toBe('1 pair: 1 same\n');
  });

  it('keeps whole comparisons with --trees, which read back', async () => {
    await golden(['--update', '--trees']);
    expect(Comparison.fromJSON(JSON.parse(read('terms.comparison.json'))).changes.length).toBe(1);
    expect((await golden(['--trees'])).code).toBe(0);
    const { code, out } = await golden();
    expect(code).toBe(1);
    expect(out).toContain('source: went\n');
  });

  it('shows how the comparison differs, change by change', async () => {
    await golden(['--update']);
    pair('terms', BEFORE, LATER);
    const { code, out } = await golden();
    expect(code).toBe(1);
    expect(
      out,
    ).toBe(`different  terms: 1 change appeared, 2 other values changed against terms.comparison.json
  in Terms
    + appeared: 2 edited (list item, clause) at /section[1]/list_item[2]
        Notices are [-in writing-]{+by letter+}.
  statistics.counts.modified: 1 → 2
  statistics.counts.total: 1 → 2
1 pair: 1 different
If they are meant to differ, the same command with --update keeps them as they are now.
`);
    expect((await golden(['--update'])).out).toContain('wrote terms.comparison.json');
    expect((await golden()).code).toBe(0);
  });

  it('compares data and not bytes', async () => {
    await golden(['--update']);
    put(
      'terms.comparison.json',
      JSON.stringify(JSON.parse(read('terms.comparison.json'))).replace(/^/, '\ufeff'),
    );
    expect((await golden()).code).toBe(0);
    put(
      'terms.comparison.json',
      JSON.stringify(JSON.parse(read('terms.comparison.json').slice(1)), null, 2).replaceAll('\n', '\r\n'),
    );
    expect((await golden()).code).toBe(0);
  });

  it('finds pairs in folders below, and keeps their comparisons in a folder that mirrors them', async () => {
    pair('leases/flat', BEFORE, AFTER);
    pair('node_modules/x/y', BEFORE, AFTER);
    pair('.hidden/z', BEFORE, AFTER);
    const kept = join(root, 'kept');
    expect((await golden(['--golden', kept, '--update'])).code).toBe(0);
    expect(readdirSync(kept, { recursive: true, encoding: 'utf8' }).sort()).toEqual([
      'leases',
      'leases/flat.comparison.json',
      'terms.comparison.json',
    ]);
    expect((await golden(['--golden', kept])).out).toBe('2 pairs: 2 same\n');
  });

  it('tells a comparison that is kept for no pair, and deletes nothing', async () => {
    await golden(['--update']);
    put('gone.comparison.json', '{}');
    const { code, out } = await golden(['--update']);
    expect([code, out]).toEqual([
      1,
      'orphan     gone: gone.comparison.json belongs to no pair; delete it, or bring its documents back\n1 pair: 1 same; 1 golden without a pair\n',
    ]);
  });

  it.each([
    ['{', 'it is no JSON: '],
    ['{}', 'it has no schema_version'],
    ['{"schema_version":"3.0"}', 'the document has version 3.0'],
    ['<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n', 'it holds the marks of a merge conflict'],
  ])('says what is wrong with a kept comparison: %j', async (text, message) => {
    put('terms.comparison.json', text);
    const { code, out } = await golden();
    expect(code).toBe(1);
    expect(out).toContain('broken     terms: terms.comparison.json is no comparison document: ');
    expect(out).toContain(message);
    expect((await golden(['--update'])).code).toBe(0);
  });

  it.each<[string, () => void, string]>([
    [
      'half a pair',
      () => rmSync(join(root, 'terms.test.md')),
      'terms.source.md has no partner: terms.test.EXT',
    ],
    ['the other half', () => rmSync(join(root, 'terms.source.md')), 'terms.test.md has no partner'],
    [
      'two pairs of one name',
      () => pair('terms', BEFORE, AFTER, 'txt'),
      'more than one pair is called "terms"',
    ],
    ['no name', () => pair('', BEFORE, AFTER), 'has no name'],
    ['no UTF-8', () => put('terms.test.md', new Uint8Array([0x61, 0xff])), 'terms.test.md is not UTF-8'],
    ['no text', () => put('terms.test.md', 'a\0b'), 'terms.test.md is not text'],
    ['an unknown ending', () => pair('other', 'a', 'b', 'pdf'), 'no reader is known for ".pdf"'],
    [
      'a golden that is a folder',
      () => mkdirSync(join(root, 'terms.comparison.json')),
      'terms.comparison.json: it is a folder, not a file',
    ],
  ])('tells %s and goes on to the other pairs, with exit code 2', async (_, spoil, message) => {
    pair('good', BEFORE, AFTER);
    await golden(['--update']);
    rmSync(join(root, 'terms.comparison.json'));
    spoil();
    const { code, out, err } = await golden();
    expect([code, err]).toEqual([2, '']);
    expect(out).toContain(message);
    expect(out).toMatch(/1 same/);
  });

  it('takes two formats when both are named, and a profile, and a filter', async () => {
    rmSync(join(root, 'terms.test.md'));
    put('terms.test.txt', LATER);
    const flags = [
      '--source-format',
      'markdown',
      '--test-format',
      'text',
      '--profile',
      'contract',
      '--kind',
      'modify',
    ];
    expect((await golden(['--update'])).out).toContain('give --source-format and --test-format');
    expect((await golden([...flags, '--update'])).code).toBe(0);
    const { config } = JSON.parse(read('terms.comparison.json'));
    expect([config.test_format, config.profile, config.filter.kinds]).toEqual([
      'text',
      'contract',
      ['modify'],
    ]);
    expect((await golden(flags)).code).toBe(0);
  });

  it('does not take a program’s tests for documents', async () => {
    put('thing.test.ts', 'export {};\n');
    expect((await golden(['--update'])).out).toContain('1 pair: 1 written');
  });

  it('is an error where there is nothing to check', async () => {
    const empty = mkdtempSync(join(root, 'empty-'));
    expect(await redtree(['golden', empty])).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no pair'),
    });
    expect((await redtree(['golden', join(empty, 'none')])).err).toContain('there is no such folder');
    expect((await redtree(['golden', join(root, 'terms.test.md')])).err).toContain('it is a file');
  });

  describe('with a config file', () => {
    const config = (text: string) => put('redtree.golden.yaml', text);

    it('takes settings for all pairs and for one, with paths that count from the file', async () => {
      pair('other', BEFORE, AFTER);
      put('house.yaml', 'name: house\nlabel_patterns: []\n');
      config(`golden: kept
trees: true
profile: contract
filter: { kinds: [modify] }
pairs:
  other:
    profile: house.yaml
    alignment: { fuzzy_window: 3 }
`);
      expect((await golden(['--update'])).code).toBe(0);
      const [terms, other] = ['terms', 'other'].map((name) =>
        JSON.parse(read(`kept/${name}.comparison.json`)),
      );
      expect([terms.config.profile, terms.config.filter.kinds]).toEqual(['contract', ['modify']]);
      expect([other.config.profile, other.config.filter.kinds]).toEqual(['house', ['modify']]);
      expect([terms.config.alignment.fuzzy_window, other.config.alignment.fuzzy_window]).toEqual([25, 3]);
      expect(Object.keys(terms)).toContain('alignment');
      expect((await golden()).code).toBe(0);
      expect((await golden(['--profile', 'generic'])).out).toContain(
        'config.profile: "contract" → "generic"',
      );
      expect((await golden(['--no-trees'])).out).toContain('source: went');
    });

    it('may say nothing, or stand elsewhere', async () => {
      config('# nothing yet\n');
      expect((await golden(['--update'])).code).toBe(0);
      put('ci/settings.yaml', 'golden: ../elsewhere\n');
      await golden(['--config', join(root, 'ci/settings.yaml'), '--update']);
      expect(existsSync(join(root, 'elsewhere/terms.comparison.json'))).toBe(true);
    });

    it.each([
      ['pofile: contract\n', 'line 1, pofile: unknown key "pofile" (did you mean "profile"?)'],
      [
        '\nprofile: contrct\n',
        'line 2, profile: "contrct" is no built-in profile (did you mean "contract"?)',
      ],
      ['trees: often\n', 'line 1, trees: expected true or false'],
      ['max_input: -1\n', 'line 1, max_input: expected a whole number'],
      ['golden: [a]\n', 'line 1, golden: expected text'],
      ['filter:\n  kinds: [modified]\n', 'line 2, filter.kinds: there is no change kind "modified"'],
      ['filter:\n  kind: [move]\n', 'line 2, filter.kind: a filter has no field "kind"'],
      ['alignment:\n  fuzzy_window: 0\n', 'line 2, alignment.fuzzy_window: fuzzy_window should be'],
      ['pairs: [terms]\n', 'line 1, pairs: expected a mapping'],
      [
        'trees: maybe\npairs:\n  trems: {}\n',
        'line 1, trees: expected true or false, found "maybe"; line 3, pairs.trems: there is no pair "trems"',
      ],
      ['pairs:\n  trems: {}\n', 'line 2, pairs.trems: there is no pair "trems" (did you mean "terms"?)'],
      ['pairs:\n  terms:\n    golden: x\n', 'line 3, pairs.terms.golden: unknown key "golden"'],
      ['test_format: md\n', 'line 1, test_format: should be one of text, markdown'],
      ['golden: a\ngolden: b\n', 'line 2, golden: "golden" is given twice'],
      ['a: b: c\n', 'line 1: Nested mappings are not allowed'],
      ['- a\n', 'expected a mapping with golden'],
    ])('tells a mistake with its place: %j', async (text, message) => {
      config(text);
      const { code, out, err } = await golden();
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(
        `redtree: redtree.golden.yaml: ${message.startsWith('expected') ? 'line 1: ' : ''}${message}`,
      );
    });

    it('tells all mistakes at once', async () => {
      config('trees: 3\nprofil: x\nfilter: { min_chars: few, kinds: none }\n');
      const { err } = await golden();
      expect(err.match(/line \d/g)).toEqual(['line 1', 'line 2', 'line 3', 'line 3']);
    });
  });

  describe('in CI', () => {
    beforeEach(async () => {
      await golden(['--update']);
      pair('terms', BEFORE, LATER.replace('# Terms', '# ::add-mask::Terms ##[error]'));
      pair('fresh', BEFORE, AFTER);
    });

    it('annotates every failure in a GitHub workflow', async () => {
      const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root };
      const { out } = await golden([], { env });
      const lines = out.split('\n').filter((line) => line.startsWith('::'));
      expect(lines.map((line) => line.slice(0, line.indexOf('::', 2) + 2))).toEqual([
        '::error file=fresh.comparison.json,title=redtree golden%3A fresh::',
        '::error file=terms.comparison.json,title=redtree golden%3A terms::',
      ]);
      expect(lines[0]).toContain('is not there; --update writes it');
      expect(lines[1]).toContain('%0Ain ::add-mask::Terms');
    });

    it('lets no document give orders to GitHub’s runner', async () => {
      const { out } = await golden([], { env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root } });
      const log = out.split('\n').filter((line) => !line.startsWith('::error file='));
      expect(log.filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
    });

    it('annotates nothing elsewhere', async () => {
      expect((await golden()).out).not.toContain('::error');
    });

    it('writes JUnit’s XML', async () => {
      put('odd.source.md', 'x');
      const file = join(root, 'results.xml');
      expect((await golden(['--junit', file])).code).toBe(2);
      const xml = read('results.xml').replaceAll(root, 'DIR');
      expect(xml).toContain('<testsuites name="redtree golden" tests="3" failures="2" errors="1">');
      expect(xml).toContain('<testcase name="fresh" classname="DIR" file="DIR/fresh.comparison.json">');
      expect(xml).toContain(
        'type="missing" message="DIR/fresh.comparison.json is not there; --update writes it"',
      );
      expect(xml).toMatch(
        /<failure type="different"[^>]*> {2}\+ appeared: [^<]*\nin ::add-mask::Terms ##\[error\]\n[^<]*</,
      );
      expect(xml).toMatch(/<error type="error" message="DIR\/odd\.source\.md has no partner/);
      expect(xml.match(/<[^>]*[<&](?!amp;|lt;|gt;|quot;)/)).toBeNull();
      await golden(['--update']);
      rmSync(join(root, 'odd.source.md'));
      await golden(['--junit', file]);
      expect(read('results.xml')).toContain('file="'.concat(join(root, 'fresh.comparison.json'), '"/>'));
      expect((await golden(['--junit', join(root, 'none/results.xml')])).err).toContain(
        'results.xml: there is no folder none',
      );
    });

    it('shows progress on a terminal, and leaves none of it behind', async () => {
      const { err } = await redtree(['golden', root], { isTerminal: true, columns: 20 });
      expect(err).toBe('\r\u001b[2K1/2 fresh\r\u001b[2K\r\u001b[2K2/2 terms\r\u001b[2K');
      const dumb = await redtree(['golden', root], { isTerminal: true, env: { TERM: 'dumb' } });
      expect(dumb.err).toBe('');
    });
  });
});
