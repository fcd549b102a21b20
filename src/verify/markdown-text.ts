/**
 * A Markdown text in stretches that parse by themselves as they do in the whole. Only those are parsed that somebody asks
 * for: of two versions, the ones that differ.
 */
import type { FootnoteDefinition, Node, Root } from 'mdast';
import { cutMarkdown } from '../read/markdown-chunks.js';
import { parseMarkdown } from '../read/markdown-grammar.js';
import { markdownLines } from '../read/markdown-lines.js';
import { unreadable } from '../read/markdown-nesting.js';
import { identifier, namesIn } from '../read/markdown-parts.js';

/** A part of the text. Stretches follow each other without a gap, after a byte order mark. Offsets are UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** `whole` may begin with front matter. What nests too deep for the grammar, or is too much for it, is `unreadable`. */
  readonly type: 'fragment' | 'whole' | 'unreadable';
}

/** The syntax tree of a stretch. Its offsets become those of the text when `shift` is added to them. */
export interface ParsedStretch {
  readonly nodes: readonly Node[];
  readonly shift: number;
}

/** What a name leads to: the first definition of it that the text has. */
export interface LinkDefinition {
  readonly says: string;
}

export class MarkdownText {
  readonly stretches: readonly Stretch[];
  private readonly parsed = new Map<number, ParsedStretch | null>();
  private defined: ReadonlyMap<string, LinkDefinition> | null = null;

  constructor(readonly text: string) {
    this.stretches = cut(text);
  }

  /** Whether the grammar was given all of the text that may define something. */
  get isReadable(): boolean {
    return this.stretches.every(({ type }, k) => type !== 'unreadable' || !this.textOf(k).includes(']:'));
  }

  /** The stretch that holds an offset; the last one, for the end of the text. */
  at(offset: number): number {
    let low = 0;
    let high = this.stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.stretches[middle].start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  textOf(stretch: number): string {
    const { start, end } = this.stretches[stretch];
    return this.text.slice(start, end);
  }

  /** The names that a stretch may refer to, as {@link definitions} spells them. */
  namesIn(stretch: number): ReadonlySet<string> {
    return namesIn(this.textOf(stretch));
  }

  /**
   * The definitions of links and of notes (after a `^`) that hold, by their names. What a note says is told where more than
   * one definition bears its name: a note that stands alone is text, and compared as such.
   */
  get definitions(): ReadonlyMap<string, LinkDefinition> {
    this.defined ??= this.findDefinitions();
    return this.defined;
  }

  private findDefinitions(): Map<string, LinkDefinition> {
    const found = new Map<string, LinkDefinition>();
    const several = new Map<string, LinkDefinition>();
    const visit = (node: Node, shift: number): void => {
      if (node.type === 'definition') {
        const {
          identifier: name,
          url,
          title,
        } = node as Node & {
          identifier: string;
          url: string;
          title?: string | null;
        };
        const key = identifier(name);
        if (!found.has(key)) found.set(key, { says: title ? `${url} "${title}"` : url });
      } else if (node.type === 'footnoteDefinition') {
        const key = identifier(`^${(node as FootnoteDefinition).identifier}`);
        const says = this.text.slice(
          node.position!.start.offset! + shift,
          node.position!.end.offset! + shift,
        );
        const known = several.get(key);
        if (known === undefined) {
          several.set(key, { says });
          found.set(key, { says: '' });
        } else found.set(key, known);
      }
      if ('children' in node) for (const child of node.children as Node[]) visit(child, shift);
    };
    this.stretches.forEach((stretch, k) => {
      if (stretch.type === 'unreadable' || !this.textOf(k).includes(']:')) return;
      // Whether a text is a definition depends on no other.
      const tree = this.parse(k, '');
      for (const node of tree?.nodes ?? []) visit(node, tree!.shift);
    });
    return found;
  }

  /** A stretch as it parses in the whole; null for one that is not read. */
  tree(stretch: number): ParsedStretch | null {
    const { type } = this.stretches[stretch];
    if (type === 'unreadable') return null;
    const known = this.parsed.get(stretch);
    if (known !== undefined) return known;
    const source = this.textOf(stretch);
    const names =
      type === 'whole' || !source.includes('[')
        ? []
        : [...namesIn(source)].filter((name) => this.definitions.has(name)).sort();
    // The comment ends the last note, which would take in lines that are indented.
    const prelude =
      names.length === 0 ? '' : `${names.map((name) => `[${name}]: #\n\n`).join('')}<!-- -->\n\n`;
    const tree = this.parse(stretch, prelude);
    this.parsed.set(stretch, tree);
    return tree;
  }

  private parse(stretch: number, prelude: string): ParsedStretch | null {
    const { start, type } = this.stretches[stretch];
    const source = this.textOf(stretch);
    if (!isReadable(source)) return null;
    const root: Root = parseMarkdown(prelude + source, type === 'whole' ? 'whole' : 'fragment');
    return {
      nodes: root.children.filter((node) => (node.position?.start.offset ?? 0) >= prelude.length),
      shift: start - prelude.length,
    };
  }
}

function cut(text: string): Stretch[] {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const content = text.slice(mark);
  const parts = cutMarkdown(content);
  const stretches: Stretch[] = [];
  let at = mark;
  const add = (end: number, type: Stretch['type']): void => {
    if (end > at) stretches.push({ start: at, end, type });
    at = Math.max(at, end);
  };
  parts.forEach((part, i) => {
    if (part.type === 'chunk') {
      add(mark + part.start, 'fragment');
      add(mark + part.end, part.unreadable !== null ? 'unreadable' : part.whole ? 'whole' : 'fragment');
    } else if (part.type === 'front_matter') {
      add(mark + part.end, 'whole');
    } else {
      // Blocks that were read one by one stand by themselves; rules and blank lines go with the block before them.
      for (const block of part.blocks) add(mark + lineOf(content, block.start), 'fragment');
      const next = parts[i + 1];
      add(next !== undefined && next.type === 'chunk' ? mark + next.start : text.length, 'fragment');
    }
  });
  add(text.length, 'fragment');
  return stretches;
}

/** Where the line of an offset begins. */
function lineOf(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at--;
  return at;
}

/** Blocks that are read without the grammar can be too much for it too. */
function isReadable(text: string): boolean {
  const lines = markdownLines(text);
  return unreadable(text, lines, 0, lines.starts.length) === null;
}
