/**
 * How changes are written into a text, and read back out of it. Two ways: CriticMarkup, and tags.
 *
 * A text may hold such marks of its own. They are written with a backslash before them, and backslashes that stand right
 * before a mark are doubled: an odd number of backslashes before what looks like a mark says that it is text, an even
 * number that it is a mark. No other backslash is touched, so that a text without marks stays as it is.
 *
 * Marks do not nest, but for the tags of moves and of new numbers, which stand around others: what opens a mark inside
 * another is an error and not text, since it may be that the outer one was not closed.
 */
import { ApplyError } from '../apply/errors.js';
import { didYouMean } from '../document/suggest.js';

/** How marks are written: CriticMarkup, or the tags `<ins>`, `<del>`, `<moved>` and `<renumbered>`. */
export type MarkStyle = 'critic' | 'tags';

/** All ways, in the order in which help lists them. */
export const MARK_STYLES: readonly MarkStyle[] = ['critic', 'tags'];

/** The ways to write marks of which a text holds some that are not meant as text. */
export function markStylesIn(text: string): MarkStyle[] {
  return MARK_STYLES.filter((style) => upTo(text, 0, style === 'critic' ? OPEN : TAG).mark !== null);
}

/** @throws ApplyError `bad_option` for a way to write marks that there is not. */
export function checkMarkStyle(style: unknown): asserts style is MarkStyle {
  if ((MARK_STYLES as readonly unknown[]).includes(style)) return;
  throw new ApplyError(
    'bad_option',
    `style should be ${MARK_STYLES.join(' or ')}, not ${JSON.stringify(style)}${didYouMean(String(style), MARK_STYLES)}`,
  );
}

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
// What opens a mark is its brace: of `{--}` both the beginning and the end may have to be escaped.
const OPEN = String.raw`\{(?=\+\+|--|~~|>>|==)`;
// Inside a mark what follows the brace may be escaped by itself, as in `\{\--}`: there the first sign after it decides.
const INNER = String.raw`\{(?=\\*[-+~>=])`;
const MARK = /^\{(?:\+\+|--|~~|>>|==)/;
const TAG = '</?(?:ins|del|moved|renumbered)(?=[ >])';
const INSIDE = {
  '++}': String.raw`${INNER}|\+\+\}`,
  '--}': String.raw`${INNER}|--\}`,
  '~>': String.raw`${INNER}|~>|~~\}`,
  '~~}': String.raw`${INNER}|~>|~~\}`,
  '<<}': String.raw`${INNER}|<<\}`,
  '</ins>': TAG,
  '</del>': TAG,
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

/** Text as it stands before what closes its mark; what the two form together is escaped too. */
function inside(text: string, close: Close): string {
  return escapedBefore(text, INSIDE[close], close);
}

function escaped(text: string, marks: string, markFollows: boolean): string {
  const within = escapedBefore(text, marks, '');
  return markFollows ? within.replace(/(\\+)$/, '$1$1') : within;
}

function escapedBefore(text: string, marks: string, follows: string): string {
  const whole = (text + follows).replaceAll(
    new RegExp(`(\\\\*)(${marks})`, 'g'),
    (_, slashes: string, mark: string, at: number) =>
      `${slashes}${slashes}${at + slashes.length < text.length ? '\\' : ''}${mark}`,
  );
  return whole.slice(0, whole.length - follows.length);
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
 * @throws ApplyError `bad_marks` for a mark that is not closed, closes nothing, stands inside another, or is none that is
 * written here; `bad_option`.
 */
export function readMarks(text: string, style: MarkStyle): Marked[] {
  checkMarkStyle(style);
  if (typeof text !== 'string') {
    throw new ApplyError('bad_option', 'an annotated text should be a string, as annotate gives it');
  }
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
      if (found.mark !== close) throw misfit(text, kept, found);
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
      if (!text.startsWith(close, found.end - found.mark.length)) {
        throw bad(
          text,
          found.end - found.mark.length,
          `${found.mark}… stands inside ${tag[0]} of line ${lineOf(text, start)}`,
        );
      }
      at = found.end - found.mark.length + close.length;
      pieces.push(close === '</ins>' ? { before: '', after: found.text } : { before: found.text, after: '' });
    }
  }
}

/** A stretch of an annotated text, and the mark that ends it: null at the end of the text. */
interface Stretch {
  readonly text: string;
  readonly mark: string | null;
  /** Where the mark ends. */
  readonly end: number;
}

/** Reads from `at` to the next mark. */
function upTo(text: string, at: number, marks: string): Stretch {
  const pattern = new RegExp(`(\\\\*)(${marks})`, 'g');
  pattern.lastIndex = at;
  let read = '';
  let from = at;
  for (;;) {
    const match = pattern.exec(text);
    if (match === null) return { text: read + text.slice(from), mark: null, end: text.length };
    const [found, slashes, mark] = match;
    read += text.slice(from, match.index) + slashes.slice(0, slashes.length >> 1);
    from = match.index + found.length;
    if (mark === '{' && slashes.length % 2 === 0 && !MARK.test(text.slice(from - 1, from + 2))) {
      read += slashes.slice(slashes.length >> 1) + mark;
    } else if (slashes.length % 2 === 0) {
      const whole = mark === '{' ? text.slice(from - 1, from + 2) : mark;
      return { text: read, mark: whole, end: from - mark.length + whole.length };
    } else read += mark;
  }
}

/** What is wrong with a mark of CriticMarkup that another one than its own end follows. */
function misfit(text: string, opening: Stretch, found: Stretch): ApplyError {
  const start = opening.end - 3;
  if (found.mark === null) return unclosed(text, start, opening.mark!);
  const at = found.end - found.mark.length;
  if (found.mark === '~>')
    return bad(text, at, `a second ~> stands inside {~~ of line ${lineOf(text, start)}`);
  if (found.mark === '~~}') return bad(text, at, `{~~ of line ${lineOf(text, start)} is closed without a ~>`);
  return bad(text, at, `${found.mark} stands inside ${opening.mark} of line ${lineOf(text, start)}`);
}

function unclosed(text: string, at: number, mark: string): ApplyError {
  return bad(text, at, `${mark} is not closed`);
}

function bad(text: string, at: number, what: string): ApplyError {
  return new ApplyError(
    'bad_marks',
    `line ${lineOf(text, at)}: ${what}; a mark that is meant as text has a backslash before it`,
  );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
