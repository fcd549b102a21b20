/**
 * The truth about moves, by the product's own definition: what moved is the topmost linked block whose parents do not
 * correspond, or that lies off the heaviest increasing run of its siblings. Where a parent is on one side only, because it
 * was put around the block or taken from around it, the block moved when it is not read where it was read before: off the
 * heaviest increasing run of what is read in both documents and did not move otherwise.
 */
import type { Layout, Placed } from './layout.js';
import type { Link } from './truth.js';

/** Topmost moves among links, given which of them are said to have moved: not those inside a moved parent. */
export function topmost(moved: readonly Link[], all: readonly Link[]): Link[] {
  const isMoved = new Set(moved.map((link) => key(link.source, link.test)));
  const isLink = new Set(all.map((link) => key(link.source, link.test)));
  const covered = new Map<string, boolean>();
  /** Whether the pair itself, or a pair above it, moved. */
  const goes = (source: Placed | null, test: Placed | null): boolean => {
    if (source === null || test === null) return false;
    const name = key(source, test);
    if (!isLink.has(name)) return false;
    const known = covered.get(name);
    if (known !== undefined) return known;
    const result = isMoved.has(name) || goes(source.parent, test.parent);
    covered.set(name, result);
    return result;
  };
  return moved.filter((link) => !goes(link.source.parent, link.test.parent));
}

export const key = (source: Placed, test: Placed) => `${source.address} ${test.address}`;

/** The true topmost moves, and what kept its place though a parent came or went; where several sets are equally true, the one nearest to `reported`. */
export function trueMoves(
  source: Layout,
  test: Layout,
  links: readonly Link[],
  reported: readonly Link[],
  classes: Classes,
): { readonly moves: Link[]; readonly kept: ReadonlySet<Placed> } {
  const partner = new Map<Placed, Placed>([[source.root, test.root]]);
  for (const link of links) partner.set(link.source, link.test);
  const said = new Set(reported.map((link) => key(link.source, link.test)));
  const sourceLeaves = leafCounter(() => true);
  const testLeaves = leafCounter(() => true);
  const linkedLeaves = leafCounter((leaf) => partner.has(leaf));
  const moves: Link[] = [];
  const offOrder = new Set<Placed>();
  let kept: ReadonlySet<Placed> = new Set();
  const visit = (parent: Placed, inMove: boolean) => {
    const twin = partner.get(parent);
    const staying: Link[] = [];
    for (const child of parent.children) {
      const other = partner.get(child);
      if (other === undefined) continue;
      if (twin !== undefined && other.parent === twin) staying.push({ source: child, test: other });
      else if (!kept.has(child)) moves.push({ source: child, test: other });
    }
    const order = positions(staying, classes);
    let off = new Set<Link>();
    let least = Number.POSITIVE_INFINITY;
    for (const weigh of [
      (link: Link) => linkedLeaves(link.source),
      (link: Link) => sourceLeaves(link.source),
      (link: Link) => testLeaves(link.test),
    ]) {
      const run = heaviestRun(staying, order, weigh, (link) => said.has(key(link.source, link.test)));
      const left = new Set(staying.filter((link) => !run.has(link)));
      const distance = staying.filter(
        (link) => left.has(link) !== said.has(key(link.source, link.test)),
      ).length;
      if (distance < least) {
        least = distance;
        off = left;
      }
    }
    for (const link of off) offOrder.add(link.source);
    if (!inMove) moves.push(...staying.filter((link) => off.has(link)));
    for (const child of parent.children) {
      const other = partner.get(child);
      const goes =
        other !== undefined &&
        (((other.parent !== twin || twin === undefined) && !kept.has(child)) ||
          inMove ||
          staying.some((link) => link.source === child && off.has(link)));
      visit(child, goes);
    }
  };
  visit(source.root, false);
  kept = keptPlaces(source, test, partner, offOrder, said);
  moves.length = 0;
  visit(source.root, false);
  return { moves, kept };
}

/**
 * The source blocks whose parent, on one side at least, is on that side only, and that are read where they were. What moved
 * takes all below it along, and is looked at by itself.
 */
