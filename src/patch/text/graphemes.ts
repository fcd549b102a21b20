/**
 * A deterministic, conservative approximation of UAX #29: whether a boundary falls inside what a reader likely sees as
 * one character. It looks only at the characters around the boundary, so it needs no segmentation of the whole text.
 */
const EXTENDS =
  /^(?:\p{M}|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}])/u;
const ZERO_WIDTH_JOINER = 0x200d;

/**
 * @param before The text that ends at the boundary: long enough to hold the whole run of regional indicators there.
 * @param after The text that starts at the boundary; one code point is enough.
 */
export function splitsGrapheme(before: string, after: string): boolean {
  if (before === '' || after === '') return false;
  if (EXTENDS.test(after)) return true;
  const last = lastCodePoint(before);
  const next = after.codePointAt(0)!;
  if (last === ZERO_WIDTH_JOINER) return true;
  if (isRegionalIndicator(next) && isRegionalIndicator(last)) return regionalRun(before) % 2 === 1;
  return joinsHangul(last, next);
}

/** Flags are pairs of these; the pairs are counted from the start of a run. */
export function isRegionalIndicator(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}

/** How many regional indicators `text` ends with. */
export function regionalRun(text: string): number {
  let run = 0;
  for (let at = text.length; at >= 2 && isRegionalIndicator(text.codePointAt(at - 2)!); at -= 2) run++;
  return run;
}

function lastCodePoint(text: string): number {
  const unit = text.charCodeAt(text.length - 1);
  if (unit >= 0xdc00 && unit <= 0xdfff && text.length > 1) return text.codePointAt(text.length - 2)!;
  return unit;
}

/** Leading consonants join what follows them, vowels join vowels and finals, finals join finals. */
function joinsHangul(last: number, next: number): boolean {
  const before = hangulClass(last);
  const after = hangulClass(next);
  if (before === null || after === null) return false;
  switch (before) {
    case 'L':
      return after !== 'T';
    case 'V':
    case 'LV':
      return after === 'V' || after === 'T';
    case 'T':
    case 'LVT':
      return after === 'T';
  }
}

function hangulClass(point: number): 'L' | 'V' | 'T' | 'LV' | 'LVT' | null {
  if ((point >= 0x1100 && point <= 0x115f) || (point >= 0xa960 && point <= 0xa97c)) return 'L';
  if ((point >= 0x1160 && point <= 0x11a7) || (point >= 0xd7b0 && point <= 0xd7c6)) return 'V';
  if ((point >= 0x11a8 && point <= 0x11ff) || (point >= 0xd7cb && point <= 0xd7fb)) return 'T';
  if (point >= 0xac00 && point <= 0xd7a3) return (point - 0xac00) % 28 === 0 ? 'LV' : 'LVT';
  return null;
}
