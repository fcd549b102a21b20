/** The words of a change: what stayed, what went, what came, and where an unchanged stretch was left out. */
import type { Change } from '../change/change.js';
import { codePointLength, sliceCodePoints } from '../document/code-points.js';
import { tokenize } from '../document/tokens.js';

/** A run of a block's text. `gap` stands for an unchanged stretch left out; its text is that stretch. */
export interface Words {
  readonly kind: 'same' | 'deleted' | 'inserted' | 'gap';
  readonly text: string;
}

/** How much unchanged text stays on each side of an edit, in code points: about a line of print. */
export const DEFAULT_CONTEXT = 70;

/**
 * The text of an edited block with its edits in place, deletions before insertions. Unchanged stretches keep `context`
 * code points beside each edit, cut at a word; `Infinity` keeps everything. Leaving out gaps, the runs that are not
 * `inserted` spell the source text, and those that are not `deleted` the test text.
 */
export function editedWords(change: Change, context: number = DEFAULT_CONTEXT): Words[] {
  const words: Words[] = [];
  let at = 0;
  change.inline.forEach((edit, index) => {
    const same = sliceCodePoints(change.source_text, at, edit.source_start);
    words.push(...shorten(same, index === 0 ? 0 : context, context));
    if (edit.source_text !== '') words.push({ kind: 'deleted', text: edit.source_text });
    if (edit.test_text !== '') words.push({ kind: 'inserted', text: edit.test_text });
    at = edit.source_end;
  });
  words.push(...shorten(sliceCodePoints(change.source_text, at), context, 0));
  return words;
}

/** The sign for the gap at `index`, spaced so that it stands between words and not at an end. */
export function ellipsis(words: readonly Words[], index: number): string {
  return `${index === 0 ? '' : ' '}…${index === words.length - 1 ? '' : ' '}`;
}

/** The first words of a text, at most `limit` code points of it, with ` …` when more follows. */
export function excerpt(text: string, limit: number): string {
  if (codePointLength(text) <= limit) return text;
  return `${leading(text, limit).trimEnd()} …`;
}

/** Keeps `head` code points of an unchanged stretch after one edit and `tail` before the next. */
function shorten(text: string, head: number, tail: number): Words[] {
  if (text === '') return [];
  // A gap that hides less than a few words costs the reader more than it saves.
  const worthwhile = 24;
  if (codePointLength(text) <= head + tail + worthwhile) return [{ kind: 'same', text }];
  const start = leading(text, head).trimEnd();
  const end = trailing(text, tail).trimStart();
  const words: Words[] = [];
  if (start !== '') words.push({ kind: 'same', text: start });
  words.push({ kind: 'gap', text: text.slice(start.length, text.length - end.length) });
  if (end !== '') words.push({ kind: 'same', text: end });
  return words;
}

/** As many whole tokens from the start as fit in `limit` code points; cut inside a token only if the first is longer. */
function leading(text: string, limit: number): string {
  if (limit <= 0) return '';
  // Twice the limit holds every token that could fit, so that a text of a megabyte is not cut up for its first line.
  const window = sliceCodePoints(text, 0, limit * 2);
  let taken = '';
  for (const token of tokenize(window)) {
    if (codePointLength(taken) + codePointLength(token) > limit) break;
    taken += token;
  }
  return taken.trim() === '' ? sliceCodePoints(text, 0, limit) : taken;
}

/** As `leading`, from the end. */
function trailing(text: string, limit: number): string {
  if (limit <= 0) return '';
  const length = codePointLength(text);
  const window = sliceCodePoints(text, Math.max(0, length - limit * 2));
  let taken = '';
  for (const token of tokenize(window).reverse()) {
    if (codePointLength(taken) + codePointLength(token) > limit) break;
    taken = token + taken;
  }
  return taken.trim() === '' ? sliceCodePoints(text, length - limit) : taken;
}
