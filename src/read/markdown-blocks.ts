/**
 * The common part of Markdown's block grammar, read without remark: headings, paragraphs, lists, tables and fences, as
 * agreements and specifications are written. Whatever else there is, is left to remark. A property test holds it to
 * remark's reading.
 */
import { ticked } from './inline.js';
import { readInline, readParagraph } from './markdown-inline.js';
import {
  DELIMITER_ROW,
  type LineStart,
  type Lines,
  lineStart,
  MAYBE_DELIMITER_ROW,
} from './markdown-lines.js';
import type { RawBlock, RawCell, RawItem, RawRow } from './raw.js';

/** Lists that nest deeper are left to remark. */
const MAX_NESTING = 40;

/** Nothing but the grammar's own white space: a no-break space is text. */
const BLANK = /^[ \t]*$/;

/** Signals that remark must read the block; thrown and caught inside this module's callers. */
const LEAVE = Symbol('leave to remark');

export class FastMarkdown {
  /** How many thematic breaks were passed over. */
  rules = 0;

  /** @param references whether `[name]` may be a link, because the document may define some. */
  constructor(
    private readonly text: string,
    private readonly references: boolean,
  ) {}

  /** Reads the block that begins on line `at`, which is not blank, into `blocks`: the line after it; -1 when remark must. */
  block(lines: Lines, at: number, blocks: RawBlock[]): number {
    const { rules } = this;
    const { length } = blocks;
    try {
      return this.one(lines, at, lines.starts.length, blocks, 0);
    } catch (signal) {
      if (signal !== LEAVE) throw signal;
      this.rules = rules;
      blocks.length = length;
      return -1;
    }
  }

  private leave(): never {
    throw LEAVE;
  }

  /** Columns of spaces before the first character that is none; -1 for a blank line, 4 with a tab. */
  private indent(lines: Lines, i: number): number {
    const { text } = this;
    const end = lines.ends[i];
    let at = lines.starts[i];
    while (at < end && text.charCodeAt(at) === 32) at++;
    if (at >= end) return -1;
    if (text.charCodeAt(at) !== 9) return at - lines.starts[i];
    while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
    return at >= end ? -1 : 4 + (at - lines.starts[i]);
  }

  /** Reads all blocks of some lines. */
  private all(lines: Lines, blocks: RawBlock[], depth: number): void {
    const count = lines.starts.length;
    for (let i = 0; i < count; ) {
      if (this.indent(lines, i) < 0) i++;
      else i = this.one(lines, i, count, blocks, depth);
    }
  }

  private one(lines: Lines, at: number, count: number, blocks: RawBlock[], depth: number): number {
    const indent = this.indent(lines, at);
    if (indent > 3) this.leave();
    const from = lines.starts[at] + indent;
    const start = lineStart(this.text, from, lines.ends[at]);
    switch (start.type) {
      case 'heading':
        this.heading(from, lines.ends[at], start.depth, blocks);
        return at + 1;
      case 'fence':
        return this.fence(lines, at, count, indent, start, blocks);
      case 'rule':
        this.rules++;
        return at + 1;
      case 'underline': {
        // With no paragraph above it `===` is text and `---` a rule; `-` and `--` are not worth telling apart here.
        if (this.text[from] === '=') return this.paragraph(lines, at, count, from, blocks);
        if (!/^-{3,}[ \t]*$/.test(this.text.slice(from, lines.ends[at]))) this.leave();
        this.rules++;
        return at + 1;
      }
      case 'bullet':
      case 'ordered':
        return this.list(lines, at, count, blocks, depth);
      case 'other':
        return this.leave();
      case 'text':
        return this.paragraph(lines, at, count, from, blocks);
    }
  }

