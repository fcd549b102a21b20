/** Whether a text reads as the document that is wanted. */
import { type Block, type BlockKind, walk } from '../document/block.js';
import type { Placed } from './arrange.js';
import type { Nodes } from './nodes.js';

/** A block as far as a comparison tells it from another: what it says, how it is labelled, and where it stands. */
export interface Line {
  readonly depth: number;
  readonly kind: string;
  readonly label: string | null;
  readonly text: string;
  /** Index of the arrangement's entry that it comes from; -1 for a tree that was read. */
  readonly from: number;
}

/** The wanted document, block by block. */
export function wantedLines(nodes: Nodes, placed: readonly Placed[]): Line[] {
  const lines: Line[] = [];
  placed.forEach(({ node, says, depth }, from) => {
    const block = says === 'source' ? nodes.source.block(node.s) : nodes.test.block(node.t);
    if (node.opaque) addTree(block, depth, from, lines);
    else lines.push(lineOf(block, depth, from));
  });
  return lines;
}

/** A tree, block by block. */
export function treeLines(root: Block): Line[] {
  const lines: Line[] = [];
  addTree(root, 0, -1, lines);
  return lines;
}

/** Where two lists begin and stop to differ: the first list's lines `[start, end)` are not the second's; null when equal. */
export function difference(
  wanted: readonly Line[],
  read: readonly Line[],
): { start: number; end: number } | null {
  let start = 0;
  while (start < wanted.length && start < read.length && same(wanted[start], read[start])) start++;
  if (start === wanted.length && start === read.length) return null;
  let tail = 0;
  const most = Math.min(wanted.length, read.length) - start;
  while (tail < most && same(wanted[wanted.length - 1 - tail], read[read.length - 1 - tail])) tail++;
  return { start, end: wanted.length - tail };
}

/** Whether two trees are the same in all that a comparison document records of them. */
export function sameTree(a: Block, b: Block): boolean {
  const others = walk(b);
  for (const block of walk(a)) {
    const other = others.next();
    if (other.done === true) return false;
    const { kind, text, label, path, role } = other.value;
    if (block.kind !== kind || block.text !== text || block.label !== label) return false;
    if (block.path !== path || block.role !== role) return false;
  }
  return others.next().done === true;
}

function addTree(block: Block, depth: number, from: number, lines: Line[]): void {
  lines.push(lineOf(block, depth, from));
  for (const child of block.children) addTree(child, depth + 1, from, lines);
}

function lineOf(block: Block, depth: number, from: number): Line {
  return { depth, kind: kindClass(block.kind), label: block.label, text: block.text, from };
}

/** Blocks correspond within a class of kinds: a paragraph that became a list item of the same words is no change. */
function kindClass(kind: BlockKind): string {
  if (kind === 'list_item') return 'paragraph';
  return kind === 'document' ? 'section' : kind;
}

function same(a: Line, b: Line): boolean {
  return a.text === b.text && a.label === b.label && a.depth === b.depth && a.kind === b.kind;
}
