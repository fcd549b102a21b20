/** Where a text was changed outside some ranges of it. */

import { type Edit, textPieces } from '../change/text-edits.js';
import { CodePointIndex } from '../document/code-points.js';

/** A range of the text before the change, in code points, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A change outside the ranges. Offsets are code points of the text before it. */
export interface OutsideText extends TextRange {
  /** Where its text starts after the change. */
  readonly testStart: number;
  readonly testEnd: number;
  /** The line at which it starts, from 1. */
  readonly line: number;
  readonly removed: string;
  readonly added: string;
}

/** How far an insertion or a deletion is tried to lie elsewhere, in UTF-16 units. */
const FARTHEST = 10_000;

/**
 * The changes that lie in none of the ranges. What was inserted or deleted among repetitions of itself could be said to lie
 * in several places; where a range holds one of them, it lies in that range.
 * @param edges Whether an insertion at the edge of a range, and white space around it, belong to the range. If not, places are
 * told apart by all but white space: a declaration behind another ends with the same sign, and is no part of it.
 */
export function outsideOf(
  before: string,
  after: string,
  ranges: readonly TextRange[],
  { edges }: { readonly edges: boolean },
): OutsideText[] {
  const points = { before: new CodePointIndex(before), after: new CodePointIndex(after) };
  const units = ranges.map(({ start, end }) => {
    const range = { start: points.before.toUnit(start), end: points.before.toUnit(end) };
    return edges ? withSpace(before, range) : range;
  });
  if (edges && keepsRest(before, after, units)) return [];
  const holds = (start: number, end: number) =>
    units.some((range) =>
      start === end && !edges
        ? range.start < start && start < range.end
        : range.start <= start && end <= range.end,
    );
  const found: OutsideText[] = [];
  let shift = 0;
  let line = 1;
  let counted = 0;
  for (const piece of textPieces(before, after)) {
    const testStart = piece.start + shift;
    shift += piece.text.length - (piece.end - piece.start);
    if (isHeld(before, piece, holds, edges ? /[\s\S]/ : /\s/)) continue;
    for (
      let at = before.indexOf('\n', counted);
      at >= 0 && at < piece.start;
      at = before.indexOf('\n', counted)
    ) {
      line++;
      counted = at + 1;
    }
    found.push({
      start: points.before.toPoint(piece.start),
      end: points.before.toPoint(piece.end),
      testStart: points.after.toPoint(testStart),
      testEnd: points.after.toPoint(testStart + piece.text.length),
      line,
      removed: before.slice(piece.start, piece.end),
      added: piece.text,
    });
  }
  return found;
}

/** Whether a text is the other one with nothing but the insides of the ranges replaced. */
function keepsRest(before: string, after: string, ranges: readonly TextRange[]): boolean {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || a.end - b.end);
  // What stands between the ranges must come in order: the first and the last at the ends, the others somewhere.
  let from = 0;
  let at = 0;
  let first = true;
  for (const { start, end } of sorted) {
    if (start < from) {
      from = Math.max(from, end);
      continue;
    }
    const kept = before.slice(from, start);
    const found = first ? (after.startsWith(kept) ? 0 : -1) : after.indexOf(kept, at);
    if (found < 0) return false;
    at = found + kept.length;
    from = end;
    first = false;
  }
  const last = before.slice(from);
  return first ? before === after : at + last.length <= after.length && after.endsWith(last);
}

/** A range with the white space around it. */
function withSpace(text: string, range: TextRange): TextRange {
  let { start, end } = range;
  while (start > 0 && /\s/.test(text[start - 1])) start--;
  while (end < text.length && /\s/.test(text[end])) end++;
  return { start, end };
}

function isHeld(
  text: string,
  piece: Edit,
  holds: (start: number, end: number) => boolean,
  passes: RegExp,
): boolean {
  if (holds(piece.start, piece.end)) return true;
  const isInsertion = piece.start === piece.end;
  if (!isInsertion && piece.text !== '') return false;
  // What is put in or taken out, read as a ring: moving by one sign turns it by one.
  const ring = isInsertion ? piece.text : text.slice(piece.start, piece.end);
  const size = ring.length;
  for (let by = 1; by <= FARTHEST && piece.start - by >= 0; by++) {
    const sign = text[piece.start - by];
    if (!passes.test(sign) || sign !== ring[(((size - by) % size) + size) % size]) break;
    if (holds(piece.start - by, piece.end - by)) return true;
  }
  for (let by = 0; by < FARTHEST && piece.end + by < text.length; by++) {
    const sign = text[piece.end + by];
    if (!passes.test(sign) || sign !== ring[by % size]) break;
    if (holds(piece.start + by + 1, piece.end + by + 1)) return true;
  }
  return false;
}
