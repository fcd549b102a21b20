/** What an inserted, deleted or moved block holds, line by line, as a reader of the document would see it. */
import { type Block, walk } from '../document/block.js';

/** One line of contents. A table's row is one line with its cells. */
export interface ContentLine {
  /** How far in it stands, from 0. */
  readonly depth: number;
  readonly kind: Block['kind'];
  readonly label: string | null;
  readonly text: string;
  /** The cells of a row; null for every other kind. */
  readonly cells: readonly string[] | null;
}

/** The lines of `block` and all below it, in document order. Sections and tables add a level, not a line. */
export function contentLines(block: Block): ContentLine[] {
  const lines: ContentLine[] = [];
  addLines(block, 0, lines);
  return lines;
}

/** How many blocks stand in `block`, itself included. */
export function blockCount(block: Block): number {
  let count = 0;
  for (const _ of walk(block)) count++;
  return count;
}

/** The heading that a section opens with, if it has one. */
export function ownHeading(block: Block): Block | undefined {
  return block.kind === 'section' || block.kind === 'document'
    ? block.children.find((child) => child.kind === 'heading')
    : undefined;
}

/** A heading as a reader names it: its label and its text. */
export function headingTitle(heading: Pick<Block, 'label' | 'text'>): string {
  return [heading.label, heading.text].filter((part) => part !== null && part !== '').join(' ');
}

function addLines(block: Block, depth: number, lines: ContentLine[]): void {
  if (block.kind === 'row') {
    const cells = block.children.map((cell) => cell.text);
    lines.push({ depth, kind: 'row', label: block.label, text: '', cells });
    return;
  }
  if (block.kind === 'table' || block.kind === 'document') {
    for (const child of block.children) addLines(child, depth, lines);
    return;
  }
  if (block.kind === 'section') {
    for (const child of block.children) addLines(child, child.kind === 'heading' ? depth : depth + 1, lines);
    return;
  }
  lines.push({ depth, kind: block.kind, label: block.label, text: block.text, cells: null });
  for (const child of block.children) addLines(child, depth + 1, lines);
}
