import type { Block, BlockTree } from '../../src/document/block.js';
import { type ReadOptions, readDocument } from '../../src/read/read-document.js';

/** The tree of a Markdown text under the default profile. */
export function markdown(text: string, options: ReadOptions = {}): BlockTree {
  return readDocument(text, { format: 'markdown', ...options }).tree;
}

/** The tree of a plain text under the default profile. */
export function plain(text: string, options: ReadOptions = {}): BlockTree {
  return readDocument(text, { format: 'text', ...options }).tree;
}

/** One line a block: indent, kind, label in angle brackets, text. */
export function outline(tree: BlockTree): string[] {
  const lines: string[] = [];
  const visit = (block: Block, depth: number) => {
    const label = block.label === null ? '' : ` <${block.label}>`;
    const text = block.text === '' ? '' : ` ${block.text}`;
    lines.push(`${'  '.repeat(depth)}${block.kind}${label}${text}`);
    for (const child of block.children) visit(child, depth + 1);
  };
  for (const child of tree.root.children) visit(child, 0);
  return lines;
}

/** What two readings of the same words have in common: everything but how each block was recognised. */
export function substance(tree: BlockTree): unknown[] {
  const blocks: unknown[] = [];
  const visit = (block: Block) => {
    blocks.push([block.path, block.kind, block.label, block.text, block.level, block.role]);
    block.children.forEach(visit);
  };
  visit(tree.root);
  return blocks;
}
