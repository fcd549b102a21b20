import type { InvalidArgument } from '../errors.js';
import type { OversizedReplacement } from '../transaction/admission.js';
import type { ChangeFact } from '../transaction/change.js';
import type { RejectionContext } from '../transaction/context.js';
import type { Validity } from '../transaction/evaluate.js';
import type { NearMisses } from '../transaction/near-miss-report.js';
import type { WarningFields } from '../transaction/warnings.js';

/** The outcome of an accepted attempt. Hashes and versions are of this attempt, `current_…` of the target now. */
export interface AcceptedResponse extends WarningFields {
  readonly status: 'accepted';
  readonly target_file_id: string;
  readonly before_hash: string;
  readonly after_hash: string;
  readonly version: number;
  readonly current_version: number;
  readonly current_hash: string;
  readonly pdcp_log_id: string;
  readonly manifest_entries_added: number;
  readonly validity: Validity;
  readonly evidence: { readonly changes: readonly ChangeFact[] } & Readonly<Record<string, unknown>>;
  /** Whether this is the recorded outcome of an earlier identical request. */
  readonly deduplicated: boolean;
  readonly client_request_id: string | null;
  readonly correlation_id?: string;
  /** The receipt that the edit of one observed scope has used up. */
  readonly observation_id?: string;
  /** Of a batch: the bundle, the versions, and what became of each group's scope. */
  readonly observation_bundle_id?: string;
  readonly before_version?: number;
  readonly after_version?: number;
  readonly group_count?: number;
  readonly change_count?: number;
  readonly groups?: readonly AcceptedGroup[];
}

/** What a batch did to one scope. */
export interface AcceptedGroup {
  /** From 0, as submitted. */
  readonly group_index: number;
  readonly observation_id: string;
  /** Position in the bundle, from 0. */
  readonly ordinal: number;
  /** Where the scope stood in the text before, and where what became of it stands in the text after. */
  readonly scope_start: number;
  readonly scope_end: number;
  readonly result_start: number;
  readonly result_end: number;
  readonly change_count: number;
}

/** The outcome of a rejected attempt. What the target is now is null where there is no target. */
export interface RejectedResponse {
  readonly status: 'rejected';
  readonly target_file_id: string | null;
  readonly failure_reason: string;
  readonly failure_detail: string;
  readonly failed_change_id: string | null;
  readonly before_hash: string | null;
  readonly after_hash: null;
  readonly current_version: number | null;
  readonly current_hash: string | null;
  /** Null when no row could be written. */
  readonly pdcp_log_id: string | null;
  readonly diagnostic: Readonly<Record<string, unknown>>;
  /** Taken anew for each response, never stored. */
  readonly current_context: RejectionContext;
  /** With `match_absent` and `sequential_match_invalid`; never stored. */
  readonly near_misses?: NearMisses;
  readonly validity: Validity;
  readonly deduplicated: boolean;
  readonly client_request_id: string | null;
  readonly correlation_id?: string;
}

/** A valid fresh replacement that is too large to be admitted. Nothing was recorded. */
export interface OversizedResponse extends InvalidArgument {
  readonly code: 'replacement_too_large';
  readonly pdcp_log_id: null;
  readonly diagnostic: OversizedReplacement;
}

export type SubmissionResponse = AcceptedResponse | RejectedResponse | OversizedResponse | InvalidArgument;

export function oversizedResponse(diagnostic: OversizedReplacement): OversizedResponse {
  const { limit_exceeded, actual, limit, canonical_would_fit } = diagnostic;
  return {
    status: 'invalid_argument',
    code: 'replacement_too_large',
    failure_detail: `The replacement has ${limit_exceeded} ${actual}; the limit is ${limit}. ${
      canonical_would_fit
        ? 'It fits with LF line ends: send it so.'
        : 'Send the change as edits or operations if it is one.'
    }`,
    pdcp_log_id: null,
    diagnostic,
  };
}
