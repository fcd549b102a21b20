/**
 * A Markdown document, cut where the grammar allows it: blocks that are read without remark one by one, and between them
 * chunks for remark, each of which parses by itself as it does in the whole.
 */
import { frontMatter } from './front-matter.js';
import { FastMarkdown } from './markdown-blocks.js';
import { type Lines, lineStart, markdownLines } from './markdown-lines.js';
import { type Unreadable, unreadable } from './markdown-nesting.js';
import type { RawBlock } from './raw.js';

/** A part of the document: blocks ready made (their offsets are the document's), or a stretch for remark. */
export type MarkdownPart =
  | { readonly type: 'blocks'; readonly blocks: readonly RawBlock[]; readonly rules: number }
  | {
      readonly type: 'chunk';
      readonly start: number;
      readonly end: number;
      /** Why the grammar is not given it; null when it is. */
      readonly unreadable: Unreadable | null;
      /** Is the whole document, front matter and all. */
      readonly whole: boolean;
    }
  | { readonly type: 'front_matter'; readonly start: number; readonly end: number };

/** Cuts a text. One that begins with a byte order mark is passed without it. */
export function cutMarkdown(text: string): MarkdownPart[] {
  const lines = markdownLines(text);
  const count = lines.starts.length;
  const parts: MarkdownPart[] = [];
  let at = frontMatterEnd(text, lines);
  if (at < 0) {
    const reason = unreadable(text, lines, 0, count);
    return [{ type: 'chunk', start: 0, end: text.length, unreadable: reason, whole: true }];
  }
  if (at > 0) parts.push({ type: 'front_matter', start: 0, end: lines.ends[at - 1] });
  // A definition anywhere makes a link of every `[name]`: where there may be one, brackets are for remark.
  const fast = new FastMarkdown(text, text.includes(']:'));
  // Blocks since the last chunk, and how many of them, and of rules, there were before the run of lines that no blank line
  // parts from what comes next.
  let blocks: RawBlock[] = [];
  let run = at;
  let blocksBefore = 0;
  let rulesBefore = 0;
  const close = () => {
    if (blocks.length > 0 || fast.rules > 0) parts.push({ type: 'blocks', blocks, rules: fast.rules });
    blocks = [];
    fast.rules = 0;
  };
  while (at < count) {
    const blank = isBlankLine(text, lines, at);
    const next = blank ? at + 1 : fast.block(lines, at, blocks);
    if (next >= 0) {
      at = next;
      if (blank || isBlankLine(text, lines, at - 1)) {
        run = at;
        blocksBefore = blocks.length;
        rulesBefore = fast.rules;
      }
      continue;
    }
    // A block right below another may depend on it: they go to remark together.
    at = run;
    blocks.length = blocksBefore;
    fast.rules = rulesBefore;
    close();
    const end = chunkEnd(text, lines, at);
    const start = lines.starts[at];
    const to = end < count ? lines.starts[end] : text.length;
    // Chunks stay apart even where they meet: the smaller they are, the more of them two versions share.
    const reason = unreadable(text, lines, at, end);
    parts.push({ type: 'chunk', start, end: to, unreadable: reason, whole: false });
    at = end;
    run = at;
    blocksBefore = 0;
    rulesBefore = 0;
  }
  close();
  return parts;
}

function isBlankLine(text: string, lines: Lines, i: number): boolean {
  for (let at = lines.starts[i]; at < lines.ends[i]; at++) {
    const char = text.charCodeAt(at);
    if (char !== 32 && char !== 9) return false;
  }
  return true;
}

/** The line after front matter, 0 when there is none, -1 when that is for remark to say. */
function frontMatterEnd(text: string, lines: Lines): number {
  const head = frontMatter(text);
  if (head === null) return 0;
  let next = 1;
  while (next < lines.starts.length && lines.starts[next] <= head.end) next++;
  if (next === lines.starts.length || isBlankLine(text, lines, next)) return next;
  const start = lineStart(text, lines.starts[next], lines.ends[next]);
  const plain =
    start.type === 'text' || start.type === 'heading' || text.startsWith('<!--', lines.starts[next]);
  return plain ? next : -1;
}

/** White space, quote marks and list markers: what a container puts before its lines. */
const CONTAINERS = /^[\s>*+-]*(?:\d{1,9}[.)][\s>*+-]+)*/;
/** HTML that goes on over blank lines, and where it ends. */
const LONG_HTML: readonly (readonly [RegExp, RegExp])[] = [
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
];

/**
 * The first line after `from` at which a new top-level block must begin whatever stands before it: after a blank line, at
 * the margin, and no list marker (a list goes on over blank lines). Containers end there, and so does everything in them;
 * what does not end there is a fence or long HTML at the top level, so these are followed to their end.
 */
function chunkEnd(text: string, lines: Lines, from: number): number {
  const count = lines.starts.length;
  let blank = false;
  for (let i = from; i < count; i++) {
    const start = lines.starts[i];
    const end = lines.ends[i];
    if (isBlankLine(text, lines, i)) {
      blank = true;
      continue;
    }
    const char = text[start];
    if (i > from && blank && char !== ' ' && char !== '\t' && !/[-*+0-9]/.test(char)) return i;
    blank = false;
    const line = text.slice(start, Math.min(end, start + 1000));
    const prefix = CONTAINERS.exec(line)?.[0] ?? '';
    const rest = line.slice(prefix.length);
    if (/^(?:```|~~~)/.test(rest)) {
      const close = fenceEnd(text, lines, i, prefix, from);
      if (close === null) return count;
      i = close;
      continue;
    }
    const html = LONG_HTML.find(([open]) => open.test(rest));
    if (html !== undefined) {
      // Inside a container it could end before its own end: then all that follows is for remark.
      if (html[1].test(text.slice(start + prefix.length + 2, end))) continue;
      if (prefix.length > 3 || /\S/.test(prefix)) return count;
      while (i < count && !html[1].test(text.slice(lines.starts[i] + (i === from ? 2 : 0), lines.ends[i])))
        i++;
      if (i >= count) return count;
    }
  }
  return count;
}

/** The last line of a fence that begins on line `i`; `i` where its container ends it anyway; null when unsure. */
function fenceEnd(text: string, lines: Lines, i: number, prefix: string, from: number): number | null {
  const count = lines.starts.length;
  const marks = prefix.replace(/\s/g, '');
  // In a list item or a quote it ends at the latest where the container does, which is where chunks end too.
  if (marks !== '') return i;
  const indent = prefix.length;
  if (prefix.includes('\t') || indent > 3) return i;
  if (indent > 1 || (indent > 0 && i !== from)) {
    for (let k = i - 1; k >= from; k--) if (!isBlankLine(text, lines, k)) return null;
    return topFenceEnd(text, lines, i, count, indent);
  }
  return topFenceEnd(text, lines, i, count, indent);
}

function topFenceEnd(text: string, lines: Lines, i: number, count: number, indent: number): number | null {
  const line = text.slice(lines.starts[i] + indent, lines.ends[i]);
  const open = /^(`{3,})[^`]*$|^(~{3,})/.exec(line);
  if (open === null) return i;
  const run = open[1] ?? open[2];
  for (let k = i + 1; k < count; k++) {
    const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(text.slice(lines.starts[k], lines.ends[k]))?.[1];
    if (close !== undefined && close[0] === run[0] && close.length >= run.length) return k;
  }
  return count - 1;
}
