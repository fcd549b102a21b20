/**
 * Blocks that stand beside others exactly like them. Where one of several goes, no text says which: a comparison names one of
 * them, and whoever may delete another has done nothing else.
 */
import type { BlockTree } from '../document/block.js';
import { CodePointIndex } from '../document/code-points.js';
import { sourceRange } from '../document/range.js';
import { TreeIndex } from '../document/tree-index.js';

export class Twins {
  private readonly index: TreeIndex;
  private readonly points: CodePointIndex;

  constructor(
    tree: BlockTree,
    private readonly text: string,
  ) {
    this.index = new TreeIndex(tree);
    this.points = new CodePointIndex(text);
  }

  /**
   * The addresses of the siblings around a block that are written as it is, sign for sign, with nothing but other such
   * siblings and white space between them; nearest first on each side.
   */
  of(address: string): string[] {
    const at = this.index.at(address);
    if (at <= 0) return [];
    const siblings = this.index.childrenOf(this.index.parents[at]);
    const place = siblings.indexOf(at);
    const found: string[] = [];
    for (const step of [-1, 1]) {
      for (let k = place; this.isBesideTwin(siblings[k], siblings[k + step]); k += step) {
        found.push(this.index.blocks[siblings[k + step]].path);
      }
    }
    return found;
  }

  private isBesideTwin(i: number, j: number | undefined): boolean {
    if (j === undefined || this.index.blocks[i].kind !== this.index.blocks[j].kind) return false;
    const [a, b] = [this.range(Math.min(i, j)), this.range(Math.max(i, j))];
    if (a === null || b === null) return false;
    const { text } = this;
    return (
      text.slice(a.start, a.end) === text.slice(b.start, b.end) && text.slice(a.end, b.start).trim() === ''
    );
  }

  /** In UTF-16 units. */
  private range(i: number): { start: number; end: number } | null {
    const range = sourceRange(this.index.blocks[i]);
    return range === undefined
      ? null
      : { start: this.points.toUnit(range.start), end: this.points.toUnit(range.end) };
  }
}
