/**
 * A document as the rows of a page: one for each heading, paragraph, list item and table row, in document order. The page's
 * script counts the rows of a tree by the same function, so a folded stretch is named by two numbers.
 */
import type { Block } from '../../document/block.js';

/** One row of one document, as it stands without any change. */
export interface PlainRow {
  readonly block: Block;
  /** How far in it stands: the list items that it lies in. */
  readonly depth: number;
  /** Whether it goes on with the list item above it, which has its label before it. */
  readonly continues: boolean;
  /** For a heading, how deep its section is, from 1; 0 for every other row. */
  readonly level: number;
  /** The row that leads to it, by number: the heading above, or the list item that it lies in; -1 for none. */
  readonly leader: number;
  /** For a table's row, the number of its table and whether it is the first row there; null for every other row. */
  readonly table: { readonly number: number; readonly first: boolean } | null;
}

/** The rows of the tree under `root`. A section, a table or a document that holds nothing is a row itself. */
export function plainRows(root: Block): PlainRow[] {
  const rows: PlainRow[] = [];
  let tables = 0;

  function visit(block: Block, depth: number, level: number, leader: number, continues: boolean): void {
    const before = rows.length;
    switch (block.kind) {
      case 'document':
      case 'section': {
        let above = leader;
        const inner = block.kind === 'section' ? level + 1 : level;
        for (const child of block.children) {
          const at = rows.length;
          visit(child, 0, inner, above, false);
          if (child.kind === 'heading') above = at;
        }
        break;
      }
      case 'table': {
        const number = tables++;
        let first = rows.length;
        for (const child of block.children) {
          const table = { number, first: rows.length === first };
          if (child.kind === 'row') rows.push({ block: child, depth, continues, level: 0, leader, table });
          else {
            visit(child, depth, level, leader, continues);
            first = rows.length;
          }
        }
        break;
      }
      case 'row':
        rows.push({ block, depth, continues, level: 0, leader, table: { number: tables++, first: false } });
        break;
      default: {
        const at = rows.length;
        rows.push({
          block,
          depth,
          continues,
          level: block.kind === 'heading' ? Math.max(1, level) : 0,
          leader,
          table: null,
        });
        for (const child of block.children) {
          const isItem = block.kind === 'list_item';
          const isInner = child.kind === 'list_item';
          visit(
            child,
            isItem && isInner ? depth + 1 : depth,
            level,
            isItem ? at : leader,
            isItem ? !isInner : continues,
          );
        }
      }
    }
    if (rows.length === before) rows.push({ block, depth, continues, level: 0, leader, table: null });
  }

  visit(root, 0, 0, -1, false);
  return rows;
}

/** What a table's cell says: its own text, and that of whatever a reader put below it. */
export function cellText(cell: Block): string {
  if (cell.children.length === 0) return cell.text;
  return [cell.text, ...cell.children.map(cellText)].filter((text) => text !== '').join(' ');
}
