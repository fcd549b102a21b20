/**
 * What must be replaced in a text to make another one of it. Lines that both texts keep come first, then words between
 * them, as a comparison finds them. Each edit by words is parted further, into pieces at signs that both its sides keep:
 * a scope may end inside an edit that a reader would take for one.
 */

import { CodePointIndex, codePointLength } from '../document/code-points.js';
import { commonRun, idOf } from './common-run.js';
import { inlineEdits } from './inline-edits.js';

/** Replaces `[start, end)` of the source by `text`. Offsets are UTF-16 units, and never inside a pair. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A part of an edit by words. Pieces are in order, and at least one sign of the source lies between any two. */
export interface Piece extends Edit {
  /** Which edit it is a part of. */
  readonly edit: number;
  /** Code points that the whole edit replaces and puts in. */
  readonly editSize: number;
}

/** The pieces that turn `source` into `proposed`; none when they are equal. Deterministic. */
export function textPieces(source: string, proposed: string): Piece[] {
  const pieces: Piece[] = [];
  wordEdits(source, proposed).forEach((edit, index) => {
    const editSize = codePointLength(source.slice(edit.start, edit.end)) + codePointLength(edit.text);
    for (const piece of parted(source, edit)) pieces.push({ ...piece, edit: index, editSize });
  });
  return pieces;
}

/**
 * Up to this size, in UTF-16 units of both texts, words are matched over the whole texts too: text that moved over lines
 * can come out smaller. Beyond it, lines alone keep the work in proportion.
 */
const MATCHED_WHOLE = 100_000;

function wordEdits(source: string, proposed: string): Edit[] {
  if (source === proposed) return [];
  const byLines = editsByLines(source, proposed);
  if (source.length + proposed.length > MATCHED_WHOLE) return byLines;
  const whole = wordEditsAt(source, proposed, 0);
  return sizeOf(whole) < sizeOf(byLines) ? whole : byLines;
}

function sizeOf(edits: readonly Edit[]): number {
  return edits.reduce((sum, { start, end, text }) => sum + end - start + text.length, 0);
}

function editsByLines(source: string, proposed: string): Edit[] {
  const a = linesOf(source);
  const b = linesOf(proposed);
  const edits: Edit[] = [];
  for (const [i, to, j, until] of hunks(source, a, proposed, b)) {
    const text = proposed.slice(b[j], b[until]);
    if (i === to || j === until) edits.push({ start: a[i], end: a[to], text });
    else edits.push(...wordEditsAt(source.slice(a[i], a[to]), text, a[i]));
  }
  return touching(edits);
}

/** Where each line starts, and where the last one ends. */
function linesOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts[starts.length - 1] !== text.length) starts.push(text.length);
  return starts;
}

type Hunk = readonly [from: number, to: number, testFrom: number, testTo: number];

/** The stretches of lines that differ. Lines without a word, as blank ones, do not hold two stretches apart. */
function hunks(source: string, a: readonly number[], proposed: string, b: readonly number[]): Hunk[] {
  const ids = new Map<string, number>();
  const lineIds = (text: string, starts: readonly number[]) =>
    Int32Array.from({ length: starts.length - 1 }, (_, i) => idOf(text.slice(starts[i], starts[i + 1]), ids));
  const idsA = lineIds(source, a);
  const idsB = lineIds(proposed, b);
  const partner = new Int32Array(idsA.length).fill(-1);
  commonRun(
    (i) => idsA[i],
    (j) => idsB[j],
    Array.from(idsA.keys()),
    Array.from(idsB.keys()),
    (i, j) => {
      partner[i] = j;
    },
  );
  const found: Hunk[] = [];
  const add = (from: number, to: number, testFrom: number, testTo: number) => {
    if (from === to && testFrom === testTo) return;
    const last = found.at(-1);
    if (last !== undefined && !/[\p{L}\p{N}]/u.test(source.slice(a[last[1]], a[from])))
      found[found.length - 1] = [last[0], to, last[2], testTo];
    else found.push([from, to, testFrom, testTo]);
  };
  let i = 0;
  let j = 0;
  partner.forEach((other, line) => {
    if (other < 0) return;
    add(i, line, j, other);
    i = line + 1;
    j = other + 1;
  });
  add(i, idsA.length, j, idsB.length);
  return found;
}

function wordEditsAt(source: string, proposed: string, at: number): Edit[] {
  const units = new CodePointIndex(source);
  return inlineEdits(source, proposed).map((edit) => ({
    start: at + units.toUnit(edit.source_start),
    end: at + units.toUnit(edit.source_end),
    text: edit.test_text,
  }));
}

/** Joins edits with nothing between them. */
function touching(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last !== undefined && last.end === edit.start)
      joined[joined.length - 1] = { start: last.start, end: edit.end, text: last.text + edit.text };
    else joined.push(edit);
  }
  return joined;
}

/**
 * Words with all that is not ASCII, white space without line ends, single line ends, single other signs. What combines
 * with a sign stays with it.
 */
const SIGNS = /\n|[^\S\n]+|(?:[A-Za-z0-9_]|[^\0-\x7f\s])+|[\s\S]\p{M}*/gu;

/** An edit in pieces, parted at what both its sides keep in the same order. */
function parted(source: string, edit: Edit): Edit[] {
  if (edit.start === edit.end || edit.text === '') return [edit];
  const a = source.slice(edit.start, edit.end).match(SIGNS) ?? [];
  const b = edit.text.match(SIGNS) ?? [];
  const ids = new Map<string, number>();
  const idsA = a.map((sign) => idOf(sign, ids));
  const idsB = b.map((sign) => idOf(sign, ids));
  const partner = new Int32Array(a.length).fill(-1);
  commonRun(
    (i) => idsA[i],
    (j) => idsB[j],
    [...a.keys()],
    [...b.keys()],
    (i, j) => {
      partner[i] = j;
    },
  );
  const pieces: Edit[] = [];
  let at = edit.start;
  let from = edit.start;
  let next = 0;
  let text = '';
  const push = () => {
    if (from < at || text !== '') pieces.push({ start: from, end: at, text });
  };
  for (let i = 0; i < a.length; i++) {
    if (partner[i] >= 0) {
      text += b.slice(next, partner[i]).join('');
      next = partner[i] + 1;
      push();
      from = at + a[i].length;
      text = '';
    }
    at += a[i].length;
  }
  text += b.slice(next).join('');
  push();
  return pieces;
}
