/**
 * Both documents in one column: the later one's rows, with what was deleted and the places that moved blocks left standing
 * where they stood. Every change of the comparison is carried by a row.
 */
import type { Change, ChangeKind } from '../../change/change.js';
import { parentAddress } from '../../document/address.js';
import type { Block, BlockTree } from '../../document/block.js';
import type { Pairs } from '../pairs.js';
import { type PlainRow, plainRows } from './plain-rows.js';
import { type Gone, type Scattered, scatter } from './scattered.js';

/** What a row shows: nothing new, one of the changes, or the place that a moved block left. */
export type RowStatus = 'same' | ChangeKind | 'left';

/** One row of the page. */
export interface Row {
  /** The row of the later document; of the earlier one where the block was deleted or has left. */
  readonly plain: PlainRow;
  readonly side: 'source' | 'test';
  /** The number of `plain` among its document's rows. */
  readonly number: number;
  readonly status: RowStatus;
  /** The changes that are told here, by their place in the comparison. A moved section's is told at its first row. */
  readonly changes: readonly number[];
  /** The row in this list that leads to it, or -1. */
  readonly leader: number;
  /** Which table a table's row stands in; -1 for every other row. */
  readonly table: number;
  /** A table row's cells of both sides; null for every other row, and where a row has left. */
  readonly cells: readonly Cell[] | null;
}

/** One cell of a table's row. */
export interface Cell {
  readonly block: Block;
  readonly status: RowStatus;
  /** The cell's own change, or null. */
  readonly change: number | null;
}

/** The rows of a comparison. */
export interface MergedRows {
  readonly rows: readonly Row[];
  /** How many rows each document has by itself. */
  readonly sourceRows: number;
  readonly testRows: number;
}

/** Puts the two trees into one list of rows. */
export function mergeRows(
  source: BlockTree,
  test: BlockTree,
  changes: readonly Change[],
  pairs: Pairs,
): MergedRows {
  return new Merge(source, test, changes, pairs).run();
}

interface NumberedRow {
  readonly plain: PlainRow;
  readonly number: number;
}

/** A place in both trees at once; one of the two may be missing. */
interface Place {
  readonly source: Block | null;
  readonly test: Block | null;
  /** The source block is only the place that it left. */
  readonly left?: boolean;
  /** The block without what stands below it, which is told elsewhere. */
  readonly alone?: boolean;
}

/** A whole change (insert, delete, move) whose parts are being walked. */
interface Within {
  readonly change: number;
  readonly status: ChangeKind;
}

class Merge {
  private readonly rows: Row[] = [];
  private readonly sourceRows: Map<string, NumberedRow>;
  private readonly testRows: Map<string, NumberedRow>;
  /** The row of this list at which a block of either side stands. */
  private readonly rowOfSource = new Map<string, number>();
  private readonly rowOfTest = new Map<string, number>();
  private readonly deleted = new Map<string, number>();
  private readonly changed = new Map<string, number>();
  private readonly told = new Set<number>();
  /** What went and does not stand beside what stayed of its own parent. */
  private readonly scattered: Scattered;
  /** Changes of containers, waiting for the first row inside. */
  private pending: { change: number; side: 'source' | 'test' }[] = [];
  private table = -1;
  private tables = 0;

  constructor(
    private readonly source: BlockTree,
    private readonly test: BlockTree,
    private readonly changes: readonly Change[],
    private readonly pairs: Pairs,
  ) {
    this.sourceRows = numbered(source);
    this.testRows = numbered(test);
    changes.forEach(({ test_address, source_address }, i) => {
      if (test_address !== null) this.changed.set(test_address, i);
      else if (source_address !== null) this.deleted.set(source_address, i);
    });
    this.scattered = scatter(source, this.pairs, {
      isMoved: (block) => this.isMoved(block),
      isGone: (block) => this.isGone(block),
    });
  }

  run(): MergedRows {
    this.visit({ source: this.source.root, test: this.test.root }, null, -1);
    this.tellGone(this.scattered.after, -1);
    this.tellTheRest();
    return { rows: this.rows, sourceRows: this.sourceRows.size, testRows: this.testRows.size };
  }

