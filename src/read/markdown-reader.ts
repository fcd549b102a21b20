import type { BlockTree } from '../document/block.js';
import { Assembler } from './assemble.js';
import { countInvisible } from './fold.js';
import { markdownBlocks } from './markdown-parts.js';
import { SourceIndex } from './origin.js';
import { DroppedCounter, type RawBlock } from './raw.js';
import type { ReadContext, Reader } from './reader.js';

/** Reads CommonMark with tables, strikethrough, task lists, footnotes and front matter. */
export const markdownReader: Reader = {
  format: 'markdown',
  extensions: ['md', 'markdown'],
  defaultProfile: 'markdown',
  read(text: string, context: ReadContext): BlockTree {
    const dropped = new DroppedCounter();
    const placed = markdownBlocks(text, context.cache, dropped);
    dropped.add('control_characters', 'they cannot be seen', countInvisible(text));
    const assembler = new Assembler(context.profile, new SourceIndex(text), dropped, {
      syntax: 'markdown',
      titleCaseHeadings: !placed.some(({ blocks }) => holdsHeading(blocks)),
      cutParagraphs: true,
    });
    return assembler.assemble(placed);
  },
};

/** Whether the markup calls anything a heading. */
function holdsHeading(blocks: readonly RawBlock[]): boolean {
  return blocks.some(
    (block) =>
      block.type === 'heading' ||
      (block.type === 'list' && block.items.some((item) => item.children[0]?.type === 'heading')),
  );
}
