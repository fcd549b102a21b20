/**
 * Tokens, shared by similarity and the leaf diff: maximal runs without white space, and the runs of white space between
 * them; in scripts that are written without spaces, word segments. The tokens of a text, joined, are the text.
 */

/** Scripts written without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar, Tibetan. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const RUNS = /\s+|\S+/gu;
const WORDS = /\S+/gu;

let segmenter: Intl.Segmenter | null = null;

/** Cuts `text` into tokens, white space included. */
export function tokenize(text: string): string[] {
  const runs = text.match(RUNS) ?? [];
  if (isSpaced(text)) return runs;
  return runs.flatMap((run) => (UNSPACED.test(run) ? segments(run) : [run]));
}

/** The tokens of `text` that are not white space: what similarity and `tokens_changed` count. */
export function wordTokens(text: string): string[] {
  if (isSpaced(text)) return text.match(WORDS) ?? [];
  return tokenize(text).filter((token) => !/^\s/u.test(token));
}

/** Nothing below U+0E00 belongs to an unspaced script, so most texts never see the property test. */
function isSpaced(text: string): boolean {
  return !/[^\u0000-\u0dff]/.test(text) || !UNSPACED.test(text);
}

function segments(run: string): string[] {
  // Where the platform has no segmenter, every character is a word: never a whole paragraph.
  if (typeof Intl.Segmenter !== 'function') return Array.from(run);
  // A fixed locale: the reader's own must not change what two runs say of one pair.
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return Array.from(segmenter.segment(run), (segment) => segment.segment);
}
