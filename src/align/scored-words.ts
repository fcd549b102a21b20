/**
 * What similarity counts in a text: its tokens, each without the punctuation at its two ends, and parted at dashes. So
 * `goods;` is the word that `goods` is, as it is to the leaf diff, and `9:00–17:00` shares one of its two times with
 * `9:00–18:00`. A short item would otherwise be another one for the comma that follows it.
 */
import { wordTokens } from '../document/tokens.js';

const PUNCTUATION = /\p{P}/u;
/** Dashes that part two words where no white space does. */
const DASH = /(?<=[\p{L}\p{N}])[\u2013-\u2015]+(?=[\p{L}\p{N}])/u;
/** Anything but ASCII letters and digits: a token without such a sign is a word as it stands. */
const SIGN = /[^A-Za-z0-9]/;

/** The words of a text that similarity counts, in order. In code, where every sign counts, these are its tokens. */
export function scoredWords(text: string, code = false): string[] {
  const tokens = wordTokens(text);
  if (code || !SIGN.test(text)) return tokens;
  const words: string[] = [];
  for (const token of tokens) {
    if (!SIGN.test(token)) words.push(token);
    else for (const part of token.split(DASH)) words.push(bare(part));
  }
  return words;
}

/** A token without the punctuation at its ends; one that is all punctuation stays. */
function bare(token: string): string {
  const signs = Array.from(token);
  let from = 0;
  let to = signs.length;
  while (from < to && PUNCTUATION.test(signs[from])) from++;
  while (to > from && PUNCTUATION.test(signs[to - 1])) to--;
  return from === to ? token : signs.slice(from, to).join('');
}
