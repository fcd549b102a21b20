/**
 * Offsets on the wire are Unicode code points; a JavaScript string index counts UTF-16 units. This module is the one
 * place that converts. A lone surrogate counts as one code point, as it does when a string is iterated.
 */

const SURROGATE = /[\uD800-\uDFFF]/;

/** Whether code-point and UTF-16 offsets can differ in `text`. */
export function hasSurrogates(text: string): boolean {
  return SURROGATE.test(text);
}

/** The length of `text` in code points. */
export function codePointLength(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (let i = 0; i < text.length; count++) i += unitsAt(text, i);
  return count;
}

/** How many UTF-16 units the code point at unit index `i` takes: 1 or 2. */
function unitsAt(text: string, i: number): 1 | 2 {
  const unit = text.charCodeAt(i);
  if (unit < 0xd800 || unit > 0xdbff || i + 1 >= text.length) return 1;
  const next = text.charCodeAt(i + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}

/** The part of `text` from code point `start` to code point `end` (exclusive; the end of the text when left out). */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  if (!SURROGATE.test(text))
    return text.slice(Math.max(0, start), end === undefined ? undefined : Math.max(0, end));
  const points = new CodePointIndex(text);
  return text.slice(points.toUnit(start), end === undefined ? undefined : points.toUnit(end));
}

/**
 * Converts between the two kinds of offset in one text. Offsets outside the text are clamped to it. Conversions are
 * constant time where the text has no surrogate pairs, logarithmic otherwise.
 */
export class CodePointIndex {
  /** Unit index of each surrogate pair's second half; null when there is none. */
  private readonly pairs: readonly number[] | null;
  private readonly units: number;

  constructor(text: string) {
    this.units = text.length;
    if (!SURROGATE.test(text)) {
      this.pairs = null;
      return;
    }
    const pairs: number[] = [];
    for (let i = 0; i < text.length; ) {
      const width = unitsAt(text, i);
      if (width === 2) pairs.push(i + 1);
      i += width;
    }
    this.pairs = pairs;
  }

  /** The text's length in code points. */
  get length(): number {
    return this.units - (this.pairs?.length ?? 0);
  }

  /** The UTF-16 index of code point `offset`. */
  toUnit(offset: number): number {
    const point = Math.min(Math.max(0, offset), this.length);
    if (this.pairs === null) return point;
    // The k-th pair (from 0) starts at code point pairs[k] - 1 - k; those that start before `point` add a unit each.
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pairs[middle] - 1 - middle < point) low = middle + 1;
      else high = middle;
    }
    return point + low;
  }

  /** The code point that holds UTF-16 index `unit`. An index inside a pair names the pair's own code point. */
  toPoint(unit: number): number {
    const index = Math.min(Math.max(0, unit), this.units);
    if (this.pairs === null) return index;
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pairs[middle] <= index) low = middle + 1;
      else high = middle;
    }
    return index - low;
  }
}
