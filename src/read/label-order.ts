/** Counting in labels: which number a label stands for, and which label comes after which. */
import type { LabelPattern, LabelStyle } from '../profile/profile.js';

const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** The value of a roman numeral, in either case; null when the text is none. */
export function romanValue(text: string): number | null {
  if (!/^m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/i.test(text) || text === '')
    return null;
  let value = 0;
  const digits = Array.from(text.toLowerCase(), (digit) => ROMAN_DIGITS[digit]);
  digits.forEach((digit, i) => {
    value += digit < (digits[i + 1] ?? 0) ? -digit : digit;
  });
  return value;
}

/** `a` is 1, `z` 26, `aa` 27, `bb` 28 (letters double, they do not count in base 26); null for other texts. */
export function alphaValue(text: string): number | null {
  if (!/^([a-z])\1*$/i.test(text)) return null;
  return text.toLowerCase().charCodeAt(0) - 96 + 26 * (text.length - 1);
}

/** The part of a label that counts: `(a)` → `a`, `Schedule 2` → `2`, `§ 4` → `4`. */
export function labelCore(label: string): string {
  const match = /([\p{L}\p{N}.]+)[^\p{L}\p{N}]*$/u.exec(label);
  return match === null ? label : match[1];
}

/** The label that was asked about last, and the answer: readers ask several times of every label there is. */
let lastLabel = '';
let lastParts: readonly number[] | null = null;
// Longer ones are slices that would keep the whole text they were cut from.
const LONGEST_KEPT = 12;

/** The numbers of a decimal label: `7.2.1` → [7, 2, 1]; letters after a number are left aside. Null when it has none. */
export function decimalParts(label: string): readonly number[] | null {
  if (label === lastLabel) return lastParts;
  const parts = findParts(label);
  if (label.length <= LONGEST_KEPT) {
    lastLabel = label;
    lastParts = parts;
  }
  return parts;
}

/** By hand and not by pattern, for the same reason. */
function findParts(label: string): readonly number[] | null {
  let at = 0;
  while (at < label.length && !isDigit(label, at)) at++;
  if (at === label.length) return null;
  let parts: readonly number[] = [];
  for (;;) {
    let value = 0;
    for (; isDigit(label, at); at++) value = value * 10 + (label.charCodeAt(at) - 48);
    parts = withPart(parts, value);
    if (parts.length === 1) while (isLetter(label, at)) at++;
    if (label[at] !== '.' || !isDigit(label, at + 1)) return parts;
    at++;
  }
}

/** Not by pushing: an array that grows makes room for sixteen more. */
function withPart(parts: readonly number[], part: number): readonly number[] {
  if (parts.length === 0) return [part];
  return parts.length === 1 ? [parts[0], part] : parts.concat(part);
}

function isDigit(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  return char >= 48 && char <= 57;
}

function isLetter(text: string, at: number): boolean {
  const char = text.charCodeAt(at) | 32;
  return char >= 97 && char <= 122;
}

/** Which number `label` is under `style`; null when it does not count in that style. */
export function ordinal(style: LabelStyle, label: string): number | null {
  if (style === 'decimal') {
    const parts = decimalParts(label);
    return parts === null ? null : parts[parts.length - 1];
  }
  const core = labelCore(label);
  switch (style) {
    case 'roman':
      return romanValue(core);
    case 'alpha':
      return alphaValue(core);
    case 'word': {
      const parts = decimalParts(core);
      return parts === null ? (romanValue(core) ?? alphaValue(core)) : parts[parts.length - 1];
    }
  }
}

/** Labels that count in one sequence share a key: the pattern, the case of letters, the word before a number. */
export function styleKey(reading: LabelPattern, label: string): string {
  if (reading.style === 'word') return `${reading.name}:${label.replace(/\s*\S+$/, '').toLowerCase()}`;
  if (reading.style === 'decimal') return reading.name;
  const core = labelCore(label);
  return `${reading.name}:${core === core.toLowerCase() ? 'lower' : 'upper'}`;
}
