/**
 * The block model: a document is a tree of blocks. Everything here is plain data with the wire's own field names
 * (comparison-v2), so a block in memory and a block in JSON are the same document.
 */

/** The closed set of structural kinds, in the order the wire format lists them. */
export const BLOCK_KINDS = [
  'document',
  'section',
  'heading',
  'paragraph',
  'list_item',
  'table',
  'row',
  'cell',
  'unknown',
] as const;

/** What a block structurally is. */
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Kinds that hold other blocks and carry no text of their own (`text` is `""`). */
export const CONTAINER_KINDS: ReadonlySet<BlockKind> = new Set(['document', 'section', 'table', 'row']);

/**
 * The deepest tree that is read, built or written. Both the Markdown grammar and `JSON.stringify` recurse, and overflow
 * the stack far below ten thousand levels; readers flatten what nests deeper and report it in `dropped`.
 */
export const MAX_DEPTH = 100;

/** A typed range of a block's `text`, in code points, end exclusive. */
export interface Span {
  /** Open vocabulary; recommended: emphasis, defined_term, cross_reference, party, date, amount, citation. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** What the span means where that differs from what it says (a cross-reference's bare label), else null. */
  readonly value: string | null;
}

/**
 * One node of a document. Fields stand in wire order. `spans` may be a getter that finds the spans on first access: the
 * spans of a block that nobody looks at are never computed.
 */
export interface Block {
  readonly kind: BlockKind;
  /** The block's own text, label stripped, white space folded (but in code); `""` for containers. */
  readonly text: string;
  /** The label as the document spells it, without a trailing dot: `7.2`, `(a)`, `Schedule 2`; or null. */
  readonly label: string | null;
  /** Nesting depth the reader gave it, from 0. */
  readonly level: number;
  /** The address: `/` for the root, else `/kind[i]` steps. */
  readonly path: string;
  /** Open vocabulary; recommended: title recital definitions definition clause sub_clause schedule signature note quote code boilerplate. */
  readonly role: string | null;
  readonly spans: readonly Span[];
  /** The rule that recognised it: `label:<pattern>`, `heading:<signal>`, `markdown:<syntax>`, `continuation`, `fallback` or `document`. */
  readonly matched_by: string;
  /** The reader's certainty about its structural decision, 0..1; 0 exactly for `fallback`. */
  readonly confidence: number;
  /** Reader-specific detail, kept small. */
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly children: readonly Block[];
}

/** One kind of content that a reader did not carry into the tree. */
export interface Dropped {
  readonly kind: string;
  readonly count: number;
  readonly reason: string;
}

/** A document as a tree, as it stands on the wire. */
export interface BlockTree {
  readonly root: Block;
  readonly dropped: readonly Dropped[];
  /** How many blocks have `matched_by` equal to `fallback`. */
  readonly fallback_count: number;
}

/** Visits a block and all below it in document order (pre-order), without recursion. */
export function* walk(root: Block): Generator<Block> {
  const stack: Block[] = [root];
  while (stack.length > 0) {
    const block = stack.pop() as Block;
    yield block;
    for (let i = block.children.length - 1; i >= 0; i--) stack.push(block.children[i]);
  }
}
