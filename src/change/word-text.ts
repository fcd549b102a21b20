/**
 * A text seen as words and gaps. A word is a token without the punctuation at its two ends; everything between two words,
 * white space and punctuation alike, is a gap. So `thirty (30) days` is three words, and `made` is the same word in
 * `made.` and in `made, and`. Offsets here are UTF-16 units: they only ever index the text they came from.
 */
import { tokenize } from '../document/tokens.js';

/** The words of one text. Word `w` is `text.slice(starts[w], ends[w])`. */
export interface WordText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const PUNCTUATION = /\p{P}/u;
/** A token of nothing but these, as `=` or `+`, parts words and is none; in `+5` the sign is part of the word. */
const ONLY_SIGNS = /^[\p{P}\p{Sm}\p{Sk}]+$/u;
/** Punctuation that a combining mark follows is drawn as one sign with it, so it belongs to a word. */
const MARK = /\p{M}/u;
/** Dashes and dots that part two words even where no white space does, and a comma or semicolon set between letters. */
const INNER_BREAK = /[\u2014\u2015\u2026]+|(?<=\p{L})[,;](?=\p{L})/gu;
const MAYBE_INNER_BREAK = /[\u2014\u2015\u2026,;]/;

/** Cuts `text` into words. */
export function wordText(text: string): WordText {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const token of tokenize(text)) {
    if (!isSpace(token)) addWords(token, at, starts, ends);
    at += token.length;
  }
  return { text, starts, ends };
}

/** The gap before word `w`; before word 0 it is the start of the text, after the last its end. */
export function gapBefore({ text, starts, ends }: WordText, w: number): string {
  return text.slice(w === 0 ? 0 : ends[w - 1], w === starts.length ? text.length : starts[w]);
}

function addWords(token: string, at: number, starts: number[], ends: number[]): void {
  if (!MAYBE_INNER_BREAK.test(token)) {
    addWord(token, at, starts, ends);
    return;
  }
  let from = 0;
  for (const found of token.matchAll(INNER_BREAK)) {
    addWord(token.slice(from, found.index), at + from, starts, ends);
    from = found.index + found[0].length;
  }
  addWord(token.slice(from), at + from, starts, ends);
}

function addWord(piece: string, at: number, starts: number[], ends: number[]): void {
  let start = 0;
  while (start < piece.length) {
    const width = punctuationWidth(piece, start);
    if (width === 0) break;
    start += width;
  }
  if (start >= piece.length || (!isPlainLetter(piece.charCodeAt(start)) && ONLY_SIGNS.test(piece))) return;
  let end = piece.length;
  while (end > start) {
    const width = pairEndsAt(piece, end) ? 2 : 1;
    if (punctuationWidth(piece, end - width) !== width) break;
    end -= width;
  }
  starts.push(at + start);
  ends.push(at + end);
}

/** How many units the punctuation mark at `i` takes; 0 when there is none. */
function punctuationWidth(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (isPlainLetter(unit)) return 0;
  const sign = String.fromCodePoint(text.codePointAt(i) as number);
  if (!PUNCTUATION.test(sign) && !isMark(text, i)) return 0;
  const after = text.codePointAt(i + sign.length);
  return after !== undefined && after > 0x2ff && MARK.test(String.fromCodePoint(after)) ? 0 : sign.length;
}

/** A back-tick, as old texts open quotations with two of, and an angle bracket at the side of a letter, `<name>`. */
function isMark(text: string, i: number): boolean {
  switch (text[i]) {
    case '`':
      return true;
    case '<':
      return /^\p{L}/u.test(text.slice(i + 1, i + 3));
    case '>':
      return /\p{L}$/u.test(text.slice(Math.max(0, i - 2), i));
    default:
      return false;
  }
}

function isPlainLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
}

function pairEndsAt(text: string, end: number): boolean {
  const low = text.charCodeAt(end - 1);
  const high = text.charCodeAt(end - 2);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
}

function isSpace(token: string): boolean {
  const unit = token.charCodeAt(0);
  return unit === 32 || (!isPlainLetter(unit) && /^\s/u.test(token));
}
