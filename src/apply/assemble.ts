/** Writes an arrangement of blocks as text, out of the two documents' own text. */
import type { InlineEdit } from '../change/change.js';
import type { Placed } from './arrange.js';
import { exactEdits } from './exact-edits.js';
import type { Node, Nodes } from './nodes.js';
import type { RawSide, UnitRange } from './raw-side.js';
import { type Base, type RawEdit, rawEdits, reversed, type Spelling } from './word-edits.js';

/** How a block's text is taken. `other` and `tree` take it whole from the side whose words it has. */
export interface Takes {
  readonly spelling: Spelling;
  /** The block's text comes from the test document as it stands there, not from the source with edits. */
  readonly whole: boolean;
}

/** A stretch of the text that was put together. */
export interface Segment {
  readonly text: string;
  /** The block whose own stretch it is; null for what stands between two blocks. */
  readonly placed: Placed | null;
  /** Where it was taken from, before `edits`. */
  readonly from: 'source' | 'test';
  readonly original: string;
  /** The edits that make `original` into `text`; ranges are units of `original`. */
  readonly edits: readonly RawEdit[];
}

/** The text of a document, in stretches. */
export interface Assembly {
  readonly segments: readonly Segment[];
  readonly text: string;
}

/** What assembling needs to know of the two documents. */
export interface Material {
  readonly nodes: Nodes;
  /** The words of each change, by its index. */
  readonly words: (change: number) => readonly InlineEdit[];
  readonly markdown: boolean;
  readonly layout: { readonly source: Layout; readonly test: Layout };
  /** The line end of the source. */
  readonly lineEnd: string;
}

/** The blocks of one side in the order of their text, and what stands between them. */
export interface Layout {
  /** For each block its place in that order; -1 inside a block that is taken as a whole. */
  readonly order: Int32Array;
  /** `between[k]` stands before the k-th block, the last one after all. */
  readonly between: readonly string[];
  readonly count: number;
}

/** Lays one side out. */
export function layOutSide(side: RawSide, byBlock: readonly Node[]): Layout {
  const order = new Int32Array(side.count).fill(-1);
  const between: string[] = [];
  let count = 0;
  let at = 0;
  for (let i = 0; i < side.count; ) {
    order[i] = count++;
    const { start, end } = stretch(side, i, byBlock[i]);
    between.push(side.text.slice(at, start));
    at = end;
    i = byBlock[i].opaque ? side.index.ends[i] : i + 1;
  }
  between.push(side.text.slice(at));
  return { order, between, count };
}

function stretch(side: RawSide, i: number, node: Node): UnitRange {
  return node.opaque ? side.subtree(i) : side.tile(i);
}

/** Puts the text together. `takes` says for a block how; blocks that it does not know are taken with fine edits. */
export function assemble(
  material: Material,
  placed: readonly Placed[],
  takes: ReadonlyMap<Node, Takes>,
): Assembly {
  const segments: Segment[] = [];
  let before: Standing = { from: 'source', s: -1, t: -1, end: 'start' };
  for (const block of placed) {
    const segment = blockSegment(material, block, takes.get(block.node));
    const here: Standing = {
      from: segment.from,
      s: block.node.s < 0 ? NOWHERE : material.layout.source.order[block.node.s],
      t: block.node.t < 0 ? NOWHERE : material.layout.test.order[block.node.t],
      end: null,
    };
    segments.push(gapSegment(material, before, here), segment);
    before = here;
  }
  const root = takes.get(placed[0].node);
  const end: Standing = {
    from: root?.whole === true ? 'test' : 'source',
    s: material.layout.source.count,
    t: material.layout.test.count,
    end: 'end',
  };
  segments.push(gapSegment(material, before, end));
  return { segments, text: segments.map(({ text }) => text).join('') };
}

