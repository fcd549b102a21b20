/**
 * The truth about a pair, from the identities alone: which block is which, what moved, what was renumbered, what an edit
 * changed. Where the two documents do not decide between several truths, all of them are right, and the one nearest to
 * what was reported is the one it is held against. There are three such places, and no others:
 *
 * 1. *Interchangeable neighbours.* Siblings that stand side by side and have the same kind, text and content, labels
 *    aside, form a class: which of them was deleted, or edited, cannot be told. As many links as truly run between a
 *    class of the source and a class of the test are right, whichever of the members they join. What stands below the
 *    members, at the same place, is a class with them.
 * 2. *Which of two moved.* When the heaviest increasing run of siblings is not the only one of its weight, any is right.
 *    The weight is in leaves; leaves may be counted on the source side, on the test side, or as linked.
 * 3. Nothing else: a near tie is no tie.
 */
import type { CorpusPair } from './corpus.js';
import type { Layout, Placed } from './layout.js';

/** Two blocks that correspond. */
export interface Link {
  readonly source: Placed;
  readonly test: Placed;
}

export interface Truth {
  /** All links, containers included, the roots left out; one for each identity that is on both sides. */
  readonly links: readonly Link[];
  /** Identities of units that were split or merged: no pair with one of them counts. */
  readonly divided: ReadonlySet<string>;
  readonly sourceClass: ReadonlyMap<string, string>;
  readonly testClass: ReadonlyMap<string, string>;
}

/** A text-bearing block or a row: what correspondences are counted over. */
export function isScored(placed: Placed): boolean {
  return placed.kind !== 'section' && placed.kind !== 'table' && placed.kind !== 'document';
}

export function truthOf(pair: CorpusPair): Truth {
  const divided = new Set(pair.divisions.flatMap((division) => [...division.source, ...division.test]));
  const links: Link[] = [];
  for (const source of pair.source.byId.values()) {
    const test = pair.test.byId.get(source.id);
    if (test !== undefined) links.push({ source, test });
  }
  return { links, divided, sourceClass: classesOf(pair.source), testClass: classesOf(pair.test) };
}

/** The class of every block, named by where the first of its interchangeable neighbours stands. */
function classesOf(layout: Layout): Map<string, string> {
  const classes = new Map<string, string>();
  const signatures = new Map<Placed, string>();
  const sign = (placed: Placed): string => {
    const signature = JSON.stringify([placed.kind, placed.text, placed.children.map(sign)]);
    signatures.set(placed, signature);
    return signature;
  };
  const name = (placed: Placed, own: string) => {
    classes.set(placed.id, own);
    let first = 0;
    placed.children.forEach((child, i) => {
      // Cells of one row are told apart by their column.
      const apart = child.kind === 'cell' || signatures.get(child) !== signatures.get(placed.children[first]);
      if (apart) first = i;
      name(child, `${own}/${first}`);
    });
  };
  sign(layout.root);
  name(layout.root, '');
  return classes;
}

/**
 * The links as they are held against a report: inside classes, those that were reported, up to the number that truly
 * run there; then the true ones.
 */
export function settleLinks(truth: Truth, reported: readonly Link[]): Link[] {
  const between = (link: Link) =>
    `${truth.sourceClass.get(link.source.id)} ${truth.testClass.get(link.test.id)}`;
  const room = new Map<string, number>();
  for (const link of truth.links) room.set(between(link), (room.get(between(link)) ?? 0) + 1);
  const settled: Link[] = [];
  const usedSources = new Set<Placed>();
  const usedTests = new Set<Placed>();
  const settle = (link: Link) => {
    const key = between(link);
    room.set(key, room.get(key)! - 1);
    usedSources.add(link.source);
    usedTests.add(link.test);
    settled.push(link);
  };
  for (const link of reported) if ((room.get(between(link)) ?? 0) > 0) settle(link);
  const waiting: Link[] = [];
  for (const link of truth.links) {
    if ((room.get(between(link)) ?? 0) === 0) continue;
    if (usedSources.has(link.source) || usedTests.has(link.test)) waiting.push(link);
    else settle(link);
  }
  if (waiting.length > 0) {
    const members = (
      links: readonly Link[],
      side: 'source' | 'test',
      classes: ReadonlyMap<string, string>,
    ) => {
      const byClass = new Map<string, Placed[]>();
      for (const link of links) {
        const key = classes.get(link[side].id)!;
        byClass.set(key, [...(byClass.get(key) ?? []), link[side]]);
      }
      return byClass;
    };
    const sources = members(truth.links, 'source', truth.sourceClass);
    const tests = members(truth.links, 'test', truth.testClass);
    for (const link of waiting) {
      if ((room.get(between(link)) ?? 0) === 0) continue;
      const source = sources
        .get(truth.sourceClass.get(link.source.id)!)!
        .find((placed) => !usedSources.has(placed));
      const test = tests.get(truth.testClass.get(link.test.id)!)!.find((placed) => !usedTests.has(placed));
      if (source !== undefined && test !== undefined) settle({ source, test });
    }
  }
  return settled;
}

/** The characters that truly changed between two linked blocks: the edits' own, and references that follow a label. */
export function trueCharacters(pair: CorpusPair, link: Link): number {
  let count = pair.changed.get(link.test.id) ?? 0;
  for (let i = 0; i < Math.min(link.source.references.length, link.test.references.length); i++) {
    const before = link.source.references[i];
    const after = link.test.references[i];
    if (before !== after) count += before.length + after.length;
  }
  return count;
}
