/**
 * From remark's syntax tree to raw blocks. Inline markup is read through: the text is what a reader sees. What is struck
 * out, and the ticks of tasks, a reader sees too, and they change what is said: their marks are part of the text.
 */
import type {
  Blockquote,
  Delete,
  Heading,
  Html,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableCell,
} from 'mdast';
import { toString as visibleText } from 'mdast-util-to-string';
import { headingDepth, isVerbatim, STRUCK, showsText } from './html-tags.js';
import { InlineBuilder, tickText } from './inline.js';
import { parseInlineHtml } from './markdown-grammar.js';
import type { DroppedCounter, RawBlock, RawInline, RawItem, RawRow } from './raw.js';

const LINE_END = /\r\n|\r|\n/;
const LINE = /[^\r\n]+/g;

/** Converts the blocks of one parse. `source` is the text that was parsed; offsets are made to count from `origin`. */
export function rawBlocks(root: Root, source: string, dropped: DroppedCounter, origin = 0): RawBlock[] {
  return new Converter(source, dropped, origin).blocks(root.children);
}

class Converter {
  constructor(
    private readonly source: string,
    private readonly dropped: DroppedCounter,
    private readonly origin: number,
  ) {}

  /** Where a node stands, white space at its end left out. It ends before `next`, in which remark may let it reach. */
  private place(node: Nodes, next?: Nodes): { start: number; end: number } {
    const start = node.position?.start.offset ?? 0;
    let end = Math.min(node.position?.end.offset ?? start, next?.position?.start.offset ?? Infinity);
    while (end > start && /[ \t\r\n]/.test(this.source[end - 1])) end--;
    return { start: start - this.origin, end: end - this.origin };
  }

  blocks(nodes: readonly RootContent[]): RawBlock[] {
    const blocks: RawBlock[] = [];
    for (const node of nodes) {
      const block = node.type === 'html' ? null : this.block(node);
      if (block !== null) blocks.push(block);
      else if (node.type === 'html') blocks.push(...this.html(node));
    }
    return blocks;
  }

  /** What raw HTML between blocks shows: its words, with its tags read through. */
  private html(node: Html): RawBlock[] {
    const { value } = node;
    const shows = showsText(value);
    if (shows && !isVerbatim(value)) {
      const start = node.position?.start.offset ?? 0;
      const source = ownLines(this.source.slice(start, node.position?.end.offset), value);
      const { children } = parseInlineHtml(source);
      const blocks = new Converter(source, this.dropped, this.origin - start).blocks(children);
      const depth = headingDepth(value);
      const [only] = blocks;
      return depth !== null && blocks.length === 1 && only.type === 'paragraph'
        ? [{ ...this.place(node), type: 'heading', depth, inline: only.inline }]
        : blocks;
    }
    if (value.startsWith('<!--')) this.dropped.add('html_comment', 'comments are not part of the text');
    else if (shows) this.dropped.add('html_text', 'words in raw HTML that keeps its lines are not read');
    else this.dropped.add('html', 'raw HTML without words');
    return [];
  }

  /** What a task list item holds: its first paragraph begins with its tick. */
  private task(nodes: readonly RootContent[], checked: boolean): RawBlock[] {
    const blocks: RawBlock[] = [];
    let ticked = false;
    for (const node of nodes) {
      const tick = node.type === 'paragraph' && !ticked ? this.tickBefore(node) : null;
      if (tick === null) {
        blocks.push(...this.blocks([node]));
        continue;
      }
      ticked = true;
      const { end } = this.place(node);
      const builder = new InlineBuilder();
      builder.add(tickText(checked), tick, tick + 3);
      builder.add(' ', tick + 3, tick + 4);
      this.phrasing((node as Paragraph).children, builder, { start: tick + 4, end });
      blocks.push({ type: 'paragraph', inline: builder.finish(), start: tick, end: Math.max(end, tick + 3) });
    }
    return blocks;
  }

  /** Where the tick of a task list item begins: remark has its paragraph begin after it, or, without plain text, at it. */
  private tickBefore(paragraph: Paragraph): number | null {
    const { start } = this.place(paragraph);
    const at = start + this.origin;
    if (/^\[[ \t\r\nxX]\]\s$/.test(this.source.slice(at - 4, at))) return start - 4;
    return /^\[[ \t\r\nxX]\]$/.test(this.source.slice(at, at + 3)) ? start : null;
  }

  private block(node: RootContent): RawBlock | null {
    const { start, end } = this.place(node);
    switch (node.type) {
      case 'heading':
        return { type: 'heading', depth: node.depth, inline: this.inline(node), start, end };
      case 'paragraph': {
        const inline = this.inline(node);
        return inline.text === '' ? null : { type: 'paragraph', inline, start, end };
      }
      case 'list':
        return { type: 'list', items: this.items(node), start, end };
      case 'table':
        return { type: 'table', rows: this.rows(node), start, end };
      case 'code':
        return {
          type: 'code',
          text: node.value.replace(/\r\n?/g, '\n'),
          language: node.lang ?? null,
          start,
          end,
        };
      case 'blockquote':
        return { type: 'quote', children: this.blocks((node as Blockquote).children), start, end };
      case 'footnoteDefinition':
        return {
          type: 'note',
          name: node.label ?? node.identifier,
          children: this.blocks(node.children),
          start,
          end,
        };
      case 'definition':
        this.dropped.add('link_definition', 'the addresses of links are not part of the text');
        return null;
      case 'yaml':
      case 'toml' as never:
        this.dropped.add('front_matter', 'data about the document, not its text');
        return null;
      case 'thematicBreak':
        this.dropped.add('thematic_break', 'a rule between blocks has no text');
        return null;
      default:
        return null;
    }
  }

