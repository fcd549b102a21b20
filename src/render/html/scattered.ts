/**
 * Where to tell of deleted blocks that do not stand beside what stayed of their parent: a heading that was taken out from
 * above clauses which stayed, and what stood among or before those and went too. Each is told where it stood in the order of
 * reading: before the block that was read next and is still there.
 */
import { parentAddress } from '../../document/address.js';
import type { Block, BlockTree } from '../../document/block.js';
import type { Pairs } from '../pairs.js';

/** A block of the earlier document to be told of as gone. */
export interface Gone {
  readonly block: Block;
  /** Without what stands below it, of which something stayed. */
  readonly alone: boolean;
  /** It moved out of what went: only its old place is told. */
  readonly left: boolean;
}

export interface Scattered {
  /** By the address in the later document of the block that was read next, in the order of the earlier document. */
  readonly before: ReadonlyMap<string, readonly Gone[]>;
  /** What nothing that stayed follows. */
  readonly after: readonly Gone[];
  /** The earlier addresses of all of them. */
  readonly blocks: ReadonlySet<string>;
}

interface Told {
  isMoved(test: Block): boolean;
  /** Whether an unpaired block of the earlier document is told of as deleted. */
  isGone(source: Block): boolean;
}

export function scatter(source: BlockTree, pairs: Pairs, told: Told): Scattered {
  const before = new Map<string, Gone[]>();
  const blocks = new Set<string>();
  let waiting: Gone[] = [];
  const root = pairs.toTest.get('/')!;
  let lastStaying = root;
  const stays = (block: Block): Block | null => {
    const partner = pairs.toTest.get(block.path);
    return partner === undefined || told.isMoved(partner) ? null : partner;
  };
  const known = new Map<Block, boolean>();
  /** Whether something below a block stayed. */
  const holds = (block: Block): boolean => {
    let found = known.get(block);
    if (found === undefined) {
      found = block.children.some((child) => stays(child) !== null || holds(child));
      known.set(block, found);
    }
    return found;
  };
  const wait = (gone: Gone): void => {
    waiting.push(gone);
    blocks.add(gone.block.path);
  };
  /** @param around the parent of `block` in the later document, null when it has none there. */
  const visit = (block: Block, around: Block | null, previous: Block | null): void => {
    const partner = stays(block);
    if (partner !== null) {
      if (waiting.length > 0) {
        before.set(partner.path, waiting);
        waiting = [];
      }
      lastStaying = partner;
      if (block.kind !== 'row') visitAll(block, partner);
      return;
    }
    const moved = pairs.toTest.has(block.path);
    if (moved || !told.isGone(block)) {
      if (around === null && moved) wait({ block, alone: false, left: true });
      if (!moved) visitAll(block, null);
      return;
    }
    const open = block.kind !== 'row' && holds(block);
    if (around === null || open) {
      wait({ block, alone: open, left: false });
      if (open) visitAll(block, null);
      return;
    }
    // Beside its parent's others, unless what was read just before, or is read next, is told on the other side of that place.
    const place = previous ?? around;
    const follows = lastStaying === place || lastStaying.path.startsWith(`${previous?.path}/`);
    if (!follows || (previous !== null && sinks(block, previous))) wait({ block, alone: false, left: false });
  };
  const visitAll = (parent: Block, around: Block | null): void => {
    let previous: Block | null = null;
    for (const child of parent.children) {
      visit(child, around, previous);
      const partner = stays(child);
      if (partner !== null && around !== null && parentAddress(partner.path) === around.path)
        previous = partner;
    }
  };
  const next = nextStaying(source.root, stays);
  const sinks = (block: Block, previous: Block): boolean =>
    next.get(block)?.path.startsWith(`${previous.path}/`) ?? false;
  visitAll(source.root, root);
  return { before, after: waiting, blocks };
}

/** For each block without a partner that stayed, the partner of the next one that did; cells are no such. */
function nextStaying(root: Block, stays: (block: Block) => Block | null): Map<Block, Block | null> {
  const found = new Map<Block, Block | null>();
  let next: Block | null = null;
  const visit = (block: Block): void => {
    if (block.kind !== 'row') for (let i = block.children.length - 1; i >= 0; i--) visit(block.children[i]);
    const partner = stays(block);
    if (partner !== null) next = partner;
    else found.set(block, next);
  };
  visit(root);
  return found;
}