function keptPlaces(
  source: Layout,
  test: Layout,
  partner: ReadonlyMap<Placed, Placed>,
  offOrder: ReadonlySet<Placed>,
  said: ReadonlySet<string>,
): Set<Placed> {
  const linked = new Set(partner.values());
  const order = new Map<Placed, number>();
  const number = (block: Placed) => {
    order.set(block, order.size);
    block.children.forEach(number);
  };
  number(test.root);
  const kept = new Set<Placed>();
  const settle = (from: Placed, to: Placed) => {
    /** What is read, each with the rewrapped block that it goes with; null for what stands firm. */
    const read: { top: Placed | null; at: number }[] = [];
    const moved: Placed[] = [];
    const visit = (block: Placed, above: Placed | null) => {
      const other = partner.get(block);
      let top = above;
      if (other !== undefined) {
        const rewrapped = !partner.has(block.parent!) || !linked.has(other.parent!);
        const inside = isInside(other, to);
        if (!inside || offOrder.has(block) || (!rewrapped && partner.get(block.parent!) !== other.parent)) {
          moved.push(block);
          return;
        }
        if (rewrapped) top = block;
        if (block.children.length === 0 || block.text !== '') read.push({ top, at: order.get(other)! });
      }
      for (const child of block.children) visit(child, top);
    };
    for (const child of from.children) visit(child, null);
    const onRun = heaviest(read, ({ top }) => {
      if (top === null) return 1e6;
      return said.has(key(top, partner.get(top)!)) ? 1 - 1e-6 : 1;
    });
    const share = new Map<Placed, number>();
    for (const one of read) {
      if (one.top !== null) share.set(one.top, (share.get(one.top) ?? 0) + (onRun.has(one) ? 1 : -1));
    }
    for (const [top, sum] of share) {
      if (sum > 0) kept.add(top);
      else moved.push(top);
    }
    for (const block of moved) settle(block, partner.get(block)!);
  };
  settle(source.root, test.root);
  return kept;
}

function isInside(block: Placed, above: Placed): boolean {
  for (let at: Placed | null = block.parent; at !== null; at = at.parent) if (at === above) return true;
  return false;
}

function heaviest<T extends { readonly at: number }>(list: readonly T[], weigh: (one: T) => number): Set<T> {
  const best: number[] = [];
  const before: number[] = [];
  let last = -1;
  for (let i = 0; i < list.length; i++) {
    before[i] = -1;
    for (let j = 0; j < i; j++) {
      if (list[j].at < list[i].at && (before[i] < 0 || best[j] > best[before[i]])) before[i] = j;
    }
    best[i] = weigh(list[i]) + (before[i] < 0 ? 0 : best[before[i]]);
    if (last < 0 || best[i] > best[last]) last = i;
  }
  const run = new Set<T>();
  for (let i = last; i >= 0; i = before[i]) run.add(list[i]);
  return run;
}

export interface Classes {
  readonly sourceClass: ReadonlyMap<string, string>;
  readonly testClass: ReadonlyMap<string, string>;
}

/** Where each link stands on the test side. Interchangeable neighbours stand in order, however they were joined. */
function positions(links: readonly Link[], classes: Classes): number[] {
  const order = links.map((link) => link.test.parent!.children.indexOf(link.test));
  const groups = new Map<string, number[]>();
  links.forEach((link, i) => {
    const name = `${classes.sourceClass.get(link.source.id)} ${classes.testClass.get(link.test.id)}`;
    groups.set(name, [...(groups.get(name) ?? []), i]);
  });
  for (const group of groups.values()) {
    const sorted = group.map((i) => order[i]).sort((a, b) => a - b);
    group.forEach((i, n) => {
      order[i] = sorted[n];
    });
  }
  return order;
}

function leafCounter(counts: (leaf: Placed) => boolean): (placed: Placed) => number {
  const known = new Map<Placed, number>();
  const count = (placed: Placed): number => {
    let leaves = known.get(placed);
    if (leaves === undefined) {
      leaves =
        placed.children.length === 0
          ? counts(placed)
            ? 1
            : 0
          : placed.children.reduce((sum, child) => sum + count(child), 0);
      known.set(placed, leaves);
    }
    return leaves;
  };
  return count;
}

/** The heaviest increasing run; among equals the one that disagrees least with what was said to have moved. */
function heaviestRun(
  links: readonly Link[],
  order: readonly number[],
  weigh: (link: Link) => number,
  said: (link: Link) => boolean,
): Set<Link> {
  const weight: number[] = [];
  const agreement: number[] = [];
  const before: number[] = [];
  let best = -1;
  for (let i = 0; i < links.length; i++) {
    weight[i] = weigh(links[i]);
    agreement[i] = said(links[i]) ? -1 : 1;
    before[i] = -1;
    let from = -1;
    for (let j = 0; j < i; j++) {
      if (order[j] >= order[i]) continue;
      if (
        from < 0 ||
        weight[j] > weight[from] ||
        (weight[j] === weight[from] && agreement[j] > agreement[from])
      )
        from = j;
    }
    if (from >= 0) {
      weight[i] += weight[from];
      agreement[i] += agreement[from];
      before[i] = from;
    }
    if (
      best < 0 ||
      weight[i] > weight[best] ||
      (weight[i] === weight[best] && agreement[i] > agreement[best])
    )
      best = i;
  }
  const run = new Set<Link>();
  for (let i = best; i >= 0; i = before[i]) run.add(links[i]);
  return run;
}
