import { describe, expect, it } from 'vitest';
import {
  AlignmentError,
  buildTree,
  ChangeError,
  Comparison,
  ComparisonError,
  compare,
  comparisonFromJSON,
  DocumentError,
  type LeafProcessor,
  ProfileError,
  ReadError,
  readDocument,
  SCHEMA_VERSION,
  sourceRange,
} from '../../src/index.js';
import { doc, item, para } from '../align/trees.js';

const before =
  '# Terms\n\n1.1 Pay within thirty (30) days.\n\n1.2 Give notice in writing to the other party.\n';
const after = before.replace('thirty (30)', 'sixty (60)');
const md = { sourcePath: 'a.md', testPath: 'b.md' };

describe('compare', () => {
  it('says which words of which clause changed', () => {
    const { changes, config, statistics } = compare(before, after, md);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      kind: 'modify',
      source_address: '/section[1]/list_item[1]',
      source_label: '1.1',
      breadcrumb: ['Terms'],
      inline: [{ source_text: 'thirty (30)', test_text: 'sixty (60)' }],
    });
    expect(config).toMatchObject({
      source_format: 'markdown',
      test_format: 'markdown',
      profile: 'markdown',
      similarity: 'rapidfuzz',
      processor: 'words',
      budget_exhausted: false,
      filter: null,
    });
    expect(statistics.counts).toMatchObject({ modified: 1, total: 1 });
  });

  it('finds nothing between a document and itself', () => {
    expect(compare(before, before, md).changes).toEqual([]);
    expect(compare('', '').changes).toEqual([]);
  });

  it('takes a string for content, never for a path', () => {
    expect(compare('package.json', 'package.json').source.root.children[0].text).toBe('package.json');
  });

  it('takes a text with its name, which an option overrides', () => {
    const a = { text: before, path: 'a.md' };
    const b = { text: after, path: 'b.md' };
    expect(compare(a, b).config.source_format).toBe('markdown');
    expect(compare(a, b, { sourcePath: 'a.txt', testPath: 'b.txt' }).config.source_format).toBe('text');
  });

  it('says the same twice, byte for byte', () => {
    const twice = [0, 1].map(() => JSON.stringify(compare(before, after, md).toJSON({ alignment: true })));
    expect(twice[0]).toBe(twice[1]);
  });
});

describe('formats', () => {
  it('that were detected and differ are an error that names both', () => {
    expect(() => compare(before, after, { sourcePath: 'a.md', testPath: 'b.txt' })).toThrow(
      /the source is markdown \(detected\) and the test document is text \(detected\)/,
    );
    expect(() => compare(before, after, { sourceFormat: 'text', testPath: 'b.md' })).toThrow(
      expect.objectContaining({ code: 'formats_differ' }),
    );
  });

  it('of a text in which nothing stands is that of the other', () => {
    const written = '# Terms\n\nPay **now** or **later**.\n';
    for (const [source, test] of [
      ['', written],
      [written, ' \n'],
    ]) {
      expect(compare(source, test).config).toMatchObject({
        source_format: 'markdown',
        test_format: 'markdown',
      });
    }
    expect(() => compare({ text: '', path: 'a.txt' }, written)).toThrow(
      expect.objectContaining({ code: 'formats_differ' }),
    );
  });

  it('may differ when both are named: then one profile reads both', () => {
    const { config } = compare(before, after, { sourceFormat: 'markdown', testFormat: 'text' });
    expect(config).toMatchObject({ source_format: 'markdown', test_format: 'text', profile: 'generic' });
    const named = compare(before, after, {
      sourceFormat: 'markdown',
      testFormat: 'text',
      profile: 'contract',
    });
    expect(named.config.profile).toBe('contract');
  });

  it('of a contract in Markdown and its plain-text twin do not show', () => {
    const text =
      'TERMS\n\n1.1 Pay within thirty (30) days.\n\n1.2 Give notice in writing to the other party.\n';
    const markdown = text.replace('TERMS', '# TERMS');
    expect(compare(markdown, text, { sourceFormat: 'markdown', testFormat: 'text' }).changes).toEqual([]);
  });
});

