import { CodePointIndex } from '../../document/code-points.js';
import { asciiJsonBytes } from '../text/json.js';
import type { RejectionContext, TextView } from './context.js';
import { searchNearMisses } from './near-miss.js';
import type { MatchOperation } from './operation.js';

/** Longest match, as sent, that near misses are looked for. */
const MAX_QUERY = 64;
/** Code points of a failing buffer that are scanned. */
const MAX_SCAN = 65_536;
/** Code points of context on each side of a candidate. */
const CONTEXT = 16;
/** Bytes of `{"near_misses":…}`. */
const MAX_BYTES = 8192;

/** What a rejected row keeps so that near misses can be looked for again. */
export interface NearMissQuery {
  /** Canonical. Null when it was too large to keep. */
  readonly query: string | null;
  readonly omission_reason: 'match_too_large' | null;
}

export function nearMissQuery(operation: MatchOperation): NearMissQuery {
  return operation.raw_match_chars <= MAX_QUERY
    ? { query: operation.match, omission_reason: null }
    : { query: null, omission_reason: 'match_too_large' };
}

export type NearMissOmission =
  | 'match_too_large'
  | 'sequential_match_consumed'
  | 'caller_transaction'
  | 'work_budget_exhausted'
  | 'historical_context_unavailable';

export interface NearMissCandidate {
  /** Offsets in the failing buffer, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Code-point Levenshtein distance to the query. */
  readonly distance: number;
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/** The response-only answer to "what nearly matched". All but the reason is null when nothing was computed. */
export interface NearMisses {
  readonly omission_reason: NearMissOmission | null;
  readonly scan_source: 'failing_buffer' | 'stored_failure_context' | null;
  readonly candidates: readonly NearMissCandidate[] | null;
  readonly returned_count: number | null;
  readonly comparison_cells: number | null;
  /** The range of window starts that was searched, in failing-buffer coordinates. */
  readonly scanned_start: number | null;
  readonly scanned_end: number | null;
  /** Whether that range is not the whole failing buffer. */
  readonly scope_truncated: boolean | null;
  /** Whether more distinct locations qualified than are returned. */
  readonly candidates_truncated: boolean | null;
  readonly truncated: boolean | null;
  readonly hint?: string;
}

export function omittedNearMisses(reason: NearMissOmission): NearMisses {
  return {
    omission_reason: reason,
    scan_source: null,
    candidates: null,
    returned_count: null,
    comparison_cells: null,
    scanned_start: null,
    scanned_end: null,
    scope_truncated: null,
    candidates_truncated: null,
    truncated: null,
  };
}

/** The head of a failing buffer that near misses are looked for in, copied while the buffer is at hand. */
export interface ScanCopy {
  readonly text: string;
  /** Length of the whole buffer. */
  readonly total: number;
}

export function scanCopy(buffer: TextView): ScanCopy {
  return { text: buffer.slice(0, MAX_SCAN), total: buffer.length };
}

/** Near misses of a fresh rejection. */
export function freshNearMisses(query: NearMissQuery, copy: ScanCopy): NearMisses {
  if (query.query === null) return omittedNearMisses(query.omission_reason ?? 'match_too_large');
  return report(query.query, copy.text, 0, copy.total, 'failing_buffer');
}

/**
 * Near misses of a recovered rejection, from what its row stored.
 * @param query Null for a row that stored none.
 */
export function recoveredNearMisses(
  query: NearMissQuery | null,
  context: RejectionContext | null,
): NearMisses {
  if (query?.omission_reason) return omittedNearMisses(query.omission_reason);
  if (!query?.query || !context?.available || context.text === null) {
    return omittedNearMisses('historical_context_unavailable');
  }
  return report(query.query, context.text, context.start!, context.total_chars!, 'stored_failure_context');
}

function report(
  query: string,
  text: string,
  offset: number,
  total: number,
  source: 'failing_buffer' | 'stored_failure_context',
): NearMisses {
  const search = searchNearMisses(query, text);
  if (search.exhausted) return omittedNearMisses('work_budget_exhausted');
  const index = new CodePointIndex(text);
  const cut = (from: number, to: number) => text.slice(index.toUnit(from), index.toUnit(to));
  const candidates = search.candidates.map(({ start, end, distance }) => ({
    start: offset + start,
    end: offset + end,
    distance,
    before: cut(start - CONTEXT, start),
    text: cut(start, end),
    after: cut(end, end + CONTEXT),
  }));
  const scope_truncated = offset > 0 || offset + search.scannedEnd < total;
  for (let more = search.candidatesTruncated; ; more = true) {
    const found: NearMisses = {
      omission_reason: null,
      scan_source: source,
      candidates,
      returned_count: candidates.length,
      comparison_cells: search.comparisonCells,
      scanned_start: offset,
      scanned_end: offset + search.scannedEnd,
      scope_truncated,
      candidates_truncated: more,
      truncated: scope_truncated || more,
      ...(candidates.length === 0 ? { hint: HINT } : {}),
    };
    if (candidates.length === 0 || asciiJsonBytes({ near_misses: found }) <= MAX_BYTES) return found;
    candidates.pop();
  }
}

const HINT =
  'Nothing similar was found in the range scanned. Look for a distinctive part of the text with patchdiff_find_occurrences.';
