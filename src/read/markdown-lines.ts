/** The lines of a Markdown text, and what can begin on one. Offsets are UTF-16 units of the source. */

/** Lines as two columns: where each begins and where it ends, its line end left out. */
export interface Lines {
  readonly starts: Column;
  readonly ends: Column;
}

/** Packed for a whole document, which has tens of thousands of lines; plain for the few of an item. */
type Column = number[] | Int32Array;

/** Cuts a text at line feeds, carriage returns and pairs of both: the grammar's only line ends. */
export function markdownLines(text: string): Lines {
  const returns = text.includes('\r');
  const next = (from: number) => {
    const end = text.indexOf('\n', from);
    if (!returns) return end;
    const cr = text.indexOf('\r', from);
    return cr >= 0 && (end < 0 || cr < end) ? cr : end;
  };
  const after = (end: number) => end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  let count = 1;
  for (let end = next(0); end >= 0; end = next(after(end))) count++;
  // Counted first: columns that grow are copied again and again.
  const lines = { starts: new Int32Array(count), ends: new Int32Array(count) };
  for (let i = 0, from = 0; i < count; i++) {
    const end = next(from);
    lines.starts[i] = from;
    lines.ends[i] = end < 0 ? text.length : end;
    from = after(end);
  }
  return lines;
}

/** What a line begins with, its indent of up to three spaces left aside. */
export type LineStart =
  | { readonly type: 'text' }
  | { readonly type: 'heading'; readonly depth: number }
  | { readonly type: 'fence'; readonly char: string; readonly length: number }
  | { readonly type: 'rule' }
  | { readonly type: 'underline' }
  | { readonly type: 'bullet'; readonly width: number; readonly marker: string; readonly empty: boolean }
  | {
      readonly type: 'ordered';
      readonly width: number;
      readonly marker: string;
      readonly number: number;
      readonly empty: boolean;
    }
  | { readonly type: 'other' };

const TEXT: LineStart = { type: 'text' };
const OTHER: LineStart = { type: 'other' };
const RULE: LineStart = { type: 'rule' };
const UNDERLINE: LineStart = { type: 'underline' };

const HEADING = /(#{1,6})(?:[ \t]|$)/y;
const FENCE = /(`{3,})[^`]*$|(~{3,})/y;
const HTML =
  /<(?:[!?]|\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul|script|pre|style|textarea)(?:[\s/>]|$)|[^>]*>\s*$)/iy;

/** Classifies the line whose first character that is no white space stands at `at`. */
export function lineStart(text: string, at: number, end: number): LineStart {
  const char = text.charCodeAt(at);
  // Letters, and most other characters, begin nothing.
  if ((char >= 97 && char <= 122) || (char >= 65 && char <= 90) || char > 126) return TEXT;
  switch (char) {
    case 35: // #
      return heading(text.slice(at, Math.min(end, at + 8)));
    case 96: // `
    case 126: // ~
      return fence(text.slice(at, end));
    case 62: // >
      return OTHER;
    case 60: // <
      return html(text.slice(at, end));
    case 61: // =
      return /^=+[ \t]*$/.test(text.slice(at, end)) ? UNDERLINE : TEXT;
    case 45: // -
    case 42: // *
    case 95: // _
    case 43: // +
      return ruleOrBullet(text, at, end);
    case 58: // :
    case 124: // |
      return TEXT;
    default:
      return char >= 48 && char <= 57 ? ordered(text, at, end) : TEXT;
  }
}

function heading(line: string): LineStart {
  HEADING.lastIndex = 0;
  const match = HEADING.exec(line);
  return match === null ? TEXT : { type: 'heading', depth: match[1].length };
}

function fence(line: string): LineStart {
  FENCE.lastIndex = 0;
  const match = FENCE.exec(line);
  if (match === null) return TEXT;
  return { type: 'fence', char: line[0], length: (match[1] ?? match[2]).length };
}

function html(line: string): LineStart {
  HTML.lastIndex = 0;
  return HTML.test(line) ? OTHER : TEXT;
}

function ruleOrBullet(text: string, at: number, end: number): LineStart {
  const char = text[at];
  const line = text.slice(at, Math.min(end, at + 400));
  if (char !== '+') {
    let marks = 0;
    let gaps = false;
    let i = 0;
    for (; i < line.length; i++) {
      if (line[i] === char) {
        if (gaps && marks > 0 && char === '-' && marks < 3) gaps = true;
        marks++;
      } else if (line[i] === ' ' || line[i] === '\t') gaps = true;
      else break;
    }
    if (i === line.length) {
      if (line.length === 400) return OTHER;
      if (char === '-' && /^-+[ \t]*$/.test(line)) return UNDERLINE;
      if (marks >= 3) return RULE;
    }
  }
  if (char === '_') return TEXT;
  return marker(text, at, at + 1, end, (width, empty) => ({ type: 'bullet', width, marker: char, empty }));
}

function ordered(text: string, at: number, end: number): LineStart {
  let i = at;
  while (i < end && i - at < 10 && text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) i++;
  if (i - at > 9 || (text[i] !== '.' && text[i] !== ')')) return TEXT;
  const number = Number(text.slice(at, i));
  const stop = text[i];
  return marker(text, at, i + 1, end, (width, empty) => ({
    type: 'ordered',
    width,
    marker: stop,
    number,
    empty,
  }));
}

/** A list marker that ends at `after`: white space must follow, up to four columns of which are the marker's. */
function marker(
  text: string,
  at: number,
  after: number,
  end: number,
  make: (width: number, empty: boolean) => LineStart,
): LineStart {
  let i = after;
  while (i < end && text[i] === ' ') i++;
  if (i >= end) return make(after - at + 1, true);
  if (text[i] === '\t') return OTHER;
  if (i === after) return TEXT;
  // Five spaces and more begin indented code inside the item.
  return i - after > 4 ? OTHER : make(i - at, false);
}

/** A table's second line. */
export const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Nothing but what delimiter rows are made of. */
export const MAYBE_DELIMITER_ROW = /^[-:| \t]*-[-:| \t]*$/;
