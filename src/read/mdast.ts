/** From remark's syntax tree to raw blocks. Inline markup is read through: the text is what a reader sees. */
import type { Blockquote, List, ListItem, Nodes, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { InlineBuilder } from './inline.js';
import type { DroppedCounter, RawBlock, RawInline, RawItem, RawRow } from './raw.js';

/** Converts the blocks of one parse. `source` is the text that was parsed. */
export function rawBlocks(root: Root, source: string, dropped: DroppedCounter): RawBlock[] {
  return new Converter(source, dropped).blocks(root.children);
}

class Converter {
  constructor(
    private readonly source: string,
    private readonly dropped: DroppedCounter,
  ) {}

  blocks(nodes: readonly RootContent[]): RawBlock[] {
    const blocks: RawBlock[] = [];
    for (const node of nodes) {
      const block = this.block(node);
      if (block !== null) blocks.push(block);
    }
    return blocks;
  }

  private block(node: RootContent): RawBlock | null {
    const { start, end } = place(node);
    switch (node.type) {
      case 'heading':
        return { type: 'heading', depth: node.depth, inline: this.inline(node.children), start, end };
      case 'paragraph': {
        const inline = this.inline(node.children);
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
      case 'html':
        this.dropHtml(node.value);
        return null;
      case 'definition':
        this.dropped.add('link_definition', 'the addresses of links are not part of the text');
        return null;
      case 'yaml':
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
      const { start, end } = place(item);
      return {
        number: list.ordered ? first + i : null,
        marker: list.ordered ? `${first + i}${this.delimiter(start)}` : this.source[start],
        checked: item.checked ?? null,
        children: this.blocks(item.children),
        start,
        end,
      };
    });
  }

  private delimiter(at: number): string {
    return /^\d+([.)])/.exec(this.source.slice(at, at + 12))?.[1] ?? '.';
  }

  private rows(table: Table): RawRow[] {
    return table.children.map((row) => ({
      ...place(row),
      cells: row.children.map((cell) => ({ ...place(cell), inline: this.inline(cell.children) })),
    }));
  }

  private inline(nodes: readonly PhrasingContent[]): RawInline {
    const builder = new InlineBuilder();
    this.phrasing(nodes, builder);
    return builder.finish();
  }

  private phrasing(nodes: readonly PhrasingContent[], builder: InlineBuilder): void {
    for (const node of nodes) {
      const { start, end } = place(node);
      switch (node.type) {
        case 'text':
        case 'inlineCode':
          builder.add(node.value, start, end);
          break;
        case 'break':
          builder.add('\n', start, end);
          break;
        case 'emphasis':
        case 'strong': {
          const from = builder.length;
          this.phrasing(node.children, builder);
          builder.mark('emphasis', from);
          break;
        }
        case 'delete':
        case 'link':
        case 'linkReference':
          this.phrasing(node.children, builder);
          break;
        case 'footnoteReference':
          builder.add(`[${node.label ?? node.identifier}]`, start, end);
          break;
        case 'image':
        case 'imageReference':
          this.dropped.add('image', 'pictures have no text');
          break;
        case 'html':
          if (/^<br\b/i.test(node.value)) builder.add('\n', start, end);
          else if (node.value.startsWith('<!--')) this.dropHtml(node.value);
          break;
        default:
          break;
      }
    }
  }

  private dropHtml(value: string): void {
    if (value.startsWith('<!--')) this.dropped.add('html_comment', 'comments are not part of the text');
    else this.dropped.add('html', 'raw HTML blocks are not read');
  }
}

function place(node: Nodes): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}
