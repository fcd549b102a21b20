/** What holds of every comparison. Each check throws with what it found; none asserts in a loop, because they run often. */
import {
  type Block,
  type BlockTree,
  type Comparison,
  comparisonFromJSON,
  resolveAddress,
  walk,
} from '../../src/index.js';
import { applyEdits } from '../change/apply-edits.js';

/** Every address in the document leads to the block that is meant, and every edit applies. */
export function addressesResolve({ source, test, changes, statistics, alignment }: Comparison): void {
  const at = ({ root }: BlockTree, address: string): Block => {
    const block = resolveAddress(root, address);
    return block ?? fail(`${address} names no block`);
  };
  for (const { source_address, test_address, source_text, test_text, inline } of changes) {
    if (source_address !== null && at(source, source_address).text !== source_text)
      fail(`${source_address}: text`);
    if (test_address !== null && at(test, test_address).text !== test_text) fail(`${test_address}: text`);
    const paired = source_address !== null && test_address !== null;
    if (!paired && inline.length > 0) fail(`${source_address ?? test_address}: edits of one side`);
    // Also without edits: then the two texts are the same.
    if (paired && applyEdits(source_text, inline) !== test_text) fail(`${source_address}: edits`);
  }
  for (const { address, heading } of statistics.sections) {
    const named = [test, source].some((tree) =>
      resolveAddress(tree.root, address)?.children.some((c) => c.kind === 'heading' && c.text === heading),
    );
    if (!named) fail(`${address} is no section with the heading ${heading}`);
  }
  for (const pair of alignment.pairs) {
    at(source, pair.source_path);
    at(test, pair.test_path);
  }
}

/** Every block of both trees is in exactly one pair, or inserted, or deleted. */
export function everyBlockIsInOnePlace({ source, test, alignment }: Comparison): void {
  const { pairs, inserted, deleted } = alignment;
  samePaths(source, [...pairs.map((pair) => pair.source_path), ...deleted]);
  samePaths(test, [...pairs.map((pair) => pair.test_path), ...inserted]);
}

function samePaths({ root }: BlockTree, listed: string[]): void {
  const paths = Array.from(walk(root), (block) => block.path);
  if (listed.sort().join(' ') !== paths.sort().join(' ')) fail(`${listed} are not the blocks ${paths}`);
}

/** What is read back is written again byte for byte. */
export function readsBack(comparison: Comparison): void {
  const bytes = complete(comparison);
  const back = complete(comparisonFromJSON(JSON.parse(bytes)));
  if (back !== bytes) fail(`read back, it is written as ${back} in place of ${bytes}`);
}

/** The complete document as text. */
export function complete(comparison: Comparison): string {
  return JSON.stringify(comparison.toJSON({ trees: true, alignment: true }));
}

function fail(message: string): never {
  throw new Error(message);
}
