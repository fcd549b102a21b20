import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, type BlockTree, walk } from '../../src/document/block.js';
import { sliceCodePoints } from '../../src/document/code-points.js';
import { sourceRange } from '../../src/document/range.js';
import { joint } from '../../src/read/fold.js';
import { sourceOffsets } from '../../src/read/origin.js';
import { readDocument } from '../../src/read/read-document.js';
import { adversarialMarkdown, usualMarkdown } from './markdown-samples.js';
import { markdown, outline, plain } from './tree.js';

const range = (block: Block) => sourceRange(block) as { start: number; end: number };

/** Every range lies in its parent's, and siblings follow each other. */
function checkNesting(tree: BlockTree): void {
  for (const block of walk(tree.root)) {
    const outer = range(block);
    let last = outer.start;
    for (const child of block.children) {
      const inner = range(child);
      expect(inner.start).toBeGreaterThanOrEqual(last);
      expect(inner.end).toBeGreaterThanOrEqual(inner.start);
      expect(inner.end).toBeLessThanOrEqual(outer.end);
      last = inner.end;
    }
  }
}

/**
 * The words of a block's text stand in its range, in order. Invisible characters may stand in one there, and a line end
 * where lines join without a space.
 */
function checkWords(tree: BlockTree, source: string): void {
  for (const block of walk(tree.root)) {
    const { start, end } = range(block);
    const slice = sliceCodePoints(source, start, end);
    let at = 0;
    for (const word of block.text.match(/[\p{L}\p{N}]+/gu) ?? []) {
      const found = find(word, slice, at);
      expect(found, `${word} in ${JSON.stringify(slice)}`).not.toBeNull();
      at = found?.end ?? at;
    }
  }
}

const UNSEEN = '[\\u0000-\\u0008\\u00ad\\u200b\\ufeff]*';
const JOINED = '[\\s\\u0000-\\u0008\\u0085\\u00ad\\u200b\\ufeff]*';

/** Where `word` next stands in `source`, in units. */
function find(word: string, source: string, from: number): { end: number } | null {
  const letters = [...word];
  const broken = letters.map((letter, i) =>
    i === 0 ? letter : `${joint(letters[i - 1], letter) === '' ? JOINED : UNSEEN}${letter}`,
  );
  const pattern = new RegExp(broken.join(''), 'gu');
  pattern.lastIndex = from;
  return pattern.test(source) ? { end: pattern.lastIndex } : null;
}

/** Every letter and digit of a text is the one at the offset it is said to come from. */
function checkOffsets(tree: BlockTree, source: string): void {
  const points = [...source];
  for (const block of walk(tree.root)) {
    const offsets = sourceOffsets(block);
    if (offsets === null) continue;
    const text = [...block.text];
    expect(offsets).toHaveLength(text.length + 1);
    text.forEach((char, i) => {
      if (/[\p{L}\p{N}]/u.test(char)) expect(points[offsets[i]]).toBe(char);
      if (i > 0) expect(offsets[i]).toBeGreaterThanOrEqual(offsets[i - 1]);
    });
  }
}

const sample = `# Agreement 😀

1. ## Service

    1.1 <span class="h">Access.</span>  The **Client** may
    use it &amp; more.

      (a) first [part](http://x.y);

      (b) second.

2. Second heading
   1. nested text
      a. lettered
      b. lettered too

| Item | Due |
|---|---|
| Plan | Week 2 |

> quoted 😀 text
`;

describe('source ranges', () => {
  it('cover what each block came from', () => {
    const slices = [...walk(markdown(sample).root)].map((block) => {
      const { start, end } = range(block);
      return [block.kind, sliceCodePoints(sample, start, end).split('\n')[0]];
    });
    expect(slices.slice(0, 9)).toEqual([
      ['document', '# Agreement 😀'],
      ['section', '# Agreement 😀'],
      ['heading', '# Agreement 😀'],
      ['section', '1. ## Service'],
      ['heading', '1. ## Service'],
      ['list_item', '1.1 <span class="h">Access.</span>  The **Client** may'],
      ['list_item', '(a) first [part](http://x.y);'],
      ['list_item', '(b) second.'],
      ['section', '2. Second heading'],
    ]);
  });

  it('nest, follow each other and hold the words, in Markdown', () => {
    fc.assert(
      fc.property(fc.oneof(usualMarkdown, adversarialMarkdown), (text) => {
        const tree = markdown(text);
        checkNesting(tree);
      }),
      { numRuns: 250 },
    );
    for (const text of [sample, sample.replaceAll('\n', '\r\n')]) {
      checkNesting(markdown(text));
      checkWords(markdown(text), text);
      checkOffsets(markdown(text), text);
    }
  });

  it.each([
    ['中文\n中文\n', '中文中文'],
    ['中文\r\n  中文 a\r\nb', '中文中文 a b'],
    ['𠀀\n𠀁long-\nterm', '𠀀𠀁long-term'],
  ])('hold the words of %j, whose lines join without a space', (source, text) => {
    for (const tree of [plain(source), markdown(source)]) {
      expect(tree.root.children.map((block) => block.text)).toEqual([text]);
      checkNesting(tree);
      checkWords(tree, source);
      checkOffsets(tree, source);
    }
  });

  it('nest, follow each other and hold the words, in text', () => {
    fc.assert(
      fc.property(fc.oneof(usualMarkdown, adversarialMarkdown), (text) => {
        const tree = plain(text);
        checkNesting(tree);
        checkWords(tree, text);
        checkOffsets(tree, text);
      }),
      { numRuns: 150 },
    );
  });

  it('follow each other where a paragraph of a bullet ends the bullets below it', () => {
    const tree = plain('- a\n\n  - b\n\n    more of b\n\n  more of a\n\n    and more\n\n    1. one\n');
    expect(outline(tree)).toEqual([
      'list_item a',
      '  list_item b',
      '    paragraph more of b',
      '  paragraph more of a',
      '  paragraph and more',
      '  list_item <1> one',
    ]);
    checkNesting(tree);
  });

  it('follow each other where a heading ends the bullets above it', () => {
    const tree = plain('- a\n\nTerms\n=====\n\n  more\n');
    expect(outline(tree)).toEqual(['list_item a', 'section', '  heading Terms', '  paragraph more']);
    checkNesting(tree);
  });

  it.each(['- ```\n- b\n', '- <!--\n- b\n', '> - ```\n> - b\n', '1. - ```\n1. - b\n'])(
    'follow each other where a list item leaves open what it began: %j',
    (source) => checkNesting(markdown(source)),
  );

  it('two readings of one text have the same bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(usualMarkdown, adversarialMarkdown),
        fc.constantFrom('markdown', 'text'),
        (text, format) => {
          const once = JSON.stringify(readDocument(text, { format }).tree);
          expect(JSON.stringify(readDocument(text, { format }).tree)).toBe(once);
        },
      ),
      { numRuns: 120 },
    );
  });
});
