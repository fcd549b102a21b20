/** Where sentences start, in any language that ends them with a mark; in code, every line is one. */
import { gapBefore, type WordText } from './word-text.js';

/** A full stop, with what may close after it, before white space; the full-width marks need no space. */
const END = /[.!?\u2026][\p{Pe}\p{Pf}"']*\s|[\u3002\uff01\uff1f]|\n/u;
const LOWER = /^\p{Ll}/u;
/** Short forms that a full stop follows without ending anything. */
const SHORT = new Set(['No', 'Nos', 'Mr', 'Mrs', 'Ms', 'Dr', 'vs', 'cf', 'e.g', 'i.e']);

/** The index of each sentence's first word, in order; `[]` for a text without words. */
export function sentenceStarts(words: WordText): number[] {
  const found: number[] = [];
  for (let w = 0; w < words.starts.length; w++) if (startsSentence(words, w)) found.push(w);
  return found;
}

/** Whether word `w` is the first of a sentence. */
export function startsSentence(words: WordText, w: number): boolean {
  if (w === 0) return true;
  const { text, starts, ends } = words;
  // A plain space is by far the commonest gap.
  if (starts[w] - ends[w - 1] < 2 && text[ends[w - 1]] !== '\n' && text.charCodeAt(ends[w - 1]) < 0x3000)
    return false;
  const gap = gapBefore(words, w);
  if (!END.test(gap)) return false;
  if (gap.includes('\n')) return true;
  const before = text.slice(starts[w - 1], ends[w - 1]);
  // An initial (`J. Smith`) or a short form; a lower-case word goes on with the sentence.
  if (/^\p{Lu}$/u.test(before) || SHORT.has(before)) return false;
  return !LOWER.test(text.slice(starts[w], starts[w] + 2));
}
