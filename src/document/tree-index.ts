import type { Block, BlockTree } from './block.js';
import { headingName } from './breadcrumb.js';

/** How many blocks are looked at for an address before it is looked up: as many as often stand between two changes. */
const AHEAD = 48;

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
  /** Made when an address is asked for out of order. */
  private byAddress: Map<string, number> | null = null;
  /** The block that was found last. */
  private last = 0;

  constructor(readonly tree: BlockTree) {
    const count = countBlocks(tree.root);
    const blocks = new Array<Block>(count);
    const parents = new Int32Array(count);
    const headings = new Int32Array(count);
    const ends = new Int32Array(count);
    let next = 0;
    const visit = (block: Block, parent: number, heading: number): void => {
      const at = next++;
      blocks[at] = block;
      parents[at] = parent;
      headings[at] = heading;
      let nearest = -1;
      const { children } = block;
      for (let i = 0; i < children.length; i++) {
        const index = next;
        visit(children[i], at, nearest);
        if (children[i].kind === 'heading') nearest = index;
      }
      ends[at] = next;
    };
    visit(tree.root, -1, -1);
    this.blocks = blocks;
    this.parents = parents;
    this.headings = headings;
    this.ends = ends;
  }

  /** The index of the block at `address`, or -1. */
  at(address: string): number {
    const { blocks } = this;
    // Addresses are mostly asked for in document order, and the very strings that the blocks have: no two are compared
    // letter by letter before the next few have been looked at.
    const to = Math.min(this.last + 1 + AHEAD, blocks.length);
    for (let i = this.last + 1; i < to; i++) {
      if (blocks[i].path !== address) continue;
      this.last = i;
      return i;
    }
    if (blocks[this.last].path === address) return this.last;
    this.byAddress ??= new Map(this.blocks.map((block, i) => [block.path, i]));
    const found = this.byAddress.get(address);
    if (found === undefined) return -1;
    this.last = found;
    return found;
  }

  /** The blocks right below block `i`, in order. */
  childrenOf(i: number): number[] {
    const children: number[] = [];
    for (let at = i + 1; at < this.ends[i]; at = this.ends[at]) children.push(at);
    return children;
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

/** Beforehand, because arrays that grow are copied again and again. */
function countBlocks({ children }: Block): number {
  let count = 1;
  for (let i = 0; i < children.length; i++) count += countBlocks(children[i]);
  return count;
}
