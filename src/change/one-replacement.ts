/**
 * The commonest edit, found without looking at the whole of the texts: in the middle of two texts that are otherwise the
 * same stand words that have nothing in common. Only where it is certain that matching all words would find the same.
 */
import { LEAST_KEPT } from './match-words.js';
import { type Stretch, stretch } from './shared-ends.js';
import { type WordText, wordText } from './word-text.js';

/** The stretches that differ. */
export interface Replacement {
  readonly source: Stretch;
  readonly test: Stretch;
}

/** Longer middles are left to the full match: comparing them here would save little. */
const MOST_UNITS = 400;

/** A sign that may end a sentence. */
const MAY_END = /[.!?\u2026\u3002\uff01\uff1f\n]/;

/** The one replacement that turns `a` into `b`; null when there is more to it, or may be. */
export function oneReplacement(a: string, b: string): Replacement | null {
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < least - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  // Tokens never cross white space, so that cutting there leaves every token whole.
  start = lastSpace(a, start - 1) + 1;
  const space = a.indexOf(' ', a.length - end);
  end = space < 0 || end === 0 ? 0 : a.length - space;
  const aEnd = a.length - end;
  const bEnd = b.length - end;
  if (start >= aEnd || start >= bEnd || aEnd - start > MOST_UNITS || bEnd - start > MOST_UNITS) return null;
  const left = tokenBefore(a, start);
  const right = tokenAfter(a, aEnd);
  const source = around(a, left, start, aEnd, right);
  const test = around(b, left, start, bEnd, right + b.length - a.length);
  if (source === null || test === null) return null;
  if (sharesWord(source.middle, test.middle)) return null;
  const gone = source.middle.starts.length;
  const most = Math.max(gone, test.middle.starts.length);
  if (!keepsEnough(a, start, aEnd, gone, most)) return null;
  return { source: source.stretch, test: test.stretch };
}

/** Where the token before the white space at `start - 1` begins; `start` when there is nothing before. */
function tokenBefore(text: string, start: number): number {
  return lastSpace(text, start - 2) + 1;
}

/** The last space at or before `at`, -1 when there is none: to `lastIndexOf`, a place before the text is its first. */
function lastSpace(text: string, at: number): number {
  return at < 0 ? -1 : text.lastIndexOf(' ', at);
}

/** Where the token after the white space at `end` ends. */
function tokenAfter(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.indexOf(' ', end + 1);
  return space < 0 ? text.length : space;
}

/** The middle with one token on each side, as words; null unless the middle and each such token hold a word. */
function around(
  text: string,
  left: number,
  start: number,
  end: number,
  right: number,
): { middle: WordText; stretch: Stretch } | null {
  const middle = wordText(text.slice(start, end));
  const before = wordText(text.slice(left, start));
  const after = wordText(text.slice(end, right));
  if (middle.starts.length === 0) return null;
  if (start > 0 && before.starts.length === 0) return null;
  if (end < text.length && after.starts.length === 0) return null;
  const whole: WordText = {
    text,
    starts: [
      ...before.starts.map((at) => at + left),
      ...middle.starts.map((at) => at + start),
      ...after.starts.map((at) => at + end),
    ],
    ends: [
      ...before.ends.map((at) => at + left),
      ...middle.ends.map((at) => at + start),
      ...after.ends.map((at) => at + end),
    ],
  };
  const first = before.starts.length;
  return { middle, stretch: stretch(whole, first, first + middle.starts.length) };
}

function sharesWord(a: WordText, b: WordText): boolean {
  const words = new Set(a.starts.map((start, w) => a.text.slice(start, a.ends[w])));
  return b.starts.some((start, w) => words.has(b.text.slice(start, b.ends[w])));
}

/**
 * Whether the sentence around the middle certainly keeps enough of its words, and the text half of them: else the rules
 * for rewritten sentences and texts have a say. `gone` is the number of words that go, `most` the larger of both sides.
 */
function keepsEnough(text: string, start: number, end: number, gone: number, most: number): boolean {
  const middle = text.slice(start, end);
  if (MAY_END.test(middle)) return false;
  const needed = Math.max(most, Math.ceil((gone * LEAST_KEPT) / (1 - LEAST_KEPT)));
  let kept = 0;
  for (let at = start; at > 0 && kept < needed; ) {
    const from = tokenBefore(text, at);
    const token = text.slice(from, at);
    if (MAY_END.test(token)) break;
    if (isPlainWord(token)) kept++;
    at = from;
  }
  for (let at = end; at < text.length && kept < needed; ) {
    const to = tokenAfter(text, at);
    const token = text.slice(at, to);
    if (isPlainWord(token)) kept++;
    if (MAY_END.test(token)) break;
    at = to;
  }
  return kept >= needed;
}

/** A token that certainly is, or holds, a word. */
function isPlainWord(token: string): boolean {
  return /[A-Za-z0-9]/.test(token);
}
