import type { Block } from './block.js';

/** Where a block came from: the range of the original text that it covers, in code points, end exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

// Kept beside the tree, because the wire form of a block has no place for it, and weakly, so that a tree can be freed.
const ranges = new WeakMap<Block, SourceRange | (() => SourceRange)>();

/** Records a block's range. Readers call this; a function is asked once, when somebody wants the range. */
export function setSourceRange(block: Block, range: SourceRange | (() => SourceRange)): void {
  ranges.set(block, range);
}

/** The range of the original text that `block` covers, in code points; undefined when its reader recorded none. */
export function sourceRange(block: Block): SourceRange | undefined {
  const known = ranges.get(block);
  if (typeof known !== 'function') return known;
  const range = known();
  ranges.set(block, range);
  return range;
}
