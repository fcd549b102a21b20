import { childAddress } from './address.js';
import { type Block, type BlockKind, type BlockTree, type Dropped, MAX_DEPTH, type Span } from './block.js';
import { DocumentError } from './errors.js';
import { type SourceRange, setSourceRange } from './range.js';

/** What a reader says of a block; addresses are worked out by {@link buildTree}. */
export interface DraftBlock {
  kind: BlockKind;
  text?: string;
  label?: string | null;
  level?: number;
  role?: string | null;
  /** The spans, or a function that finds them when somebody reads them. */
  spans?: readonly Span[] | (() => readonly Span[]);
  matched_by: string;
  confidence: number;
  attrs?: Record<string, unknown>;
  children?: DraftBlock[];
  /** The range of the original text, in code points, or a function that works it out. */
  range?: SourceRange | (() => SourceRange);
}

/** An object literal with a lazy property, so that spans nobody reads are never looked for. */
function block(draft: DraftBlock, path: string, children: readonly Block[]): Block {
  const { spans } = draft;
  const made: Block =
    typeof spans === 'function'
      ? lazyBlock(draft, path, children, spans)
      : {
          kind: draft.kind,
          text: draft.text ?? '',
          label: draft.label ?? null,
          level: draft.level ?? 0,
          path,
          role: draft.role ?? null,
          spans: spans ?? [],
          matched_by: draft.matched_by,
          confidence: draft.confidence,
          attrs: draft.attrs ?? {},
          children,
        };
  if (draft.range !== undefined) setSourceRange(made, draft.range);
  return made;
}

function lazyBlock(
  draft: DraftBlock,
  path: string,
  children: readonly Block[],
  find: () => readonly Span[],
): Block {
  let found: readonly Span[] | null = null;
  return {
    kind: draft.kind,
    text: draft.text ?? '',
    label: draft.label ?? null,
    level: draft.level ?? 0,
    path,
    role: draft.role ?? null,
    get spans() {
      found ??= find();
      return found;
    },
    matched_by: draft.matched_by,
    confidence: draft.confidence,
    attrs: draft.attrs ?? {},
    children,
  };
}

/**
 * Makes a tree of a draft: gives every block its address and counts the fallbacks.
 * @throws DocumentError `too_deep` when the draft nests deeper than MAX_DEPTH: a reader flattens before it builds.
 */
export function buildTree(root: DraftBlock, dropped: readonly Dropped[] = []): BlockTree {
  let fallbacks = 0;
  const make = (draft: DraftBlock, path: string, depth: number): Block => {
    if (depth > MAX_DEPTH) {
      throw new DocumentError('too_deep', `${path} nests deeper than ${MAX_DEPTH} levels`, path);
    }
    if (draft.matched_by === 'fallback') fallbacks++;
    if (draft.children === undefined || draft.children.length === 0) return block(draft, path, []);
    const seen: Partial<Record<BlockKind, number>> = {};
    const children = draft.children.map((child) => {
      const index = (seen[child.kind] ?? 0) + 1;
      seen[child.kind] = index;
      return make(child, childAddress(path, child.kind, index), depth + 1);
    });
    return block(draft, path, children);
  };
  return { root: make(root, '/', 0), dropped, fallback_count: fallbacks };
}
