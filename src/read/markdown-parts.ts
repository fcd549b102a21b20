/** Reads the parts of a Markdown document: remark's chunks once each, whichever side of a comparison they stand on. */
import type { Root, RootContent } from 'mdast';
import { plainInline } from './inline.js';
import { cutMarkdown, type MarkdownPart } from './markdown-chunks.js';
import { parseMarkdown } from './markdown-grammar.js';
import type { Unreadable } from './markdown-nesting.js';
import { rawBlocks } from './mdast.js';
import { DroppedCounter, type PlacedBlocks, type RawBlock } from './raw.js';

interface ParsedChunk {
  readonly blocks: readonly RawBlock[];
  readonly dropped: readonly { readonly kind: string; readonly count: number; readonly reason: string }[];
  /** The identifiers of links, and of notes after a `^`, that the chunk defines. */
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
  const definitions = reader.definitions(parts);
  const placed: PlacedBlocks[] = [];
  for (const part of parts) {
    if (part.type === 'front_matter') {
      dropped.add('front_matter', 'data about the document, not its text');
    } else if (part.type === 'blocks') {
      placed.push({ blocks: part.blocks, base: mark });
      dropped.add('thematic_break', 'a rule between blocks has no text', part.rules);
    } else if (part.unreadable !== null) {
      dropped.add(...UNREADABLE[part.unreadable]);
      placed.push({ blocks: textBlocks(content, part), base: mark });
    } else {
      const { blocks, dropped: lost } = reader.read(part, definitions);
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

  /** The identifiers of links and notes that the document defines. Whether a text is a definition depends on no other. */
  definitions(parts: readonly MarkdownPart[]): ReadonlySet<string> {
    const definitions = new Set<string>();
    for (const part of parts) {
      if (part.type !== 'chunk' || part.unreadable !== null) continue;
      if (!this.text.slice(part.start, part.end).includes(']:')) continue;
      for (const definition of this.parse(part, '').definitions) definitions.add(definition);
    }
    return definitions;
  }

  /**
   * A chunk as it parses in the whole: after the definitions that it refers to and does not hold itself. No more than
   * these: a list of changes has as many definitions as it has paragraphs.
   */
  read(part: Chunk, definitions: ReadonlySet<string>): ParsedChunk {
    const source = this.text.slice(part.start, part.end);
    if (part.whole || definitions.size === 0 || !source.includes('[')) return this.parse(part, '');
    const used = [...namesIn(source)].filter((name) => definitions.has(name));
    if (used.length === 0) return this.parse(part, '');
    if (source.includes(']:')) {
      const own = this.parse(part, '');
      if (used.every((name) => own.definitions.includes(name))) return own;
    }
    // The comment ends the last note, which would take in lines that are indented.
    const prelude = used.sort().map((name) => `[${name}]: #\n\n`);
    return this.parse(part, `${prelude.join('')}<!-- -->\n\n`);
  }

  private parse(part: Chunk, prelude: string): ParsedChunk {
    const source = this.text.slice(part.start, part.end);
    const key = `markdown:${part.whole}${prelude}\u0000${source}`;
    const known = this.cache.get(key) as ParsedChunk | undefined;
    if (known !== undefined) return known;
    const parsed = parseChunk(source, prelude, part.whole);
    this.cache.set(key, parsed);
    return parsed;
  }
}

/** What stands in brackets; no name of a link or a note holds a bracket, or more than 999 characters. */
const BRACKETED = /\[((?:[^[\]\\]|\\[\s\S]){1,999})\]/g;

/** The names that `source` may refer to. */
export function namesIn(source: string): Set<string> {
  const names = new Set<string>();
  for (const [, name] of source.matchAll(BRACKETED)) {
    names.add(identifier(name));
    // A name may go on over lines of a quote.
    if (/[\n\r]/.test(name)) names.add(identifier(name.replace(/[\n\r][ \t>]*/g, ' ')));
  }
  return names;
}

/** A name as the grammar compares names. */
export function identifier(name: string): string {
  return name
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
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
      if (node.type === 'definition') found.push(identifier(node.identifier));
      else if (node.type === 'footnoteDefinition') found.push(identifier(`^${node.identifier}`));
      if ('children' in node) visit(node.children as RootContent[]);
    }
  };
  visit(root.children);
  return found;
}

/** How the report of what was dropped speaks of chunks that were not parsed. */
const UNREADABLE: Readonly<Record<Unreadable, readonly [kind: string, reason: string]>> = {
  deep: ['nesting', 'quotes, lists or brackets nested deeper than 100 levels are read as text'],
  heavy: ['markup', 'blocks of thousands of links, marks or quoted lines are read as text'],
};

/** A chunk as paragraphs: what stands between blank lines. */
function textBlocks(text: string, part: Chunk): RawBlock[] {
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
