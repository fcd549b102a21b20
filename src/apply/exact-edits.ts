/** Edits that make one side's raw text of a block the other's, unit for unit, and still say which words changed. */
import type { InlineEdit } from '../change/change.js';
import type { UnitRange } from './raw-side.js';
import {
  type Base,
  commonHead,
  commonTail,
  endOf,
  gapAt,
  labelEdit,
  type RawEdit,
  type WordMap,
  wordMap,
} from './word-edits.js';

/**
 * The edits that make the whole stretch of `base` that of `other`, in order: those of the words, and what is written around
 * words that stayed where the two sides write it differently (emphasis, line breaks). Null when it is not known where the
 * words stand.
 * @param edits the words, as edits of `base`'s text.
 */
export function exactEdits(base: Base, other: Base, edits: readonly InlineEdit[]): RawEdit[] | null {
  const from = wordMap(base);
  const to = wordMap(other);
  if (from === null || to === null) return null;
  const list: RawEdit[] = [];
  const add = (mine: UnitRange, theirs: UnitRange, most: { head: number; tail: number }): boolean => {
    const a = from.text.slice(mine.start, mine.end);
    const b = to.text.slice(theirs.start, theirs.end);
    if (a === b) return true;
    const head = outsideMarkup(a, b, Math.min(commonHead(a, b), most.head));
    const least = Math.min(a.length, b.length) - head;
    const tail = outsideMarkup(mirrored(a), mirrored(b), Math.min(commonTail(a, b), most.tail, least));
    const edit = { start: mine.start + head, end: mine.end - tail, text: b.slice(head, b.length - tail) };
    const last = list.at(-1);
    if (last !== undefined && edit.start < last.end) return false;
    if (last?.end === edit.start)
      list[list.length - 1] = { ...edit, start: last.start, text: last.text + edit.text };
    else list.push(edit);
    return true;
  };
  const label = labelEdit(base, other, 'always');
  if (label !== null) list.push(label);
  let i = 0;
  let j = 0;
  let ordered = true;
  const nowhere = { head: 0, tail: 0 };
  const stays = (until: number): void => {
    for (; i < until; i++, j++) {
      ordered &&= add(gapAt(from, i), gapAt(to, j), nowhere) && add(wordAt(from, i), wordAt(to, j), nowhere);
    }
  };
  for (const edit of edits) {
    stays(edit.source_start);
    const [head, tail] = [gapAt(from, edit.source_start), gapAt(from, edit.source_end)];
    const [otherHead, otherTail] = [gapAt(to, edit.test_start), gapAt(to, edit.test_end)];
    ordered &&= add(
      { start: head.start, end: tail.end },
      { start: otherHead.start, end: otherTail.end },
      {
        head: Math.min(head.end - head.start, otherHead.end - otherHead.start),
        tail: Math.min(tail.end - tail.start, otherTail.end - otherTail.start),
      },
    );
    // The gap after the edit went with it: the word that follows comes without one.
    i = edit.source_end;
    j = edit.test_end;
    if (i < from.words.length && !isEdited(edits, i)) {
      ordered &&= add(wordAt(from, i++), wordAt(to, j++), nowhere);
    }
  }
  stays(from.words.length);
  if (edits.at(-1)?.source_end !== from.words.length) {
    ordered &&= add(gapAt(from, from.words.length), gapAt(to, to.words.length), nowhere);
  }
  return ordered ? list : null;
}

/** How much of a head that two texts share ends outside a tag and outside a run of signs of emphasis: marks cut neither. */
function outsideMarkup(a: string, b: string, head: number): number {
  const shared = a.slice(0, head);
  const tag = shared.lastIndexOf('<');
  if (tag > shared.lastIndexOf('>')) return tag;
  const run = /([*_`~])\1*$/.exec(shared);
  const goesOn = run !== null && (a[head] === run[1] || b[head] === run[1]);
  return goesOn ? head - run[0].length : head;
}

/** A text from its end, so that its tail is a head. */
function mirrored(text: string): string {
  const turned: Record<string, string> = { '<': '>', '>': '<' };
  return text
    .split('')
    .reverse()
    .map((unit) => turned[unit] ?? unit)
    .join('');
}

function isEdited(edits: readonly InlineEdit[], at: number): boolean {
  return edits.some((edit) => edit.source_start === at);
}

function wordAt(map: WordMap, k: number): UnitRange {
  return { start: map.offsets[k], end: endOf(map, k) };
}
