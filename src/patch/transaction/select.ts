import { codePointLength } from '../../document/code-points.js';
import type { Occurrences, SequentialBuffer } from './buffer.js';
import { exactCandidates } from './candidates.js';
import { type ChangeFact, firstOverlap } from './change.js';
import type { OperationFailure } from './failure.js';
import { nearMissQuery } from './near-miss-report.js';
import type { ObservedIdentity } from './observed.js';
import type { MatchOperation } from './operation.js';

/** Most consumed occurrences that a rejection lists. */
const MAX_ORIGINALS = 5;

/** The one occurrence that a match operation selects. */
export interface SelectedMatch {
  readonly start: number;
  readonly end: number;
}

/** What earlier operations of the transaction did, and what is known of the target. */
export interface SelectionScene {
  readonly buffer: SequentialBuffer;
  readonly changes: readonly ChangeFact[];
  readonly identity: ObservedIdentity;
}

/**
 * Finds the occurrence that satisfies all the selectors given. Anchors stand anywhere before or after the match; an
 * occurrence index counts all occurrences in the buffer, whatever the anchors leave of them.
 */
export function selectMatch(
  operation: MatchOperation,
  scene: SelectionScene,
): { readonly selected: SelectedMatch } | { readonly failure: OperationFailure } {
  const { buffer } = scene;
  const occurrences = buffer.occurrences(operation.match);
  if (occurrences.count === 0) return { failure: absent(operation, scene) };
  const size = codePointLength(operation.match);
  const left = remaining(operation, buffer, occurrences, size);
  if (left.count === 1) return { selected: { start: left.first, end: left.first + size } };
  const selective =
    operation.occurrence_index !== null ||
    operation.anchor_before !== null ||
    operation.anchor_after !== null;
  const reason = left.count === 0 ? 'disambiguation_invalid' : 'match_ambiguous';
  const sentence =
    left.count === 0
      ? 'The selectors supplied for MATCH do not hold together for any occurrence.'
      : selective
        ? `MATCH text appears multiple times and the selectors supplied leave ${left.count} occurrences.`
        : 'MATCH text appears multiple times without disambiguation.';
  const prior = scene.changes.length;
  const candidates = exactCandidates(buffer, operation.match, occurrences, prior, scene.identity);
  return {
    failure: {
      reason,
      detail:
        prior === 0
          ? sentence
          : `${sentence} Selectors count the sequential buffer after ${prior} simulated change${prior === 1 ? '' : 's'}.`,
      evidence: { occurrence_count: occurrences.count, exact_candidates: candidates },
      location: occurrences.at(1),
    },
  };
}

/** How many occurrences satisfy the selectors, and where the first of them starts (-1 when there is none). */
function remaining(
  operation: MatchOperation,
  buffer: SequentialBuffer,
  occurrences: Occurrences,
  size: number,
): { count: number; first: number } {
  // Both anchors bound the start of the match, so what is left of the ascending occurrences is one stretch of them.
  let low = 1;
  let high = occurrences.count;
  if (operation.anchor_before) {
    const anchors = buffer.occurrences(operation.anchor_before);
    if (anchors.count === 0) return { count: 0, first: -1 };
    low = 1 + occurrences.countBefore(anchors.at(1) + codePointLength(operation.anchor_before));
  }
  if (operation.anchor_after) {
    const anchors = buffer.occurrences(operation.anchor_after);
    if (anchors.count === 0) return { count: 0, first: -1 };
    high = occurrences.countBefore(anchors.at(anchors.count) - size + 1);
  }
  const index = operation.occurrence_index;
  if (index !== null) {
    const holds = low <= index && index <= high;
    return holds ? { count: 1, first: occurrences.at(index) } : { count: 0, first: -1 };
  }
  return low > high ? { count: 0, first: -1 } : { count: high - low + 1, first: occurrences.at(low) };
}

function absent(operation: MatchOperation, scene: SelectionScene): OperationFailure {
  const { buffer, changes } = scene;
  const originals = buffer.originalOccurrences(operation.match);
  if (originals.count === 0 || changes.length === 0) {
    return {
      reason: 'match_absent',
      detail: 'MATCH text does not appear in the target.',
      evidence: { occurrence_count: 0, near_miss_query: nearMissQuery(operation) },
      location: null,
    };
  }
  const size = codePointLength(operation.match);
  const shown = Array.from({ length: Math.min(MAX_ORIGINALS, originals.count) }, (_, i) => {
    const start = originals.at(i + 1);
    const consumer = changes[firstOverlap(changes, start, start + size)];
    return {
      occurrence_index: i + 1,
      start,
      end: start + size,
      consumed_by_change_id: consumer.change_id,
      consumed_by_change_index: consumer.change_index,
    };
  });
  return {
    reason: 'sequential_match_invalid',
    detail: 'MATCH text was consumed by earlier change in this transaction.',
    evidence: {
      occurrence_count: 0,
      original_occurrence_count: originals.count,
      original_occurrences: shown,
    },
    location: null,
  };
}
