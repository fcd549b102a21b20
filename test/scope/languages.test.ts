import { describe, expect, test } from 'vitest';
import { readScopes } from '../../src/scope/index.js';
import { read } from './outline.js';
import { SOURCES } from './sources.js';

describe.each(Object.entries(SOURCES))('%s', (language, { fileName, text, outline, slices }) => {
  test('finds the declarations of a file, each where it stands', async () => {
    const result = await read(text, { fileName });
    expect(result.reading.language).toBe(language);
    expect(result.reading.skipped).toEqual([]);
    expect(result.outline.join('\n')).toBe(outline);
  });

  test('cuts each where a person would', async () => {
    const { slice } = await read(text, { fileName });
    for (const [name, expected] of Object.entries(slices)) expect(slice(name), name).toBe(expected);
  });

  test('finds the same with other line ends, a byte order mark and astral characters before', async () => {
    const plain = await read(text, { fileName });
    const crlf = await read(text.replaceAll('\n', '\r\n'), { fileName });
    expect(crlf.outline).toEqual(plain.outline);
    const marked = await readScopes(`\uFEFF${text}`, { fileName });
    expect(marked.symbols.map((it) => ({ ...it, start: it.start - 1, end: it.end - 1 }))).toEqual(
      plain.reading.symbols,
    );
    // A comment of pairs: each counts once as a code point, and twice as a unit.
    const [open, close] = /py|rb|sh/.test(fileName.split('.')[1]) ? ['# ', ''] : ['/* ', ' */'];
    if (language === 'php') return;
    const comment = `${open}😀😀😀${close}\n\n`;
    const by = [...comment].length;
    const moved = await readScopes(comment + text.replace(/^#!.*/, ''), { fileName });
    const before = await readScopes(text.replace(/^#!.*/, ''), { fileName });
    expect(moved.skipped).toEqual([]);
    expect(moved.symbols.map((it) => [it.name, it.start - by, it.end - by])).toEqual(
      before.symbols.map((it) => [it.name, it.start, it.end]),
    );
  });
});
