/** Cross-references after an amendment: do they still say the label of the clause that they meant? */
import type { AlignedPair } from '../align/alignment.js';
import type { InlineEdit } from '../change/change.js';
import { inlineEdits } from '../change/inline-edits.js';
import type { Comparison } from '../compare/comparison.js';
import type { Block, Span } from '../document/block.js';
import { sliceCodePoints } from '../document/code-points.js';
import type { TreeIndex } from '../document/tree-index.js';
import { type LabelParts, labelParts, oneWord } from './label-parts.js';
import { LabelIndex } from './labels.js';
import { leadingWord, OwnNames, pointsOutside } from './other-documents.js';

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
  /** Whether the revision made it so: false for a reference that named nothing before, either. */
  readonly by_edit: boolean;
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
  const names = { source: new OwnNames(source.index.blocks), test: new OwnNames(test.index.blocks) };
  const nowhere = namesNothing(source, names.source);
  const findings: ReferenceFinding[] = [];
  let references = 0;
  test.index.blocks.forEach((block, at) => {
    for (const span of block.spans) {
      if (span.type !== 'cross_reference') continue;
      references++;
      const finding = pointsOutside(block, span, names.test) ? null : follow(block, at, span);
      if (finding !== null) findings.push(finding);
    }
  });
  return { references, findings: findings.map(excused) };

  function follow(block: Block, at: number, span: Span): ReferenceFinding | null {
    const text = sliceCodePoints(block.text, span.start, span.end);
    const label = span.value ?? text;
    const named = lookUp(test, at, block, span);
    const home = toSource.get(block.path);
    const before = home === undefined ? null : earlier(home.source_path, block, span);
    const meant =
      before === null || pointsOutside(before.block, before.span, names.source)
        ? -1
        : lookUp(source, source.index.at(home!.source_path), before.block, before.span);
    const report = (status: ReferenceStatus, expected: string | null): ReferenceFinding => ({
      status,
      by_edit: true,
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
      // One that came with the same label in its place is that clause, written anew.
      if (!edited && named >= 0 && !toSource.has(test.index.blocks[named].path)) return null;
      if (!edited) return report('deleted', null);
      return named < 0 ? report('dangling', null) : report('retargeted', null);
    }
    const target = test.index.at(now.test_path);
    const spelled = () => test.spelled(target, label, at);
    if (named === target) return edited ? report('updated', spelled()) : null;
    // `Section 10 (Confidentiality)` says itself what it means.
    if (named >= 0 && captioned(test.index, named, block, span)) {
      return edited ? report('updated', test.spelled(named, label, at)) : null;
    }
    if (!edited) return report('stale', spelled());
    return report(named < 0 ? 'dangling' : 'retargeted', spelled());
  }

  /** A reference that named nothing before is not the revision's doing; there were so many of each text. */
  function excused(finding: ReferenceFinding): ReferenceFinding {
    if (finding.status !== 'dangling' || finding.source_target !== null) return finding;
    const before = nowhere.get(finding.text) ?? 0;
    if (before === 0) return finding;
    nowhere.set(finding.text, before - 1);
    return { ...finding, by_edit: false };
  }

  /** The reference as it stood in the source block: the cross-reference that covers the same place there. */
  function earlier(sourcePath: string, block: Block, span: Span): Reference | null {
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
    return best === null
      ? null
      : { block: home, span: best, text: sliceCodePoints(home.text, best.start, best.end) };
  }
}

/** A cross-reference of the source. */
interface Reference {
  readonly block: Block;
  readonly span: Span;
  readonly text: string;
}

/** How often each reference that names nothing stands in a document. */
function namesNothing(labels: LabelIndex, own: OwnNames): Map<string, number> {
  const found = new Map<string, number>();
  labels.index.blocks.forEach((block, at) => {
    for (const span of block.spans) {
      if (span.type !== 'cross_reference' || pointsOutside(block, span, own)) continue;
      if (lookUp(labels, at, block, span) >= 0) continue;
      const text = sliceCodePoints(block.text, span.start, span.end);
      found.set(text, (found.get(text) ?? 0) + 1);
    }
  });
  return found;
}

/** What a reference names, or -1. One `of Schedule 2` is looked for there first. */
function lookUp(labels: LabelIndex, from: number, block: Block, span: Span): number {
  const text = sliceCodePoints(block.text, span.start, span.end);
  const said = asSaid(text, span.value ?? text, block, span);
  const whole = OF_LABEL.exec(sliceCodePoints(block.text, span.end, span.end + 60));
  const within = whole === null ? -1 : labels.resolve(labelParts(whole[1]), from);
  const inside = within < 0 ? -1 : labels.resolve(said, from, within);
  return inside >= 0 ? inside : labels.resolve(said, from);
}

const OF_LABEL = /^\s+(?:of|to|in)\s+(\p{Lu}\p{L}+\s+(?:\d[\w.]*|[A-Z]|[IVXLC]+))\b/u;

/** Whether a caption in brackets behind a reference is that of the block that it names. */
function captioned({ blocks }: TreeIndex, named: number, block: Block, span: Span): boolean {
  const caption = /^\s*\(([^()]{3,80})\)/.exec(sliceCodePoints(block.text, span.end, span.end + 90))?.[1];
  if (caption === undefined) return false;
  const { text, children } = blocks[named];
  const title = (text === '' ? (children[0]?.text ?? '') : text).toLowerCase();
  return title.startsWith(caption.toLowerCase());
}

/** A reference by its parts, with its word, which may stand before the list that it is in. */
function asSaid(text: string, label: string, block: Block, span: Span): LabelParts {
  const whole = labelParts(text);
  const { parts, word } = labelParts(label);
  if (whole.word !== null || word !== null) return { parts, word: whole.word ?? word };
  const leading = leadingWord(block, span);
  return { parts, word: leading === null ? null : oneWord(leading) };
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