function blockSegment(material: Material, placed: Placed, takes: Takes | undefined): Segment {
  const { nodes } = material;
  const { node, at, says } = placed;
  const original = (from: 'source' | 'test'): string => {
    const side = from === 'source' ? nodes.source : nodes.test;
    const i = from === 'source' ? node.s : node.t;
    const { start, end } = stretch(side, i, node);
    return side.text.slice(start, end);
  };
  const plainly = (from: 'source' | 'test'): Segment => {
    const text = original(from);
    return { text, placed, from, original: text, edits: [] };
  };
  if (node.s < 0) return plainly('test');
  if (node.t < 0) return plainly('source');
  if (node.opaque) return plainly(says === 'test' || takes?.whole === true ? 'test' : at);
  if (takes?.whole === true) return plainly('test');
  // A root's stretch is empty; which side it is from says whose beginning the text has.
  const base: Base = at === 'source' ? { side: nodes.source, at: node.s } : { side: nodes.test, at: node.t };
  const other: Base = at === 'source' ? { side: nodes.test, at: node.t } : { side: nodes.source, at: node.s };
  if (says === at || node.text < 0) return plainly(at);
  const words = material.words(node.text);
  const wanted = at === 'source' ? words : reversed(words);
  const spelling = takes?.spelling ?? 'raw';
  const edits =
    spelling === 'exact'
      ? exactEdits(base, other, wanted)
      : rawEdits(base, other, wanted, spelling, material.markdown);
  if (edits === null) return plainly(says);
  const { start } = base.side.tile(base.at);
  const text = original(at);
  const local = edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
  return { text: applyRaw(text, local), placed, from: at, original: text, edits: local };
}

/** `text` with the edits made. */
export function applyRaw(text: string, edits: readonly RawEdit[]): string {
  let made = '';
  let at = 0;
  for (const edit of edits) {
    made += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return made + text.slice(at);
}

/** Where a block stands in the order of each side. */
interface Standing {
  readonly from: 'source' | 'test';
  readonly s: number;
  readonly t: number;
  readonly end: 'start' | 'end' | null;
}

const NOWHERE = -2;

/** What stands between two blocks: what stood between them in a document where they were neighbours, if there is one. */
function gapSegment(material: Material, x: Standing, y: Standing): Segment {
  const { source, test } = material.layout;
  const inSource = x.s !== NOWHERE && y.s === x.s + 1;
  const inTest = x.t !== NOWHERE && y.t === x.t + 1;
  const mine = inSource ? source.between[y.s] : null;
  const theirs = inTest ? test.between[y.t] : null;
  // Front matter and the like belong to the source, whatever becomes of the first block.
  const opening = x.end === 'start' && y.from !== 'test' ? source.between[0] : '';
  let from: 'source' | 'test' = 'source';
  let text: string;
  if (mine !== null && (theirs === null || (x.from === 'source' && y.from === 'source'))) text = mine;
  else if (theirs !== null && opening.trim() === '') {
    text = theirs;
    from = 'test';
  } else if (x.end === 'start') text = source.between[0];
  else if (y.end === 'end') text = /\s*$/.exec(source.between[source.count])![0];
  else text = likelyGap(material, x, y);
  return { text, placed: null, from, original: text, edits: [] };
}

/** Between two blocks that were neighbours nowhere: as stood before the second or after the first. */
function likelyGap({ layout: { source, test }, lineEnd }: Material, x: Standing, y: Standing): string {
  const inner = ({ between }: Layout, k: number): string[] =>
    k > 0 && k < between.length - 1 ? [between[k]] : [];
  const gaps = [
    ...(y.s === NOWHERE || y.from === 'test' ? inner(test, y.t) : []),
    ...(x.s === NOWHERE || x.from === 'test' ? inner(test, x.t + 1) : []),
    ...inner(source, y.s),
    ...inner(source, x.s + 1),
    lineEnd + lineEnd,
  ];
  const lines = (gap: string) => gap.split('\n').length;
  return gaps.slice(1, -1).reduce((best, gap) => (lines(gap) > lines(best) ? gap : best), gaps[0]);
}