describe('a ready tree', () => {
  const source = doc(item('1', 'Pay in 30 days.'));
  const test = doc(item('1', 'Pay in 60 days.'));

  it('stands in for a text', () => {
    const { changes, config } = compare(source, JSON.parse(JSON.stringify(test)));
    expect(changes[0].inline).toMatchObject([{ source_text: '30', test_text: '60' }]);
    expect(config).toMatchObject({ source_format: 'blocks', test_format: 'blocks', profile: '' });
  });

  it('may be compared with a text, which is then read by its own profile', () => {
    const { config } = compare(source, '1. Pay in 60 days.', { testFormat: 'text' });
    expect(config).toMatchObject({ source_format: 'blocks', test_format: 'text', profile: 'contract' });
  });

  it('keeps the ranges that its reader recorded', () => {
    const { tree } = readDocument(before, { path: 'a.md' });
    const clause = compare(tree, after, { testPath: 'b.md' }).source.root.children[0].children[1];
    expect(sourceRange(clause)).toEqual(sourceRange(tree.root.children[0].children[1]));
    expect(sourceRange(clause)).toBeDefined();
  });

  it('is checked', () => {
    const wrong = { ...test, fallback_count: 1 };
    expect(() => compare(source, wrong)).toThrow(DocumentError);
    expect(() => compare(source, test, { testFormat: 'markdown' })).toThrow(/ready tree/);
  });
});

describe('options', () => {
  const bad: [object, RegExp, new (...args: never[]) => Error][] = [
    [{ sourcePaht: 'a.md' }, /no option "sourcePaht" \(did you mean "sourcePath"\?\)/, ComparisonError],
    [{ sourcePath: 3 }, /option sourcePath should be a string, not 3/, ComparisonError],
    [{ maxChars: 0 }, /option maxChars should be a whole number/, ComparisonError],
    [{ processor: { name: 'x' } }, /option processor should be/, ComparisonError],
    [{ alignment: [] }, /option alignment should be an object/, ComparisonError],
    [{ alignment: { fuzzy_windw: 3 } }, /fuzzy_windw/, AlignmentError],
    [{ alignment: { passes: ['exact'] } }, /passes lacks structural and positional/, AlignmentError],
    [{ filter: { kinds: ['moves'] } }, /did you mean "move"/, ChangeError],
    [{ profile: 'contarct' }, /contract/, ProfileError],
    [{ sourceFormat: 'docx' }, /docx/, Error],
    [{ sourcePath: 'a.docx' }, /docx/, ReadError],
    [{ maxChars: 10 }, /10/, ReadError],
  ];
  it.each(bad)('%j is refused', (options, message, type) => {
    expect(() => compare(before, after, { ...md, ...options } as object)).toThrow(message);
    expect(() => compare(before, after, { ...md, ...options } as object)).toThrow(type);
  });

  it('must be an object, and the sides documents', () => {
    expect(() => compare(before, after, 'markdown' as never)).toThrow(/options of compare/);
    for (const side of [
      undefined,
      null,
      3,
      [],
      {},
      { txt: 'a' },
      { text: 'a', name: 'b' },
      new Uint8Array(3),
    ]) {
      expect(() => compare(side as never, after)).toThrow(expect.objectContaining({ code: 'bad_input' }));
    }
  });

  it('of the aligner are on the wire with their defaults', () => {
    const { config, alignment } = compare(before, after, {
      ...md,
      alignment: { similarity: 'difflib', fuzzy_window: 3 },
    });
    expect(config.alignment).toMatchObject({ similarity: 'difflib', fuzzy_window: 3, move_min_tokens: 8 });
    expect(config.similarity).toBe('difflib');
    expect(alignment.config).toEqual(config.alignment);
  });

  it('take a leaf differ of one’s own, and its name', () => {
    const whole: LeafProcessor = {
      name: 'whole-paragraph',
      tokens: (text) => [text],
      diff: (a, b) => [
        {
          test_text: b,
          source_text: a,
          kind: 'replace',
          source_start: 0,
          source_end: Array.from(a).length,
          test_start: 0,
          test_end: Array.from(b).length,
        },
      ],
    };
    const { changes, config, statistics } = compare(before, after, { ...md, processor: whole });
    expect(changes[0].inline[0].source_text).toBe('Pay within thirty (30) days.');
    expect(config.processor).toBe('whole-paragraph');
    expect(statistics.counts.tokens_changed).toBe(2);
    // On the wire the keys stand in the format's order, whatever the differ gave.
    expect(Object.keys(changes[0].inline[0])).toEqual([
      'kind',
      'source_start',
      'source_end',
      'test_start',
      'test_end',
      'source_text',
      'test_text',
    ]);
  });
});

