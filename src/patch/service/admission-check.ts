import type { Applied } from '../transaction/apply.js';
import type { ChangeFact } from '../transaction/change.js';
import type { Rejection } from '../transaction/evaluate.js';
import type { Transaction as Edits } from '../transaction/operation.js';
import type { LockedTarget } from './attempt-rows.js';

/** A target as it is locked for an attempt. */
export interface AdmissionPreimage {
  readonly target_file_id: string;
  readonly version: number;
  readonly hash: string;
  readonly content: string;
  readonly filename: string;
  /** A media type or a language. */
  readonly target_type: string;
}

/** What the attempt would make of it. */
export interface AdmissionOutcome {
  readonly content: string;
  readonly hash: string;
  /** In the order in which they were made; so are the operations of `edits`. */
  readonly changes: readonly ChangeFact[];
  /** Spans count in the buffer that an operation sees; those of a batch in the scope of their group. */
  readonly edits: Edits;
}

/** Why a host refuses an outcome. `code` becomes `diagnostic.code`. */
export interface AdmissionRefusal {
  readonly code: string;
  readonly detail: string;
  /** Further members of the diagnostic: plain JSON of bounded size. */
  readonly evidence?: Readonly<Record<string, unknown>>;
}

/**
 * A host's own condition on an edit: `admit` in the options of every submission function and of `preview`. It is asked
 * last, when all of the service's own checks have passed, with the target locked and before anything is written. It must
 * depend on its arguments alone and touch nothing else: a lost connection can make it run again. A refusal is logged as
 * `context_invalid` at `precondition_guard`, not retryable; the row's diagnostic holds its code and evidence.
 */
export type AdmissionCheck = (
  preimage: AdmissionPreimage,
  outcome: AdmissionOutcome,
) => AdmissionRefusal | null | Promise<AdmissionRefusal | null>;

export async function askAdmission(
  check: AdmissionCheck | undefined,
  target: LockedTarget,
  edits: Edits,
  applied: Applied,
): Promise<Rejection | null> {
  if (check === undefined) return null;
  const refusal = await check(
    {
      target_file_id: target.target_file_id,
      version: target.version,
      hash: target.current_hash,
      content: target.current_content,
      filename: target.filename,
      target_type: target.target_type,
    },
    { content: applied.text, hash: applied.hash, changes: applied.changes, edits },
  );
  if (refusal === null) return null;
  return {
    row: {
      reason: 'context_invalid',
      stage: 'precondition_guard',
      code: refusal.code,
      retryable: false,
      when: 'A host refused the outcome.',
      remedy: 'Keep to what the host allows.',
    },
    detail: refusal.detail,
    failed_change_id: null,
    evidence: refusal.evidence ?? {},
    failing: null,
  };
}
