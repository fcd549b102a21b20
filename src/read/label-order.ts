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

const HAN_DIGITS = '零一二三四五六七八九';
const HAN_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
/** A label of Chinese or Japanese: its number, between the mark of an ordinal and what is counted. */
const EAST_ASIAN = /^第([^\p{P}\s]+?)(\p{Lo})(?:の.*)?$/u;

/** The value of a number below ten thousand in Chinese characters or in digits of either width; null for other texts. */
export function hanValue(text: string): number | null {
  if (/^[0-9０-９]+$/.test(text)) return Number(text.normalize('NFKC'));
  if (!/^[〇零一二三四五六七八九十百千]+$/.test(text)) return null;
  let value = 0;
  let digit = 0;
  for (const char of text.replaceAll('〇', '零')) {
    const unit = HAN_UNITS[char];
    if (unit === undefined) {
      // Digits side by side count by their place: 一二 is 12.
      digit = digit * 10 + HAN_DIGITS.indexOf(char);
      continue;
    }
    value += (digit === 0 ? 1 : digit) * unit;
    digit = 0;
  }
  return value + digit;
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
      const eastAsian = EAST_ASIAN.exec(label);
      if (eastAsian !== null) return hanValue(eastAsian[1]);
      const parts = decimalParts(core);
      return parts === null ? (romanValue(core) ?? alphaValue(core)) : parts[parts.length - 1];
    }
  }
}

/** Labels that count in one sequence share a key: the pattern, the case of letters, the word before a number. */
export function styleKey(reading: LabelPattern, label: string): string {
  if (reading.style === 'word') {
    const word = EAST_ASIAN.exec(label)?.[2] ?? label.replace(/\s*\S+$/, '').toLowerCase();
    return `${reading.name}:${word}`;
  }
  if (reading.style === 'decimal') return reading.name;
  const core = labelCore(label);
  return `${reading.name}:${core === core.toLowerCase() ? 'lower' : 'upper'}`;
}
