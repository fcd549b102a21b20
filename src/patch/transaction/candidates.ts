import { codePointLength, sliceCodePoints } from '../../document/code-points.js';
import { asciiJsonBytes } from '../text/json.js';
import type { Occurrences, SequentialBuffer } from './buffer.js';
import { type BufferStage, bufferStage } from './failure.js';
import type { ObservedIdentity } from './observed.js';

/** Most exact occurrences that a rejection lists. */
const MAX_CANDIDATES = 5;
/** Code points of context on each side of a candidate. */
const CONTEXT = 20;
/** Code points of the matched text that a candidate repeats. */
const PREVIEW = 64;
/** Bytes of `{"exact_candidates":…}`. */
const MAX_BYTES = 8192;

export interface ExactCandidate {
  readonly occurrence_index: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly match_preview: string;
  readonly match_truncated: boolean;
  readonly after: string;
}

/** The first exact occurrences of a text that was not told apart. None is certified to satisfy the failed selectors. */
export interface ExactCandidates {
  readonly kind: 'exact_occurrences';
  readonly occurrence_count: number;
  readonly returned_count: number;
  readonly candidates: readonly ExactCandidate[];
  readonly truncated: boolean;
  /** Where to go on with `patchdiff_find_occurrences`; null when nothing was cut. */
  readonly next_occurrence_index: number | null;
  readonly buffer_stage: BufferStage;
  readonly prior_changes: number;
  readonly observed_target_version: number;
  readonly observed_target_hash: string;
}

export function exactCandidates(
  buffer: SequentialBuffer,
  match: string,
  occurrences: Occurrences,
  priorChanges: number,
  identity: ObservedIdentity,
): ExactCandidates {
  const size = codePointLength(match);
  const preview = sliceCodePoints(match, 0, PREVIEW);
  const candidates: ExactCandidate[] = [];
  for (let nth = 1; nth <= Math.min(MAX_CANDIDATES, occurrences.count); nth++) {
    const start = occurrences.at(nth);
    const end = start + size;
    candidates.push({
      occurrence_index: nth,
      start,
      end,
      before: buffer.slice(start - CONTEXT, start),
      match_preview: preview,
      match_truncated: size > PREVIEW,
      after: buffer.slice(end, end + CONTEXT),
    });
  }
  for (;;) {
    const truncated = candidates.length < occurrences.count;
    const evidence: ExactCandidates = {
      kind: 'exact_occurrences',
      occurrence_count: occurrences.count,
      returned_count: candidates.length,
      candidates,
      truncated,
      next_occurrence_index: truncated ? candidates.length + 1 : null,
      buffer_stage: bufferStage(buffer, priorChanges),
      prior_changes: priorChanges,
      observed_target_version: identity.version,
      observed_target_hash: identity.hash,
    };
    if (candidates.length === 0 || asciiJsonBytes({ exact_candidates: evidence }) <= MAX_BYTES)
      return evidence;
    candidates.pop();
  }
}
