import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { resolveAddress } from '../../src/document/address.js';
import { sliceCodePoints } from '../../src/document/code-points.js';
import { sourceRange } from '../../src/document/range.js';
import { readDocument } from '../../src/read/read-document.js';
import { read } from './outline.js';

const MARKDOWN = `---
title: x
---

Intro 😀.

# 1. Head *one*.

Text

| Name | Days |
|------|-----|
| \`x\` | 1 |
|  | 2 |

## Sub-part (a)

- item one
  goes on
- **two**
  - nested

1. First
2. Second

\`\`\`ts
const a = 1;
\`\`\`

Other
-----

<!-- a comment -->
tail

# Last
`;

describe('Markdown', () => {
  test('finds sections, tables with their rows, list items, code and front matter', async () => {
    const { outline, reading } = await read(MARKDOWN, { fileName: 'README.md' });
    expect(reading.skipped).toEqual([]);
    expect(outline).toEqual([
      'front_matter front matter @1-3',
      'section 1. Head one. @7-35',
      '  table Name | Days @11-14',
      '    table_row Name @11',
      '    table_row x @13',
      '    table_row 2 @14',
      '  section Sub-part (a) @16-29',
      '    list_item item one goes on @18-19',
      '    list_item two @20-21',
      '      list_item nested @21',
      '    list_item 1 @23',
      '    list_item 2 @24',
      '    code_block const a = 1; @26-28',
      '  section Other @30-35',
      'section Last @36',
    ]);
  });

  test('ends a section where the next of the same or a higher level starts, so that sections tile', async () => {
    const { slice } = await read(MARKDOWN, { language: 'md' });
    expect(slice('front matter')).toBe('---\ntitle: x\n---');
    expect(slice('Other')).toBe('Other\n-----\n\n<!-- a comment -->\ntail\n\n');
    expect(slice('1. Head one.') + slice('Last')).toBe(MARKDOWN.slice(MARKDOWN.indexOf('# 1. Head')));
    expect(slice('1. Head one..Sub-part (a)')).toBe(slice('Sub-part (a)'));
    expect(slice('two')).toBe('- **two**\n  - nested');
    expect(slice('const a = 1;')).toBe('```ts\nconst a = 1;\n```');
  });

  test('gives the address that the same part has in a comparison', async () => {
    const { reading } = await read(MARKDOWN, { language: 'markdown' });
    const { tree } = readDocument(MARKDOWN, { format: 'markdown' });
    expect(reading.symbols.map((it) => it.address)).toEqual([
      null,
      '/section[1]',
      '/section[1]/table[1]',
      '/section[1]/table[1]/row[1]',
      '/section[1]/table[1]/row[2]',
      '/section[1]/table[1]/row[3]',
      '/section[1]/section[1]',
      '/section[1]/section[1]/list_item[1]',
      '/section[1]/section[1]/list_item[2]',
      '/section[1]/section[1]/list_item[2]/list_item[1]',
      '/section[1]/section[1]/list_item[3]',
      '/section[1]/section[1]/list_item[4]',
      '/section[1]/section[1]/paragraph[1]',
      '/section[1]/section[2]',
      '/section[2]',
    ]);
    for (const symbol of reading.symbols) {
      if (symbol.address === null) continue;
      const block = resolveAddress(tree.root, symbol.address);
      const range = block === undefined ? undefined : sourceRange(block);
      expect(range?.start).toBe(symbol.start);
      // A section's scope goes on over what parts it from the next; every other scope is the block, to the character.
      if (symbol.kind === 'section') {
        const rest = sliceCodePoints(MARKDOWN, range?.end ?? 0, symbol.end);
        expect(rest.replace(/<!--.*?-->/g, '').trim()).toBe('');
      } else expect(range?.end).toBe(symbol.end);
    }
  });

  test('tiles with Windows line ends, too', async () => {
    const text = '# A\r\n\r\none\r\n\r\n# B\r\n\r\n> # Quoted\r\n>\r\n> two\r\n';
    const { slice, outline } = await read(text, { language: 'markdown' });
    expect(outline.slice(0, 2)).toEqual(['section A @1-4', 'section B @5-9']);
    expect(slice('A')).toBe('# A\r\n\r\none\r\n\r\n');
    expect(slice('Quoted').startsWith('> # Quoted')).toBe(true);
  });
});

describe('plain text', () => {
  const text = `AGREEMENT

1. Services

1.1 The supplier performs the services.

(a) with care; and

(b) on time.

1.2 The client pays.
`;

  test('finds numbered clauses by their labels, nested', async () => {
    const { outline, slice } = await read(text, { fileName: 'a.txt' });
    expect(outline.join('\n')).toContain('clause 1.1');
    expect(slice('1.1.(a)')).toBe('(a) with care; and');
    expect(slice('1.2')).toBe('1.2 The client pays.');
    expect(slice('1.1', 'clause')).toBe(text.slice(text.indexOf('1.1'), text.indexOf('\n\n1.2')));
  });
});

test('cuts a clause that is labelled in the text with the marks around its words', async () => {
  const { slice } = await read(
    '(a) R&amp;\n(b) **two** `x`  \n**(c) three**\n(d) *four* <br>(e) five\n(f) six\n',
    {
      language: 'markdown',
    },
  );
  expect(['(a)', '(b)', '(c)', '(e)', '(f)'].map((label) => slice(label))).toEqual([
    '(a) R&amp;',
    '(b) **two** `x`',
    '**(c) three**',
    '(e) five',
    '(f) six',
  ]);
});

test('holds on the documents of this project that sections tile and nothing starts or ends in white space', async () => {
  const paths = ['README.md', ...listed('docs'), ...listed('fixtures')].filter((path) =>
    /\.(?:md|txt)$/.test(path),
  );
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const { reading } = await read(text, { fileName: path });
    const points = [...text];
    for (const { kind, name, start, end, container } of reading.symbols) {
      const slice = points.slice(start, end).join('');
      if (!/^ {4}/.test(slice)) expect(slice.trimStart(), `${path}: ${name}`).toBe(slice);
      if (kind !== 'section') expect(slice.trimEnd(), `${path}: ${name}`).toBe(slice);
      const isLast = end === points.length || (container !== null && reading.symbols[container].end === end);
      const next = reading.symbols.some((it) => it.start === end && it.kind === 'section');
      if (kind === 'section')
        expect(isLast || next || points[end - 1] === '\n', `${path}: ${name}`).toBe(true);
    }
  }
});

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}
