/**
 * Finds a spelling of the wanted document that reads as it should. Text out of two documents can come to mean something
 * else where it is joined (a list item one column too far in, a paragraph that runs into the next), so that every text is
 * read again before it is given out. Where it does not read as wanted, the blocks there are taken more and more as the test
 * document has them: first their words, then the block, then all that the block above holds.
 */
import type { BlockTree } from '../document/block.js';
import { arrange, changesWithin, type Placed } from './arrange.js';
import { type Assembly, assemble, type Material, type Takes } from './assemble.js';
import type { Node } from './nodes.js';
import { difference, treeLines, wantedLines } from './wanted.js';

/** What came of it: a text that holds, or the blocks of the arrangement that none was found for. */
export type Settled =
  | { readonly assembly: Assembly; readonly placed: readonly Placed[] }
  | { readonly assembly: null; readonly placed: readonly Placed[]; readonly failed: readonly Placed[] };

// Each try reads the whole text once. Faults are mended where they show, several at a time; after this many tries the rest
// is taken as whole as it can be.
const FINE_TRIES = 12;
const MOST_TRIES = 24;

/** Tries until the text that the accepted changes make reads as wanted, or nothing is left to try. */
export function settle(
  material: Material,
  accepted: ReadonlySet<number>,
  read: (text: string) => BlockTree,
  mostTries = MOST_TRIES,
): Settled {
  const { nodes } = material;
  const placed = arrange(nodes, accepted);
  const wanted = wantedLines(nodes, placed);
  const takes = new Map<Node, Takes>();
  for (let tries = 0; ; tries++) {
    const assembly = assemble(material, placed, takes);
    const fault = difference(wanted, treeLines(read(assembly.text).root));
    if (fault === null) return { assembly, placed };
    const around = [fault.start, fault.end - 1, fault.start - 1, fault.end];
    const at = [...new Set(around.filter((i) => i >= 0 && i < wanted.length).map((i) => wanted[i].from))];
    const coarsened =
      tries < Math.min(FINE_TRIES, mostTries / 2)
        ? at.map((i) => coarsen(material, placed, i, accepted, takes)).some(Boolean)
        : coarsenAll(material, placed, at, accepted, takes);
    if (!coarsened || tries >= mostTries) {
      return { assembly: null, placed, failed: at.map((i) => placed[i]) };
    }
  }
}

/** Takes one more step with a block; false when there is none left. */
function coarsen(
  material: Material,
  placed: readonly Placed[],
  i: number,
  accepted: ReadonlySet<number>,
  takes: Map<Node, Takes>,
): boolean {
  const { node, at, says } = placed[i];
  const now = takes.get(node);
  if (node.s >= 0 && node.t >= 0 && !node.opaque && now?.whole !== true) {
    if (says !== at && now === undefined && node.text >= 0) {
      takes.set(node, { spelling: 'plain', whole: false });
      return true;
    }
    if (saysTest(node, says)) {
      takes.set(node, { spelling: 'plain', whole: true });
      return true;
    }
  }
  return coarsenAbove(material, placed, i, accepted, takes);
}

/** Takes the nearest block at or above that can be taken from the test document with all it holds, and is not yet. */
function coarsenAbove(
  material: Material,
  placed: readonly Placed[],
  i: number,
  accepted: ReadonlySet<number>,
  takes: Map<Node, Takes>,
): boolean {
  for (let above = i; above >= 0; above = placed[above].parent) {
    const { node, says } = placed[above];
    if (node.t < 0 || !saysTest(node, says)) continue;
    if (![...changesWithin(material.nodes, node)].every((change) => accepted.has(change))) continue;
    if (takeTree(material, node, takes)) return true;
  }
  return false;
}

function takeTree({ nodes }: Material, node: Node, takes: Map<Node, Takes>): boolean {
  let news = false;
  for (let t = node.t; t < nodes.test.index.ends[node.t]; t++) {
    const inner = nodes.byTest[t];
    if (inner.s < 0 || takes.get(inner)?.whole === true) continue;
    takes.set(inner, { spelling: 'plain', whole: true });
    news = true;
  }
  return news;
}

/** Takes everything above the fault that can be taken, at once. */
function coarsenAll(
  material: Material,
  placed: readonly Placed[],
  at: readonly number[],
  accepted: ReadonlySet<number>,
  takes: Map<Node, Takes>,
): boolean {
  let news = false;
  for (const i of at) while (coarsenAbove(material, placed, i, accepted, takes)) news = true;
  return news;
}

/** Whether the block reads in the wanted document as it does in the test document. */
function saysTest(node: Node, says: 'source' | 'test'): boolean {
  return says === 'test' || (node.s >= 0 && node.text < 0);
}
