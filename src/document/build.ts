import { childAddress } from './address.js';
import { defineLazySpans, type SourceRange, type SpanSource, setBeside } from './beside.js';
import { type Block, type BlockKind, type BlockTree, type Dropped, MAX_DEPTH, type Span } from './block.js';
import { DocumentError } from './errors.js';

/** What a reader says of a block; addresses are worked out by {@link buildTree}. */
export interface DraftBlock {
  kind: BlockKind;
  text?: string;
  label?: string | null;
  level?: number;
  role?: string | null;
  /** The spans, or what finds them when somebody reads them. */
  spans?: SpanSource;
  matched_by: string;
  confidence: number;
  attrs?: Record<string, unknown>;
  children?: DraftBlock[];
  /** The range of the original text, in code points, or a function that works it out. */
  range?: SourceRange | (() => SourceRange);
}

// Shared by all blocks that have none.
const NO_SPANS: readonly Span[] = Object.freeze([]);
const NO_ATTRS: Block['attrs'] = Object.freeze({});
const NO_CHILDREN: readonly Block[] = Object.freeze([]);

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A plain object, its fields in wire order. It is made by a constructor because what a constructor makes has room inside
 * itself for what is added to it; an object literal would need a second object for that, and every document has tens of
 * thousands of blocks.
 */
const PlainBlock = function (
  this: Writable<Block>,
  draft: DraftBlock,
  path: string,
  children: readonly Block[],
) {
  const { spans, range } = draft;
  const lazy = spans !== undefined && !Array.isArray(spans);
  this.kind = draft.kind;
  this.text = draft.text ?? '';
  this.label = draft.label ?? null;
  this.level = draft.level ?? 0;
  this.path = path;
  this.role = draft.role ?? null;
  if (lazy) defineLazySpans(this);
  else this.spans = (spans as readonly Span[] | undefined) ?? NO_SPANS;
  this.matched_by = draft.matched_by;
  this.confidence = draft.confidence;
  this.attrs = draft.attrs ?? NO_ATTRS;
  this.children = children;
  if (lazy || range !== undefined) setBeside(this, range, lazy ? spans : undefined);
} as unknown as new (
  draft: DraftBlock,
  path: string,
  children: readonly Block[],
) => Block;
PlainBlock.prototype = Object.prototype;

/**
 * Makes a tree of a draft: gives every block its address and counts the fallbacks.
 * @throws DocumentError `too_deep` when the draft nests deeper than MAX_DEPTH: a reader flattens before it builds.
 */
export function buildTree(root: DraftBlock, dropped: readonly Dropped[] = []): BlockTree {
  let fallbacks = 0;
  // Last steps of addresses: the same few in every section.
  const steps: Partial<Record<BlockKind, string[]>> = {};
  const step = (kind: BlockKind, index: number): string => {
    steps[kind] ??= [];
    const known = steps[kind];
    // Counted from 1, and always asked for in turn.
    if (index > known.length) known.push(childAddress('/', kind, index));
    return known[index - 1];
  };
  const make = (draft: DraftBlock, path: string, depth: number): Block => {
    if (depth > MAX_DEPTH) {
      throw new DocumentError('too_deep', `${path} nests deeper than ${MAX_DEPTH} levels`, path);
    }
    if (draft.matched_by === 'fallback') fallbacks++;
    if (draft.children === undefined || draft.children.length === 0)
      return new PlainBlock(draft, path, NO_CHILDREN);
    const drafts = draft.children;
    const above = path === '/' ? '' : path;
    const seen: Partial<Record<BlockKind, number>> = {};
    const children = new Array<Block>(drafts.length);
    for (let i = 0; i < drafts.length; i++) {
      const child = drafts[i];
      const index = (seen[child.kind] ?? 0) + 1;
      seen[child.kind] = index;
      children[i] = make(child, above + step(child.kind, index), depth + 1);
    }
    return new PlainBlock(draft, path, children);
  };
  return { root: make(root, '/', 0), dropped, fallback_count: fallbacks };
}
