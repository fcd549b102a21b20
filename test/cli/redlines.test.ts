import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptAll, rejectAll } from '../../src/index.js';
import { redtree } from './fake-io.js';

const SOURCE = 'fixtures/agreement.source.md';
const TEST = 'fixtures/agreement.test.md';
const read = (path: string) => readFileSync(path, 'utf8');

let folder: string;
const stored = { whole: '', trees: '', compact: '' };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redtree-redlines-'));
  const forms = { whole: ['--alignment'], trees: [], compact: ['--no-trees'] };
  for (const [form, flags] of Object.entries(forms)) {
    const { out } = await redtree(['compare', SOURCE, TEST, '--format', 'json', ...flags]);
    stored[form as keyof typeof stored] = file(`${form}.json`, out);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('redtree render', () => {
  it.each(['summary', 'markdown', 'html'])(
    'draws %s as compare does, from every form with trees',
    async (format) => {
      const { out } = await redtree(['compare', SOURCE, TEST, '--format', format]);
      const unnamed = (text: string) => text.replaceAll(SOURCE, 'before').replaceAll(TEST, 'after');
      for (const form of [stored.whole, stored.trees]) {
        const drawn = await redtree(['render', format, form]);
        expect([drawn.code, drawn.err]).toEqual([0, '']);
        // What the documents were called is not in a comparison.
        if (format === 'markdown') expect(out.split('\n').slice(2).join('\n')).toBe(drawn.out);
        else if (format === 'summary') {
          // References are followed through the alignment.
          const references = '1 reference updated to follow its clause.\n';
          expect(out).toContain(references);
          expect(drawn.out).toBe(form === stored.whole ? out : out.replace(references, ''));
        } else expect(drawn.out.length).toBeGreaterThan(unnamed(out).length / 2);
      }
    },
  );

  it('draws a redline from the compact form too', async () => {
    const { code, out } = await redtree(['render', 'terminal', stored.compact]);
    expect(code).toBe(0);
    expect(out).toContain('[-5.3-]{+5.4+}');
  });

  it.each(['whole', 'trees', 'compact'] as const)('annotates the source from the %s form', async (form) => {
    const { code, out, err } = await redtree([
      'render',
      'annotated',
      stored[form],
      '--source',
      SOURCE,
      '--test',
      TEST,
    ]);
    expect([code, err]).toEqual([0, '']);
    expect(rejectAll(out)).toBe(read(SOURCE));
    expect(out).toBe((await redtree(['compare', SOURCE, TEST, '--format', 'annotated'])).out);
  });

  it('annotates the source without the test document, from the blocks of the comparison', async () => {
    for (const form of [stored.whole, stored.trees]) {
      const { code, out, err } = await redtree(['render', 'annotated', form, '--source', SOURCE]);
      expect([code, err]).toEqual([0, '']);
      expect(out).toBe((await redtree(['compare', SOURCE, TEST, '--format', 'annotated'])).out);
    }
    const compact = await redtree(['render', 'annotated', stored.compact, '--source', SOURCE]);
    expect(compact.code).toBe(2);
    expect(compact.err).toContain(
      'was stored without the blocks of the documents: give the test document too',
    );
    const other = await redtree(['render', 'annotated', stored.trees, '--source', TEST]);
    expect(other.code).toBe(2);
    expect(other.err).toContain('is not the one that was compared');
  });

  it('reads the comparison from standard input', async () => {
    const drawn = await redtree(['render', 'summary', '-'], { input: read(stored.compact) });
    expect(drawn.out).toContain('Total: 10 changes');
  });

  it.each([
    [['render', 'x.json'], 'of which one is missing: redtree render html x.json'],
    [['render', 'html'], 'of which one is missing: redtree render html FILE'],
    [['render', 'pdf', 'x.json'], 'there is no format "pdf"; the formats are terminal, summary'],
    [['render', 'annotated', SOURCE], 'give the source with --source'],
    [['render', 'summary', 'x.json', '--source', SOURCE], '--source is for the formats annotated and tags'],
    [
      ['render', 'terminal', 'x.json', '--budget', '9'],
      '--budget is for the format summary, not for terminal',
    ],
    [
      ['render', 'summary', 'x.json', '--style', 'none'],
      '--style is for the format markdown, not for summary',
    ],
    [
      ['render', 'html', 'x.json', '--typography', 'count'],
      '--typography is for the formats terminal, summary and markdown, not for html',
    ],
    [['render', 'summary', SOURCE], 'agreement.source.md is not JSON'],
    [['render', 'summary', 'package.json'], 'package.json: this is no comparison document'],
    [['compare', SOURCE, TEST, '--format', 'json', '--style', 'none'], '--style is for the format markdown'],
  ])('%j is an error', async (args, message) => {
    const { code, out, err } = await redtree(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('refuses documents that are not those compared', async () => {
    for (const form of [stored.whole, stored.trees]) {
      const { code, err } = await redtree(['render', 'tags', form, '--source', TEST, '--test', TEST]);
      expect(code).toBe(2);
      expect(err).toMatch(/is not the one that was compared|are not the documents of this comparison/);
    }
  });
});

describe('redtree compare --format annotated', () => {
  it('keeps a byte order mark', async () => {
    const source = file('marked.md', '\ufeff# One\n\nOne fish swims.\n');
    const test = file('later.md', '# One\n\nOne bird swims.\n');
    const { out } = await redtree(['compare', source, test, '--format', 'annotated']);
    expect(out).toBe('\ufeff# One\n\nOne {~~fish~>bird~~} swims.\n');
    expect((await redtree(['apply', source, test])).out).toBe('\ufeff# One\n\nOne bird swims.\n');
  });
});

describe('redtree compare --format summary --budget', () => {
  it('says what it leaves out', async () => {
    const { out } = await redtree(['compare', SOURCE, TEST, '--format', 'summary', '--budget', '1200']);
    expect([...out].length).toBeLessThanOrEqual(1200);
    expect(out).toMatch(
      /\nLeft out for want of room: \d changes? \(.+\) and the totals of the sections\.\n$/,
    );
  });
});

describe('redtree apply', () => {
  it('makes all changes, which is what accepting all of the annotated text gives', async () => {
    const { code, out } = await redtree(['apply', SOURCE, TEST]);
    expect(code).toBe(0);
    expect(out).toBe(acceptAll((await redtree(['compare', SOURCE, TEST, '--format', 'annotated'])).out));
    expect((await redtree(['apply', SOURCE, TEST, '--comparison', stored.trees])).out).toBe(out);
  });

  it('makes them from a stored comparison and the source alone', async () => {
    const { out } = await redtree(['apply', SOURCE, TEST]);
    expect(await redtree(['apply', SOURCE, '--comparison', stored.trees])).toEqual({ code: 0, out, err: '' });
    const one = await redtree(['apply', SOURCE, TEST, '--label', '8.4']);
    expect(await redtree(['apply', SOURCE, '--comparison', stored.whole, '--label', '8.4'])).toEqual(one);
    const none = await redtree(['apply', SOURCE]);
    expect([none.code, none.err]).toEqual([
      2,
      'redtree: give the test document too, or a stored comparison with --comparison\n',
    ]);
  });

  it('makes those of a filter, or at an address', async () => {
    const filtered = await redtree(['apply', SOURCE, TEST, '--label', '8.4']);
    const named = await redtree(['apply', SOURCE, TEST, '--at', '/section[1]/section[9]/list_item[4]']);
    expect(filtered.out).toBe(read(SOURCE).replace('notice under clause 5.3', 'notice under clause 5.4'));
    expect(named.out).toBe(filtered.out);
  });

  it('names what a change needs', async () => {
    const source = file('list.md', '1. one fish\n2. two birds\n');
    const test = file('longer.md', '1. one fish\n2. three cats\n3. two birds\n');
    const { code, out, err } = await redtree(['apply', source, test, '--kind', 'insert']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(
      'insert /list_item[2] cannot be made without renumber /list_item[2] → /list_item[3]',
    );
  });

  it.each([
    [['apply', SOURCE, TEST, '--at', '/x', '--kind', 'move'], 'give one or the other'],
    [['apply', SOURCE, TEST, '--at', '/section[40]'], 'there is no change at /section[40]'],
    [['apply', '-', '-'], 'only one of the files can come from standard input'],
  ])('%j is an error', async (args, message) => {
    const { code, err } = await redtree(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
