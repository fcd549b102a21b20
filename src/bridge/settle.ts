/**
 * Where the white space around an insertion or a deletion belongs is a matter of taste: a paragraph is put in with the
 * blank line before it or with the one behind it. An edit that could lie elsewhere for that reason alone goes to where
 * the smallest scope holds it, so that a paragraph at the end of a section is one of that section.
 */

import type { Piece } from '../change/text-edits.js';
import type { CodePointIndex } from '../document/code-points.js';
import { openedLevel } from './headings.js';
import type { ScopeIndex } from './scope-index.js';

/** How far an edit may move, in UTF-16 units. White space between two parts of a text is seldom longer. */
const FARTHEST = 200;

const SPACE = /\s/;

/** The pieces with those moved that a smaller scope holds elsewhere. They stay apart from each other. */
export function settled(
  source: string,
  pieces: readonly Piece[],
  scopes: ScopeIndex,
  points: CodePointIndex,
): Piece[] {
  const moved: Piece[] = [];
  pieces.forEach((piece, i) => {
    const least = (moved.at(-1)?.end ?? -1) + 1;
    const most = (pieces[i + 1]?.start ?? source.length + 1) - 1;
    moved.push(best(source, piece, least, most, scopes, points));
  });
  return moved;
}

function best(
  source: string,
  piece: Piece,
  least: number,
  most: number,
  scopes: ScopeIndex,
  points: CodePointIndex,
): Piece {
  const isInsertion = piece.start === piece.end;
  if (!isInsertion && piece.text !== '') return piece;
  const opens = openedLevel(source, piece);
  const sizeAt = (start: number, end: number) => {
    const found = scopes.around(points.toPoint(start), points.toPoint(end), opens);
    return found === null ? Number.POSITIVE_INFINITY : scopes.size(found);
  };
  let chosen = piece;
  let smallest = sizeAt(piece.start, piece.end);
  // What is put in or taken out, as it reads at each place: moving by one sign turns it by one.
  let turning = isInsertion ? piece.text : source.slice(piece.start, piece.end);
  const consider = (by: number) => {
    const size = sizeAt(piece.start + by, piece.end + by);
    if (size >= smallest) return;
    smallest = size;
    chosen = { ...piece, start: piece.start + by, end: piece.end + by, text: isInsertion ? turning : '' };
  };
  for (let by = -1; by >= -FARTHEST && piece.start + by >= least; by--) {
    const sign = source[piece.start + by];
    if (!SPACE.test(sign) || sign !== turning[turning.length - 1]) break;
    turning = sign + turning.slice(0, -1);
    consider(by);
  }
  turning = isInsertion ? piece.text : source.slice(piece.start, piece.end);
  for (let by = 1; by <= FARTHEST && piece.end + by <= most; by++) {
    const sign = source[piece.end + by - 1];
    if (!SPACE.test(sign) || sign !== turning[0]) break;
    turning = turning.slice(1) + sign;
    consider(by);
  }
  return chosen;
}