  private visit(place: Place, within: Within | null, leader: number): void {
    const block = (place.test ?? place.source)!;
    const side = place.test === null ? 'source' : 'test';
    const own = (side === 'test' ? this.changed : this.deleted).get(block.path);
    const status = own === undefined ? undefined : this.changes[own].kind;
    if (place.left) {
      this.push(place, 'left', [this.changed.get(this.pairs.toTest.get(block.path)!.path)!], leader);
      return;
    }
    const inside =
      own !== undefined && (status === 'insert' || status === 'delete' || status === 'move')
        ? { change: own, status }
        : // What is in both documents did not come with what came around it.
          within?.status === 'insert' && place.source !== null && place.test !== null
          ? null
          : within;
    const numbers = side === 'test' ? this.testRows : this.sourceRows;
    const outerTable = this.table;
    if (block.kind === 'table' || (block.kind === 'row' && this.table < 0)) this.table = this.tables++;
    if (numbers.has(block.path)) {
      const waiting = this.pending.filter((one) => one.side === side).map(({ change }) => change);
      this.pending = this.pending.filter((one) => one.side !== side);
      const here = own === undefined ? waiting : [...waiting, own];
      const shown = status ?? inside?.status ?? (waiting.length > 0 ? this.changes[waiting[0]].kind : 'same');
      const at = this.push(place, shown, here, leader, inside);
      if (block.kind !== 'row' && !place.alone) {
        this.visitChildren(place, inside, block.kind === 'list_item' ? at : leader);
      }
    } else {
      if (own !== undefined) this.pending.push({ change: own, side });
      if (!place.alone) this.visitChildren(place, inside, leader);
      // Nothing inside could tell it: the block tells it itself.
      if (!place.alone && own !== undefined && this.pending.some(({ change }) => change === own)) {
        this.pending = this.pending.filter(({ change }) => change !== own);
        this.push(place, status!, [own], leader);
      }
    }
    this.table = outerTable;
  }

  /** Tells of what went where it stood in the order of reading. */
  private tellGone(list: readonly Gone[], leader: number): void {
    for (const { block, alone, left } of list)
      this.visit({ source: block, test: null, alone, left }, this.deletionOf(block), leader);
    // A block of which nothing that went has a row is told by a row of its own.
    for (const { block, alone } of list) {
      const own = alone ? this.deleted.get(block.path) : undefined;
      if (own === undefined || !this.pending.some(({ change }) => change === own)) continue;
      this.pending = this.pending.filter(({ change }) => change !== own);
      this.push({ source: block, test: null }, 'delete', [own], leader);
    }
  }

  /** The deletion that a block without a partner went with. */
  private deletionOf(block: Block): Within | null {
    for (let at: string | null = block.path; at !== null; at = parentAddress(at)) {
      const change = this.deleted.get(at);
      if (change !== undefined) return { change, status: 'delete' };
    }
    return null;
  }

  private visitChildren(place: Place, within: Within | null, leader: number): void {
    let above = leader;
    for (const child of this.children(place)) {
      if (child.test !== null) this.tellGone(this.scattered.before.get(child.test.path) ?? [], above);
      const at = this.rows.length;
      this.visit(child, within, above);
      if ((child.test ?? child.source)!.kind === 'heading' && !child.left) above = at;
    }
  }

  /** The children on both sides in one order: what went stands after the sibling that it followed. */
  private children({ source, test }: Place): Place[] {
    if (test === null) return this.goneFrom(source!, []).get(null) ?? [];
    if (source === null) return test.children.map((child) => ({ source: this.sourceOf(child), test: child }));
    const staying = new Map<string, Block>();
    for (const child of test.children) {
      const partner = this.sourceOf(child);
      if (partner !== null && !this.isMoved(child)) staying.set(partner.path, child);
    }
    const gone = this.goneFrom(source, [...staying.keys()]);
    const places = [...(gone.get(null) ?? [])];
    for (const child of test.children) {
      const partner = this.sourceOf(child);
      places.push({ source: partner, test: child });
      if (partner !== null && staying.has(partner.path)) places.push(...(gone.get(partner.path) ?? []));
    }
    return places;
  }

