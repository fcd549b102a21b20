import type { Block } from './block.js';

/** Where a block came from: the range of the original text that it covers, in code points, end exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** A constructor that gives back what it is given, so that a class below can add a private field to it. */
class Given {
  constructor(block: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the private field of the subclass goes onto the block itself.
    return block;
  }
}

/**
 * The range as a private field of the block. It stands beside the wire form, which has no place for it: nobody sees it who
 * lists, compares or writes the block. A WeakMap would do the same, and costs a third of the time of reading a long document
 * in garbage collection.
 */
class Ranged extends Given {
  #range: SourceRange | (() => SourceRange);

  constructor(block: Block, range: SourceRange | (() => SourceRange)) {
    super(block);
    this.#range = range;
  }

  static set(block: Block, range: SourceRange | (() => SourceRange)): void {
    if (#range in block) (block as unknown as Ranged).#range = range;
    else new Ranged(block, range);
  }

  static get(block: Block): SourceRange | undefined {
    if (!(#range in block)) return undefined;
    const ranged = block as unknown as Ranged;
    if (typeof ranged.#range === 'function') ranged.#range = ranged.#range();
    return ranged.#range;
  }
}

/** Records a block's range. Readers call this; a function is asked once, when somebody wants the range. */
export function setSourceRange(block: Block, range: SourceRange | (() => SourceRange)): void {
  Ranged.set(block, range);
}

/** The range of the original text that `block` covers, in code points; undefined when its reader recorded none. */
export function sourceRange(block: Block): SourceRange | undefined {
  return Ranged.get(block);
}
