import type { Block, BlockTree } from './block.js';

/**
 * A tree as plain data, keys in wire order, ready for `JSON.stringify`. This is where spans are found that nobody has
 * read before. The result shares nothing with the tree but `attrs`.
 */
export function writeTree({ root, dropped, fallback_count }: BlockTree): BlockTree {
  return {
    root: writeBlock(root),
    dropped: dropped.map(({ kind, count, reason }) => ({ kind, count, reason })),
    fallback_count,
  };
}

function writeBlock(block: Block): Block {
  return {
    kind: block.kind,
    text: block.text,
    label: block.label,
    level: block.level,
    path: block.path,
    role: block.role,
    spans: block.spans.map(({ type, start, end, value }) => ({ type, start, end, value })),
    matched_by: block.matched_by,
    confidence: block.confidence,
    attrs: block.attrs,
    children: block.children.map(writeBlock),
  };
}
