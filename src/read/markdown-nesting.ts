/**
 * What remark is not given: markup that nests so deep that the grammar overflows the stack, or of which one block holds so
 * much that the grammar's time grows with its square. No document that a person wrote comes near these bounds.
 */
import type { Lines } from './markdown-lines.js';

/** Quotes, lists and notes inside each other. */
const MAX_MARKUP_DEPTH = 100;
/** Brackets of one paragraph that stand open together. */
const MAX_INLINE_OPEN = 1000;
/** Brackets of one paragraph: a resource that nothing closes is looked for from each of them to the end. */
const MAX_BRACKETS = 8000;
/** Addresses in plain sight of one paragraph: each cuts the text around it anew. */
const MAX_ADDRESSES = 2000;
/** Emphasis nests, and is walked recursively: half of this is the deepest it can be. */
export const MAX_EMPHASIS_MARKS = 4000;
/**
 * What is looked through for the ends of comments, instructions and declarations of HTML that have none: each is sought
 * from its beginning to the paragraph's end. In UTF-16 units; the grammar takes about 60 ns for one.
 */
const MAX_SOUGHT = 10_000_000;
/** Underlines of headings in one chunk: each takes its place in the list of all that came before it. */
const MAX_UNDERLINES = 1000;
/** Open containers, summed over the lines: every one of them is tried anew on every line. */
const MAX_CONTAINER_WORK = 20_000;
/** A quote costs more than a list level: lines that go on without its mark go through it a second time. */
const QUOTE_WORK = 10;

/** Why a chunk is read as text. */
export type Unreadable = 'deep' | 'heavy';

/** Whether something between two lines nests too deep for the grammar, or is too much for it; else null. */
export function unreadable(text: string, lines: Lines, from: number, to: number): Unreadable | null {
  let open: number[] = [];
  let quotes = 0;
  let work = 0;
  let underlines = 0;
  let inline = new InlineCount();
  for (let i = from; i < to; i++) {
    const end = lines.ends[i];
    let at = lines.starts[i];
    let column = 0;
    let marks = 0;
    let notes = 0;
    let lists: number[] | null = null;
    while (at < end) {
      const char = text[at];
      let width = 1;
      if (char === ' ') column++;
      else if (char === '\t') column += 4;
      else if (char === '>') {
        marks++;
        column++;
      } else if (char === '[') {
        width = noteWidth(text, at, end);
        if (width === 0) break;
        notes++;
      } else {
        width = markerWidth(text, at, end);
        if (width === 0) break;
        const inset = column;
        lists ??= open.filter((other) => other <= inset);
        lists.push(column + width);
        column += width;
      }
      at += width;
      if (marks + notes + (lists?.length ?? 0) > MAX_MARKUP_DEPTH) return 'deep';
    }
    if (lists !== null) open = lists;
    else if (at < end) {
      const inset = column;
      open = open.filter((other) => other <= inset);
    }
    // A line without marks goes on with the quote above it, until a blank one ends it.
    quotes = marks > 0 ? marks : at >= end ? 0 : quotes;
    work += QUOTE_WORK * quotes + Math.max(0, open.length - 1);
    if (work > MAX_CONTAINER_WORK) return 'heavy';
    if ((text[at] === '=' || text[at] === '-') && isUnderline(text, at, end) && ++underlines > MAX_UNDERLINES)
      return 'heavy';
    // Blank lines and list items begin a new paragraph.
    if (at >= end || lists !== null) inline = new InlineCount();
    const excess = inline.add(text, at, end);
    if (excess !== null) return excess;
  }
  return null;
}

/** What one paragraph holds of markup that costs more the more there is of it. */
class InlineCount {
  private open = 0;
  private brackets = 0;
  private addresses = 0;
  private emphasis = 0;
  private readonly unended = new Unended();

  add(text: string, from: number, to: number): Unreadable | null {
    for (let at = from; at < to; at++) {
      switch (text.charCodeAt(at)) {
        case 91: // [
          this.brackets++;
          if (++this.open > MAX_INLINE_OPEN) return 'deep';
          break;
        case 93: // ]
          if (this.open > 0) this.open--;
          break;
        case 42: // *
        case 95: // _
        case 126: // ~
          this.emphasis++;
          break;
        case 64: // @
          this.addresses++;
          break;
        case 60: // <
          this.unended.begin(text, at);
          break;
        case 62: // >
          this.unended.end(text, at);
          break;
        case 58: // :
          if (text.charCodeAt(at + 1) === 47) this.addresses++;
          break;
        case 87: // W
        case 119: // w
          if ((text.charCodeAt(at + 2) | 32) === 119 && text.charCodeAt(at + 3) === 46) this.addresses++;
          break;
      }
    }
    const heavy =
      this.brackets > MAX_BRACKETS ||
      this.addresses > MAX_ADDRESSES ||
      this.emphasis > MAX_EMPHASIS_MARKS ||
      this.unended.sought(to) > MAX_SOUGHT;
    return heavy ? 'heavy' : null;
  }
}

/** Beginnings of one paragraph that have had no end yet. */
class Unended {
  /** By how they end, where they begin: how many, and the sum of the places. */
  private readonly begun = new Map<string, { count: number; places: number }>();

  /** A `<` that may begin a comment, an instruction, character data or a declaration. */
  begin(text: string, at: number): void {
    const next = text[at + 1];
    if (next !== '?' && next !== '!') return;
    const third = text[at + 2];
    const end = next === '?' ? '?>' : third === '-' ? '-->' : third === '[' ? ']]>' : '>';
    const { count, places } = this.begun.get(end) ?? { count: 0, places: 0 };
    this.begun.set(end, { count: count + 1, places: places + at });
  }

  /** A `>` that may end them. */
  end(text: string, at: number): void {
    if (this.begun.size === 0) return;
    for (const end of ['>', '?>', '-->', ']]>']) {
      if (text.endsWith(end, at + 1)) this.begun.delete(end);
    }
  }

  /** How much is looked through in vain when the paragraph ends at `place`. */
  sought(place: number): number {
    let sum = 0;
    for (const { count, places } of this.begun.values()) sum += count * place - places;
    return sum;
  }
}

function isUnderline(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && text[at] === text[from]) at++;
  while (at < to && (text[at] === ' ' || text[at] === '\t')) at++;
  return at === to;
}

/** The width of `[^name]:` at `at`, 0 when there is none: what follows it on the line is inside the note. */
function noteWidth(text: string, at: number, end: number): number {
  if (text[at + 1] !== '^') return 0;
  let close = at + 2;
  while (close < end && text[close] !== ']') close++;
  return text[close + 1] === ':' && close + 1 < end ? close + 2 - at : 0;
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
