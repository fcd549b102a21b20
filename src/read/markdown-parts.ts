/** Reads the parts of a Markdown document: remark's chunks once each, whichever side of a comparison they stand on. */
import type { Root, RootContent } from 'mdast';
import { plainInline } from './inline.js';
import { cutMarkdown, type MarkdownPart } from './markdown-chunks.js';
import { parseMarkdown } from './markdown-grammar.js';
import { rawBlocks } from './mdast.js';
import { DroppedCounter, type RawBlock } from './raw.js';

/** Blocks whose offsets count from `base`. */
export interface PlacedBlocks {
  readonly blocks: readonly RawBlock[];
  readonly base: number;
}

interface ParsedChunk {
  readonly blocks: readonly RawBlock[];
  readonly dropped: readonly { readonly kind: string; readonly count: number; readonly reason: string }[];
  /** Identifiers that the chunk defines, as lines of Markdown that define them again. */
  readonly definitions: readonly string[];
}

/** All blocks of a Markdown text, in order. `cache` keeps what remark parsed, by its exact text. */
export function markdownBlocks(
  text: string,
  cache: Map<string, unknown>,
  dropped: DroppedCounter,
): PlacedBlocks[] {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const content = mark === 0 ? text : text.slice(1);
  const parts = cutMarkdown(content);
  const reader = new ChunkReader(content, cache);
  const prelude = reader.prelude(parts);
  const placed: PlacedBlocks[] = [];
  for (const part of parts) {
    if (part.type === 'front_matter') {
      dropped.add('front_matter', 'data about the document, not its text');
    } else if (part.type === 'blocks') {
      placed.push({ blocks: part.blocks, base: mark });
      dropped.add('thematic_break', 'a rule between blocks has no text', part.rules);
    } else if (part.deep) {
      placed.push({ blocks: deepBlocks(content, part, dropped), base: mark });
    } else {
      const { blocks, dropped: lost } = reader.chunk(part, prelude);
      placed.push({ blocks, base: mark + part.start });
      for (const { kind, count, reason } of lost) dropped.add(kind, reason, count);
    }
  }
  return placed;
}

type Chunk = MarkdownPart & { type: 'chunk' };

class ChunkReader {
  constructor(
    private readonly text: string,
    private readonly cache: Map<string, unknown>,
  ) {}

  /**
   * The document's definitions of links and notes, written out once more: what stands before a chunk makes it parse as
   * it does in the whole. Whether a text is a definition does not depend on other definitions.
   */
  prelude(parts: readonly MarkdownPart[]): string {
    const definitions = new Set<string>();
    for (const part of parts) {
      if (part.type !== 'chunk' || part.deep) continue;
      if (!this.text.slice(part.start, part.end).includes(']:')) continue;
      for (const definition of this.chunk(part, '').definitions) definitions.add(definition);
    }
    // The comment ends the last note, which would take in lines that are indented.
    return definitions.size === 0 ? '' : `${[...definitions].join('\n\n')}\n\n<!-- -->\n\n`;
  }

  chunk(part: Chunk, prelude: string): ParsedChunk {
    const source = this.text.slice(part.start, part.end);
    const before = source.includes('[') && !part.whole ? prelude : '';
    const key = `markdown:${part.whole}${before}\u0000${source}`;
    const known = this.cache.get(key) as ParsedChunk | undefined;
    if (known !== undefined) return known;
    const parsed = parseChunk(source, before, part.whole);
    this.cache.set(key, parsed);
    return parsed;
  }
}

function parseChunk(source: string, prelude: string, whole: boolean): ParsedChunk {
  const root = parseMarkdown(prelude + source, whole ? 'whole' : 'fragment');
  const own = prelude === '' ? root : withoutPrelude(root, prelude.length);
  const dropped = new DroppedCounter();
  return {
    blocks: rawBlocks(own, prelude + source, dropped, prelude.length),
    dropped: dropped.list(),
    definitions: definitionsIn(own),
  };
}

function withoutPrelude(root: Root, length: number): Root {
  return { ...root, children: root.children.filter((node) => (node.position?.start.offset ?? 0) >= length) };
}

function definitionsIn(root: Root): string[] {
  const found: string[] = [];
  const visit = (nodes: readonly RootContent[]) => {
    for (const node of nodes) {
      if (node.type === 'definition') found.push(`[${node.label ?? node.identifier}]: #`);
      else if (node.type === 'footnoteDefinition') found.push(`[^${node.label ?? node.identifier}]: #`);
      if ('children' in node) visit(node.children as RootContent[]);
    }
  };
  visit(root.children);
  return found;
}

/** Text that nests too deep, as paragraphs: what stands between blank lines. */
function deepBlocks(text: string, part: Chunk, dropped: DroppedCounter): RawBlock[] {
  dropped.add('nesting', 'quotes, lists or brackets nested deeper than 100 levels are read as text');
  const blocks: RawBlock[] = [];
  const group = /\S[\s\S]*?(?=(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)|$)/g;
  const source = text.slice(part.start, part.end);
  for (const match of source.matchAll(group)) {
    const start = part.start + match.index;
    const end = start + match[0].trimEnd().length;
    const inline = plainInline(text.slice(start, end), start, end);
    if (inline.text !== '') blocks.push({ type: 'paragraph', inline, start, end });
  }
  return blocks;
}
