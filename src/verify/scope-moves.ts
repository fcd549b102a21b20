/**
 * What a scope takes for moved. A comparison says of a block that only its heading came or went, and not that it moved; and
 * yet it stands in another section now, and may have left what was allowed, or have come into it.
 */
import { buildChanges } from '../change/build-changes.js';
import type { Change } from '../change/change.js';
import type { Comparison } from '../compare/comparison.js';
import { parentAddress } from '../document/address.js';
import { TreeIndex } from '../document/tree-index.js';

/**
 * The test addresses of the pairs that stand in another block than before, or elsewhere in it: those that moved, and those
 * that only got another block around them.
 */
export function standingElsewhere({ alignment }: Comparison): ReadonlySet<string> {
  const partner = new Map(alignment.pairs.map((pair) => [pair.source_path, pair.test_path]));
  const found = new Set<string>();
  for (const { source_path, test_path, moved } of alignment.pairs) {
    const [from, to] = [parentAddress(source_path), parentAddress(test_path)];
    const together = from === null || to === null || partner.get(from) === to;
    if (!together || moved) found.add(test_path);
  }
  return found;
}

/** The topmost of those of which the comparison does not say that they moved, as moves, by their test addresses. */
export function unsaidMoves(
  { source, test, alignment, changes }: Comparison,
  moved: ReadonlySet<string>,
): ReadonlyMap<string, Change> {
  const unsaid = new Map<string, Change>();
  if (alignment.pairs.every((pair) => pair.moved || !moved.has(pair.test_path))) return unsaid;
  const strict = alignment.pairs.map((pair) => ({ ...pair, moved: moved.has(pair.test_path) }));
  for (const change of buildChanges(source, test, { ...alignment, pairs: strict })) {
    if (change.kind === 'move') unsaid.set(change.test_address!, change);
  }
  // What the comparison calls a move already is judged as that.
  for (const { kind, test_address } of changes) if (kind === 'move') unsaid.delete(test_address!);
  return unsaid;
}

/** The changes of a comparison with those unsaid ones among them that it has no change for, in document order. */
export function withUnsaid(
  { test, changes }: Comparison,
  unsaid: ReadonlyMap<string, Change>,
): readonly Change[] {
  const own = new Set(changes.map(({ test_address }) => test_address));
  const index = new TreeIndex(test);
  const waiting = [...unsaid.values()].filter(({ test_address }) => !own.has(test_address));
  if (waiting.length === 0) return changes;
  const list: Change[] = [];
  for (const change of changes) {
    const at = change.test_address === null ? -1 : index.at(change.test_address);
    while (waiting.length > 0 && index.at(waiting[0].test_address!) < at) list.push(waiting.shift()!);
    list.push(change);
  }
  return [...list, ...waiting];
}
