/**
 * What an edit gives back. Between two kept words lies a stretch of each text; where the two stretches begin or end with
 * the same white space and punctuation, that is no part of the edit, but a bracket goes only together with its partner.
 */
import { hasPaired, partners } from './brackets.js';
import type { WordText } from './word-text.js';

/** A piece of a text between two anchors, with how much of each end holds no word. */
export interface Stretch {
  readonly text: string;
  /** Where it starts in its text. */
  readonly at: number;
  readonly lead: number;
  readonly trail: number;
  /** The sign before it. */
  readonly before: string;
}

/** The stretch that holds words `[i, w)`, from the end of the word before to the start of the word after. */
export function stretch({ text, starts, ends }: WordText, i: number, w: number): Stretch {
  const at = i === 0 ? 0 : ends[i - 1];
  const end = w === starts.length ? text.length : starts[w];
  const empty = i === w;
  return {
    text: text.slice(at, end),
    at,
    lead: empty ? end - at : starts[i] - at,
    trail: empty ? end - at : end - ends[w - 1],
    before: text.slice(Math.max(0, at - 1), at),
  };
}

/** How many units at the start and at the end both stretches share and an edit gives back. */
export function sharedEnds(a: Stretch, b: Stretch): { start: number; end: number } {
  let mostStart = commonStart(a, b);
  let mostEnd = commonEnd(a, b);
  const shorter = Math.min(a.text.length, b.text.length);
  const paired = hasPaired(a.text.slice(0, mostStart)) || hasPaired(a.text.slice(a.text.length - mostEnd));
  if (!paired) return { start: mostStart, end: Math.min(mostEnd, shorter - mostStart) };
  const pairs = [a, b].map(({ text, before }) => ({ length: text.length, partner: partners(text, before) }));
  for (;;) {
    const start = mostStart;
    const end = Math.min(mostEnd, shorter - start);
    // A bracket whose partner stays in the edit stays too; that may strand another one, hence the loop.
    const strandedAtStart = pairs.map(({ length, partner }) =>
      firstStranded(partner, 0, start, start, length - end),
    );
    const strandedAtEnd = pairs.map(({ length, partner }) =>
      lastStranded(partner, length - end, length, start, length - end),
    );
    const newStart = Math.min(start, ...strandedAtStart);
    const newEnd = Math.min(end, ...strandedAtEnd);
    if (newStart === start && newEnd === end) return { start, end };
    if (newStart < start) mostStart = newStart;
    else mostEnd = newEnd;
  }
}

/** The first index in `[from, to)` whose partner lies in the edit `[start, end)`; `to` when there is none. */
function firstStranded(partner: Int32Array, from: number, to: number, start: number, end: number): number {
  for (let i = from; i < to; i++) if (partner[i] >= start && partner[i] < end) return i;
  return to;
}

/** How many units at the end may be given back so that none of `[from, to)` has its partner in the edit. */
function lastStranded(partner: Int32Array, from: number, to: number, start: number, end: number): number {
  for (let i = to - 1; i >= from; i--) if (partner[i] >= start && partner[i] < end) return to - 1 - i;
  return to - from;
}

function commonStart(a: Stretch, b: Stretch): number {
  const most = Math.min(a.lead, b.lead);
  let n = 0;
  while (n < most && a.text[n] === b.text[n]) n++;
  return splitsPair(a.text, n) || splitsPair(b.text, n) ? n - 1 : n;
}

function commonEnd(a: Stretch, b: Stretch): number {
  const most = Math.min(a.trail, b.trail);
  let n = 0;
  while (n < most && a.text[a.text.length - 1 - n] === b.text[b.text.length - 1 - n]) n++;
  return splitsPair(a.text, a.text.length - n) || splitsPair(b.text, b.text.length - n) ? n - 1 : n;
}

/** Whether unit index `at` falls inside a surrogate pair. */
function splitsPair(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const high = text.charCodeAt(at - 1);
  const low = text.charCodeAt(at);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
