/**
 * Pieces of an edit as span operations: few, because pieces that lie close become one operation, and small, because the
 * texts of an operation, its context among them, are at most twice what a comparison by words would replace there.
 */
import { codePointLength } from '../document/code-points.js';
import type { SpanInput } from '../patch/index.js';
import type { Piece } from './text-edits.js';

/** Pieces that one operation makes. Offsets are UTF-16 units of the source. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What it replaces and puts in, in UTF-16 units: the size of the edits by words that it makes. */
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

/** Joins pieces that lie close, but never pieces of two scopes; `scopeOf` gives the scope of a piece. */
export function chunks(
  source: string,
  pieces: readonly Piece[],
  scopeOf: (piece: number) => unknown,
): Chunk[] {
  const joined: (Chunk & { readonly edit: number; readonly scope: unknown })[] = [];
  pieces.forEach((piece, i) => {
    const scope = scopeOf(i);
    const last = joined.at(-1);
    // What one edit by words replaces may be replaced whole again.
    if (
      last !== undefined &&
      last.scope === scope &&
      last.edit === piece.edit &&
      piece.start - last.end <= CLOSE
    ) {
      const text = last.text + source.slice(last.end, piece.start) + piece.text;
      joined[joined.length - 1] = {
        ...last,
        end: piece.end,
        text,
        weight: piece.end - last.start + text.length,
      };
    } else {
      const { start, end, text, edit } = piece;
      joined.push({ start, end, text, edit, scope, weight: end - start + text.length });
    }
  });
  const few: typeof joined = [];
  for (const chunk of joined) {
    const last = few.at(-1);
    const both = last === undefined || last.scope !== chunk.scope ? null : join(source, last, chunk);
    if (
      last !== undefined &&
      both !== null &&
      chunk.start - last.end <= CLOSE &&
      growthOf(both) <= MOST_GROWTH
    )
      few[few.length - 1] = { ...last, ...both };
    else few.push(chunk);
  }
  return few;
}

function join(source: string, a: Chunk, b: Chunk): Chunk {
  const text = a.text + source.slice(a.end, b.start) + b.text;
  return { start: a.start, end: b.end, text, weight: a.weight + b.weight };
}

function growthOf({ start, end, text, weight }: Chunk): number {
  return (end - start + text.length) / weight;
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
  const room = MOST_GROWTH * chunk.weight - (chunk.end - chunk.start) - chunk.text.length;
  const least = chunk.start === chunk.end ? 1 : 0;
  const most = Math.min(MOST_CONTEXT, Math.max(least, Math.floor(room / 2)));
  // Code points take one or two units each: twice as many units hold as many of them, less a half pair at the edge.
  const head = most === 0 ? [] : [...before.slice(-2 * most - 1)].slice(-most);
  const tail = [...after.slice(0, 2 * most + 1)].slice(0, most);
  return [head.join(''), tail.join('')];
}
