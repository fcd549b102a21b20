/**
 * Blocks that were written anew: so little of one was kept that a comparison calls it deleted, and another inserted in its
 * place. Whoever may change a block may do that to it.
 */
import type { Comparison } from '../compare/comparison.js';
import type { Block } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';

/**
 * For the address of each inserted block that stands in the place of a deleted one, that one's address. In its place is a
 * block of the same kind, between the same neighbours, one for one and in order.
 */
export function replacements({ source, test, alignment, changes }: Comparison): Map<string, string> {
  const found = new Map<string, string>();
  const inserted = changes.filter(({ kind }) => kind === 'insert');
  if (inserted.length === 0 || !changes.some(({ kind }) => kind === 'delete')) return found;
  const [before, after] = [new TreeIndex(source), new TreeIndex(test)];
  const partner = new Map<number, number>();
  const paired = new Set<number>();
  const moved = new Set<number>();
  for (const pair of alignment.pairs) {
    const [i, j] = [before.at(pair.source_path), after.at(pair.test_path)];
    partner.set(j, i);
    paired.add(i);
    if (pair.moved) moved.add(j);
  }
  const parents = new Set<number>();
  for (const { test_address } of inserted) {
    const at = test_address === null ? -1 : after.at(test_address);
    if (at > 0) parents.add(after.parents[at]);
  }
  for (const parent of parents) {
    const origin = partner.get(parent);
    if (origin === undefined) continue;
    const deleted = before.childrenOf(origin).filter((i) => !paired.has(i));
    const stays = (j: number): number | null => {
      const i = partner.get(j);
      return i === undefined || moved.has(j) || before.parents[i] !== origin ? null : i;
    };
    for (const { from, to, open } of gaps(after.childrenOf(parent), stays, (j) => !partner.has(j))) {
      const gone = deleted.filter((i) => (from === null || i > from) && (to === null || i < to));
      pairByKind(gone, open, before.blocks, after.blocks, (i, j) => {
        found.set(after.blocks[j].path, before.blocks[i].path);
      });
    }
  }
  return found;
}

/** Blocks in a row without a partner that stayed, and the partners on either side; null at an end. */
interface Gap {
  readonly from: number | null;
  readonly to: number | null;
  readonly open: readonly number[];
}

function gaps(
  children: readonly number[],
  stays: (child: number) => number | null,
  counts: (child: number) => boolean,
): Gap[] {
  const found: Gap[] = [];
  let from: number | null = null;
  let open: number[] = [];
  for (const child of children) {
    const kept = stays(child);
    if (kept === null) {
      if (counts(child)) open.push(child);
      continue;
    }
    if (open.length > 0) found.push({ from, to: kept, open });
    from = kept;
    open = [];
  }
  if (open.length > 0) found.push({ from, to: null, open });
  return found;
}

function pairByKind(
  gone: readonly number[],
  come: readonly number[],
  before: readonly Block[],
  after: readonly Block[],
  pair: (i: number, j: number) => void,
): void {
  const left = [...gone];
  for (const j of come) {
    const at = left.findIndex((i) => before[i].kind === after[j].kind);
    if (at >= 0) pair(left.splice(at, 1)[0], j);
  }
}
