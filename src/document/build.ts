import { childAddress } from './address.js';
import { defineLazySpans, type SourceRange, type SpanFinder, type SpanSource, setBeside } from './beside.js';
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

/**
 * A block in the making: its reader may change it until {@link finishTree} has given it its address. From then on it is a
 * block like any other; nothing is copied, so that a document's blocks are not made twice.
 */
export interface GrowingBlock extends Block {
  text: string;
  level: number;
  role: string | null;
  matched_by: string;
  readonly children: readonly GrowingBlock[];
}

// Shared by all blocks that have none.
const NO_SPANS: readonly Span[] = Object.freeze([]);
const NO_ATTRS: Block['attrs'] = Object.freeze({});
const NO_CHILDREN: readonly GrowingBlock[] = Object.freeze([]);

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A plain object, its fields in wire order. It is made by a constructor because what a constructor makes has room inside
 * itself for what is added to it; an object literal would need a second object for that, and every document has tens of
 * thousands of blocks.
 */
function fill(
  this: Writable<Block>,
  kind: BlockKind,
  text: string,
  label: string | null,
  role: string | null,
  spans: readonly Span[] | null,
  matched_by: string,
  confidence: number,
  attrs: Block['attrs'],
) {
  this.kind = kind;
  this.text = text;
  this.label = label;
  this.level = 0;
  this.path = '/';
  this.role = role;
  if (spans === null) defineLazySpans(this);
  else this.spans = spans;
  this.matched_by = matched_by;
  this.confidence = confidence;
  this.attrs = attrs;
  this.children = NO_CHILDREN;
}
const PlainBlock = fill as unknown as new (...fields: Parameters<typeof fill>) => GrowingBlock;
PlainBlock.prototype = Object.prototype;

/**
 * A block without children and without an address as yet.
 * @param origin the range that it covers, which finds its spans too where `recorded`; else it has none.
 */
export function growBlock(
  kind: BlockKind,
  text: string,
  said: Pick<DraftBlock, 'label' | 'role' | 'matched_by' | 'confidence' | 'attrs'>,
  origin: SourceRange & SpanFinder,
  recorded: boolean,
): GrowingBlock {
  const { label, role, matched_by, confidence, attrs } = said;
  const block = new PlainBlock(
    kind,
    text,
    label ?? null,
    role ?? null,
    recorded ? null : NO_SPANS,
    matched_by,
    confidence,
    attrs ?? NO_ATTRS,
  );
  setBeside(block, origin, recorded ? origin : NO_SPANS);
  return block;
}

/** Puts a block behind the children of another. */
export function addChild(parent: GrowingBlock, child: GrowingBlock): void {
  if (parent.children === NO_CHILDREN) (parent as Writable<GrowingBlock>).children = [child];
  else (parent.children as GrowingBlock[]).push(child);
}

/**
 * Gives every block its address and counts the fallbacks: the tree is done.
 * @param leave called for every block after all that is below it, with the block above it.
 * @throws DocumentError `too_deep` when it nests deeper than MAX_DEPTH: a reader flattens before it builds.
 */
export function finishTree(
  root: GrowingBlock,
  dropped: readonly Dropped[],
  leave?: (block: GrowingBlock, parent: GrowingBlock | null) => void,
): BlockTree {
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
  const finish = (block: GrowingBlock, parent: GrowingBlock | null, path: string, depth: number): void => {
    if (depth > MAX_DEPTH) {
      throw new DocumentError('too_deep', `${path} nests deeper than ${MAX_DEPTH} levels`, path);
    }
    (block as Writable<GrowingBlock>).path = path;
    if (block.matched_by === 'fallback') fallbacks++;
    const { children } = block;
    if (children.length > 0) {
      const above = path === '/' ? '' : path;
      const seen: Partial<Record<BlockKind, number>> = {};
      for (let i = 0; i < children.length; i++) {
        const { kind } = children[i];
        const index = (seen[kind] ?? 0) + 1;
        seen[kind] = index;
        finish(children[i], block, above + step(kind, index), depth + 1);
      }
    }
    leave?.(block, parent);
  };
  finish(root, null, '/', 0);
  return { root, dropped, fallback_count: fallbacks };
}

/**
 * Makes a tree of a draft: gives every block its address and counts the fallbacks.
 * @throws DocumentError `too_deep` when the draft nests deeper than MAX_DEPTH: a reader flattens before it builds.
 */
export function buildTree(root: DraftBlock, dropped: readonly Dropped[] = []): BlockTree {
  const grow = (draft: DraftBlock, depth: number): GrowingBlock => {
    const { spans = NO_SPANS, range } = draft;
    const lazy = !Array.isArray(spans);
    const block = new PlainBlock(
      draft.kind,
      draft.text ?? '',
      draft.label ?? null,
      draft.role ?? null,
      lazy ? null : (spans as readonly Span[]),
      draft.matched_by,
      draft.confidence,
      draft.attrs ?? NO_ATTRS,
    );
    block.level = draft.level ?? 0;
    if (lazy || range !== undefined) setBeside(block, range, lazy ? spans : undefined);
    // What stands too deep is refused below, where its address is known.
    if (depth > MAX_DEPTH) return block;
    for (const child of draft.children ?? []) addChild(block, grow(child, depth + 1));
    return block;
  };
  return finishTree(grow(root, 0), dropped);
}
