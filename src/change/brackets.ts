/**
 * Brackets and quotation marks, which come in twos: where an edit gives back the punctuation at its ends, it keeps or
 * gives back both of a pair.
 */

const PAIRED = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"']/u;
const OPENS = /[\p{Ps}\p{Pi}<]/u;
const CLOSES = /[\p{Pe}\p{Pf}>]/u;
const QUOTE = /[\p{Pi}\p{Pf}"']/u;
const WORD = /[\p{L}\p{N}]/u;
const BEFORE_OPENING = /[\s\p{Ps}\p{Pi}\p{Pd}]/u;

/** Whether `text` holds a sign that may have a partner. */
export function hasPaired(text: string): boolean {
  return PAIRED.test(text);
}

/**
 * For each unit of `text` the index of its partner within `text`, or -1. `before` is what stands before the text: a
 * straight quote opens after white space and closes after anything else.
 */
export function partners(text: string, before: string): Int32Array {
  const partner = new Int32Array(text.length).fill(-1);
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (!PAIRED.test(sign) || isApostrophe(text, i, before)) continue;
    if (opens(text, i, before)) {
      open.push(i);
      continue;
    }
    // What is less than something else opens nothing: another sign closes past it.
    while (sign !== '>' && text[open[open.length - 1]] === '<') open.pop();
    const top = open[open.length - 1];
    if (top === undefined || !belong(text[top], sign)) continue;
    open.pop();
    partner[i] = top;
    partner[top] = i;
  }
  return partner;
}

function opens(text: string, i: number, before: string): boolean {
  const sign = text[i];
  if (sign !== '"' && sign !== "'") return OPENS.test(sign);
  const previous = i === 0 ? before.slice(-1) : text[i - 1];
  return previous === '' || BEFORE_OPENING.test(previous);
}

/** A quotation mark between two letters is part of a word. */
function isApostrophe(text: string, i: number, before: string): boolean {
  if (text[i] !== "'" && text[i] !== '\u2019') return false;
  const previous = i === 0 ? before.slice(-1) : text[i - 1];
  const next = text[i + 1] ?? '';
  return WORD.test(previous) && WORD.test(next);
}

function belong(opening: string, closing: string): boolean {
  if (opening === '"' || opening === "'" || closing === '"' || closing === "'") return opening === closing;
  if ((opening === '<') !== (closing === '>')) return false;
  if (QUOTE.test(opening) !== QUOTE.test(closing)) return false;
  return OPENS.test(opening) && CLOSES.test(closing);
}
