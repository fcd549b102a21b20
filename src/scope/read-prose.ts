/**
 * Reads the scopes of Markdown and plain text, from the same tree of blocks that a comparison reads: a scope and the
 * block at its address are the same part of the document. A section's scope goes on to where the next one starts.
 */
import type { Block } from '../document/block.js';
import { sourceRange } from '../document/range.js';
import type { CompiledProfile } from '../profile/profile.js';
import { frontMatter } from '../read/front-matter.js';
import { readDocument } from '../read/read-document.js';
import { type Draft, foldName, type Outline } from './outline.js';
import type { Positions } from './positions.js';
import type { ScopeKind } from './scope.js';

/** How the document is read; the defaults are those of a comparison. */
export interface ProseOptions {
  readonly profile?: CompiledProfile | null;
  /** Shared with other readings of similar texts, a comparison's among them. */
  readonly cache?: Map<string, unknown>;
}

/** Reads the scopes of a document. */
export function readProse(positions: Positions, format: 'markdown' | 'text', options: ProseOptions): Outline {
  // Markdown says that NUL is read as U+FFFD. Both are one unit long, so every offset stays.
  const text = positions.text.replaceAll('\0', '\uFFFD');
  const { tree } = readDocument(text, { format, maxChars: Number.POSITIVE_INFINITY, ...options });
  const reader = new ProseReader(positions);
  if (tree.dropped.some((it) => it.kind === 'front_matter')) reader.frontMatter();
  reader.children(tree.root, text.length);
  return { drafts: reader.drafts, skipped: [] };
}

class ProseReader {
  readonly drafts: Draft[] = [];

  constructor(private readonly positions: Positions) {}

  frontMatter(): void {
    const { text } = this.positions;
    const start = text.startsWith('\uFEFF') ? 1 : 0;
    const head = frontMatter(text.slice(start));
    if (head === null || head.language !== 'yaml') return;
    const end = text.slice(0, start + head.end).trimEnd().length;
    this.drafts.push({ kind: 'front_matter', name: 'front matter', start, end });
  }

  /** The scopes below a block. None of them reaches past `limit`, a UTF-16 offset. */
  children(parent: Block, limit: number): void {
    const { children } = parent;
    for (let i = 0; i < children.length; i++) {
      const block = children[i];
      const range = this.rangeOf(block);
      if (range === undefined) continue;
      if (block.kind !== 'section') {
        this.block(block, range);
        this.children(block, Math.min(range.end, limit));
        continue;
      }
      // Sections tile: white space and comments between two belong to the first.
      const next = children.slice(i + 1, i + 2).map((it) => this.rangeOf(it));
      const end = Math.min(next[0]?.start ?? limit, limit);
      this.section(block, range.start, Math.max(end, range.end));
      this.children(block, Math.max(end, range.end));
    }
  }

  /** A block's range in UTF-16 units. A section in a quote starts with the line, before the mark of the quote. */
  private rangeOf(block: Block): { start: number; end: number } | undefined {
    const range = sourceRange(block);
    if (range === undefined) return undefined;
    const start = this.positions.unit(range.start);
    const end = this.positions.unit(range.end);
    if (block.kind !== 'section') return { start, end };
    const line = this.positions.lineStart(start);
    return { start: /^[ \t>]*$/.test(this.positions.text.slice(line, start)) ? line : start, end };
  }

  private section(block: Block, start: number, end: number): void {
    const [heading] = block.children;
    if (heading?.kind !== 'heading') return;
    this.add('section', this.headingName(heading), block, start, end);
  }

  private block(block: Block, { start, end }: { start: number; end: number }): void {
    const named = nameBlock(block);
    if (named !== null) this.add(named.kind, named.name, block, start, end);
  }

  /** A heading as the document spells it, with its label; where the label is a list's number, without. */
  private headingName(heading: Block): string {
    const { label, text } = heading;
    const range = sourceRange(heading);
    if (label === null || range === undefined) return text;
    const { positions } = this;
    const source = positions.text.slice(positions.unit(range.start), positions.unit(range.end));
    const at = source.indexOf(label);
    if (at < 0) return text === '' ? label : text;
    // Marks of emphasis around the label and of the heading before it are not what a reader sees.
    const tail = /^[^\s\p{L}\p{N}]*/u.exec(source.slice(at + label.length))?.[0] ?? '';
    return `${label}${tail.replace(/[*_`~]/g, '')} ${text}`;
  }

  private add(kind: ScopeKind, spelt: string, block: Block, start: number, end: number): void {
    const name = foldName(spelt);
    if (name !== '') this.drafts.push({ kind, name, start, end, address: block.path });
  }
}

/** What a block other than a section is called, as a scope; null when it is none. */
function nameBlock(block: Block): { readonly kind: ScopeKind; readonly name: string } | null {
  switch (block.kind) {
    case 'table': {
      const header = block.children[0]?.children.map((cell) => cell.text) ?? [];
      return { kind: 'table', name: header.filter((text) => text !== '').join(' | ') };
    }
    case 'row':
      return { kind: 'table_row', name: block.children.find((cell) => cell.text !== '')?.text ?? '' };
    case 'list_item': {
      const kind = block.matched_by.startsWith('label:') ? 'clause' : 'list_item';
      return { kind, name: block.label ?? block.text };
    }
    case 'paragraph': {
      if (block.matched_by !== 'markdown:code') return null;
      const firstLine = block.text.split(/[\r\n]+/).find((line) => line.trim() !== '');
      const { language } = block.attrs;
      return { kind: 'code_block', name: firstLine ?? (typeof language === 'string' ? language : '') };
    }
    default:
      return null;
  }
}
