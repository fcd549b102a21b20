import { describe, expect, test } from 'vitest';
import { readScopes, SCOPE_LANGUAGES } from '../../src/scope/index.js';
import { read } from './outline.js';

describe('a syntax error', () => {
  const text = `export const a = 1;

export class Sound {
  one() { return 1; }
}

export class Broken {
  two() { return 2; }
  three( { return ; }
  four() { return 4; }
}

export function last() {}
`;

  test('takes away what it lies in, and nothing else', async () => {
    const { outline, reading, slice } = await read(text, { language: 'ts' });
    expect(outline).toContain('class Sound @3-5');
    expect(outline).toContain('function last @13');
    expect(slice('Sound.one')).toBe('one() { return 1; }');
    expect(slice('Broken.two')).toBe('two() { return 2; }');
    expect(outline.join()).not.toContain('class Broken');
    expect(reading.skipped[0]).toMatchObject({ name: 'Broken', kind: 'class', start_line: 7 });
  });

  test('is reported where it stands when it lies in no declaration', async () => {
    const { reading } = await read('const a = 1;\n\n@@@ ???\n\nconst b = 2;\n', { language: 'js' });
    expect(reading.symbols.map((it) => it.name)).toEqual(['a', 'b']);
    expect(reading.skipped).toMatchObject([{ name: null, kind: null, start_line: 3, end_line: 3 }]);
  });

  test('makes one skipped part of a text in another language', async () => {
    const { reading } = await read('Dear all,\n\nwe met (as agreed) on Monday; see below.\n'.repeat(20), {
      language: 'java',
    });
    expect(reading.symbols).toEqual([]);
    expect(reading.skipped.length).toBeGreaterThan(0);
    expect(reading.skipped.length).toBeLessThan(5);
  });
});

const HOSTILE: Readonly<Record<string, string>> = {
  nothing: '',
  'white space': ' \t\r\n\n\u00a0',
  NULs: `a = 1\0\n${'\0'.repeat(1000)}\nfunction f() { \0 }\n`,
  'lone surrogates': '\ud800 x = "\udc00"; # \ud83d',
  'a long line': 'x'.repeat(200_000),
  'brackets that open': '('.repeat(1_500),
  'braces that open': '{'.repeat(1_500),
  'lists that open': '['.repeat(1_500),
  'braces that close again': '{'.repeat(1_500) + '}'.repeat(1_500),
  'comments that open': '/* '.repeat(1_500),
  quotes: '"'.repeat(1_501),
  'functions in functions': 'function f() {'.repeat(500),
  dashes: '- '.repeat(500),
  keys: 'a: '.repeat(500),
  'here documents': '<<A\n'.repeat(500),
  tables: '|a|\n|-|\n'.repeat(500),
  'astral names': '😀 = "😀";\n'.repeat(500),
};

describe.each(SCOPE_LANGUAGES.map((language) => [language]))('%s', (language) => {
  test('reads hostile texts without failing, and stays inside them', async () => {
    for (const [label, text] of Object.entries(HOSTILE)) {
      const { symbols, skipped } = await readScopes(text, { language });
      const length = [...text].length;
      for (const { start, end } of [...symbols, ...skipped])
        expect(0 <= start && start <= end && end <= length, label).toBe(true);
    }
  });
});

test('reads a line of 1 MB', async () => {
  for (const language of ['markdown', 'text', 'javascript', 'python', 'json', 'yaml', 'ini']) {
    const { symbols } = await readScopes('x'.repeat(1_000_000), { language });
    expect(symbols.length, language).toBeLessThanOrEqual(1);
  }
});

test('stops reading when recovery costs out of proportion, and says so', async () => {
  const { symbols, skipped } = await readScopes('/* '.repeat(5_000), { language: 'c' });
  expect(symbols).toEqual([]);
  expect(skipped).toMatchObject([{ start: 0, end: 15_000 }]);
});

test('gives up a text that asks for more memory than there is, and reads the next ones', async () => {
  const sound = () => readScopes('class A { int b() { return 1; } }', { language: 'csharp' });
  const before = await sound();
  // Side by side, so that one of them finds the parser gone that it was about to use.
  const [hostile, beside] = await Promise.all([
    readScopes('a<'.repeat(30_000), { language: 'java' }),
    readScopes('int a() { return 1; }', { language: 'c' }),
  ]);
  expect(hostile).toMatchObject({ symbols: [], skipped: [{ reason: 'too_complex', start: 0, end: 60_000 }] });
  expect(beside.symbols.map(({ name }) => name)).toEqual(['a']);
  expect(await sound()).toEqual(before);
});

test('names items down to a depth, and says where it stopped', async () => {
  const deep = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
  const { symbols, skipped } = await readScopes(deep, { language: 'json' });
  expect(symbols).toHaveLength(100);
  expect(symbols[99].name).toBe(Array(100).fill('a').join('.'));
  expect(skipped).toMatchObject([{ reason: 'too_deep', name: symbols[99].name }]);
});
