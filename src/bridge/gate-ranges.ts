/** The ranges of a document that a scope allows, and those that a verdict on its blocks has spoken of already. */
import type { Change } from '../change/change.js';
import type { Comparison } from '../compare/index.js';
import type { BlockTree } from '../document/block.js';
import { codePointLength, sliceCodePoints } from '../document/code-points.js';
import { sourceRange } from '../document/range.js';
import { TreeIndex } from '../document/tree-index.js';
import type { Verification } from '../verify/verify.js';
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

/**
 * Whether a verdict on the blocks has spoken of a change of the text already: it lies in a block that strayed, or it is the
 * label of one that may be renumbered anywhere.
 */
export function isJudged(
  { source, test }: Comparison,
  { out_of_scope, exempted }: Pick<Verification, 'out_of_scope' | 'exempted'>,
  before: string,
  after: string,
): (change: OutsideText) => boolean {
  const index = { source: new TreeIndex(source), test: new TreeIndex(test) };
  const rangesOf = (tree: TreeIndex, text: string, side: 'source_address' | 'test_address') =>
    out_of_scope.flatMap(({ change }) => {
      const address = change[side];
      return address === null ? [] : (rangeAt(tree, text, address) ?? []);
    });
  const strayed = {
    source: rangesOf(index.source, before, 'source_address'),
    test: rangesOf(index.test, after, 'test_address'),
  };
  const labels = exempted.flatMap((change) => labelRange(index.source, before, change) ?? []);
  return ({ start, end, testStart, testEnd }) =>
    [...strayed.source, ...labels].some((it) => it.start <= start && end <= it.end) ||
    strayed.test.some((it) => it.start <= testStart && testEnd <= it.end);
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
