import { codePointLength } from '../../document/code-points.js';
import type { LineStart } from './read.js';

/** Code points of a page of a scope when no size is asked for, and at most. */
export const DEFAULT_PAGE = 4_000;
export const LARGEST_PAGE = 8_000;

/** A page of a scope's text. */
export interface ScopePage {
  /** Code points from the start of the scope. */
  readonly offset: number;
  /** Where the page stands in the whole text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The size that was asked for, within the cap. */
  readonly max_chars: number;
  readonly text: string;
  /** Whether the scope goes on after the page. */
  readonly truncated: boolean;
  /** For `offset` with the observation's id; null on the last page. */
  readonly next_offset: number | null;
  /** The same place in the whole text. */
  readonly next_start: number | null;
  /** The lines, from 1, of the page's first and last code point. */
  readonly start_line: number;
  readonly end_line: number;
  /** Each line that begins inside the page. */
  readonly line_starts?: readonly LineStart[];
}

/** A page as it was cut out of the text, and what is known of its place. */
export interface ScopeCut {
  readonly text: string;
  readonly scope_start: number;
  readonly scope_end: number;
  readonly offset: number;
  readonly max_chars: number;
  /** The line of the page's first code point. */
  readonly line: number;
  /** Whether a line begins with the page. */
  readonly beginsLine: boolean;
}

export function pageOf(cut: ScopeCut, withStarts: boolean): ScopePage {
  const { text, scope_start, scope_end, offset, max_chars, line } = cut;
  const start = scope_start + offset;
  const starts: LineStart[] = cut.beginsLine && text !== '' ? [{ line, start }] : [];
  let point = start;
  let unit = 0;
  let lines = line;
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    point += codePointLength(text.slice(unit, at + 1));
    unit = at + 1;
    starts.push({ line: ++lines, start: point });
  }
  const end = point + codePointLength(text.slice(unit));
  const truncated = end < scope_end;
  return {
    offset,
    start,
    end,
    max_chars,
    text,
    truncated,
    next_offset: truncated ? end - scope_start : null,
    next_start: truncated ? end : null,
    start_line: line,
    end_line: lines,
    ...(withStarts ? { line_starts: starts } : {}),
  };
}
