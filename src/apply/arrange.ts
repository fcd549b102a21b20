/** Which blocks a document holds when some changes are made, and in which order. */
import { type ApplyError, cannotBeMadeWithout } from './errors.js';
import type { Node, Nodes } from './nodes.js';

/** A block of the document that is wanted. */
export interface Placed {
  readonly node: Node;
  /** On which side's terms it stands where it does. */
  readonly at: 'source' | 'test';
  /** Whose text and label it has. */
  readonly says: 'source' | 'test';
  readonly depth: number;
  /** Index of the block above it in the list; -1 for the root. */
  readonly parent: number;
}

/**
 * The wanted document's blocks in document order, when exactly the changes in `accepted` are made.
 * @throws ApplyError `needs_other_changes` when a block would be left without a place, or a block's parts cannot be told
 * apart and only some of its changes are accepted.
 */
export function arrange(nodes: Nodes, accepted: ReadonlySet<number>): Placed[] {
  const placed: Placed[] = [];
  const visit = (node: Node, at: 'source' | 'test', parent: number): void => {
    const depth = parent < 0 ? 0 : placed[parent].depth + 1;
    const here = placed.length;
    if (node.opaque) {
      placed.push({ node, at, says: wholeSide(nodes, node, accepted), depth, parent });
      return;
    }
    placed.push({ node, at, says: saysOf(node, accepted), depth, parent });
    for (const child of children(nodes, node, accepted)) visit(child.node, child.at, here);
  };
  visit(nodes.byTest[0], 'source', -1);
  checkComplete(nodes, accepted, placed);
  return placed;
}

function saysOf(node: Node, accepted: ReadonlySet<number>): 'source' | 'test' {
  if (node.t < 0) return 'source';
  if (node.s < 0) return 'test';
  return node.text >= 0 && accepted.has(node.text) ? 'test' : 'source';
}

/** The changes of all blocks of a node's two subtrees. */
export function changesWithin(nodes: Nodes, node: Node): Set<number> {
  const found = new Set<number>();
  const add = ({ text, place }: Node): void => {
    if (text >= 0) found.add(text);
    if (place >= 0) found.add(place);
  };
  if (node.s >= 0) for (let i = node.s; i < nodes.source.index.ends[node.s]; i++) add(nodes.bySource[i]);
  if (node.t >= 0) for (let i = node.t; i < nodes.test.index.ends[node.t]; i++) add(nodes.byTest[i]);
  return found;
}

function wholeSide(nodes: Nodes, node: Node, accepted: ReadonlySet<number>): 'source' | 'test' {
  // Where the whole block moves is not a matter of what it holds.
  const within = [...changesWithin(nodes, node)].filter((i) => i !== node.place || i === node.text);
  const taken = within.filter((i) => accepted.has(i));
  if (taken.length === 0) return 'source';
  if (taken.length === within.length) return 'test';
  throw needs(
    nodes,
    taken,
    within.filter((i) => !accepted.has(i)),
    'the parts of the block that holds them cannot be told apart in the text',
  );
}

/** The children of a node: what stays in its order, what is taken out left away, what comes after what stays before it. */
function children(
  nodes: Nodes,
  node: Node,
  accepted: ReadonlySet<number>,
): { node: Node; at: 'source' | 'test' }[] {
  const { source, test, bySource, byTest } = nodes;
  const fromSource = node.s < 0 ? [] : source.index.childrenOf(node.s).map((s) => bySource[s]);
  const fromTest = node.t < 0 ? [] : test.index.childrenOf(node.t).map((t) => byTest[t]);
  const list: { node: Node; at: 'source' | 'test' }[] = [];
  let next = 0;
  const takeTest = (until: Node | null): void => {
    while (next < fromTest.length && fromTest[next] !== until) {
      const child = fromTest[next++];
      const comes = child.s < 0 ? child.text < 0 || accepted.has(child.text) : accepted.has(child.place);
      if (comes) list.push({ node: child, at: 'test' });
    }
    next++;
  };
  for (const child of fromSource) {
    if (child.t >= 0 && child.place < 0) {
      takeTest(child);
      list.push({ node: child, at: 'source' });
    } else {
      const goes = child.t < 0 ? accepted.has(child.text) : accepted.has(child.place);
      if (!goes) list.push({ node: child, at: 'source' });
    }
  }
  takeTest(null);
  return list;
}

/** Every block that is not taken out has to be somewhere. */
function checkComplete(nodes: Nodes, accepted: ReadonlySet<number>, placed: readonly Placed[]): void {
  const { source, test, bySource, byTest } = nodes;
  const reached = new Set(placed.map(({ node }) => node));
  for (const { node } of placed) {
    if (!node.opaque) continue;
    for (let s = node.s; s < source.index.ends[node.s]; s++) reached.add(bySource[s]);
    for (let t = node.t; t < test.index.ends[node.t]; t++) reached.add(byTest[t]);
  }
  const without = [
    ...bySource.filter((node) => !reached.has(node) && (node.t >= 0 || !accepted.has(node.text))),
    ...byTest.filter((node) => !reached.has(node) && (node.s >= 0 || accepted.has(node.text))),
  ];
  if (without.length === 0) return;
  // All that one reason asks for is told at once: a section that goes needs the move of every block that leaves it.
  const found = without.map((node) => homeless(nodes, accepted, reached, node));
  const alike = found.filter(({ reason }) => reason === found[0].reason);
  throw needs(
    nodes,
    alike.flatMap(({ taken }) => taken),
    alike.flatMap(({ missing }) => missing),
    found[0].reason,
  );
}

/** Changes that cannot be made without others, and why. */
interface Need {
  readonly taken: readonly number[];
  readonly missing: readonly number[];
  readonly reason: string;
}

/** Says why the topmost block that has no place has none. */
function homeless(nodes: Nodes, accepted: ReadonlySet<number>, reached: ReadonlySet<Node>, from: Node): Need {
  const { source, test, bySource, byTest } = nodes;
  let node = from;
  const seen = new Set<Node>();
  for (;;) {
    seen.add(node);
    const byPlace = node.s < 0 || (node.place >= 0 && accepted.has(node.place));
    const above = byPlace ? byTest[test.index.parents[node.t]] : bySource[source.index.parents[node.s]];
    const mover = node.s < 0 ? node.text : node.place;
    if (byPlace && above.s < 0 && !accepted.has(above.text)) {
      return {
        taken: [mover],
        missing: [above.text],
        reason: 'the block that it goes into is inserted by the other',
      };
    }
    if (!byPlace && above.t < 0 && accepted.has(above.text)) {
      const missing = node.place >= 0 ? node.place : node.text;
      return {
        taken: [above.text],
        missing: [missing],
        reason: 'it would take away what the other moves out or deletes',
      };
    }
    if (seen.has(above) || reached.has(above)) {
      // Two blocks, each of which would stand inside the other.
      const moves = [...seen].flatMap(({ place }) => (place >= 0 ? [place] : []));
      return {
        taken: moves.filter((i) => accepted.has(i)),
        missing: moves.filter((i) => !accepted.has(i)),
        reason: 'the blocks would stand inside each other',
      };
    }
    node = above;
  }
}

function needs(
  nodes: Nodes,
  taken: readonly number[],
  missing: readonly number[],
  reason: string,
): ApplyError {
  const named = (list: readonly number[]) =>
    [...new Set(list.filter((i) => i >= 0))].sort((a, b) => a - b).map((i) => nodes.changes[i]);
  const changes = named(taken);
  const others = named(missing);
  return cannotBeMadeWithout(changes, others, reason);
}
