/** One document as text and as blocks at once: which stretch of the text is a block's own, and what stands between. */
import type { Block, BlockTree } from '../document/block.js';
import { CodePointIndex } from '../document/code-points.js';
import { sourceRange } from '../document/range.js';
import { TreeIndex } from '../document/tree-index.js';
import { sourceOffsets } from '../read/origin.js';

/** A range of a text, in UTF-16 units, end exclusive. */
export interface UnitRange {
  readonly start: number;
  readonly end: number;
}

// What ends a block's own text where another block follows inside it: white space, and the marks of quotes on new lines.
const TRAILING = /(?:[ \t]*\r?\n[ \t>]*|[ \t]+)+$/;

/**
 * A tree with the text that it was read from. Every block has a tile, the stretch from where it begins to where its own
 * text ends (before its first child); tiles follow each other in document order, and with what stands between them they
 * are the whole text. Offsets are UTF-16 units of `text`.
 */
export class RawSide {
  readonly index: TreeIndex;
  /** First and last unit that a block or anything below it covers. */
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  /** Whether the text of the block and of its children stands in the tree's order. */
  private readonly ordered: Uint8Array;
  private readonly points: CodePointIndex;
  private readonly offsetCache = new Map<number, Int32Array | null>();

  constructor(
    readonly text: string,
    readonly tree: BlockTree,
  ) {
    this.index = new TreeIndex(tree);
    this.points = new CodePointIndex(text);
    const { blocks, parents } = this.index;
    const count = blocks.length;
    this.from = new Int32Array(count);
    this.to = new Int32Array(count);
    this.ordered = new Uint8Array(count).fill(1);
    blocks.forEach((block, i) => {
      const range = sourceRange(block);
      this.from[i] = range === undefined ? 0 : this.withQuoteMarks(this.points.toUnit(range.start));
      this.to[i] = range === undefined ? 0 : this.points.toUnit(range.end);
      if (range === undefined && i > 0) this.ordered[parents[i]] = 0;
    });
    for (let i = count - 1; i >= 0; i--) this.measure(i);
  }

  /** The marks of a quote before a block are the block's: a quote that moves stays one. */
  private withQuoteMarks(start: number): number {
    let at = start;
    for (let i = start - 1; i >= 0 && (this.text[i] === '>' || this.text[i] === ' '); i--) {
      if (this.text[i] === '>') at = i;
    }
    return at;
  }

  private measure(i: number): void {
    const { ends } = this.index;
    let at = this.from[i];
    for (let child = i + 1; child < ends[i]; child = ends[child]) {
      if (this.from[child] < at) this.ordered[i] = 0;
      at = Math.max(at, this.to[child]);
      this.from[i] = Math.min(this.from[i], this.from[child]);
      this.to[i] = Math.max(this.to[i], this.to[child]);
    }
    // The root covers everything; its tile is empty, and what stands before the first block is between tiles.
    if (i === 0 && ends[0] > 1) this.from[0] = this.from[1];
  }

  get count(): number {
    return this.index.blocks.length;
  }

  block(i: number): Block {
    return this.index.blocks[i];
  }

  isOrdered(i: number): boolean {
    return this.ordered[i] === 1;
  }

  /** Where block `i` with all below it stands. */
  subtree(i: number): UnitRange {
    return { start: this.from[i], end: this.to[i] };
  }

  /** Block `i`'s own stretch. */
  tile(i: number): UnitRange {
    const start = this.from[i];
    if (i === 0) return { start, end: start };
    const hasChildren = this.index.ends[i] > i + 1;
    if (!hasChildren) return { start, end: Math.max(start, this.to[i]) };
    const before = this.text.slice(start, this.from[i + 1]);
    return { start, end: start + before.replace(TRAILING, '').length };
  }

  /**
   * For each code point of the block's text, and for its end, the unit that it came from; null when that is not known.
   */
  offsets(i: number): Int32Array | null {
    const known = this.offsetCache.get(i);
    if (known !== undefined) return known;
    const found = this.findOffsets(i);
    this.offsetCache.set(i, found);
    return found;
  }

  private findOffsets(i: number): Int32Array | null {
    const block = this.block(i);
    const points = sourceOffsets(block);
    if (points !== null) {
      const units = Int32Array.from(points, (point) => this.points.toUnit(point));
      separateSpaces(units, block.text);
      const { start, end } = this.tile(i);
      const inside = units.every(
        (unit, k) => unit >= start && unit <= end && (k === 0 || unit >= units[k - 1]),
      );
      return inside ? units : null;
    }
    // Code keeps its text as it stands, so that it can be found, unless it is indented.
    const { start, end } = this.tile(i);
    const at = block.text === '' ? -1 : this.text.slice(start, end).indexOf(block.text);
    if (at < 0) return null;
    const units: number[] = [];
    let unit = start + at;
    for (const character of block.text) {
      units.push(unit);
      unit += character.length;
    }
    units.push(unit);
    return Int32Array.from(units);
  }
}

/** A space between two lines that were joined stands in neither of them, and comes with the place of what is before it. */
function separateSpaces(units: Int32Array, text: string): void {
  let k = 0;
  let before = '';
  for (const character of text) {
    if (k > 0 && character === ' ' && units[k] === units[k - 1]) units[k] += before.length;
    before = character;
    k++;
  }
}
