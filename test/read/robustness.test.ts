import { describe, expect, it } from 'vitest';
import { walk } from '../../src/document/block.js';
import { decodeUtf8 } from '../../src/read/decode.js';
import { detectFormat } from '../../src/read/detect.js';
import { ReadError } from '../../src/read/errors.js';
import { readDocument } from '../../src/read/read-document.js';
import { registerReader } from '../../src/read/registry.js';
import { markdown, plain } from './tree.js';

function failure(run: () => unknown): ReadError {
  try {
    run();
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('what nests too deep', () => {
  it.each([
    ['quotes', '> '.repeat(10_000)],
    ['quotes without spaces', '>'.repeat(10_000)],
    ['bullets', '- '.repeat(10_000)],
    ['numbers', '1. '.repeat(10_000)],
    ['quotes and bullets', '> - '.repeat(10_000)],
  ])('%s are read as text, and reported', (_, markup) => {
    const tree = markdown(`Before.\n\n${markup}deep\n\nAfter.\n`);
    expect(tree.dropped.map(({ kind }) => kind)).toEqual(['nesting']);
    const texts = [...walk(tree.root)].map((block) => block.text);
    expect([texts[1], texts.at(-1)]).toEqual(['Before.', 'After.']);
    expect(texts[2].endsWith('deep')).toBe(true);
    expect(JSON.stringify(tree).length).toBeGreaterThan(10_000);
  });

  it('a hundred quotes are read, a hundred and one are text', () => {
    const read = (depth: number) => {
      const { root, dropped } = markdown(`${'>'.repeat(depth)} deep\n`);
      return [root.children[0].text, dropped.length];
    };
    expect(read(100)).toEqual(['deep', 0]);
    expect(read(101)).toEqual([`${'>'.repeat(101)} deep`, 1]);
  });

  it('a list of ten thousand levels by indent too', () => {
    const lines = Array.from({ length: 1_800 }, (_, i) => `${' '.repeat(i)}${' '.repeat(i % 2)}- x`);
    const tree = markdown(lines.join('\n'));
    expect(tree.dropped.map(({ kind }) => kind)).toEqual(['nesting']);
  });

  it('labels with a hundred and more numbers stand side by side below the deepest level', () => {
    const text = Array.from(
      { length: 150 },
      (_, i) =>
        `${Array(i + 1)
          .fill('1')
          .join('.')} x`,
    ).join('\n\n');
    const tree = plain(text);
    expect(tree.dropped.map(({ kind }) => kind)).toEqual(['nesting']);
    expect([...walk(tree.root)]).toHaveLength(151);
  });
});

describe('what is large', () => {
  it.each([
    ['a line of a megabyte', 'word '.repeat(200_000)],
    ['a word of a megabyte', 'x'.repeat(1_000_000)],
    ['a hundred thousand blank lines', '\n'.repeat(100_000)],
    ['blank lines with spaces', ' \n'.repeat(100_000)],
    ['runs of backticks', Array.from({ length: 400 }, (_, i) => '`'.repeat(i + 1)).join('a')],
    ['delimiters that never close', '**a '.repeat(20_000)],
    ['delimiters that never open', 'a** '.repeat(20_000)],
    ['twenty thousand labelled lines', '1. Foo Bar\n\n'.repeat(20_000)],
    ['twenty thousand shouted lines', 'FOO BAR\n\n'.repeat(20_000)],
  ])('%s is read in seconds', (_, text) => {
    for (const format of ['markdown', 'text']) {
      expect(readDocument(text, { format }).tree.root.kind).toBe('document');
    }
  });

  /** Processor time and not the clock: the tests share the machine. */
  function seconds(run: () => unknown): number {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }

  it.each([
    ['underlines of headings', '===\n'.repeat(7_500), []],
    ['notes inside notes', '[^1]: '.repeat(5_000), ['nesting']],
    ['links that never end', '[a]('.repeat(10_000), ['markup']],
    ['brackets', '['.repeat(50_000), []],
    ['pictures', '!['.repeat(20_000), ['nesting']],
    ['tags that never end', '<a '.repeat(20_000), []],
    ['blocks of HTML', '<div>'.repeat(10_000), ['html']],
    ['ampersands', '&'.repeat(100_000), []],
    ['one row of many cells', `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n`, []],
    ['emphasis inside emphasis', `${'*'.repeat(7_500)}a${'*'.repeat(7_500)}`, ['markup']],
    ['quotes that go on without a mark', '> a\nb\n'.repeat(5_000), ['markup']],
    ['deep quotes that go on without a mark', `${'> '.repeat(90)}${'a\n'.repeat(15_000)}`, ['markup']],
    ['deep lists on every line', `${'- '.repeat(50)}a\n`.repeat(600), ['markup']],
    ['addresses', 'https://a.b_*'.repeat(5_000), ['markup']],
    ['comments that never end', 'x <!-- y '.repeat(50_000), ['markup']],
    ['instructions that never end', 'x <? y '.repeat(50_000), ['markup']],
    ['declarations that never end', 'x <!A y '.repeat(50_000), ['markup']],
    ['comments that end', 'x <!-- y --> '.repeat(2_000), ['html_comment']],
  ])('%s cost seconds at most, and say what was read as text', (_, text, kinds) => {
    let dropped: string[] = [];
    const spent = seconds(() => {
      dropped = markdown(text).dropped.map(({ kind }) => kind);
    });
    expect(dropped).toEqual(kinds);
    expect(spent).toBeLessThan(8);
  });

  it('a list of changes with a definition for each is read in proportion', () => {
    const entries = Array.from({ length: 1_000 }, (_, i) => `Entry [${i}] of ![a](b) many.`).join('\n\n');
    const definitions = Array.from({ length: 1_000 }, (_, i) => `[${i}]: https://example.com/${i}`).join(
      '\n',
    );
    let texts: string[] = [];
    const spent = seconds(() => {
      texts = markdown(`${entries}\n\n${definitions}\n`).root.children.map(({ text }) => text);
    });
    expect(texts).toHaveLength(1_000);
    expect(texts[7]).toBe('Entry 7 of many.');
    expect(spent).toBeLessThan(15);
  });

  it('a wide row above many short ones does not multiply', () => {
    const tree = markdown(`${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${'|b\n'.repeat(1_000)}`);
    expect([...walk(tree.root)].length).toBeLessThan(5_000);
    expect(tree.dropped.map(({ kind }) => kind)).toEqual(['padding']);
  });

  it('over the cap is an error that names the cap and the size', () => {
    const error = failure(() => readDocument('😀'.repeat(11), { path: 'a.md', maxChars: 10 }));
    expect(error.code).toBe('too_large');
    expect(error.message).toBe('a.md has 11 characters; the limit is 10. Raise the limit or cut the text.');
    expect(readDocument('😀'.repeat(10), { path: 'a.md', maxChars: 10 }).format).toBe('markdown');
  });

  it('is two million code points, where no other cap is given', () => {
    // A reader that looks at nothing: the cap is not its business.
    const tree = plain('');
    const remove = registerReader({
      format: 'unseen',
      extensions: [],
      defaultProfile: 'generic',
      read: () => tree,
    });
    const most = 'a'.repeat(2_000_000);
    expect(readDocument(most, { format: 'unseen' }).tree).toBe(tree);
    expect(failure(() => readDocument(`${most}b`, { format: 'unseen' })).message).toContain(
      'limit is 2000000',
    );
    remove();
  });
});

describe('what is not text', () => {
  it('NUL is an error that says where', () => {
    const error = failure(() => readDocument('😀ab\0c', { path: 'a.txt' }));
    expect(error.code).toBe('not_text');
    expect(error.message).toContain('offset 3');
  });

  it('bytes that are not UTF-8 are an error that names the first', () => {
    expect(decodeUtf8(new TextEncoder().encode('\ufeffé'))).toBe('é');
    expect(failure(() => decodeUtf8(new Uint8Array([0x61, 0xc3, 0xa9, 0xff]), 'a.txt')).message).toContain(
      'byte 3',
    );
    expect(failure(() => decodeUtf8(new Uint8Array([0x61, 0xed, 0xa0, 0x80]))).message).toContain('byte 1');
    expect(failure(() => decodeUtf8(new Uint8Array([0xff, 0xfe, 0x61, 0]))).message).toContain('UTF-16');
    expect(failure(() => decodeUtf8(new Uint8Array([0x80]))).code).toBe('bad_encoding');
  });
});

describe('formats', () => {
  it('follow the name, else the content; unknown endings are reported', () => {
    expect(detectFormat('# not looked at', 'a.TXT')).toBe('text');
    expect(detectFormat('plain', 'x/y.markdown')).toBe('markdown');
    expect(detectFormat('# Heading\n\ntext', '-')).toBe('markdown');
    expect(detectFormat('1. DEFINITIONS\n\n1.1 Text of it.\n')).toBe('text');
    expect(detectFormat('| a | b |\n|---|---|\n| 1 | 2 |\n')).toBe('markdown');
    expect(detectFormat('a **b** and **c** d\n')).toBe('markdown');
    const error = failure(() => detectFormat('x', 'contract.docx'));
    expect(error.code).toBe('unknown_extension');
    expect(error.message).toContain('.docx');
    expect(failure(() => readDocument('x', { format: 'word' })).code).toBe('unknown_format');
  });

  it.each([
    ['## Heading', '#hashtag'],
    ['```\ncode\n```', '``` alone'],
    ['a | b\n--|--', 'a | b\n-----'],
    ['---\ntitle: x\n---\ntext', 'text\n---\ntitle: x\n---\n'],
    ['---\r\ntags:\r\n  - a\r\n- b\r\nend: y\r\n---\r\ntext', '---\ntitle: x\ntext'],
    ['**One** and **two**', '**One** alone'],
    ['see [this](https://a.example)', 'see [this](that)'],
    ['[this]: https://a.example', '[this]'],
    ['> One\n> two', '> One alone'],
    ['<span>One</span>', '<span> alone'],
  ])('%j is Markdown, %j is text', (sign, miss) => {
    expect([detectFormat(sign), detectFormat(miss)]).toEqual(['markdown', 'text']);
  });

  it('each have their own profile', () => {
    expect(readDocument('x', { format: 'text' }).profileName).toBe('contract');
    expect(readDocument('x', { format: 'markdown' }).profileName).toBe('markdown');
  });

  it('a string is content, whatever it looks like', () => {
    expect(readDocument('contract.md').tree.root.children[0].text).toBe('contract.md');
  });
});
