import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockTree, walk } from '../../src/document/block.js';
import { sourceRange } from '../../src/document/range.js';
import { Assembler } from '../../src/read/assemble.js';
import { countInvisible } from '../../src/read/fold.js';
import { parseMarkdown } from '../../src/read/markdown-grammar.js';
import { markdownReader } from '../../src/read/markdown-reader.js';
import { rawBlocks } from '../../src/read/mdast.js';
import { SourceIndex, sourceOffsets } from '../../src/read/origin.js';
import { DroppedCounter, type RawBlock } from '../../src/read/raw.js';
import { defaultProfile } from '../../src/read/read-document.js';
import { adversarialMarkdown, usualMarkdown } from './markdown-samples.js';
import { outline } from './tree.js';

const profile = defaultProfile('markdown');

/** The tree that one parse of the whole text by remark gives. */
function byRemark(text: string): BlockTree {
  const dropped = new DroppedCounter();
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const content = text.slice(mark);
  const blocks = rawBlocks(parseMarkdown(content, 'whole'), content, dropped);
  dropped.add('control_characters', 'they cannot be seen', countInvisible(text));
  const headed = (block: RawBlock) =>
    block.type === 'heading' ||
    (block.type === 'list' && block.items.some((item) => item.children[0]?.type === 'heading'));
  const assembler = new Assembler(profile, new SourceIndex(text), dropped, {
    syntax: 'markdown',
    titleCaseHeadings: !blocks.some(headed),
    cutParagraphs: true,
  });
  return assembler.assemble([{ blocks, base: mark }]);
}

function everything(tree: BlockTree): unknown {
  const blocks = [...walk(tree.root)].map((block) => {
    const { children: _, ...own } = block;
    // Where in a run of white space a space came from is nobody's concern, nor which of several backslashes one is.
    const offsets = sourceOffsets(block)?.map((offset, i) =>
      /^[^ \n\\]$/.test(block.text[i] ?? '') ? offset : null,
    );
    return {
      ...own,
      range: sourceRange(block),
      offsets: /^[\u0000-\ud7ff]*$/.test(block.text) ? offsets : null,
    };
  });
  return { blocks, dropped: tree.dropped };
}

const read = (text: string) => markdownReader.read(text, { profile, path: null, cache: new Map() });

/**
 * Right below an indented block of code remark takes an item of nothing for words, though CommonMark lets it begin a list.
 * Read by itself the quotation around it has the item, and so the reader gives it.
 */
const emptyItemInQuote = (text: string) =>
  /(?: {4}|\t)/.test(text) && /^[ >]*>[ \t>]*(?:[-+*]|\d+[.)])[ \t]*$/m.test(text);

const sound = (texts: fc.Arbitrary<string>) => texts.filter((text) => !emptyItemInQuote(text));

describe('remark is the authority', () => {
  it.each([
    '***x*y*z',
    '**a*~',
    '**a*😀',
    '*\\***',
    '!\n1. -',
    '---\n-',
    '+++\n- z',
    '    ;\n[^1]:',
    'a|b\n-|-\n|',
    'a|b\n-|-\nc\\|d|e\\\\|f\n\\a|\\*b*\\',
    '| a\\| | b |\n|-|-|\n| \\\\| c |\n| `\\|` | d |\n',
    'a\\|b\n-|-\n',
    '- [x]\n  )',
    '```\u00a0js\n```\u00a0\n``` \n',
    '---\na\n---\u00a0\n\n# b\n---\n\nc\n',
    '- [x] a\n- [ ] [b]: /u\n* [X]  c\n- [x] # d\n',
    '- [x] a\n  ===\n- [ ] b|c\n  -|-\n',
    '1. [ ] a\n\n   1. b\n2. [x] *c*\n   d\n',
    '~a~ ~~b~~ ~~~c~~~ ~~**d** e~~',
    '   1. word\n\n1. \t\n\n',
    '1. a\n\n1.     b\n',
    '&nbsp;b',
    '#\\\n\ude00',
    '`\\\na.`',
    '- a\n```\ncode\n\ntext\n```\n\n# H\n',
    '- a\n\n  ```\n  code\n\ntext\n\n```\n# no heading\n```\n',
    '> ```\n> a\n\nb\n\n```\n# no heading\n```\n',
    '<!--\n\n# no heading\n\n-->\n\n# H\n',
    '<pre>\n\n# no heading\n\n</pre>\n\n# H\n',
    '[a]: /u\n\n[a] and [b]\n\n- [a]\n',
    '===\na\n===\n===\n',
    '[a&amp;b]: /u\n\n[a&amp;b] and [a&b]\n',
    '[a\\]b]: /u\n\n[a\\]b] and [A\\]B]\n',
    '> [a\n> b] and [c]\n\n[a b]: /u\n\n[C]: /v\n',
    '- ![x][a]\n  [b\n  c][]\n\n[a]: /u\n[b c]: /v\n',
    'a[^N] and [^m]\n\n[^n]: one\n\n[^M]: two [b]\n\n[b]: /u\n',
    'text[^1]\n\n[^1]: note\n\n    more of the note\n\ntext\n',
  ])('on %j', (text) => {
    expect(everything(read(text))).toEqual(everything(byRemark(text)));
  });

  it('on Markdown as it is usually written', () => {
    fc.assert(
      fc.property(sound(usualMarkdown), (text) => {
        expect(everything(read(text))).toEqual(everything(byRemark(text)));
      }),
      { numRuns: 250 },
    );
  });

  it('on Markdown that tries to be difficult', () => {
    fc.assert(
      fc.property(sound(adversarialMarkdown), (text) => {
        expect(everything(read(text))).toEqual(everything(byRemark(text)));
      }),
      { numRuns: 200 },
    );
  });

  it('and a cache that another text filled changes nothing', () => {
    fc.assert(
      fc.property(adversarialMarkdown, adversarialMarkdown, (one, other) => {
        const cache = new Map<string, unknown>();
        markdownReader.read(one, { profile, path: null, cache });
        const text = `${other}\n\n${one}`;
        expect(everything(markdownReader.read(text, { profile, path: null, cache }))).toEqual(
          everything(read(text)),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('but for an item of nothing in a quotation after code', () => {
    const text = '    code\n\n>1.\n';
    expect(outline(read(text))).toEqual(['paragraph code', 'list_item <1>']);
    expect(outline(byRemark(text))).toEqual(['paragraph code', 'list_item <1>']);
    expect(everything(read(text))).not.toEqual(everything(byRemark(text)));
    expect(emptyItemInQuote(text)).toBe(true);
  });
});