  private heading(from: number, end: number, depth: number, blocks: RawBlock[]): void {
    const { text } = this;
    let to = trimEnd(text, from, end);
    let start = from + depth;
    while (start < to && isBlank(text, start)) start++;
    // A closing run of number signs, parted by a space, is not part of the heading.
    let close = to;
    while (close > start && text[close - 1] === '#') close--;
    if (close < to && (close === start || isBlank(text, close - 1))) to = trimEnd(text, start, close);
    const inline = readInline(text, Math.min(start, to), to, this.references) ?? this.leave();
    blocks.push({ type: 'heading', depth, inline, start: from, end: trimEnd(text, from, end) });
  }

  private fence(
    lines: Lines,
    at: number,
    count: number,
    indent: number,
    open: LineStart & { type: 'fence' },
    blocks: RawBlock[],
  ): number {
    const { text } = this;
    const from = lines.starts[at] + indent;
    const info = text.slice(from + open.length, lines.ends[at]).replace(/^[ \t]+/, '');
    if (/[\\&]/.test(info)) this.leave();
    const content: string[] = [];
    for (let i = at + 1; i < count; i++) {
      const inset = this.indent(lines, i);
      if (inset >= 0 && inset <= 3) {
        const first = lines.starts[i] + inset;
        let run = first;
        while (text[run] === open.char) run++;
        if (run - first >= open.length && BLANK.test(text.slice(run, lines.ends[i]))) {
          const language = /^[^ \t]+/.exec(info)?.[0] ?? null;
          blocks.push({
            type: 'code',
            text: content.join('\n'),
            language,
            start: from,
            end: trimEnd(text, first, lines.ends[i]),
          });
          return i + 1;
        }
      }
      let first = lines.starts[i];
      for (let n = 0; n < indent && text[first] === ' ' && first < lines.ends[i]; n++) first++;
      content.push(text.slice(first, lines.ends[i]));
    }
    return this.leave();
  }

  private paragraph(lines: Lines, at: number, count: number, from: number, blocks: RawBlock[]): number {
    const { text } = this;
    let next = at + 1;
    for (; next < count; next++) {
      const indent = this.indent(lines, next);
      if (indent < 0) break;
      if (indent > 3) continue;
      const first = lines.starts[next] + indent;
      const char = text.charCodeAt(first);
      if ((char >= 97 && char <= 122) || (char >= 65 && char <= 90)) continue;
      if (this.underlined(lines, at, next, from, first, blocks)) return next + 1;
      if (MAYBE_DELIMITER_ROW.test(text.slice(first, Math.min(lines.ends[next], first + 2000)))) {
        if (next === at + 1) {
          const table = this.table(lines, at, count, from, blocks);
          if (table !== null) return table;
        }
        this.leave();
      }
      const start = lineStart(text, first, lines.ends[next]);
      if (start.type === 'text') continue;
      if (start.type === 'underline' || start.type === 'other') this.leave();
      if (start.type === 'bullet' && start.empty) this.leave();
      // Only a list that starts at one may interrupt a paragraph.
      if (start.type === 'ordered' && (start.empty || start.number !== 1)) {
        if (start.empty) this.leave();
        continue;
      }
      if (start.type === 'ordered' || start.type === 'bullet')
        this.interruption(first + start.width, lines.ends[next]);
      break;
    }
    const end = trimEnd(text, from, lines.ends[next - 1]);
    // Definitions of links and notes look like paragraphs until the colon.
    if (text.charCodeAt(from) === 91 && text.slice(from, end).includes(']:')) this.leave();
    const paragraph = readParagraph(text, from, end, this.references) ?? this.leave();
    if (paragraph.inline.text !== '') blocks.push(paragraph);
    return next;
  }

  /** Whether the line is the underline of a heading that the paragraph so far is; if so the heading is added. */
  private underlined(
    lines: Lines,
    at: number,
    next: number,
    from: number,
    first: number,
    blocks: RawBlock[],
  ): boolean {
    const { text } = this;
    const end = lines.ends[next];
    const char = text[first];
    if ((char !== '=' && char !== '-') || !/^(?:=+|-+)[ \t]*$/.test(text.slice(first, end))) return false;
    const to = trimEnd(text, from, lines.ends[next - 1]);
    // With bars it may be a table, with a bracket a definition of a link.
    if (text[from] === '[' || text.slice(lines.starts[next - 1], to).includes('|')) this.leave();
    const inline = readInline(text, from, to, this.references) ?? this.leave();
    blocks.push({
      type: 'heading',
      depth: char === '=' ? 1 : 2,
      inline,
      start: from,
      end: trimEnd(text, first, end),
    });
    return at < next;
  }

