/**
 * Pieces of an edit as span operations: few, because pieces that lie close become one operation, and small, because the
 * texts of an operation, its context among them, are at most twice what a comparison by words would replace there.
 */

import type { Piece } from '../change/text-edits.js';
import { codePointLength } from '../document/code-points.js';
import type { SpanInput } from '../patch/index.js';

/** Pieces that one operation makes. Offsets are UTF-16 units of the source. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Code points that it replaces and puts in. */
  readonly size: number;
  /** As many of them as the edits by words that it makes replace and put in. */
  readonly weight: number;
}

/**
 * Unchanged text between two pieces is written twice when they become one operation: so much of it costs no more than
 * the names and numbers of an operation of its own, about a hundred signs of JSON.
 */
const CLOSE = 48;

/** Most code points of context on a side: enough for a reader to find the place. */
const MOST_CONTEXT = 12;

/** Texts of an operation may be this many times as large as the edits by words that it makes. */
const MOST_GROWTH = 2;

interface Placed extends Chunk {
  readonly edit: number;
  readonly editSize: number;
  readonly scope: unknown;
}

/** Joins pieces that lie close, but never pieces of two scopes; `scopeOf` gives the scope of a piece. */
export function chunks(
  source: string,
  pieces: readonly Piece[],
  scopeOf: (piece: number) => unknown,
): Chunk[] {
  const single = pieces.map((piece, i): Placed => {
    const size = codePointLength(source.slice(piece.start, piece.end)) + codePointLength(piece.text);
    return { ...piece, size, weight: size, scope: scopeOf(i) };
  });
  // What one edit by words replaces may be replaced whole again, pieces that moved with white space included; what
  // several do, while that is not much larger.
  const whole = joined(source, single, (a, b, size) =>
    a.edit === b.edit && size <= MOST_GROWTH * a.editSize ? Math.min(size, a.editSize) : null,
  );
  return joined(source, whole, (a, b, size) => {
    const weight = a.weight + b.weight;
    return size <= MOST_GROWTH * weight ? weight : null;
  });
}

/** Joins neighbours where `weigh` gives the weight of both; `size` is theirs with what lies between, on both sides. */
function joined(
  source: string,
  list: readonly Placed[],
  weigh: (a: Placed, b: Placed, size: number) => number | null,
): Placed[] {
  const made: Placed[] = [];
  for (const next of list) {
    const last = made.at(-1);
    const isClose = last !== undefined && last.scope === next.scope && next.start - last.end <= CLOSE;
    const between = isClose ? source.slice(last.end, next.start) : '';
    const size = isClose ? last.size + next.size + 2 * codePointLength(between) : 0;
    const weight = isClose ? weigh(last, next, size) : null;
    if (last === undefined || weight === null) made.push(next);
    else
      made[made.length - 1] = { ...last, end: next.end, text: last.text + between + next.text, size, weight };
  }
  return made;
}

/** A buffer that operations are made for: a scope, or the whole text. */
export interface Buffer {
  readonly source: string;
  /** Its bounds in the source, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Span operations that make all chunks, the last one first, so that each finds the text before it untouched. Their
 * coordinates are code points of the buffer, and their context lies in it.
 */
export function spanOperations(buffer: Buffer, list: readonly Chunk[]): SpanInput[] {
  const { source } = buffer;
  // Counted from chunk to chunk, so that the cost is that of the buffer's size once.
  let unit = buffer.start;
  let point = 0;
  const pointAt = (to: number) => {
    point += codePointLength(source.slice(unit, to));
    unit = to;
    return point;
  };
  return list
    .map((chunk, i): SpanInput => {
      const start = pointAt(chunk.start);
      const end = pointAt(chunk.end);
      const before = source.slice(list[i - 1]?.end ?? buffer.start, chunk.start);
      const after = source.slice(chunk.end, list[i + 1]?.start ?? buffer.end);
      const [expected_before, expected_after] = context(chunk, before, after);
      return {
        op: 'span',
        start,
        end,
        expected_text: source.slice(chunk.start, chunk.end),
        replace: chunk.text,
        ...(expected_before === '' ? {} : { expected_before }),
        ...(expected_after === '' ? {} : { expected_after }),
      };
    })
    .reverse();
}

/** As much of the text on both sides as the size of the chunk allows; of an insertion at least one sign on each. */
function context(chunk: Chunk, before: string, after: string): [string, string] {
  const room = MOST_GROWTH * chunk.weight - chunk.size;
  const least = chunk.start === chunk.end ? 1 : 0;
  const most = Math.min(MOST_CONTEXT, Math.max(least, Math.floor(room / 2)));
  // Code points take one or two units each: twice as many units hold as many of them, less a half pair at the edge.
  const head = most === 0 ? [] : [...before.slice(-2 * most - 1)].slice(-most);
  const tail = [...after.slice(0, 2 * most + 1)].slice(0, most);
  return [head.join(''), tail.join('')];
}
