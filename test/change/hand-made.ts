import { type AlignedPair, type Alignment, PASS_NAMES } from '../../src/align/alignment.js';
import { DEFAULT_ALIGNMENT } from '../../src/align/config.js';
import { type BlockTree, resolveAddress, walk } from '../../src/document/index.js';

/** A pair by its two addresses, with whatever is unusual about it. */
export type HandPair = readonly [source: string, test: string, extra?: Partial<AlignedPair>];

/**
 * An alignment made by hand: the roots, the pairs named, and for `same` every block that has the same address and text on
 * both sides and is not named. All else is inserted or deleted.
 */
export function handMade(
  source: BlockTree,
  test: BlockTree,
  named: readonly HandPair[],
  same: 'same' | 'none' = 'same',
): Alignment {
  const pairs: AlignedPair[] = [];
  const taken = { source: new Set<string>(), test: new Set<string>() };
  const add = (source_path: string, test_path: string, extra: Partial<AlignedPair> = {}): void => {
    const label = (tree: BlockTree, path: string) => resolveAddress(tree.root, path)!.label;
    const renumbered = label(source, source_path) !== label(test, test_path) && extra.moved !== true;
    const matched_by = source_path === '/' ? 'root' : 'exact';
    pairs.push({ source_path, test_path, matched_by, confidence: 1, moved: false, renumbered, ...extra });
    taken.source.add(source_path);
    taken.test.add(test_path);
  };
  add('/', '/');
  for (const [a, b, extra] of named) add(a, b, extra);
  const free = (tree: BlockTree, side: 'source' | 'test'): string[] =>
    Array.from(walk(tree.root), (block) => block.path).filter((path) => !taken[side].has(path));
  if (same === 'same') {
    for (const path of free(source, 'source')) {
      const other = resolveAddress(test.root, path);
      if (other?.text === resolveAddress(source.root, path)!.text && !taken.test.has(path)) add(path, path);
    }
  }
  const order = Array.from(walk(source.root), (block) => block.path);
  pairs.sort((x, y) => order.indexOf(x.source_path) - order.indexOf(y.source_path));
  return {
    pairs,
    inserted: free(test, 'test'),
    deleted: free(source, 'source'),
    config: DEFAULT_ALIGNMENT,
    backend: 'rapidfuzz',
    pass_counts: Object.fromEntries(
      (['root', ...PASS_NAMES] as const).map((name) => [
        name,
        pairs.filter((p) => p.matched_by === name).length,
      ]),
    ) as Alignment['pass_counts'],
    budget_exhausted: false,
  };
}
