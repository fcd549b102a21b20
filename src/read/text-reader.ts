import type { BlockTree } from '../document/block.js';
import type { CompiledProfile } from '../profile/profile.js';
import { Assembler } from './assemble.js';
import { countInvisible } from './fold.js';
import { NO_MARKS } from './inline.js';
import { SourceIndex } from './origin.js';
import { DroppedCounter, type RawBlock, type RawItem, type RawParagraph } from './raw.js';
import type { ReadContext, Reader } from './reader.js';
import { type Line, textLines } from './text-lines.js';
import { withoutPageBreaks } from './text-pages.js';
import { isRule, RuledHeadings } from './text-rules.js';
import { LineJoiner } from './text-wrap.js';

/** Reads plain text: blank lines part blocks, hard wraps are joined, bullets nest by their indent, underlines make headings. */
export const textReader: Reader = {
  format: 'text',
  extensions: ['txt', 'text'],
  defaultProfile: 'contract',
  read(text: string, context: ReadContext): BlockTree {
    const dropped = new DroppedCounter();
    dropped.add('control_characters', 'they cannot be seen', countInvisible(text));
    const assembler = new Assembler(context.profile, new SourceIndex(text), dropped, {
      syntax: null,
      titleCaseHeadings: true,
      cutParagraphs: false,
    });
    return assembler.assemble([{ blocks: textBlocks(text, context.profile, dropped), base: 0 }]);
  },
};

/** A bullet and the white space after it, which is folded. */
const BULLET = /^([-*•‣◦▪●○·–])[ \t\u00a0]+(?=\S)/;
/** A bullet made of a letter, as in the memos of the Internet: only the room after it tells it from a word. */
const LETTER_BULLET = /^o(?: {2,}|\t)[ \t]*\S/;

/** How many units of the line's text are a bullet and the white space after it: 0 for none. */
function bulletLength(line: Line, source: string): number {
  const found = BULLET.exec(line.text);
  if (found !== null) return found[0].length;
  return line.text.startsWith('o ') && LETTER_BULLET.test(source.slice(line.start, line.end)) ? 2 : 0;
}

function textBlocks(text: string, profile: CompiledProfile, dropped: DroppedCounter): RawBlock[] {
  const joiner = new LineJoiner(profile);
  const blocks: RawBlock[] = [];
  const bullets = new BulletNest();
  const isBullet = (line: Line) => bulletLength(line, text) > 0;
  const ruled = new RuledHeadings(text);
  let group: Line[] = [];
  // A rule that waits for what stands right below it.
  let above: Line | null = null;
  const close = () => {
    if (group.length > 0) {
      const block = paragraph(group);
      const skip = bulletLength(group[0], text);
      if (skip > 0) bullets.add(blocks, group, skip);
      else if (!bullets.takesIndented(blocks, group, block)) blocks.push(block);
    }
    group = [];
  };
  const endRule = () => {
    if (above !== null) dropped.add('thematic_break', 'a rule between blocks has no text');
    above = null;
  };
  const rule = (line: Line) => {
    const depth = group.length > 0 && !isBullet(group[0]) ? ruled.depth(group, above, line) : null;
    if (depth === null) {
      close();
      endRule();
      above = line;
      return;
    }
    const { inline, start } = paragraph(group);
    blocks.push({ type: 'heading', depth, inline, start: above?.start ?? start, end: line.end });
    group = [];
    above = null;
  };
  const { lines, breaks } = withoutPageBreaks(textLines(text), text);
  dropped.add('page_break', 'the head and the foot of a page are not part of the text', breaks);
  for (const line of lines) {
    if (line.text === '') {
      close();
      endRule();
      joiner.blank();
    } else if (isRule(line)) rule(line);
    else if (group.length > 0 && !isBullet(line) && joiner.joins(group, line)) group.push(line);
    else {
      close();
      joiner.starts(line);
      group.push(line);
    }
  }
  close();
  endRule();
  return blocks;
}

/** A paragraph of lines; `skip` units of the first are not part of it. */
function paragraph(lines: readonly Line[], skip = 0): RawParagraph {
  const [first] = lines;
  let text = first.text.slice(skip);
  let pieces: readonly number[] = [0, first.start + skip, first.end];
  if (lines.length > 1) {
    const all = [...pieces];
    for (let i = 1; i < lines.length; i++) {
      all.push(text.length + 1, lines[i].start, lines[i].end);
      text += `\n${lines[i].text}`;
    }
    // Without the room it grew into.
    pieces = all.slice();
  }
  return {
    type: 'paragraph',
    inline: { text, marks: NO_MARKS, pieces, literal: true },
    indent: first.indent,
    start: first.start,
    end: lines[lines.length - 1].end,
  };
}

interface OpenItem {
  readonly indent: number;
  /** Where its text begins: a block indented this far belongs to it. */
  readonly content: number;
  readonly item: { children: RawBlock[]; end: number };
}

/** Bullets by their indent: one that stands further in than the bullet above it is below it. */
class BulletNest {
  private open: OpenItem[] = [];
  /** How many top-level blocks there were after the last bullet: another block in between ends the list. */
  private after = -1;

  /** @param skip how long the first line's bullet is. */
  add(blocks: RawBlock[], lines: readonly Line[], skip: number): void {
    const [line] = lines;
    if (this.after !== blocks.length) this.open = [];
    while (this.open.length > 0 && this.open[this.open.length - 1].indent >= line.indent) this.open.pop();
    const body = paragraph(lines, skip);
    const item: RawItem & { children: RawBlock[]; end: number } = {
      number: null,
      marker: line.text[0],
      checked: null,
      children: [{ ...body, start: line.start + skip }],
      start: line.start,
      end: body.end,
    };
    const parent = this.open[this.open.length - 1];
    const siblings = parent === undefined ? blocks : parent.item.children;
    siblings.push({ type: 'list', items: [item], start: item.start, end: item.end });
    for (const above of this.open) above.item.end = item.end;
    this.open.push({ indent: line.indent, content: line.indent + skip, item });
    this.after = blocks.length;
  }

  /** Whether the paragraph is indented so far that it belongs to the open bullet; if so it is put there. */
  takesIndented(blocks: readonly RawBlock[], lines: readonly Line[], block: RawParagraph): boolean {
    if (this.after !== blocks.length) this.open = [];
    const last = this.open[this.open.length - 1];
    if (last === undefined) return false;
    const indent = Math.min(...lines.map((line) => line.indent));
    const holder = this.open.findLastIndex((item) => indent >= item.content);
    if (holder < 0 || indent < 2) {
      this.open = [];
      return false;
    }
    // Bullets below the one it belongs to take nothing more: that would stand before it.
    this.open.length = holder + 1;
    this.open[holder].item.children.push(block);
    for (const above of this.open) above.item.end = block.end;
    return true;
  }
}
