import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../src/compare/index.js';
import type { RenderError } from '../../src/render/errors.js';
import { renderMarkdown } from '../../src/render/markdown.js';
import { renderSummary } from '../../src/render/summary.js';
import { renderTerminal } from '../../src/render/terminal.js';
import { typographyBetween } from '../../src/render/typography.js';

const markdown = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;
const SOURCE = `# Terms

1. The Client's books are kept for six years.

2. The Client's invoices are paid within thirty days.

3. A well-known ﬁrm in Zürich keeps "the Goods" safe.
`;
const QUOTES = SOURCE.replaceAll("'", '’');
const REVISED = QUOTES.replace('thirty', 'sixty')
  .replace('"the Goods"', '“the Goods”')
  .replace('well-known ﬁrm', 'well\u2011known firm')
  .replace('Zürich', 'Zu\u0308rich');

test.each([
  ['the Client’s', "the Client's", ['quotation marks']],
  ['„Goods“ ', '"Goods" ', ['quotation marks']],
  ['well\u2011known', 'well-known', ['hyphens']],
  ['10\u202f000\u00a0€', '10 000 €', ['spaces']],
  ['Zu\u0308rich', 'Zürich', ['forms of letters']],
  ['o\ufb03ce', 'office', ['forms of letters']],
  ['“o\ufb03ce”\u00a0', '"office" ', ['quotation marks', 'spaces', 'forms of letters']],
  ['same', 'same', []],
  ['a – b', 'a - b', []],
  ['x²', 'x2', []],
  ['can’t', 'cant', []],
  ['Goods', 'goods', []],
  ['3,5', '3.5', []],
])('%j and %j differ in %j', (source, revised, names) => {
  expect(typographyBetween(source, revised)).toEqual(names);
  expect(typographyBetween(revised, source)).toEqual(names);
});

describe('changes of typography alone', () => {
  const comparison = compare(SOURCE, REVISED, markdown);
  const renderers = {
    terminal: renderTerminal,
    summary: renderSummary,
    markdown: renderMarkdown,
  };

  test.each(Object.entries(renderers))('are drawn and counted: %s', (_, render) => {
    const text = render(comparison);
    expect(text).toContain('books');
    expect(text).toContain('Typography alone: 2 changes (quotation marks, hyphens, forms of letters)');
  });

  test.each(Object.entries(renderers))('are only counted where that is asked for: %s', (_, render) => {
    const text = render(comparison, { typography: 'count' });
    expect(text).not.toContain('books');
    expect(text).toMatch(/thirty.*sixty/);
    expect(text).not.toContain('’');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Typography alone, not shown: 2 changes and 1 edit in other changes (quotation marks, hyphens, forms of letters)',
    );
    expect(text).toContain('3 edited');
  });

  test('never turn into “No changes”', () => {
    const text = renderTerminal(compare(SOURCE, QUOTES, markdown), { typography: 'count' });
    expect(text).toBe(
      '2 changes: 2 edited\nIn the text: 2 replacements; 16 characters added and 16 deleted\nTypography alone, not shown: 2 changes (quotation marks)\n',
    );
  });

  test('are nothing of it in code, nor where the label is another', () => {
    const code = '# T\n\n```\nprint("a")\n```\n';
    const curly = code.replace('"a"', '“a”');
    expect(renderTerminal(compare(code, curly, markdown), { typography: 'count' })).toContain('print(');
    expect(renderTerminal(compare(code, curly, markdown))).not.toContain('Typography');
  });

  test('stay in the comparison', () => {
    const before = JSON.stringify(comparison.toJSON());
    renderTerminal(comparison, { typography: 'count' });
    expect(JSON.stringify(comparison.toJSON())).toBe(before);
    expect(comparison.changes).toHaveLength(3);
  });

  test('without trees too', () => {
    const compact = comparison.toJSON({ trees: false });
    expect(renderTerminal(compact, { typography: 'count' })).toContain('not shown: 2 changes and 1 edit');
  });

  test('another way than these is an error', () => {
    let code = '';
    try {
      renderSummary(comparison, { typography: 'hide' as never });
    } catch (error) {
      code = (error as RenderError).code;
    }
    expect(code).toBe('bad_option');
  });
});

test('whatever two texts, what differs in typography alone is told the same from either side, and equal texts not at all', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    "'",
    '’',
    '"',
    '“',
    '”',
    '-',
    '\u2011',
    ' ',
    '\u00a0',
    'ü',
    'u\u0308',
    'fi',
    'ﬁ',
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (source, revised) => {
      const found = typographyBetween(source, revised);
      expect(typographyBetween(revised, source)).toEqual(found);
      expect(typographyBetween(source, source)).toEqual([]);
      // Words are not typography: without them nothing is left.
      const words = (one: string) => one.normalize('NFKC').replace(/[^\p{L}]+/gu, '');
      if (found.length > 0) expect(words(source)).toBe(words(revised));
    }),
  );
});
