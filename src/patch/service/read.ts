import { codePointLength } from '../../document/code-points.js';
import type { InvalidArgument } from '../errors.js';
import type { Connection } from '../store/database.js';
import {
  ArgumentError,
  answering,
  asInt4,
  flag,
  integer,
  type NotFound,
  notFound,
  targetId,
} from './arguments.js';

/** Code points of a page when no size is asked for, and at most. */
const DEFAULT_PAGE = 4_000;
const LARGEST_PAGE = 8_000;

export interface ReadTargetArguments {
  readonly target_file_id: string;
  /** Code-point offset; 0 when left out. The end of the text gives an empty page. */
  readonly start?: number;
  /** Code points at most, clamped to 1..8,000; 4,000 when left out. */
  readonly length?: number | null;
}

export interface TargetPage {
  readonly status: 'ok';
  readonly target_file_id: string;
  readonly version: number;
  readonly current_hash: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly total_chars: number;
  readonly truncated: boolean;
  readonly next_start: number | null;
}

/** A page of the target's text. The database cuts it: the rest of the text does not leave it. */
export function readTarget(
  connection: Connection,
  args: ReadTargetArguments,
): Promise<TargetPage | NotFound | InvalidArgument> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const start = integer('start', args.start, 0, 0);
    // Any whole number is a length: those below 1 are clamped, not refused.
    const length = integer('length', args.length, Number.NEGATIVE_INFINITY, DEFAULT_PAGE, 'nullable');
    const [row] = await connection.query<{
      version: number;
      current_hash: string;
      total_chars: number;
      text: string;
    }>(
      `SELECT version, current_hash, total_chars,
              CASE WHEN $2 <= total_chars THEN substr(current_content, $2::int + 1, $3::int) ELSE '' END AS text
       FROM cloud_target_files WHERE target_file_id = $1`,
      [id, asInt4(start), Math.min(Math.max(1, length), LARGEST_PAGE)],
    );
    if (row === undefined) return notFound(id);
    const { text, total_chars, version, current_hash } = row;
    if (start > total_chars) throw pastEnd('start', start, total_chars);
    const end = start + codePointLength(text);
    const truncated = end < total_chars;
    return {
      status: 'ok',
      target_file_id: id,
      version,
      current_hash,
      start,
      end,
      text,
      total_chars,
      truncated,
      next_start: truncated ? end : null,
    };
  });
}

export interface ReadLinesArguments {
  readonly target_file_id: string;
  /** From 1; a line includes its LF. */
  readonly start_line?: number;
  /** Inclusive; the last line when left out. */
  readonly end_line?: number | null;
  /** Code points from the start of the range: the `next_offset` of the page before. */
  readonly offset?: number;
  /** Code points at most, capped at 8,000; 4,000 when left out. */
  readonly max_chars?: number | null;
  readonly include_line_starts?: boolean;
}

export interface LinePage {
  readonly status: 'ok';
  readonly target_file_id: string;
  readonly version: number;
  readonly current_hash: string;
  readonly total_chars: number;
  readonly total_lines: number;
  readonly start_line: number;
  readonly end_line: number;
  /** Where the selected lines start and end in the text. */
  readonly range_start: number;
  readonly range_end: number;
  /** Where this page does. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly truncated: boolean;
  /** Relative to `range_start`: for `offset` with the same lines. */
  readonly next_offset: number | null;
  /** In the text: for `start` of {@link readTarget}. */
  readonly next_start: number | null;
  readonly line_starts?: readonly LineStart[];
}

export interface LineStart {
  readonly line: number;
  /** In the text. */
  readonly start: number;
}

interface LineRow {
  readonly version: number;
  readonly current_hash: string;
  readonly total_chars: number;
  readonly total_lines: number;
  readonly range_start: number | null;
  readonly range_end: number | null;
  readonly text: string | null;
  /** LF between the start of the range and of the page. */
  readonly lines_before: number | null;
  /** The character before the page. */
  readonly before: string | null;
}

