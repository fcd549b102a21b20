/** Cross-references after an amendment: do they still say the label of the clause that they meant? */
import type { AlignedPair } from '../align/alignment.js';
import type { InlineEdit } from '../change/change.js';
import { inlineEdits } from '../change/inline-edits.js';
import type { Comparison } from '../compare/comparison.js';
import type { Block, Span } from '../document/block.js';
import { sliceCodePoints } from '../document/code-points.js';
import { LabelIndex } from './labels.js';

/** What became of a reference. A reference whose clause still bears the label that it names is not reported. */
export type ReferenceStatus =
  /** Its clause was renumbered, and the reference follows. */
  | 'updated'
  /** Its clause was renumbered, and the reference still says the old label. */
  | 'stale'
  /** Its clause was deleted. */
  | 'deleted'
  /** It was edited, and names another clause now. */
  | 'retargeted'
  /** It names a label that no clause bears. */
  | 'dangling';

/** One cross-reference of the test document. */
export interface ReferenceFinding {
  readonly status: ReferenceStatus;
  /** The block that holds it; the source address is null where that block was inserted. */
  readonly source_address: string | null;
  readonly test_address: string;
  /** Its range in the test block's text, in code points. */
  readonly start: number;
  readonly end: number;
  /** What it says. */
  readonly text: string;
  /** The label that it names. */
  readonly label: string;
  /** The label that it should name; null when its clause is gone or unknown. */
  readonly expected_label: string | null;
  /** The clause that it meant, in the source. */
  readonly source_target: string | null;
  /** The clause that it names now, in the test document. */
  readonly test_target: string | null;
}

/** Every finding in document order, and how many references were looked at. */
export interface ReferenceReport {
  readonly references: number;
  readonly findings: readonly ReferenceFinding[];
}

/**
 * Follows every cross-reference of the test document through the alignment.
 * @param comparison a comparison with its trees, as {@link compare} gives it
 */
export function checkReferences(comparison: Comparison): ReferenceReport {
  const source = new LabelIndex(comparison.source);
  const test = new LabelIndex(comparison.test);
  const toTest = new Map<string, AlignedPair>();
  const toSource = new Map<string, AlignedPair>();
  for (const pair of comparison.alignment.pairs) {
    toTest.set(pair.source_path, pair);
    toSource.set(pair.test_path, pair);
  }
  const findings: ReferenceFinding[] = [];
  let references = 0;
  test.index.blocks.forEach((block, at) => {
    for (const span of block.spans) {
      if (span.type !== 'cross_reference') continue;
      references++;
      const finding = follow(block, at, span);
      if (finding !== null) findings.push(finding);
    }
  });
  return { references, findings };

  function follow(block: Block, at: number, span: Span): ReferenceFinding | null {
    const text = sliceCodePoints(block.text, span.start, span.end);
    const label = span.value ?? text;
    const named = lookUp(test, at, text, span.value);
    const home = toSource.get(block.path);
    const before = home === undefined ? null : earlier(home.source_path, block, span);
    const meant =
      before === null || home === undefined
        ? -1
        : lookUp(source, source.index.at(home.source_path), before.text, before.value);
    const report = (status: ReferenceStatus, expected: string | null): ReferenceFinding => ({
      status,
      source_address: home?.source_path ?? null,
      test_address: block.path,
      start: span.start,
      end: span.end,
      text,
      label,
      expected_label: expected,
      source_target: meant < 0 ? null : source.index.blocks[meant].path,
      test_target: named < 0 ? null : test.index.blocks[named].path,
    });
    if (before === null || meant < 0) return named < 0 ? report('dangling', null) : null;
    const edited = before.text !== text;
    const now = toTest.get(source.index.blocks[meant].path);
    if (now === undefined) {
      if (!edited) return report('deleted', null);
      return named < 0 ? report('dangling', null) : report('retargeted', null);
    }
    const target = test.index.at(now.test_path);
    if (named === target) return edited ? report('updated', test.labelOf(target)) : null;
    if (!edited) return report('stale', test.labelOf(target));
    return named < 0 ? report('dangling', test.labelOf(target)) : report('retargeted', test.labelOf(target));
  }

  /** The reference as it stood in the source block: the cross-reference that covers the same place there. */
  function earlier(
    sourcePath: string,
    block: Block,
    span: Span,
  ): { readonly text: string; readonly value: string | null } | null {
    const home = source.index.blocks[source.index.at(sourcePath)];
    // Found anew, because the list of changes may be a filtered one.
    const inline = home.text === block.text ? [] : inlineEdits(home.text, block.text);
    const start = toSourceOffset(inline, span.start, 'start');
    const end = toSourceOffset(inline, span.end, 'end');
    let best: Span | null = null;
    let most = 0;
    for (const candidate of home.spans) {
      if (candidate.type !== 'cross_reference') continue;
      const overlap = Math.min(candidate.end, end) - Math.max(candidate.start, start);
      if (overlap > most) {
        most = overlap;
        best = candidate;
      }
    }
    if (best === null) return null;
    return { text: sliceCodePoints(home.text, best.start, best.end), value: best.value };
  }
}

function lookUp(labels: LabelIndex, from: number, text: string, value: string | null): number {
  const byText = labels.resolve(text, from);
  return byText >= 0 || value === null ? byText : labels.resolve(value, from);
}

/** An offset of the test text as one of the source text; inside an edit, the side of it that is asked for. */
function toSourceOffset(inline: readonly InlineEdit[], offset: number, side: 'start' | 'end'): number {
  let shift = 0;
  for (const edit of inline) {
    if (offset < edit.test_start || (side === 'end' && offset === edit.test_start)) break;
    if (offset < edit.test_end) return side === 'start' ? edit.source_start : edit.source_end;
    shift = edit.source_end - edit.test_end;
  }
  return offset + shift;
}
