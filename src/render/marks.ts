/**
 * How changes are written into a text, and read back out of it. Two ways: CriticMarkup, and tags.
 *
 * A text may hold such marks of its own. They are written with a backslash before them, and backslashes that stand right
 * before a mark are doubled: an odd number of backslashes before what looks like a mark says that it is text, an even
 * number that it is a mark. No other backslash is touched, so that a text without marks stays as it is.
 */
import { ApplyError } from '../apply/errors.js';

/** How marks are written: CriticMarkup, or the tags `<ins>`, `<del>`, `<moved>` and `<renumbered>`. */
export type MarkStyle = 'critic' | 'tags';

/** A stretch of an annotated text: what stands there before the changes and after them. */
export interface Marked {
  readonly before: string;
  readonly after: string;
}

/** A move or a renumbering as a mark tells it. */
export interface Note {
  readonly kind: 'moved' | 'renumbered';
  readonly from: string;
  readonly to: string;
}

// What looks like a mark in a text outside of marks, and inside each mark.
const OPEN = String.raw`\{(?:\+\+|--|~~|>>|==)`;
const TAG = '</?(?:ins|del|moved|renumbered)(?=[ >])';
const INSIDE = {
  '++}': String.raw`\+\+\}`,
  '--}': String.raw`--\}`,
  '~>': String.raw`~>|~~\}`,
  '~~}': String.raw`~~\}`,
  '<<}': String.raw`<<\}`,
  '</ins>': '</ins>',
  '</del>': '</del>',
} as const;
type Close = keyof typeof INSIDE;

/** Text that stays, as it stands between marks. `last` when no mark follows it. */
export function writeSame(text: string, style: MarkStyle, last: boolean): string {
  return escaped(text, style === 'critic' ? OPEN : TAG, !last);
}

/** One change of the text: both parts, or one of them empty. */
export function writeChange(before: string, after: string, style: MarkStyle, together: boolean): string {
  if (style === 'tags') return wrapped('<del>', before, '</del>') + wrapped('<ins>', after, '</ins>');
  if (together && before !== '' && after !== '')
    return `{~~${inside(before, '~>')}~>${inside(after, '~~}')}~~}`;
  return wrapped('{--', before, '--}') + wrapped('{++', after, '++}');
}

/** A change with the move or the renumbering that it is part of. */
export function writeNote({ kind, from, to }: Note, change: string, style: MarkStyle): string {
  if (style === 'critic') return `{>>${inside(`${kind} from ${from} to ${to}`, '<<}')}<<}${change}`;
  return `<${kind} from="${attribute(from)}" to="${attribute(to)}">${change}</${kind}>`;
}

function wrapped(open: string, text: string, close: Close): string {
  return text === '' ? '' : open + inside(text, close) + close;
}

function inside(text: string, close: Close): string {
  return escaped(text, INSIDE[close], true);
}

function escaped(text: string, marks: string, markFollows: boolean): string {
  const within = text.replaceAll(new RegExp(`(\\\\*)(${marks})`, 'g'), '$1$1\\$2');
  return markFollows ? within.replace(/(\\+)$/, '$1$1') : within;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/**
 * Reads an annotated text.
 * @throws ApplyError `bad_marks` for a mark that is not closed, closes nothing, or is none that is written here.
 */
export function readMarks(text: string, style: MarkStyle): Marked[] {
  return style === 'critic' ? readCritic(text) : readTags(text);
}

function readCritic(text: string): Marked[] {
  const pieces: Marked[] = [];
  let at = 0;
  for (;;) {
    const kept = upTo(text, at, OPEN);
    pieces.push({ before: kept.text, after: kept.text });
    if (kept.mark === null) return pieces;
    at = kept.end;
    const part = (close: Close): string => {
      const found = upTo(text, at, INSIDE[close]);
      if (found.mark !== close) throw unclosed(text, kept.end - 3, kept.mark!);
      at = found.end;
      return found.text;
    };
    if (kept.mark === '{++') pieces.push({ before: '', after: part('++}') });
    else if (kept.mark === '{--') pieces.push({ before: part('--}'), after: '' });
    else if (kept.mark === '{~~') pieces.push({ before: part('~>'), after: part('~~}') });
    else if (kept.mark === '{>>') part('<<}');
    else throw bad(text, kept.end - 3, `${kept.mark} is no mark that stands in an annotated text`);
  }
}

const WHOLE_TAG = /<(?:ins|del|(moved|renumbered) from="[^"<>]*" to="[^"<>]*"|\/(moved|renumbered))>/y;

function readTags(text: string): Marked[] {
  const pieces: Marked[] = [];
  let around: { kind: string; at: number } | null = null;
  let at = 0;
  for (;;) {
    const kept = upTo(text, at, TAG);
    pieces.push({ before: kept.text, after: kept.text });
    if (kept.mark === null) {
      if (around !== null) throw unclosed(text, around.at, `<${around.kind}>`);
      return pieces;
    }
    const start = kept.end - kept.mark.length;
    WHOLE_TAG.lastIndex = start;
    const tag = WHOLE_TAG.exec(text);
    if (tag === null) throw bad(text, start, `${kept.mark}… is no tag that stands in an annotated text here`);
    at = start + tag[0].length;
    const [, opens, closes] = tag;
    if (opens !== undefined) {
      if (around !== null) throw bad(text, start, `<${opens}> stands inside <${around.kind}>`);
      around = { kind: opens, at: start };
    } else if (closes !== undefined) {
      if (around?.kind !== closes) throw bad(text, start, `</${closes}> closes nothing`);
      around = null;
    } else {
      const close = tag[0] === '<ins>' ? '</ins>' : '</del>';
      const found = upTo(text, at, INSIDE[close]);
      if (found.mark === null) throw unclosed(text, start, tag[0]);
      at = found.end;
      pieces.push(close === '</ins>' ? { before: '', after: found.text } : { before: found.text, after: '' });
    }
  }
}

/** Reads from `at` to the next mark; `mark` is null at the end of the text. */
function upTo(text: string, at: number, marks: string): { text: string; mark: string | null; end: number } {
  const pattern = new RegExp(`(\\\\*)(${marks})`, 'g');
  pattern.lastIndex = at;
  let read = '';
  let from = at;
  for (;;) {
    const match = pattern.exec(text);
    if (match === null) return { text: read + text.slice(from), mark: null, end: text.length };
    const [whole, slashes, mark] = match;
    read += text.slice(from, match.index) + slashes.slice(0, slashes.length >> 1);
    from = match.index + whole.length;
    if (slashes.length % 2 === 0) return { text: read, mark, end: from };
    read += mark;
  }
}

function unclosed(text: string, at: number, mark: string): ApplyError {
  return bad(text, at, `${mark} is not closed`);
}

function bad(text: string, at: number, what: string): ApplyError {
  const line = text.slice(0, at).split('\n').length;
  return new ApplyError(
    'bad_marks',
    `line ${line}: ${what}; a mark that is meant as text has a backslash before it`,
  );
}