  private items(list: List): RawItem[] {
    const first = list.start ?? 1;
    return list.children.map((item: ListItem, i) => {
      const { start, end } = this.place(item, list.children[i + 1]);
      return {
        number: list.ordered ? first + i : null,
        marker: list.ordered ? `${first + i}${this.delimiter(start)}` : this.source[start + this.origin],
        checked: item.checked ?? null,
        children: item.checked == null ? this.blocks(item.children) : this.task(item.children, item.checked),
        start,
        end,
      };
    });
  }

  private delimiter(at: number): string {
    return /^\d+([.)])/.exec(this.source.slice(at + this.origin, at + this.origin + 12))?.[1] ?? '.';
  }

  private rows(table: Table): RawRow[] {
    return table.children.map((row) => ({
      ...this.place(row),
      cells: row.children.map((cell) => ({ ...this.cellPlace(cell), inline: this.inline(cell) })),
    }));
  }

  /** What stands between a cell's bars; a cell without content is the place after its first bar. */
  private cellPlace(cell: TableCell): { start: number; end: number } {
    let { start, end } = this.place(cell);
    if (this.source[start + this.origin] === '|') start++;
    if (end > start && this.source[end + this.origin - 1] === '|') end--;
    const written = this.source.slice(start + this.origin, end + this.origin);
    const text = written.trim();
    if (text === '') return { start, end: start };
    start += written.indexOf(text);
    return { start, end: start + text.length };
  }

  private inline(parent: Paragraph | Heading | TableCell): RawInline {
    const builder = new InlineBuilder();
    this.phrasing(parent.children, builder, this.place(parent));
    return builder.finish();
  }

  private phrasing(
    nodes: readonly PhrasingContent[],
    builder: InlineBuilder,
    within: { readonly start: number; readonly end: number },
  ): void {
    let last = within.start;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i];
      if (node.position === undefined) {
        // Where remark turned plain addresses into links, the parts do not say where they stood; together they do.
        let value = '';
        for (; i < nodes.length && nodes[i].position === undefined; i++) value += visibleText(nodes[i]);
        const end = i < nodes.length ? this.place(nodes[i]).start : within.end;
        builder.add(value, last, end);
        last = end;
        i--;
        continue;
      }
      const { start } = this.place(node);
      const end = (node.position.end.offset ?? 0) - this.origin;
      last = end;
      switch (node.type) {
        case 'text':
          builder.add(node.value, start, end);
          break;
        case 'inlineCode':
          // A line end inside code is a space, not a place where lines may be parted.
          builder.code(node.value.replace(/\r\n?|\n/g, ' '), start, end);
          break;
        case 'break':
          builder.add('\n', start, end);
          break;
        case 'emphasis':
        case 'strong': {
          const from = builder.length;
          this.phrasing(node.children, builder, { start, end });
          builder.mark('emphasis', from);
          break;
        }
        case 'delete':
          this.struck(node, builder, start, end);
          break;
        case 'link':
        case 'linkReference':
          this.phrasing(node.children, builder, { start, end });
          break;
        case 'footnoteReference':
          builder.add(`[${node.label ?? node.identifier}]`, start, end);
          break;
        case 'image':
        case 'imageReference':
          this.dropped.add('image', 'pictures have no text');
          break;
        case 'html':
          if (node.value.startsWith('<!--'))
            this.dropped.add('html_comment', 'comments are not part of the text');
          else builder.tag(node.value, start, end);
          break;
        default:
          break;
      }
    }
  }

  /** Struck text between marks; however many were written, the text has two. */
  private struck(node: Delete, builder: InlineBuilder, start: number, end: number): void {
    const width = this.source[start + this.origin + 1] === '~' ? 2 : 1;
    const inside = { start: start + width, end: end - width };
    const seen = visibleText(node, { includeImageAlt: false, includeHtml: false }) !== '';
    if (seen) builder.add(STRUCK, start, inside.start);
    this.phrasing(node.children, builder, inside);
    if (seen) builder.add(STRUCK, inside.end, end);
  }
}

/** `written` with spaces in place of what containers put before its lines; `value` is what they hold. */
function ownLines(written: string, value: string): string {
  const lines = value.split(LINE_END);
  let i = 0;
  return written.replace(LINE, (line) => {
    const own = lines[i++] ?? '';
    return line.endsWith(own) ? ' '.repeat(line.length - own.length) + own : line;
  });
}
