/**
 * The built-in leaf differ. Words that both texts keep are anchors; whatever lies between two anchors and differs is one
 * edit, which gives back the white space and punctuation that both its sides begin or end with. So edits parted only by
 * white space and punctuation are one edit, edits never touch, and no word stands on both sides of an edit but those of a
 * sentence that is replaced as one.
 */
import { CodePointIndex } from '../document/code-points.js';
import { tokenize } from '../document/tokens.js';
import type { InlineEdit, LeafProcessor } from './change.js';
import { matchWords } from './match-words.js';
import { oneReplacement } from './one-replacement.js';
import { type Stretch, sharedEnds, stretch } from './shared-ends.js';
import { wordText } from './word-text.js';

/** The built-in leaf differ, named on the wire: it compares by words and cleans up for a reader. */
export const WORD_PROCESSOR: LeafProcessor = { name: 'words', tokens: tokenize, diff: inlineEdits };

/**
 * The edits that turn `a` into `b`, in order, not touching, in code points. Equal texts give none. Deterministic, and
 * bounded for texts of any size: see MAX_SEARCH.
 */
export function inlineEdits(a: string, b: string): InlineEdit[] {
  if (a === b) return [];
  const only = oneReplacement(a, b);
  return only === null
    ? editsByWords(a, b)
    : [edit(a, b, only.source, only.test, points(a, b)) as InlineEdit];
}

/** As {@link inlineEdits}, by matching all words of both texts. */
export function editsByWords(a: string, b: string): InlineEdit[] {
  const source = wordText(a);
  const test = wordText(b);
  const match = matchWords(source, test);
  const offsets = points(a, b);
  const edits: InlineEdit[] = [];
  let i = 0;
  let j = 0;
  for (let w = 0; w <= source.starts.length; w++) {
    const last = w === source.starts.length;
    if (!last && match.source[w] < 0) continue;
    const v = last ? test.starts.length : match.source[w];
    const found = edit(a, b, stretch(source, i, w), stretch(test, j, v), offsets);
    if (found !== null) edits.push(found);
    i = w + 1;
    j = v + 1;
  }
  return edits;
}

interface Points {
  readonly source: CodePointIndex;
  readonly test: CodePointIndex;
}

function points(a: string, b: string): Points {
  return { source: new CodePointIndex(a), test: new CodePointIndex(b) };
}

/** The edit between two kept words, whose stretches these are; null when they are the same. */
function edit(source: string, test: string, a: Stretch, b: Stretch, offsets: Points): InlineEdit | null {
  if (a.text === b.text) return null;
  const { start, end } = sharedEnds(a, b);
  let aStart = a.at + start;
  let aEnd = a.at + a.text.length - end;
  let bStart = b.at + start;
  let bEnd = b.at + b.text.length - end;
  if (aStart === aEnd || bStart === bEnd) {
    const back =
      aStart === aEnd ? toLineStart(test, bStart, bEnd, start) : toLineStart(source, aStart, aEnd, start);
    aStart -= back;
    aEnd -= back;
    bStart -= back;
    bEnd -= back;
  }
  return {
    kind: aStart === aEnd ? 'insert' : bStart === bEnd ? 'delete' : 'replace',
    source_start: offsets.source.toPoint(aStart),
    source_end: offsets.source.toPoint(aEnd),
    test_start: offsets.test.toPoint(bStart),
    test_end: offsets.test.toPoint(bEnd),
    source_text: source.slice(aStart, aEnd),
    test_text: test.slice(bStart, bEnd),
  };
}

/**
 * How many units earlier the run `[start, end)` of a text can be said to stand, so that it begins and ends where a line does:
 * whole lines come and go, and not the end of one with the beginning of the next. At most `most`; 0 where it cannot.
 */
function toLineStart(text: string, start: number, end: number, most: number): number {
  if (!text.slice(start, end).includes('\n')) return 0;
  for (let back = 0; back <= most; back++) {
    if (start - back === 0 || text[start - back - 1] === '\n') return back;
    if (text[start - back - 1] !== text[end - back - 1]) return 0;
  }
  return 0;
}
