import { type CodePointIndex, codePointLength } from '../../document/code-points.js';
import type { InvalidArgument } from '../errors.js';
import type { Connection } from '../store/database.js';
import { canonicalText } from '../text/canonical.js';
import { findAll } from '../transaction/exact-search.js';
import { ArgumentError, answering, integer, type NotFound, notFound, targetId, text } from './arguments.js';
import { observeText } from './text-cache.js';

/** Context per side when none is asked for, and at most, in code points. */
const DEFAULT_CONTEXT = 40;
const LARGEST_CONTEXT = 400;
/** Occurrences of one answer, when no number is asked for and at most. */
const MOST_RESULTS = 200;

export interface FindOccurrencesArguments {
  readonly target_file_id: string;
  /** Exact; its line ends are made LF, as those of a match are. */
  readonly text: string;
  /** Code points of context on each side, at most 400; 40 when left out. */
  readonly context_chars?: number;
  /** From 1. */
  readonly start_occurrence?: number;
  readonly max_results?: number;
}

export interface Occurrence {
  readonly occurrence_index: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

export interface OccurrencePage {
  readonly status: 'ok';
  readonly target_file_id: string;
  readonly version: number;
  readonly current_hash: string;
  /** All of them, overlapping ones counted. */
  readonly occurrence_count: number;
  readonly returned_count: number;
  readonly start_occurrence: number;
  readonly occurrences: readonly Occurrence[];
  readonly truncated: boolean;
  readonly next_occurrence_index: number | null;
}

/**
 * The exact occurrences of a text in the target as it is now, which is what the first edit of a transaction sees. The
 * text is fetched once for each state of the target; further pages and searches are cut from what was fetched.
 */
export function findOccurrences(
  connection: Connection,
  args: FindOccurrencesArguments,
): Promise<OccurrencePage | NotFound | InvalidArgument> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const needle = canonicalText(text('text', args.text));
    if (needle === '') throw new ArgumentError('empty_text', 'text must not be empty.');
    const context = Math.min(
      integer('context_chars', args.context_chars, 0, DEFAULT_CONTEXT),
      LARGEST_CONTEXT,
    );
    const first = integer('start_occurrence', args.start_occurrence, 1, 1);
    const most = Math.min(integer('max_results', args.max_results, 1, MOST_RESULTS), MOST_RESULTS);
    const observed = await observeText(connection, id);
    if (observed === null) return notFound(id);
    const units = findAll(observed.content, needle);
    const shown = units.slice(first - 1, first - 1 + most);
    const points = codePointLength(needle);
    const next = first - 1 + shown.length;
    const truncated = next < units.length && shown.length > 0;
    return {
      status: 'ok',
      target_file_id: id,
      version: observed.version,
      current_hash: observed.hash,
      occurrence_count: units.length,
      returned_count: shown.length,
      start_occurrence: first,
      occurrences: shown.map((unit, i) => ({
        occurrence_index: first + i,
        ...cut(observed.content, observed.index, unit, needle.length, points, context),
      })),
      truncated,
      next_occurrence_index: truncated ? next + 1 : null,
    };
  });
}

function cut(
  content: string,
  index: CodePointIndex,
  unit: number,
  units: number,
  points: number,
  context: number,
): Omit<Occurrence, 'occurrence_index'> {
  const start = index.toPoint(unit);
  const end = start + points;
  return {
    start,
    end,
    before: content.slice(index.toUnit(start - context), unit),
    after: content.slice(unit + units, index.toUnit(end + context)),
  };
}