describe('filter', () => {
  const amended = after.replace('1.2', '1.3');
  const whole = compare(before, amended, md);

  it('keeps the shape, filters the changes, counts those, and is on record', () => {
    const filtered = whole.filter({ kinds: ['renumber'] });
    expect(whole.changes.map((c) => c.kind)).toEqual(['modify', 'renumber']);
    expect(filtered).toBeInstanceOf(Comparison);
    expect(filtered.changes.map((c) => c.kind)).toEqual(['renumber']);
    expect(filtered.statistics.counts).toMatchObject({ modified: 0, renumbered: 1, total: 1 });
    expect(filtered.statistics.sections[0]).toMatchObject({ blocks: 4, density: 0.25 });
    expect(filtered.source).toBe(whole.source);
    expect(filtered.alignment).toBe(whole.alignment);
    expect(filtered.config.filter).toEqual({
      kinds: ['renumber'],
      address_prefixes: [],
      labels: [],
      roles: [],
      min_chars: 0,
      has_inline: null,
    });
    expect(whole.config.filter).toBeNull();
  });

  it('as an option says the same', () => {
    const option = compare(before, amended, { ...md, filter: { kinds: ['renumber'] } });
    expect(JSON.stringify(option)).toBe(JSON.stringify(whole.filter({ kinds: ['renumber'] })));
  });

  it('of a filtered comparison is refused: one record cannot tell of two filters', () => {
    expect(() => whole.filter({ kinds: ['move'] }).filter({ min_chars: 3 })).toThrow(
      expect.objectContaining({ code: 'already_filtered' }),
    );
  });
});

describe('toJSON', () => {
  const comparison = compare(before, after, md);

  it('without arguments and under JSON.stringify is the document with trees and without alignment', () => {
    const keys = ['schema_version', 'config', 'source', 'test', 'changes', 'statistics'];
    expect(Object.keys(comparison.toJSON())).toEqual(keys);
    expect(JSON.parse(JSON.stringify({ inner: comparison, list: [comparison] }))).toEqual({
      inner: JSON.parse(JSON.stringify(comparison)),
      list: [JSON.parse(JSON.stringify(comparison))],
    });
    expect(Object.keys(JSON.parse(JSON.stringify(comparison)))).toEqual(keys);
    expect(comparison.toJSON().schema_version).toBe(SCHEMA_VERSION);
  });

  it('writes the compact and the complete form', () => {
    expect(Object.keys(comparison.toJSON({ trees: false }))).toEqual([
      'schema_version',
      'config',
      'changes',
      'statistics',
    ]);
    expect(Object.keys(comparison.toJSON({ trees: false, alignment: true }))).toEqual([
      'schema_version',
      'config',
      'changes',
      'statistics',
      'alignment',
    ]);
    expect(Object.keys(comparison.toJSON({ alignment: true }))).toHaveLength(7);
  });

  it('refuses a slip', () => {
    expect(() => comparison.toJSON({ tree: false } as never)).toThrow(/did you mean "trees"/);
    expect(() => comparison.toJSON({ trees: 'no' } as never)).toThrow(/trees should be true or false/);
  });

  it('finds the spans of unchanged blocks only where the trees are written', () => {
    let asked = 0;
    const lazy = (text: string) => ({
      ...para(text),
      spans: () => {
        asked++;
        return [];
      },
    });
    // A reader's own tree keeps its spans unread; one that comes from outside is checked, spans and all.
    const { changes } = compare(doc(lazy('Same.')), doc(lazy('Same.')));
    expect(changes).toEqual([]);
    expect(asked).toBe(2);
  });
});

describe('a comparison that was read back', () => {
  const text = JSON.stringify(
    compare(before, after.replace('1.2', '1.3'), md).toJSON({ trees: true, alignment: true }),
  );

  it('is the same comparison', () => {
    const back = comparisonFromJSON(JSON.parse(text));
    expect(back).toBeInstanceOf(Comparison);
    expect(JSON.stringify(back.toJSON({ trees: true, alignment: true }))).toBe(text);
    expect(back.filter({ kinds: ['modify'] }).changes).toHaveLength(1);
  });

  it('by a leaf differ that is not known here can be read, but not filtered without it', () => {
    const json = JSON.parse(text.replace('"processor":"words"', '"processor":"mine"'));
    const back = Comparison.fromJSON(json);
    expect(JSON.stringify(back.toJSON({ alignment: true }))).toBe(JSON.stringify(json));
    expect(() => back.filter({})).toThrow(expect.objectContaining({ code: 'unknown_processor' }));
    const mine: LeafProcessor = { name: 'mine', tokens: (t) => [t], diff: () => [] };
    expect(Comparison.fromJSON(json, { processor: mine }).filter({}).changes).toHaveLength(2);
  });
});

it('an empty document has a tree too', () => {
  const empty = buildTree({ kind: 'document', matched_by: 'document', confidence: 1 });
  expect(compare(empty, doc(para('New.'))).changes.map((c) => c.kind)).toEqual(['insert']);
});