  /** What a list item that interrupts a paragraph begins with may not interrupt it by itself: only plain text is sure. */
  private interruption(from: number, end: number): void {
    const inside = lineStart(this.text, from, end);
    if (inside.type !== 'text' && inside.type !== 'heading') this.leave();
  }

  // ---- lists

  private list(lines: Lines, at: number, count: number, blocks: RawBlock[], depth: number): number {
    if (depth >= MAX_NESTING) this.leave();
    const { text } = this;
    const items: RawItem[] = [];
    let kind: (LineStart & { type: 'bullet' | 'ordered' }) | null = null;
    let next = at;
    let first = 0;
    while (next < count) {
      const indent = this.indent(lines, next);
      if (indent < 0) {
        next++;
        continue;
      }
      if (indent > 3) {
        if (items.length > 0) this.leave();
        break;
      }
      const from = lines.starts[next] + indent;
      const start = lineStart(text, from, lines.ends[next]);
      // It may be a marker of this list, with a tab or indented code after it.
      if (start.type === 'other' && /[-*+0-9]/.test(text[from])) this.leave();
      if (start.type !== 'bullet' && start.type !== 'ordered') break;
      if (kind !== null && (start.type !== kind.type || start.marker !== kind.marker)) break;
      if (start.empty) this.leave();
      if (kind === null) {
        kind = start;
        first = start.type === 'ordered' ? start.number : 0;
      }
      const end = this.itemEnd(lines, next, count, indent + start.width);
      const inner = this.itemLines(lines, next, end, indent + start.width);
      const children: RawBlock[] = [];
      const checked = this.tick(inner);
      if (checked !== null) this.task(inner, children, checked, depth);
      else this.all(inner, children, depth + 1);
      const number = start.type === 'ordered' ? first + items.length : null;
      items.push({
        number,
        marker: number === null ? start.marker : `${number}${start.marker}`,
        checked,
        children,
        start: from,
        end: trimEnd(text, from, lines.ends[end - 1]),
      });
      next = end;
    }
    blocks.push({ type: 'list', items, start: items[0].start, end: items[items.length - 1].end });
    return next;
  }

  /** Whether the item is a task that is done, or one that is not; null when it is none. */
  private tick(inner: Lines): boolean | null {
    const { text } = this;
    const at = inner.starts[0];
    if (text.charCodeAt(at) !== 91) return null;
    const found = /^\[([ \txX])\](?:([ \t])|$)/.exec(text.slice(at, Math.min(inner.ends[0], at + 4)));
    if (found === null) return null;
    // A tick with nothing after it on its line is seldom written, and seldom a tick.
    if (found[1] === '\t' || found[2] !== ' ') this.leave();
    return found[1] !== ' ';
  }

  /** What a task holds: a paragraph behind its tick, and what follows. */
  private task(inner: Lines, children: RawBlock[], checked: boolean, depth: number): void {
    const tick = inner.starts[0];
    const after = tick + 4;
    // Behind a tick nothing begins but text: where it looks otherwise, remark knows.
    if (after >= inner.ends[0] || isBlank(this.text, after)) this.leave();
    if (lineStart(this.text, after, inner.ends[0]).type !== 'text') this.leave();
    this.all({ starts: [after, ...inner.starts.slice(1)], ends: inner.ends }, children, depth + 1);
    const first = children[0];
    if (first?.type !== 'paragraph' || first.start !== after) this.leave();
    const inline = ticked(first.inline, checked, tick);
    children[0] = { type: 'paragraph', inline, start: tick, end: first.end };
  }

