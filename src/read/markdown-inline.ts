/**
 * The common part of Markdown's inline grammar, read without remark: emphasis, code spans, inline links, tags, autolinks,
 * escapes and the best-known references. What it cannot decide for certain it leaves to remark, by returning null. A
 * property test holds it to remark's reading.
 */
import { InlineBuilder, plainInline, plainParagraph } from './inline.js';
import { MAX_EMPHASIS_MARKS } from './markdown-nesting.js';
import type { RawInline, RawParagraph } from './raw.js';

/** The only characters that can begin inline markup (autolinks in plain sight do not change the text). */
const SPECIAL = /[*_`[\]<&\\~]/;
const NEXT_SPECIAL = /[*_`[\]<&\\~]/g;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const WHITE = /\s/;

const ATTRIBUTE = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
const TAG = new RegExp(`<(?:/[A-Za-z][A-Za-z0-9-]*\\s*|[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\\s*/?)>`, 'y');
const AUTOLINK = /<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\u0000-\u0020\u007f<>]*>/y;
const ADDRESS =
  /<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*>/y;
const RESOURCE = /\([^\s()<>\\&]*(?:[ \t]+"[^"\\&\n]*")?\)/y;
const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|([A-Za-z][A-Za-z0-9]{1,31}));/y;
/** What GFM turns into a link where it stands. */
const PLAIN_LINK = /https?:\/\/|www\.|@/i;

/** The best-known references by name. */
export const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
    reg: '®',
    trade: '™',
    sect: '§',
    para: '¶',
    middot: '·',
    bull: '•',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    times: '×',
    deg: '°',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
  }),
);

/** Places of runs of backticks of one length, asked for from left to right. */
class BacktickRuns {
  readonly places: number[] = [];
  private next = 0;

  /** The first place at or after `at`. */
  from(at: number): number | undefined {
    while (this.next < this.places.length && this.places[this.next] < at) this.next++;
    return this.places[this.next];
  }
}

