/** Which block of the earlier document is which of the later one, as a page needs it to put both into one column. */
import type { Alignment } from '../align/alignment.js';
import { type Crossing, heaviestRun } from '../align/increasing-run.js';
import type { Change } from '../change/change.js';
import { parentAddress } from '../document/address.js';
import { type Block, type BlockTree, walk } from '../document/block.js';
import { headingTitle, ownHeading } from './contents.js';

/** Partners by address, both ways. */
export interface Pairs {
  readonly toTest: ReadonlyMap<string, Block>;
  readonly toSource: ReadonlyMap<string, Block>;
}

/**
 * The pairs that the alignment states, or, where a document was stored without it, those that its changes leave: what was
 * not inserted, deleted or moved stands in the same order under the same parent on both sides; or, where what stands around
 * it came or went, in the same order of reading.
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
    if (pairs.toTest.has(s.path) || pairs.toSource.has(t.path)) return;
    pairs.add(s, t);
    queue.push([s, t]);
  };
  pair(source.root, test.root);
  let wrapped = false;
  for (const { kind, source_address, test_address } of changes) {
    const s = source_address === null ? undefined : sourceBlocks.get(source_address);
    const t = test_address === null ? undefined : testBlocks.get(test_address);
    if (kind === 'insert' && t !== undefined) come.add(t.path);
    else if (kind === 'delete' && s !== undefined) gone.add(s.path);
    else if (s !== undefined && t !== undefined) pair(s, t);
    if ((s === undefined || t === undefined) && ((s ?? t)?.children.length ?? 0) > 0) wrapped = true;
    // A heading goes with its section.
    if (kind === 'move' || s?.kind !== 'heading') continue;
    const [above, below] = [parentAddress(s.path), parentAddress(t?.path ?? '/')];
    const sections = [sourceBlocks.get(above ?? '/'), testBlocks.get(below ?? '/')];
    if (sections[0]?.kind === 'section' && sections[1]?.kind === 'section') pair(sections[0], sections[1]);
  }
  const pairBelow = (): void => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const left = next[0].children.filter(({ path }) => !gone.has(path) && !pairs.toTest.has(path));
      const right = next[1].children.filter(({ path }) => !come.has(path) && !pairs.toSource.has(path));
      // A filtered document leaves changes out, and then the two lists need not be equally long.
      if (left.length === right.length && (!wrapped || left.every((s, i) => isLike(s, right[i]))))
        left.forEach((s, i) => {
          pair(s, right[i]);
        });
      else pairAlike(left, right, pair);
    }
  };
  pairBelow();
  if (wrapped) {
    pairInReadingOrder(source, test, pairs, { gone, come }, pair);
    pairBelow();
  }
  return pairs;
}

/**
 * Pairs what says the same and stands in the same order of reading, where what stands around one of the two came or went.
 * Of what is said more than once, the first with the first.
 */
function pairInReadingOrder(
  source: BlockTree,
  test: BlockTree,
  pairs: Pairs,
  { gone, come }: { readonly gone: ReadonlySet<string>; readonly come: ReadonlySet<string> },
  pair: (s: Block, t: Block) => void,
): void {
  const crossings: Crossing[] = [];
  const found: ([Block, Block] | null)[] = [];
  const add = (from: Block, to: Block, pairOf: [Block, Block] | null): void => {
    crossings.push({
      source: sourcePlaces.get(from.path)!,
      test: testPlaces.get(to.path)!,
      weight: pairOf ? 1 : RAIL,
    });
    found.push(pairOf);
  };
  const [sourcePlaces, testPlaces] = [places(source), places(test)];
  const there = new Map<string, Block[]>();
  for (const block of lone(test, pairs.toSource, come)) {
    const key = likeness(block);
    there.set(key, [...(there.get(key) ?? []), block]);
  }
  const toTest = new Map(pairs.toTest);
  for (const block of walk(source.root)) {
    const partner = toTest.get(block.path);
    if (partner !== undefined) add(block, partner, null);
  }
  for (const block of lone(source, pairs.toTest, gone)) {
    const partner = there.get(likeness(block))?.shift();
    if (partner !== undefined) add(block, partner, [block, partner]);
  }
  for (const k of heaviestRun(crossings)) {
    const [s, t] = found[k] ?? [];
    if (s === undefined || t === undefined) continue;
    const [above, below] = [parentAddress(s.path) ?? '/', parentAddress(t.path) ?? '/'];
    if (!pairs.toTest.has(above) || !pairs.toSource.has(below)) pair(s, t);
  }
}

// What is a pair already stands firm.
const RAIL = 100;

function places({ root }: BlockTree): Map<string, number> {
  return new Map([...walk(root)].map(({ path }, at) => [path, at]));
}

/** The blocks without a partner of which no change tells, and that can be known by what they say. */
function lone({ root }: BlockTree, partners: ReadonlyMap<string, Block>, told: ReadonlySet<string>): Block[] {
  return [...walk(root)].filter(
    ({ path, kind }) =>
      !partners.has(path) && !told.has(path) && !['heading', 'row', 'cell', 'document'].includes(kind),
  );
}

function kindClass(kind: Block['kind']): string {
  return kind === 'list_item' ? 'paragraph' : kind;
}

/** Whether two blocks that stand at one place and of which nothing is told can be one. */
function isLike(s: Block, t: Block): boolean {
  if (kindClass(s.kind) !== kindClass(t.kind) || s.label !== t.label || s.text !== t.text) return false;
  const [heading, other] = [ownHeading(s), ownHeading(t)];
  return headingTitle(heading ?? NO_HEADING) === headingTitle(other ?? NO_HEADING);
}

const NO_HEADING = { label: null, text: '' };

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
  return `${kindClass(block.kind)} ${block.label ?? ''} ${block.text} ${block.children[0]?.text ?? ''}`;
}
