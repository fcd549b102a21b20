/** Which block of the earlier document is which of the later one, as a page needs it to put both into one column. */
import type { Alignment } from '../../align/alignment.js';
import type { Change } from '../../change/change.js';
import { type Block, type BlockTree, walk } from '../../document/block.js';
import { headingTitle, ownHeading } from '../contents.js';

/** Partners by address, both ways. */
export interface Pairs {
  readonly toTest: ReadonlyMap<string, Block>;
  readonly toSource: ReadonlyMap<string, Block>;
}

/**
 * The pairs that the alignment states, or, where a document was stored without it, those that its changes leave: what was
 * not inserted, deleted or moved stands in the same order under the same parent on both sides.
 */
export function pairBlocks(
  source: BlockTree,
  test: BlockTree,
  changes: readonly Change[],
  alignment: Alignment | undefined,
): Pairs {
  const sourceBlocks = byAddress(source.root);
  const testBlocks = byAddress(test.root);
  const pairs = new PairMaps();
  if (alignment !== undefined) {
    for (const { source_path, test_path } of alignment.pairs) {
      const s = sourceBlocks.get(source_path);
      const t = testBlocks.get(test_path);
      if (s !== undefined && t !== undefined) pairs.add(s, t);
    }
    return pairs;
  }
  const gone = new Set<string>();
  const come = new Set<string>();
  const queue: [Block, Block][] = [];
  const pair = (s: Block, t: Block): void => {
    pairs.add(s, t);
    queue.push([s, t]);
  };
  pair(source.root, test.root);
  for (const { kind, source_address, test_address } of changes) {
    const s = source_address === null ? undefined : sourceBlocks.get(source_address);
    const t = test_address === null ? undefined : testBlocks.get(test_address);
    if (kind === 'insert' && t !== undefined) come.add(t.path);
    else if (kind === 'delete' && s !== undefined) gone.add(s.path);
    else if (s !== undefined && t !== undefined && !pairs.toTest.has(s.path) && !pairs.toSource.has(t.path)) {
      pair(s, t);
    }
  }
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const left = next[0].children.filter(({ path }) => !gone.has(path) && !pairs.toTest.has(path));
    const right = next[1].children.filter(({ path }) => !come.has(path) && !pairs.toSource.has(path));
    // A filtered document leaves changes out, and then the two lists need not be equally long.
    if (left.length === right.length)
      left.forEach((s, i) => {
        pair(s, right[i]);
      });
    else pairAlike(left, right, pair);
  }
  return pairs;
}

class PairMaps implements Pairs {
  readonly toTest = new Map<string, Block>();
  readonly toSource = new Map<string, Block>();

  add(s: Block, t: Block): void {
    this.toTest.set(s.path, t);
    this.toSource.set(t.path, s);
  }
}

function byAddress(root: Block): Map<string, Block> {
  const blocks = new Map<string, Block>();
  for (const block of walk(root)) blocks.set(block.path, block);
  return blocks;
}

/** Pairs, in order, the blocks that say the same. */
function pairAlike(
  left: readonly Block[],
  right: readonly Block[],
  pair: (s: Block, t: Block) => void,
): void {
  const places = new Map<string, number[]>();
  for (let i = left.length - 1; i >= 0; i--) {
    const key = likeness(left[i]);
    const there = places.get(key);
    if (there === undefined) places.set(key, [i]);
    else there.push(i);
  }
  let from = 0;
  for (const t of right) {
    const there = places.get(likeness(t)) ?? [];
    while (there.length > 0 && there[there.length - 1] < from) there.pop();
    const at = there.pop();
    if (at === undefined) continue;
    pair(left[at], t);
    from = at + 1;
  }
}

function likeness(block: Block): string {
  const heading = ownHeading(block);
  if (heading !== undefined) return `section ${headingTitle(heading)}`;
  return `${block.kind} ${block.label ?? ''} ${block.text} ${block.children[0]?.text ?? ''}`;
}
