/**
 * Where the same words stand next to an inserted or deleted run, the run could as well be said to lie a few words earlier
 * or later: `A b. A c. A d.` may have lost `A c. ` or `c. A `. This settles each run at the place where it starts and
 * ends at a sentence, else at a clause, and never where that would need an edit more.
 */
import { startsSentence } from './sentences.js';
import { gapBefore, type WordText } from './word-text.js';

/** Settles the runs of both sides, in place. `source` and `test` hold each word's partner or -1. */
export function settleRuns(
  sourceText: WordText,
  testText: WordText,
  sourceIds: readonly number[],
  testIds: readonly number[],
  source: Int32Array,
  test: Int32Array,
): void {
  settleSide(
    { text: testText, ids: testIds, partner: test },
    { text: sourceText, ids: sourceIds, partner: source },
  );
  settleSide(
    { text: sourceText, ids: sourceIds, partner: source },
    { text: testText, ids: testIds, partner: test },
  );
}

interface Side {
  readonly text: WordText;
  readonly ids: readonly number[];
  readonly partner: Int32Array;
}

/** Settles the runs of words that `long` has and `short` has nothing in place of. */
function settleSide(long: Side, short: Side): void {
  const { partner } = long;
  for (let from = 0; from < partner.length; from++) {
    if (partner[from] >= 0) continue;
    let to = from + 1;
    while (to < partner.length && partner[to] < 0) to++;
    const before = from === 0 ? -1 : partner[from - 1];
    const after = to === partner.length ? short.partner.length : partner[to];
    // Only where the other side has no words in the run's place: a replacement stays where it is.
    if (after === before + 1) to += settleRun(long, short, from, to, after);
    from = to - 1;
  }
}

/** Moves the run `[from, to)`, which lies before `short`'s word `at`, to its best place; returns by how many words. */
function settleRun(long: Side, short: Side, from: number, to: number, at: number): number {
  let least = 0;
  while (canShift(long, short, from + least - 1, to + least - 1, from + least - 1, at + least - 1)) least--;
  let most = 0;
  while (canShift(long, short, from + most, to + most, to + most, at + most)) most++;
  // Next to another run the two would be one edit, with words on both its sides: the run stays a word away.
  while (least < 0 && !joins(long, short, from + least - 1, at + least - 1)) least++;
  while (most > 0 && !joins(long, short, to + most, at + most)) most--;
  if (least === 0 && most === 0) return 0;
  // Gaps between words that stay neighbours on both sides: as the run moves right, those on its left grow in number.
  let broken = 0;
  for (let k = least; k < most; k++) broken += gapDiffers(long, short, to + k + 1, at + k + 1);
  let best = least;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let shift = least; ; shift++) {
    const score = boundary(long.text, from + shift) + boundary(long.text, to + shift) - 10 * broken;
    if (score >= bestScore) {
      bestScore = score;
      best = shift;
    }
    if (shift === most) break;
    broken += gapDiffers(long, short, from + shift, at + shift);
    broken -= gapDiffers(long, short, to + shift + 1, at + shift + 1);
  }
  apply(long, short, from, to, at, best);
  return best;
}

/** Whether the words at the two ends of a run are one word, and the one outside it (`outer`) is paired with `inner`. */
function canShift(long: Side, short: Side, x: number, y: number, outer: number, inner: number): boolean {
  return (
    x >= 0 &&
    y < long.ids.length &&
    inner >= 0 &&
    inner < short.ids.length &&
    long.ids[x] === long.ids[y] &&
    long.partner[outer] === inner
  );
}

/** Whether the words at these places are a pair, or lie just outside both texts. */
function joins(long: Side, short: Side, x: number, y: number): boolean {
  if (x < 0 || y < 0) return x < 0 && y < 0;
  if (x === long.ids.length || y === short.ids.length) return x === long.ids.length && y === short.ids.length;
  return long.partner[x] === y;
}

/** 1 when the gap before `long`'s word and the gap before `short`'s word differ: an edit more. */
function gapDiffers(long: Side, short: Side, x: number, y: number): 0 | 1 {
  if ((x === 0) !== (y === 0)) return 0;
  return gapBefore(long.text, x) === gapBefore(short.text, y) ? 0 : 1;
}

/** How good a place for an edit to begin or end the gap before word `w` is. */
function boundary(text: WordText, w: number): number {
  if (w === 0 || w === text.starts.length || startsSentence(text, w)) return 3;
  return /[^\s]/u.test(gapBefore(text, w)) ? 1 : 0;
}

function apply(long: Side, short: Side, from: number, to: number, at: number, shift: number): void {
  const pair = (x: number, y: number): void => {
    long.partner[x] = y;
    short.partner[y] = x;
  };
  if (shift > 0) for (let k = 0; k < shift; k++) pair(from + k, at + k);
  else for (let k = -1; k >= shift; k--) pair(to + k, at + k);
  for (let x = from + shift; x < to + shift; x++) long.partner[x] = -1;
}
