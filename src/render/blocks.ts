/** One document's blocks, a line each: address, label, role, the reader's certainty and the first words. */
import { type Block, type BlockTree, walk } from '../document/block.js';
import { kindOfValue, RenderError } from './errors.js';
import { columns } from './layout.js';
import { visibleLine } from './visible-text.js';
import { count, wordsOf } from './wording.js';
import { excerpt } from './words.js';

/** How a list of blocks is laid out. */
export interface BlocksOptions {
  /** Columns to fill, 100 when left out. The text gets what the other columns leave, and at least 24. */
  readonly width?: number;
}

const HEAD = ['address', 'label', 'role', 'matched by', 'sure', 'text'] as const;
const NONE = '-';
const LEAST_TEXT = 24;
const DEFAULT_WIDTH = 100;

/** Lists the blocks of `tree` in document order. The last step of an address is the block's kind. */
export function renderBlocks(tree: BlockTree, options: BlocksOptions = {}): string {
  if (typeof tree !== 'object' || tree === null || typeof tree.root !== 'object' || tree.root === null) {
    throw new RenderError(
      'bad_document',
      `there are no blocks to list: renderBlocks takes a tree, as readDocument gives it, not ${kindOfValue(tree)}`,
    );
  }
  const rows: (readonly string[])[] = [HEAD];
  for (const block of walk(tree.root)) rows.push(cells(block));
  const widths = HEAD.slice(0, -1).map((_, i) =>
    rows.reduce((most, row) => Math.max(most, columns(row[i])), 0),
  );
  const used = widths.reduce((sum, width) => sum + width + 2, 0);
  const room = Math.max(LEAST_TEXT, (options.width ?? DEFAULT_WIDTH) - used);
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i < widths.length ? cell + ' '.repeat(widths[i] - columns(cell)) : cut(cell, room)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n\n${totals(tree, rows.length - 1)}\n`;
}

function cells(block: Block): string[] {
  return [
    block.path,
    block.label === null ? NONE : visibleLine(block.label),
    block.role === null ? NONE : visibleLine(block.role),
    visibleLine(block.matched_by),
    String(block.confidence),
    // Four times a wide line is more than any terminal shows, and keeps a text of a megabyte out of the layout.
    visibleLine(excerpt(block.text, 400)),
  ];
}

function cut(text: string, room: number): string {
  let limit = room;
  let short = excerpt(text, limit);
  while (columns(short) > room && limit > 1) {
    limit = Math.floor(limit * 0.8);
    short = excerpt(text, limit);
  }
  return short;
}

function totals(tree: BlockTree, blocks: number): string {
  const parts = [count(blocks, 'block'), `${tree.fallback_count} by fallback`];
  const dropped = tree.dropped.map(({ kind, count: n, reason }) => `${n} ${wordsOf(kind)} (${reason})`);
  if (dropped.length > 0) parts.push(`not read: ${dropped.join(', ')}`);
  return visibleLine(parts.join('; '));
}
