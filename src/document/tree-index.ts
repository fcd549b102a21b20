import type { Block, BlockTree } from './block.js';
import { headingName } from './breadcrumb.js';

/**
 * A tree's blocks in document order, with what is asked of them again and again: where an address leads, what lies above
 * and below a block, which headings lead to it. Made once for a tree, in one walk.
 */
export class TreeIndex {
  /** In document order; index 0 is the root. */
  readonly blocks: readonly Block[];
  /** Each block's parent, -1 for the root. */
  readonly parents: Int32Array;
  /** For each block the index just past its last descendant: `[i, ends[i])` is its subtree. */
  readonly ends: Int32Array;
  /** For each block the nearest heading among the siblings before it, or -1. */
  private readonly headings: Int32Array;
  private readonly byAddress = new Map<string, number>();

  constructor(readonly tree: BlockTree) {
    const blocks: Block[] = [];
    const parents: number[] = [];
    const headings: number[] = [];
    const ends: number[] = [];
    const visit = (block: Block, parent: number, heading: number): void => {
      const at = blocks.length;
      blocks.push(block);
      parents.push(parent);
      headings.push(heading);
      ends.push(0);
      this.byAddress.set(block.path, at);
      let nearest = -1;
      for (const child of block.children) {
        const index = blocks.length;
        visit(child, at, nearest);
        if (child.kind === 'heading') nearest = index;
      }
      ends[at] = blocks.length;
    };
    visit(tree.root, -1, -1);
    this.blocks = blocks;
    this.parents = Int32Array.from(parents);
    this.headings = Int32Array.from(headings);
    this.ends = Int32Array.from(ends);
  }

  /** The index of the block at `address`, or -1. */
  at(address: string): number {
    return this.byAddress.get(address) ?? -1;
  }

  /** Whether block `inner` is `outer` or lies below it. */
  contains(outer: number, inner: number): boolean {
    return inner >= outer && inner < this.ends[outer];
  }

  /** The headings, outermost first, that lead to block `i`. */
  headingsTo(i: number): Block[] {
    const found: Block[] = [];
    for (let at = i; at > 0; at = this.parents[at]) {
      const heading = this.headings[at];
      if (heading >= 0) found.push(this.blocks[heading]);
    }
    return found.reverse();
  }

  /** Their texts; the same as `breadcrumb` finds by the block's address. */
  breadcrumb(i: number): string[] {
    return this.headingsTo(i).map(headingName);
  }
}