  /** What was deleted from `parent` or left it, by the address of the staying sibling that it follows. */
  private goneFrom(parent: Block, staying: readonly string[]): Map<string | null, Place[]> {
    const stays = new Set(staying);
    const gone = new Map<string | null, Place[]>([[null, []]]);
    let after: string | null = null;
    for (const child of parent.children) {
      if (stays.has(child.path)) {
        after = child.path;
        gone.set(after, []);
        continue;
      }
      gone.get(after)!.push(...this.gone(child));
    }
    return gone;
  }

  /** What a block that does not stay leaves to be told: itself, the place that it left, or those that its parts left. */
  private gone(block: Block): Place[] {
    if (this.scattered.blocks.has(block.path)) return [];
    const partner = this.pairs.toTest.get(block.path);
    if (partner !== undefined) {
      return this.isMoved(partner) ? [{ source: block, test: null, left: true }] : [];
    }
    if (this.isGone(block)) return [{ source: block, test: null }];
    // A filter has left its deletion out, but not the moves of what it held.
    return block.children.flatMap((child) => this.gone(child));
  }

  private isMoved(test: Block): boolean {
    const change = this.changed.get(test.path);
    return change !== undefined && this.changes[change].kind === 'move';
  }

  /** Whether a block without a partner went with what was deleted, and did not leave it in something that moved out. */
  private isGone(source: Block): boolean {
    for (let at: string | null = source.path; at !== null; at = parentAddress(at)) {
      if (this.deleted.has(at)) return true;
      if (this.pairs.toTest.has(at)) return false;
    }
    return false;
  }

  private sourceOf(test: Block): Block | null {
    return this.pairs.toSource.get(test.path) ?? null;
  }

  private push(
    place: Place,
    status: RowStatus,
    changes: readonly number[],
    leader: number,
    within: Within | null = null,
  ): number {
    const side = place.test === null ? 'source' : 'test';
    const block = (place.test ?? place.source)!;
    const found = (side === 'test' ? this.testRows : this.sourceRows).get(block.path);
    const plain = found?.plain ?? { block, depth: 0, continues: false, level: 0, leader: -1, table: null };
    const isRow = block.kind === 'row';
    const at = this.rows.length;
    this.rows.push({
      plain,
      side,
      number: found?.number ?? -1,
      status,
      changes,
      leader,
      table: isRow ? this.table : -1,
      cells: isRow && status !== 'left' ? this.cells(place, within) : null,
    });
    for (const change of changes) this.told.add(change);
    if (place.source !== null && status !== 'left') this.rowOfSource.set(place.source.path, at);
    if (place.test !== null) this.rowOfTest.set(place.test.path, at);
    return at;
  }

  private cells(place: Place, within: Within | null): Cell[] {
    return this.children(place).map(({ source, test, left }) => {
      const block = (test ?? source)!;
      const change = (test === null ? this.deleted : this.changed).get(block.path) ?? null;
      if (change !== null) this.told.add(change);
      if (left) return { block, status: 'left', change: null };
      return {
        block,
        status: change === null ? (within?.status ?? 'same') : this.changes[change].kind,
        change,
      };
    });
  }

  /** What stands where no row of its own shows it, below a cell for one, is told by the nearest row above. */
  private tellTheRest(): void {
    this.changes.forEach((change, i) => {
      if (this.told.has(i)) return;
      const [start, rows] =
        change.test_address === null
          ? [change.source_address, this.rowOfSource]
          : [change.test_address, this.rowOfTest];
      let at: number | undefined;
      for (let address = start; address !== null && at === undefined; address = parentAddress(address)) {
        at = rows.get(address);
      }
      const row = this.rows[at ?? 0];
      if (row === undefined) return;
      const status = row.status === 'same' ? change.kind : row.status;
      this.rows[at ?? 0] = { ...row, status, changes: [...row.changes, i] };
    });
  }
}

function numbered(tree: BlockTree): Map<string, NumberedRow> {
  return new Map(plainRows(tree.root).map((plain, number) => [plain.block.path, { plain, number }]));
}