function backtickRuns(text: string): Map<number, BacktickRuns> {
  const runs = new Map<number, BacktickRuns>();
  for (const match of text.matchAll(/`+/g)) {
    const { length } = match[0];
    let places = runs.get(length);
    if (places === undefined) {
      places = new BacktickRuns();
      runs.set(length, places);
    }
    places.places.push(match.index);
  }
  return runs;
}

/** A stretch of the source with what it says; delimiters and brackets until they are resolved say what they are. */
interface Token {
  start: number;
  end: number;
  value: string;
  readonly kind: 'text' | 'code' | 'tag';
}

interface Delimiter {
  readonly char: string;
  readonly token: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** How many of its characters are not used up. */
  left: number;
}

interface Emphasis {
  /** Token numbers: the mark covers the tokens after `from` and before `to`. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the inline content between two offsets of `source`.
 * @param references whether `[name]` may be a link: the document defines some, or may.
 */
export function readInline(
  source: string,
  start: number,
  end: number,
  references: boolean,
): RawInline | null {
  const text = source.slice(start, end);
  if (!SPECIAL.test(text)) return plainInline(text, start, end);
  return new InlineReader(text, start, references).read();
}

/** The same as a paragraph. */
export function readParagraph(
  source: string,
  start: number,
  end: number,
  references: boolean,
): RawParagraph | null {
  const text = source.slice(start, end);
  if (!SPECIAL.test(text)) return plainParagraph(text, start, end);
  const inline = new InlineReader(text, start, references).read();
  return inline === null ? null : { type: 'paragraph', inline, start, end };
}

class InlineReader {
  private readonly tokens: Token[] = [];
  private readonly emphases: Emphasis[] = [];
  /** Where runs of backticks stand, by their length; found when the first is met. */
  private runs: Map<number, BacktickRuns> | null = null;
  private delimiters: Delimiter[] = [];
  private readonly brackets: { token: number; delimiters: number }[] = [];

  constructor(
    private readonly text: string,
    private readonly base: number,
    private readonly references: boolean,
  ) {}

  read(): RawInline | null {
    const { text } = this;
    let at = 0;
    NEXT_SPECIAL.lastIndex = 0;
    for (;;) {
      NEXT_SPECIAL.lastIndex = at;
      const match = NEXT_SPECIAL.exec(text);
      const next = match === null ? text.length : match.index;
      if (next > at && !this.plain(at, next)) return null;
      if (next === text.length) break;
      const after = this.special(next, text[next]);
      if (after === null) return null;
      at = after;
    }
    this.resolve(0);
    // Emphasis in such numbers is not given to remark either: it may nest as deep.
    return 2 * this.emphases.length > MAX_EMPHASIS_MARKS ? null : this.finish();
  }

  private push(start: number, end: number, value: string, kind: Token['kind'] = 'text'): void {
    this.tokens.push({ start, end, value, kind });
  }

  /** Text without markup. False when a link in plain sight could swallow the markup around it. */
  private plain(start: number, end: number): boolean {
    const value = this.text.slice(start, end);
    if (PLAIN_LINK.test(value)) {
      let from = start;
      let to = end;
      while (from > 0 && !WHITE.test(this.text[from - 1])) from--;
      while (to < this.text.length && !WHITE.test(this.text[to])) to++;
      // Every run of white-space-free text that holds such a link must be free of markup.
      for (const run of this.text.slice(from, to).split(/\s+/)) {
        if (PLAIN_LINK.test(run) && SPECIAL.test(run)) return false;
      }
    }
    this.push(start, end, value);
    return true;
  }

  /** Reads what begins at `at`; the offset after it, or null when remark must decide. */
  private special(at: number, char: string): number | null {
    const { text } = this;
    switch (char) {
      case '\\': {
        const next = text[at + 1] ?? '';
        if (next === '\n' || next === '\r') {
          this.push(at, at + 2, '\n');
          return at + 1;
        }
        const escaped = next !== '' && ASCII_PUNCTUATION.test(next);
        this.push(at, at + (escaped ? 2 : 1), escaped ? next : '\\');
        return at + (escaped ? 2 : 1);
      }
      case '&': {
        REFERENCE.lastIndex = at;
        const match = REFERENCE.exec(text);
        if (match === null) {
          this.push(at, at + 1, '&');
          return at + 1;
        }
        const value = match[1] === undefined ? undefined : NAMED.get(match[1]);
        if (value === undefined) return null;
        this.push(at, at + match[0].length, value);
        return at + match[0].length;
      }
      case '`':
        return this.code(at);
      case '<':
        return this.angle(at);
      case '[':
        if (text[at - 1] === '!' || text[at + 1] === '^') return null;
        this.brackets.push({ token: this.tokens.length, delimiters: this.delimiters.length });
        this.push(at, at + 1, '[');
        return at + 1;
      case ']':
        return this.closeBracket(at);
      case '~':
        if (text.indexOf('~') !== text.lastIndexOf('~')) return null;
        this.push(at, at + 1, '~');
        return at + 1;
      default:
        return this.delimiter(at, char);
    }
  }

  private code(at: number): number {
    const { text } = this;
    let open = at;
    while (text[open] === '`') open++;
    const size = open - at;
    this.runs ??= backtickRuns(text);
    const close = this.runs.get(size)?.from(open);
    if (close === undefined) {
      this.push(at, open, text.slice(at, open));
      return open;
    }
    const end = close + size;
    let value = text.slice(open, close).replace(/\r\n?|\n/g, ' ');
    if (value.startsWith(' ') && value.endsWith(' ') && /[^ ]/.test(value)) value = value.slice(1, -1);
    this.push(at, end, value, 'code');
    return end;
  }

  private angle(at: number): number | null {
    const { text } = this;
    const next = text[at + 1] ?? '';
    if (next === '!' || next === '?') return null;
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (tag !== null) {
      this.push(at, at + tag[0].length, tag[0], 'tag');
      return at + tag[0].length;
    }
    for (const pattern of [AUTOLINK, ADDRESS]) {
      pattern.lastIndex = at;
      const link = pattern.exec(text);
      if (link === null) continue;
      this.push(at, at + link[0].length, link[0].slice(1, -1));
      return at + link[0].length;
    }
    this.push(at, at + 1, '<');
    return at + 1;
  }

  private closeBracket(at: number): number | null {
    const { text } = this;
    const open = this.brackets.pop();
    if (open === undefined) {
      this.push(at, at + 1, ']');
      return at + 1;
    }
    if (text[at + 1] === '(') {
      RESOURCE.lastIndex = at + 1;
      const resource = RESOURCE.exec(text);
      // A link inside brackets, and one whose text holds a link in plain sight, are remark's to judge.
      const inside = text.slice(this.tokens[open.token].start, at);
      if (resource === null || this.brackets.length > 0 || PLAIN_LINK.test(inside)) return null;
      this.resolve(open.delimiters);
      this.tokens[open.token].value = '';
      const end = at + 1 + resource[0].length;
      this.push(at, end, '');
      return end;
    }
    if (this.references) return null;
    this.push(at, at + 1, ']');
    return at + 1;
  }

  private delimiter(at: number, char: string): number {
    const { text } = this;
    let end = at;
    while (text[end] === char) end++;
    // Single UTF-16 units, as the grammar's own implementation looks at them.
    const before = kindOf(text[at - 1]);
    const after = kindOf(text[end]);
    const opens = after === 'other' || (after === 'mark' && before !== 'other') || isAttention(text[end]);
    const closes =
      before === 'other' || (before === 'mark' && after !== 'other') || isAttention(text[at - 1]);
    const length = end - at;
    this.delimiters.push({
      char,
      token: this.tokens.length,
      opens: opens && (char === '*' || before !== 'other' || !closes),
      closes: closes && (char === '*' || after !== 'other' || !opens),
      left: length,
    });
    this.push(at, end, char.repeat(length));
    return end;
  }

  /** Pairs the delimiters from number `bottom` on; what stays unpaired is text. */
  private resolve(bottom: number): void {
    const pool = this.delimiters.splice(bottom);
    // Openers that may still be paired, and for each kind of closer how many of them were looked at in vain.
    const open: Delimiter[] = [];
    const vain = new Map<string, number>();
    for (const closer of pool) {
      while (closer.closes && closer.left > 0) {
        const key = `${closer.char}${closer.opens}${closer.left % 3}`;
        const floor = vain.get(key) ?? 0;
        let o = open.length - 1;
        while (o >= floor && !pairs(open[o], closer)) o--;
        if (o < floor) {
          vain.set(key, open.length);
          break;
        }
        const opener = open[o];
        const use = opener.left > 1 && closer.left > 1 ? 2 : 1;
        this.emphases.push({ from: opener.token, to: closer.token });
        opener.left -= use;
        closer.left -= use;
        // An opener gives its inner, which are its last characters, a closer its first.
        this.tokens[opener.token].end -= use;
        this.tokens[closer.token].start += use;
        // What stands between is closed in: it pairs with nothing outside.
        open.length = opener.left > 0 ? o + 1 : o;
        for (const [kind, seen] of vain) if (seen > open.length) vain.set(kind, open.length);
      }
      if (closer.opens && closer.left > 0) open.push(closer);
    }
    for (const { token, char, left } of pool) this.tokens[token].value = char.repeat(left);
  }

  private finish(): RawInline {
    const builder = new InlineBuilder();
    const opening = new Map<number, number>();
    const closing = new Map<number, number[]>();
    for (const { from, to } of this.emphases) {
      opening.set(from, 0);
      closing.set(to, [...(closing.get(to) ?? []), from]);
    }
    this.tokens.forEach(({ start, end, value, kind }, i) => {
      for (const from of closing.get(i) ?? []) builder.mark('emphasis', opening.get(from) as number);
      if (kind === 'code') builder.code(value, this.base + start, this.base + end);
      else if (kind === 'tag') builder.tag(value, this.base + start, this.base + end);
      else if (value !== '') builder.add(value, this.base + start, this.base + end);
      if (opening.has(i)) opening.set(i, builder.length);
    });
    return builder.finish();
  }
}

/**
 * Whether an opener and a closer make emphasis. A delimiter that could do both pairs with none that brings their sum, as
 * far as they are unused, to a multiple of three, unless the closer is one itself.
 */
function pairs(opener: Delimiter, closer: Delimiter): boolean {
  if (!opener.opens || opener.left === 0 || opener.char !== closer.char) return false;
  const both = opener.closes || closer.opens;
  return !(both && closer.left % 3 !== 0 && (opener.left + closer.left) % 3 === 0);
}

/** What stands beside a delimiter: white space (the ends of the text too), a punctuation mark or symbol, or other. */
function kindOf(char: string | undefined): 'space' | 'mark' | 'other' {
  if (char === undefined || WHITE.test(char)) return 'space';
  return PUNCTUATION.test(char) ? 'mark' : 'other';
}

/** Strikethrough loosens the rule for delimiters beside it. */
function isAttention(char: string | undefined): boolean {
  return char === '~';
}
