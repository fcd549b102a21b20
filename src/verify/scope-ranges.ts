/** The ranges of a document that a scope allows, and those that a verdict on its blocks has spoken of already. */
import type { Change } from '../change/change.js';
import type { Comparison } from '../compare/index.js';
import type { BlockTree } from '../document/block.js';
import { codePointLength, sliceCodePoints } from '../document/code-points.js';
import { sourceRange } from '../document/range.js';
import { TreeIndex } from '../document/tree-index.js';
import type { OutsideText, TextRange } from './outside-text.js';

/** The ranges of blocks by their addresses; a section reaches to where the next block after it starts. */
export function documentRanges(
  tree: BlockTree,
  text: string,
  roots: readonly { readonly address: string }[],
): TextRange[] {
  const index = new TreeIndex(tree);
  return roots.flatMap(({ address }) => rangeAt(index, text, address) ?? []);
}

function rangeAt(index: TreeIndex, text: string, address: string): TextRange | null {
  const at = index.at(address);
  if (at === 0) return { start: 0, end: codePointLength(text) };
  if (at < 0) return null;
  const block = index.blocks[at];
  const range = sourceRange(block);
  if (range === undefined || block.kind !== 'section') return range ?? null;
  const next = index.ends[at] < index.blocks.length ? sourceRange(index.blocks[index.ends[at]]) : undefined;
  const end = index.ends[at] < index.blocks.length ? next?.start : codePointLength(text);
  return { start: range.start, end: Math.max(range.end, end ?? range.end) };
}

/** What a verdict on the blocks says of the changes. */
interface Verdict {
  readonly strays: readonly { readonly change: Change }[];
  readonly exempted: readonly Change[];
}

/**
 * Whether a verdict on the blocks has spoken of a change of the text already: it lies in a block that strayed, or it is the
 * label of one that may be renumbered anywhere.
 */
export function isJudged(
  comparison: Comparison,
  { strays, exempted }: Verdict,
  before: string,
  after: string,
): (change: OutsideText) => boolean {
  const index = new TreeIndex(comparison.source);
  const labels = exempted.flatMap((change) => labelRange(index, before, change) ?? []);
  const isStray = liesIn(
    comparison,
    strays.map(({ change }) => change),
    before,
    after,
  );
  return (piece) => isStray(piece) || labels.some((it) => it.start <= piece.start && piece.end <= it.end);
}

/** Whether a change of the text lies in a block that one of these changes is about, on either side. */
export function liesIn(
  { source, test }: Comparison,
  changes: readonly Change[],
  before: string,
  after: string,
): (piece: OutsideText) => boolean {
  const rangesOf = (tree: BlockTree, text: string, side: 'source_address' | 'test_address') => {
    const index = new TreeIndex(tree);
    return changes.flatMap((change) => {
      const address = change[side];
      return address === null ? [] : (rangeAt(index, text, address) ?? []);
    });
  };
  const sources = rangesOf(source, before, 'source_address');
  const tests = rangesOf(test, after, 'test_address');
  return ({ start, end, testStart, testEnd }) =>
    sources.some((it) => it.start <= start && end <= it.end) ||
    tests.some((it) => it.start <= testStart && testEnd <= it.end);
}

/** What stands before a label on its line: quotation, the mark of a heading or a list, emphasis, a bracket; a word as in `Article 5`. */
const BEFORE_LABEL = [/^[\s>#*_([-]*/, /^[\s>#*_([-]*\p{L}+[ \t]+/u];
/** The signs behind a label that belong to it. */
const AFTER_LABEL = /^[*_)\].:]*[ \t]?/;

/** The label that stands at the start of its block. A label that was counted and not written has no place. */
function labelRange(index: TreeIndex, text: string, change: Change): TextRange | null {
  const { kind, source_address, source_label } = change;
  if (kind !== 'renumber' || source_address === null || source_label === null) return null;
  const range = rangeAt(index, text, source_address);
  if (range === null) return null;
  const own = sliceCodePoints(text, range.start, range.end);
  const bare = source_label.replace(/^[([]+|[.)\]:]+$/g, '');
  for (const marks of BEFORE_LABEL) {
    const head = marks.exec(own)?.[0].length ?? -1;
    if (head < 0 || bare === '' || !own.startsWith(bare, head)) continue;
    const behind = own.slice(head + bare.length);
    // A longer number that begins alike is another label.
    if (/^[\p{L}\p{N}]/u.test(behind)) continue;
    const size = head + bare.length + AFTER_LABEL.exec(behind)![0].length;
    return { start: range.start, end: range.start + codePointLength(own.slice(0, size)) };
  }
  return null;
}
