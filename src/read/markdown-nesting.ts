import type { Lines } from './markdown-lines.js';

/** Markup that nests deeper is read as text: the grammar overflows the stack, and takes minutes before it does. */
const MAX_MARKUP_DEPTH = 100;
/** The same for brackets and emphasis inside a paragraph. */
const MAX_INLINE_OPEN = 1000;

/** Whether quotes, lists or brackets nest too deep somewhere between two lines. */
export function tooDeep(text: string, lines: Lines, from: number, to: number): boolean {
  let open: number[] = [];
  let brackets = 0;
  for (let i = from; i < to; i++) {
    const start = lines.starts[i];
    const end = lines.ends[i];
    let at = start;
    let column = 0;
    let marks = 0;
    let lists: number[] | null = null;
    for (; at < end; ) {
      const char = text[at];
      if (char === ' ') column++;
      else if (char === '\t') column += 4;
      else if (char === '>') {
        marks++;
        column++;
      } else {
        const width = markerWidth(text, at, end);
        if (width === 0) break;
        lists ??= open.filter((other) => other <= column);
        lists.push(column + width);
        column += width;
        at += width;
        if (marks + lists.length > MAX_MARKUP_DEPTH) return true;
        continue;
      }
      at++;
      if (marks > MAX_MARKUP_DEPTH) return true;
    }
    if (lists !== null) open = lists;
    else if (at < end) {
      const inset = column;
      open = open.filter((other) => other <= inset);
    }
    if (at >= end) brackets = 0;
    for (; at < end; at++) {
      const char = text.charCodeAt(at);
      if (char === 91) brackets++;
      else if (char === 93 && brackets > 0) brackets--;
      if (brackets > MAX_INLINE_OPEN) return true;
    }
  }
  return false;
}

/** The width of a list marker at `at`, 0 when there is none. */
function markerWidth(text: string, at: number, end: number): number {
  const char = text.charCodeAt(at);
  let after = at;
  if (char === 45 || char === 42 || char === 43) after = at + 1;
  else if (char >= 48 && char <= 57) {
    while (after < end && after - at < 9 && text.charCodeAt(after) >= 48 && text.charCodeAt(after) <= 57)
      after++;
    if (text[after] !== '.' && text[after] !== ')') return 0;
    after++;
  } else return 0;
  return after < end && text[after] !== ' ' && text[after] !== '\t' ? 0 : after - at;
}