/** A page of a range of lines. The database finds the range and cuts the page. */
export function readLines(
  connection: Connection,
  args: ReadLinesArguments,
): Promise<LinePage | NotFound | InvalidArgument> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const first = integer('start_line', args.start_line, 1, 1);
    const last = args.end_line == null ? null : integer('end_line', args.end_line, 1, 1);
    const offset = integer('offset', args.offset, 0, 0);
    const size = Math.min(integer('max_chars', args.max_chars, 1, DEFAULT_PAGE, 'nullable'), LARGEST_PAGE);
    const withStarts = flag('include_line_starts', args.include_line_starts);
    if (last !== null && last < first) {
      throw new ArgumentError('out_of_range', `end_line ${last} lies before start_line ${first}.`);
    }
    const row = await cutLines(connection, id, { first, last, offset, size, withStarts });
    if (row === null) return notFound(id);
    const { version, current_hash, total_chars, total_lines } = row;
    if (Math.max(first, last ?? first) > total_lines) {
      const name = first > total_lines ? 'start_line' : 'end_line';
      throw new ArgumentError(
        'out_of_range',
        `${name} is past the last line; the target has ${total_lines}.`,
      );
    }
    const range_start = row.range_start ?? 0;
    const range_end = Math.min(row.range_end ?? total_chars, total_chars);
    if (offset > range_end - range_start) throw pastEnd('offset', offset, range_end - range_start);
    const start = range_start + offset;
    const text = row.text ?? '';
    const end = start + codePointLength(text);
    const truncated = end < range_end;
    const end_line = last ?? total_lines;
    const page = { start, end, text, range_start, range_end, end_line };
    return {
      status: 'ok',
      target_file_id: id,
      version,
      current_hash,
      total_chars,
      total_lines,
      start_line: first,
      end_line,
      range_start,
      range_end,
      start,
      end,
      text,
      truncated,
      next_offset: truncated ? end - range_start : null,
      next_start: truncated ? end : null,
      ...(withStarts ? { line_starts: lineStarts(page, first + (row.lines_before ?? 0), row.before) } : {}),
    };
  });
}

interface Cut {
  readonly first: number;
  readonly last: number | null;
  readonly offset: number;
  readonly size: number;
  readonly withStarts: boolean;
}

/** Code points of the lines up to and including line `$n`: where the next one starts. */
const startAfter = (line: string) =>
  `coalesce(sum(char_length(line) + 1) FILTER (WHERE n <= ${line}), 0)::bigint`;

async function cutLines(connection: Connection, id: string, cut: Cut): Promise<LineRow | null> {
  const start = cut.first === 1 ? '0::bigint' : startAfter('$4::int - 1');
  const end = cut.last === null ? 'NULL::bigint' : startAfter('$5::int');
  // A range that starts and ends with the text needs no count of lines.
  const lines =
    cut.first === 1 && cut.last === null
      ? ''
      : `FROM string_to_table((SELECT content FROM target), E'\\n') WITH ORDINALITY AS lines (line, n)`;
  const [row] = await connection.query<LineRow>(
    // Materialised, so that each step is computed once, however often its columns are used.
    `WITH target AS MATERIALIZED (
       SELECT version, current_hash, total_chars, total_lines, current_content AS content
       FROM cloud_target_files WHERE target_file_id = $1
     ), range AS MATERIALIZED (
       SELECT ${start} AS range_start, ${end} AS range_end ${lines}
     ), page AS MATERIALIZED (
       SELECT *, (range_start + $2::int)::int AS page_start,
              least($3::int, greatest(0, least(range_end, total_chars) - range_start - $2::int))::int AS page_size
       FROM target CROSS JOIN range
       -- Always true: names the parameters that a range with the text's own ends does not use.
       WHERE $4::int IS NOT NULL AND $5::int IS NOT DISTINCT FROM $5::int
     )
     SELECT version, current_hash, total_chars, total_lines, range_start, range_end,
            substr(content, page_start + 1, page_size) AS text,
            CASE WHEN $6::boolean THEN
              (SELECT octet_length(skipped) - octet_length(replace(skipped, E'\\n', ''))
               FROM (SELECT substr(content, range_start::int + 1, $2::int) AS skipped) AS s) END AS lines_before,
            CASE WHEN $6::boolean AND page_start > 0 THEN substr(content, page_start, 1) END AS before
     FROM page`,
    [
      id,
      asInt4(cut.offset),
      cut.size,
      asInt4(cut.first),
      cut.last === null ? null : asInt4(cut.last),
      cut.withStarts,
    ],
  );
  return row ?? null;
}

/**
 * Every selected line that begins inside the page. A final empty line begins where the text ends: it belongs to the page
 * that ends there, so that over all pages each line appears once.
 */
function lineStarts(
  page: Pick<LinePage, 'start' | 'end' | 'text' | 'range_start' | 'range_end' | 'end_line'>,
  lineAtStart: number,
  before: string | null,
): LineStart[] {
  const starts: LineStart[] = [];
  const { text, end_line } = page;
  let line = lineAtStart;
  const beginsHere = page.start === page.range_start || before === '\n';
  // An empty page at the end of a range that is not empty repeats the end of the page before it.
  const empty = page.start === page.end && page.range_start < page.range_end;
  if (beginsHere && !empty) starts.push({ line, start: page.start });
  let point = page.start;
  let unit = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    point += codePointLength(text.slice(unit, at + 1));
    unit = at + 1;
    line++;
    const inside = point < page.end || (page.end === page.range_end && line === end_line);
    if (inside && line <= end_line) starts.push({ line, start: point });
  }
  return starts;
}

function pastEnd(name: string, value: number, end: number): ArgumentError {
  return new ArgumentError('out_of_range', `${name} ${value} is past the end, ${end}.`);
}