  /** The line after the item's last line that is not blank. */
  private itemEnd(lines: Lines, at: number, count: number, width: number): number {
    let end = at + 1;
    for (let i = at + 1; i < count; i++) {
      const indent = this.indent(lines, i);
      if (indent < 0) continue;
      if (this.text.slice(lines.starts[i], lines.starts[i] + indent).includes('\t')) this.leave();
      if (indent >= width) {
        end = i + 1;
        continue;
      }
      if (i > end) break;
      // Right below a line of the item: a new block ends the item, text would go on with its paragraph.
      const start = lineStart(this.text, lines.starts[i] + indent, lines.ends[i]);
      if (indent > 3 || start.type === 'text' || start.type === 'other' || start.type === 'underline')
        this.leave();
      break;
    }
    return end;
  }

  private itemLines(lines: Lines, at: number, end: number, width: number): Lines {
    const starts: number[] = [];
    const ends: number[] = [];
    for (let i = at; i < end; i++) {
      starts.push(Math.min(lines.starts[i] + width, lines.ends[i]));
      ends.push(lines.ends[i]);
    }
    return { starts, ends };
  }

  // ---- tables

  private table(lines: Lines, at: number, count: number, from: number, blocks: RawBlock[]): number | null {
    const { text } = this;
    const delimiters = text.slice(lines.starts[at + 1], lines.ends[at + 1]);
    const header = text.slice(from, lines.ends[at]);
    if (!DELIMITER_ROW.test(delimiters) || !header.includes('|') || !delimiters.includes('|')) return null;
    const rows: RawRow[] = [this.row(from, lines.ends[at])];
    const columns = delimiters.trim().replace(/^\|/, '').replace(/\|$/, '').split('|').length;
    if (columns !== rows[0].cells.length) return null;
    let next = at + 2;
    for (; next < count; next++) {
      const indent = this.indent(lines, next);
      if (indent < 0) break;
      if (indent > 3) this.leave();
      const first = lines.starts[next] + indent;
      const start = lineStart(text, first, lines.ends[next]);
      if (start.type !== 'text') this.leave();
      if (!text.slice(first, lines.ends[next]).includes('|')) this.leave();
      rows.push(this.row(first, lines.ends[next]));
    }
    const end = trimEnd(text, from, lines.ends[next - 1]);
    blocks.push({ type: 'table', rows, start: from, end });
    return next;
  }

  private row(from: number, lineEnd: number): RawRow {
    const { text } = this;
    const end = trimEnd(text, from, lineEnd);
    const written = text.slice(from, end);
    const escapes = written.includes('\\');
    // In code, a backslash before a bar is the table's and goes; before anything else it is the code's.
    if (escapes && written.includes('`')) this.leave();
    const cells: RawCell[] = [];
    let at = text[from] === '|' ? from + 1 : from;
    while (at < end) {
      const to = escapes ? plainBar(text, at, end) : nextBar(text, at, end);
      let start = at;
      while (start < to && isBlank(text, start)) start++;
      const inline =
        readInline(text, start, Math.max(start, trimEnd(text, start, to)), this.references) ?? this.leave();
      const last = trimEnd(text, start, to);
      cells.push(last > start ? { inline, start, end: last } : { inline, start: at, end: at });
      at = to + 1;
    }
    if (cells.length === 0) this.leave();
    return { cells, start: from, end };
  }
}

function nextBar(text: string, at: number, end: number): number {
  const to = text.indexOf('|', at);
  return to < 0 || to > end ? end : to;
}

/** The next bar that no backslash escapes. */
function plainBar(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] !== '|') {
    at += text[at] === '\\' && (text[at + 1] === '|' || text[at + 1] === '\\') ? 2 : 1;
  }
  return Math.min(at, end);
}

function isBlank(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  return char === 32 || char === 9;
}

/** `end` without the spaces and tabs before it. */
function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text, at - 1)) at--;
  return at;
}
