import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  annotate,
  codePointLength,
  compare,
  parseTree,
  readDocument,
  renderSummary,
} from '../../src/index.js';
import { toolsOf } from '../../src/mcp/index.js';
import { type Connected, connected } from './connected.js';

const OLD = '# Terms\n\n1. Pay within thirty days.\n\n2. Give notice in writing.\n';
const NEW = '# Terms\n\n1. Pay within sixty days.\n\n2. Give notice in writing.\n';

/** Two documents with `n` clauses, each of them edited. */
function manyChanges(n: number): { source: string; test: string } {
  const clause = (i: number, word: string) =>
    `${i + 1}. Clause ${i + 1} is about matter ${i} and ${word} days.`;
  const text = (word: string) => Array.from({ length: n }, (_, i) => clause(i, word)).join('\n\n');
  return { source: text('thirty'), test: text('sixty') };
}

describe("the comparison's tools", () => {
  let here: Connected;
  beforeAll(async () => {
    here = await connected({ profile: 'compare' });
  });
  afterAll(() => here?.close());

  it('lists the changes that the library finds, without the trees', async () => {
    const { value } = await here.call('compare', { source: OLD, test: NEW });
    const { config, changes, statistics } = compare(OLD, NEW).toJSON({ trees: false });
    const { counts, source_blocks, test_blocks } = statistics;
    expect(value).toEqual(
      JSON.parse(
        JSON.stringify({
          status: 'ok',
          schema_version: '2.0',
          config,
          statistics: { counts, source_blocks, test_blocks },
          changes,
          first_change: 0,
          total_changes: 1,
          next_cursor: null,
        }),
      ),
    );
  });

  it('asks for the formats by the names of its own arguments', async () => {
    const { value } = await here.call('verify', {
      original: '# A\n\n**b**\n',
      edited: 'plain',
      edited_format: 'text',
      allowed: { labels: ['1'] },
    });
    expect(value.code).toBe('formats_differ');
    expect(value.failure_detail).toContain('original_format');
  });

  it('lists the changes that a filter keeps', async () => {
    const { value } = await here.call('compare', { source: OLD, test: NEW, filter: { kinds: ['move'] } });
    expect([value.total_changes, value.config.filter.kinds]).toEqual([0, ['move']]);
  });

  it('cuts a long list between changes, within the budget, and goes on where it ended', async () => {
    const small = await connected({ resultChars: 6_000 });
    const documents = manyChanges(60);
    const changes: unknown[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { text, value } = await small.call('compare', { ...documents, cursor });
      expect(codePointLength(text)).toBeLessThanOrEqual(6_000);
      expect(value.first_change).toBe(changes.length);
      changes.push(...value.changes);
      cursor = value.next_cursor;
      pages++;
    } while (cursor !== null);
    const whole = compare(documents.source, documents.test).changes;
    expect(changes).toEqual(JSON.parse(JSON.stringify(whole)));
    expect(pages).toBeGreaterThan(2);
    await small.close();
  });

  it('refuses a cursor of another result', async () => {
    const small = await connected({ resultChars: 6_000 });
    const { value } = await small.call('compare', manyChanges(60));
    const other = await small.call('compare', { ...manyChanges(61), cursor: value.next_cursor });
    expect([other.value.status, other.value.code, other.isError]).toEqual([
      'invalid_argument',
      'bad_cursor',
      false,
    ]);
    await small.close();
  });

  it('shortens a change that no page could hold, and says so', async () => {
    const words = Array.from({ length: 30_000 }, (_, i) => `w${i}`).join(' ');
    const { text, value } = await here.call('compare', { source: '1. Gone.', test: `1. ${words}` });
    expect(codePointLength(text)).toBeLessThanOrEqual(45_000);
    expect(value.changes.some((change: { shortened?: boolean }) => change.shortened === true)).toBe(true);
  });

  it('tells the changes in words', async () => {
    const { value } = await here.call('summary', { source: OLD, test: NEW });
    expect(value).toEqual({
      status: 'ok',
      total_changes: 1,
      summary: renderSummary(compare(OLD, NEW)).trimEnd(),
      first_line: 0,
      total_lines: value.summary.split('\n').length,
      next_cursor: null,
    });
  });

  it('cuts a long summary between lines', async () => {
    const small = await connected({ resultChars: 4_000 });
    const documents = manyChanges(80);
    const parts: string[] = [];
    let cursor: string | null = null;
    do {
      const { text, value } = await small.call('summary', { ...documents, cursor });
      expect(codePointLength(text)).toBeLessThanOrEqual(4_000);
      parts.push(value.summary);
      cursor = value.next_cursor;
    } while (cursor !== null);
    expect(parts.join('\n')).toBe(renderSummary(compare(documents.source, documents.test)).trimEnd());
    await small.close();
  });

  it('marks the changes in the text', async () => {
    const { value } = await here.call('annotate', { source: OLD, test: NEW });
    const comparison = compare(OLD, NEW);
    const texts = { comparison, sourceText: OLD, testText: NEW };
    expect(value).toEqual({
      status: 'ok',
      style: 'critic',
      total_changes: 1,
      text: annotate(texts),
      first_line: 0,
      total_lines: 5,
      next_cursor: null,
    });
    const tags = await here.call('annotate', { source: OLD, test: NEW, style: 'tags' });
    expect(tags.value.text).toContain('<del>thirty</del><ins>sixty</ins>');
    const filtered = await here.call('annotate', { source: OLD, test: NEW, filter: { kinds: ['move'] } });
    expect([filtered.value.total_changes, filtered.value.text]).toEqual([0, OLD]);
    const none = await here.call('annotate', { source: OLD, test: NEW, style: 'red' });
    expect([none.value.status, none.value.code]).toEqual(['invalid_argument', 'invalid_value']);
  });

  it('cuts a long text between lines, and a line that is too long, and loses nothing', async () => {
    const small = await connected({ resultChars: 4_000 });
    const source = `${manyChanges(60).source}\n\n${'\u0001 long words'.repeat(800)}\n`;
    let text = '';
    let cursor: string | null = null;
    do {
      const called = await small.call('apply', { source, test: source, addresses: [], cursor });
      expect(codePointLength(called.text)).toBeLessThanOrEqual(4_000);
      text += called.value.text;
      cursor = called.value.next_cursor;
    } while (cursor !== null);
    expect(text).toBe(source);
    await small.close();
  });

  it('accepts some of the changes, by address or by filter', async () => {
    const later = '# Terms\n\n1. Pay within sixty days.\n\n2. Give notice by post.\n';
    const first = await here.call('apply', { source: OLD, test: later, accept: { labels: ['1'] } });
    expect(first.value.text).toBe(OLD.replace('thirty', 'sixty'));
    const addresses = ['/section[1]/list_item[2]'];
    const second = await here.call('apply', { source: OLD, test: later, addresses });
    expect(second.value.text).toBe(OLD.replace('in writing', 'by post'));
    const all = await here.call('apply', { source: OLD, test: later });
    expect(all.value.text).toBe(later);
    const both = await here.call('apply', { source: OLD, test: later, addresses, accept: {} });
    expect(both.value.code).toBe('invalid_value');
  });

  it('says which changes go only together', async () => {
    const [source, test] = ['1. one fish\n2. two birds\n', '1. one fish\n2. three cats\n3. two birds\n'];
    const formats = { source_format: 'markdown', test_format: 'markdown' };
    const { value } = await here.call('apply', {
      source,
      test,
      ...formats,
      accept: { kinds: ['insert'] },
    });
    expect(value).toMatchObject({
      status: 'invalid_argument',
      code: 'needs_other_changes',
      changes: [{ kind: 'insert', source_address: null, test_address: '/list_item[2]' }],
      needs: [{ kind: 'renumber', source_address: '/list_item[2]', test_address: '/list_item[3]' }],
    });
    const addresses = [...value.changes, ...value.needs].map((change) => change.test_address);
    const together = await here.call('apply', { source, test, ...formats, addresses });
    expect(together.value.text).toBe(test);
  });

  it('holds an edit to its scope', async () => {
    const kept = await here.call('verify', { original: OLD, edited: NEW, allowed: { labels: ['1'] } });
    expect([kept.value.ok, kept.value.counts.in_scope, kept.value.out_of_scope]).toEqual([true, 1, []]);
    const strayed = await here.call('verify', { original: OLD, edited: NEW, allowed: { labels: ['2'] } });
    expect(strayed.value.ok).toBe(false);
    expect(strayed.value.out_of_scope).toMatchObject([
      { change: { kind: 'modify', source_label: '1' }, outside: 'both' },
    ]);
    const nothing = await here.call('verify', { original: OLD, edited: NEW, allowed: { labels: ['9'] } });
    expect([nothing.value.status, nothing.value.code]).toEqual(['invalid_argument', 'empty_scope']);
  });

  it('gives a document as the tree that the library reads', async () => {
    const { value } = await here.call('read_blocks', { document: OLD });
    expect(value.tree).toEqual(JSON.parse(JSON.stringify(readDocument(OLD).tree)));
    expect(() => parseTree(value.tree)).not.toThrow();
    expect(value.cut).toEqual([]);
  });

  it('gives the block at an address, and says what lies below the depth asked for', async () => {
    const { value } = await here.call('read_blocks', { document: OLD, address: '/section[1]', depth: 0 });
    expect(value.tree.root).toMatchObject({ kind: 'section', path: '/section[1]', children: [] });
    expect(value.cut).toEqual([{ address: '/section[1]', blocks: 3 }]);
    const none = await here.call('read_blocks', { document: OLD, address: '/section[9]' });
    expect([none.value.status, none.value.code]).toEqual(['invalid_argument', 'no_such_block']);
  });

  it('gives each block of a long document once over all pages, within the budget', async () => {
    const small = await connected({ resultChars: 8_000 });
    const document = manyChanges(80).source;
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { text, value } = await small.call('read_blocks', { document, cursor });
      expect(codePointLength(text)).toBeLessThanOrEqual(8_000);
      const collect = (block: { text: string; path: string; children: [] }): void => {
        if (block.text !== '') seen.push(block.path);
        block.children.forEach(collect);
      };
      collect(value.tree.root);
      cursor = value.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(80);
    await small.close();
  });

  it('keeps a deeply nested document within the budget, every block once and under its own parent', async () => {
    const small = await connected({ resultChars: 4_000 });
    // A cellar of sixty levels, and then steps back up: no page of the latter has a block that holds all of it but high up.
    const down = Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- step ${i}`);
    const up = Array.from({ length: 20 }, (_, i) => `${'  '.repeat(57 - 3 * i)}- back ${i}`);
    const document = `${[...down, ...up].join('\n')}\n`;
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const given = { document, document_format: 'markdown', cursor };
      const { text, value } = await small.call('read_blocks', given);
      expect(codePointLength(text)).toBeLessThanOrEqual(4_000);
      const collect = (block: { text: string; path: string; children: never[] }): void => {
        if (block.text !== '') seen.push(block.text);
        for (const child of block.children as (typeof block)[]) {
          expect(child.path.replace(/\/[^/]*$/, '') || '/').toBe(block.path);
          collect(child);
        }
      };
      collect(value.tree.root);
      cursor = value.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual([...down, ...up].map((line) => line.trim().slice(2)));
    await small.close();
  });

  it('keeps to the budget where half of a surrogate pair makes a result ASCII throughout', async () => {
    const small = await connected({ resultChars: 4_000 });
    const text = (word: string) =>
      Array.from({ length: 120 }, (_, i) => `${i + 1}. Пункт ${i + 1} о предмете \ud800 и ${word}.`).join(
        '\n\n',
      );
    const [before, after] = [text('дом'), text('сад')];
    const both = { source: before, test: after };
    const calls: [string, Record<string, unknown>][] = [
      ['compare', both],
      ['summary', both],
      ['annotate', both],
      ['apply', both],
      ['verify', { original: before, edited: after, allowed: { labels: ['1'] } }],
      ['read_blocks', { document: before }],
      ['preview_structure', { document: before }],
    ];
    for (const [tool, args] of calls) {
      let [cursor, pages]: [string | null, number] = [null, 0];
      do {
        const { text: json, value } = await small.call(tool, { ...args, cursor });
        expect([value.status, codePointLength(json) <= 4_000], `${tool} ${json.length}`).toEqual([
          'ok',
          true,
        ]);
        cursor = value.next_cursor;
        pages++;
      } while (cursor !== null);
      expect(pages, tool).toBeGreaterThan(2);
    }
    await small.close();
  });

  it('shows what a profile makes of a document, and what of it finds nothing', async () => {
    const profile =
      'name: minutes\nlabel_patterns:\n  - {name: item, pattern: "^Item ([0-9]+)[.:]\\\\s+", style: decimal}\n';
    const document = 'Item 1: The budget was agreed.\n\nItem 2: The date was set.\n';
    const { value } = await here.call('preview_structure', { document, profile, document_format: 'text' });
    expect(value).toMatchObject({
      profile: 'minutes',
      fallback_count: 0,
      matched_by: { document: 1, 'label:item': 2 },
      unused: { label_patterns: [], roles: [], span_types: [] },
    });
    expect(value.outline.map((line: { label: string }) => line.label)).toEqual(['1', '2']);
    const other = await here.call('preview_structure', { document: 'Nothing here.', profile });
    expect(other.value.unused.label_patterns).toEqual(['item']);
  });

  it('validates a profile: every problem with its place', async () => {
    expect((await here.call('validate_profile', { profile: 'contract' })).value).toMatchObject({
      status: 'ok',
      valid: true,
      name: 'contract',
    });
    const { value } = await here.call('validate_profile', {
      profile: 'name: x\nlabel_patterns:\n  - {name: a, pattern: "(", style: decimal}\nextra: 1\n',
    });
    expect([value.valid, value.code, value.total_problems]).toEqual([false, 'bad_profile', 2]);
    expect(
      value.problems.map((problem: { path: string; line: number }) => [problem.path, problem.line]),
    ).toEqual([
      ['label_patterns[0].pattern', 3],
      ['extra', 4],
    ]);
  });

  it('follows cross-references through an amendment', async () => {
    const tool = toolsOf('compare').find(({ name }) => name === 'check_references');
    const { value } = await here.call('check_references', tool?.examples[0]);
    expect([value.references, value.findings]).toMatchObject([
      1,
      [{ status: 'stale', label: '2', expected_label: '3' }],
    ]);
  });

  it('runs every example of every tool', async () => {
    for (const { name, examples } of toolsOf('compare')) {
      for (const example of examples) {
        const { value, isError } = await here.call(name, example);
        expect([name, isError, value.status]).toEqual([name, false, 'ok']);
      }
    }
    expect(here.reported).toEqual([]);
  });
});

describe('the folder that comparison tools may read', () => {
  let folder: string;
  let here: Connected;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redtree-mcp-'));
    const root = join(folder, 'root');
    mkdirSync(join(root, 'contracts'), { recursive: true });
    mkdirSync(join(root, '.git'));
    writeFileSync(join(root, 'contracts', 'old.md'), OLD);
    writeFileSync(join(root, 'new.md'), NEW);
    writeFileSync(join(root, '.git', 'config'), 'secret');
    writeFileSync(join(root, 'latin.txt'), Buffer.from([0xe9, 0x20]));
    writeFileSync(join(folder, 'outside.md'), 'secret');
    symlinkSync(join(folder, 'outside.md'), join(root, 'link.md'));
    symlinkSync(folder, join(root, 'up'));
    here = await connected({ root });
  });
  afterAll(async () => {
    await here?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives documents by path', async () => {
    const { value } = await here.call('compare', { source_file: 'contracts/old.md', test_file: 'new.md' });
    expect([value.status, value.total_changes, value.config.source_format]).toEqual(['ok', 1, 'markdown']);
  });

  it.each([
    ['../outside.md', 'path_invalid'],
    ['contracts/../new.md', 'path_invalid'],
    ['/etc/passwd', 'path_invalid'],
    ['contracts//old.md', 'path_invalid'],
    ['.git/config', 'path_invalid'],
    ['link.md', 'path_invalid'],
    ['up/outside.md', 'path_invalid'],
    ['new.md/x', 'path_invalid'],
    ['C:\\windows', 'path_invalid'],
    ['new.md\0', 'path_invalid'],
    ['', 'path_invalid'],
    ['missing.md', 'file_missing'],
    ['contracts', 'file_unsupported'],
    ['latin.txt', 'bad_encoding'],
  ])('refuses %j', async (path, code) => {
    const { value, isError, text } = await here.call('read_blocks', { document_file: path });
    expect([value.status, value.code, isError]).toEqual(['invalid_argument', code, false]);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(folder);
  });

  it.skipIf(process.platform !== 'linux')(
    'says that a file cannot be read, whatever the system has against it',
    async () => {
      const system = await connected({ root: `/proc/${process.pid}` });
      const { value, isError } = await system.call('read_blocks', { document_file: 'mem' });
      expect([value.status, value.code, isError]).toEqual(['invalid_argument', 'file_unreadable', false]);
      // Its size is said to be 0.
      const { value: read } = await system.call('read_blocks', {
        document_file: 'comm',
        document_format: 'text',
      });
      expect([read.status, read.total_blocks]).toEqual(['ok', 2]);
      expect(system.reported).toEqual([]);
      await system.close();
    },
  );

  it('takes a text or a file, not both and not neither', async () => {
    const both = await here.call('read_blocks', { document: 'x', document_file: 'new.md' });
    const neither = await here.call('read_blocks');
    expect([both.value.code, neither.value.code]).toEqual(['document_conflict', 'document_required']);
  });

  it('is nowhere unless the server is given one', async () => {
    const rootless = await connected();
    const { value } = await rootless.call('read_blocks', { document_file: 'new.md' });
    expect(value.code).toBe('files_not_allowed');
    await rootless.close();
    await expect(connected({ root: join(folder, 'none') })).rejects.toThrow('cannot be opened');
  });
});
