/** Finds blocks of one tree by address, with their place in the document and the headings that lead to them. */
import type { Block, BlockTree } from '../document/block.js';

/** One block's place. */
export interface Place {
  readonly block: Block;
  /** Its number in document order, the root's being 0. */
  readonly order: number;
  readonly parent: Place | null;
  /** The headings that lead to it, outermost first: `breadcrumb`, as blocks. */
  readonly trail: readonly Block[];
}

/** Every block of `tree` under its address. */
export function indexTree(tree: BlockTree): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (block: Block, parent: Place | null, trail: readonly Block[]): void => {
    const place: Place = { block, order: places.size, parent, trail };
    places.set(block.path, place);
    let below = trail;
    for (const child of block.children) {
      visit(child, place, below);
      if (child.kind === 'heading') below = [...trail, child];
    }
  };
  // Trees nest at most MAX_DEPTH deep, so plain recursion is safe.
  visit(tree.root, null, []);
  return places;
}
