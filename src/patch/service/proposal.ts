import { sha256Hex } from '../text/hash.js';
import { sortedAsciiJson, sortedJson } from '../text/json.js';
import { proposalField } from '../transaction/decode.js';
import type { ProposalRecord } from '../transaction/fields.js';
import type { SubmittedGuards } from '../transaction/guards.js';
import type { Protocol } from '../transaction/profile.js';

/** Arguments that every submission has. Types are those of a correct call; what comes is judged, not trusted. */
export interface SubmissionArguments {
  readonly target_file_id: string;
  /** What the transaction is for. */
  readonly intent: string;
  /** Version that the target must have. At least one guard is required. */
  readonly expected_target_version?: number | null;
  /** Hash that the target must have. */
  readonly expected_current_hash?: string | null;
  readonly source?: string | null;
  /** The rejected attempt that this one corrects. */
  readonly parent_pdcp_log_id?: string | null;
  /** One-based. */
  readonly attempt?: number | null;
  /** Sending the identical proposal under the same key again gives the first outcome. */
  readonly client_request_id?: string | null;
  readonly include_correlation_id?: boolean;
}

/** A change of one exact occurrence of `match`. */
export interface TypedEdit {
  readonly match: string;
  readonly replace: string;
  readonly change_id?: string | null;
  readonly rationale?: string | null;
  readonly risk?: 'low' | 'medium' | 'high' | null;
  readonly occurrence_index?: number | null;
  readonly anchor_before?: string | null;
  readonly anchor_after?: string | null;
}

export interface MatchInput extends TypedEdit {
  readonly op: 'match';
}

/** A change of `[start, end)` in code points of the text after the operations before. */
export interface SpanInput {
  readonly op: 'span';
  readonly start: number;
  readonly end: number;
  readonly expected_text: string;
  readonly replace: string;
  readonly change_id?: string | null;
  readonly rationale?: string | null;
  readonly risk?: 'low' | 'medium' | 'high' | null;
  readonly expected_before?: string | null;
  readonly expected_after?: string | null;
}

export interface SubmitEditsArguments extends SubmissionArguments {
  readonly edits: readonly TypedEdit[];
}
export interface SubmitOperationsArguments extends SubmissionArguments {
  readonly operations: readonly (MatchInput | SpanInput)[];
}
export interface SubmitReplacementArguments extends SubmissionArguments {
  readonly replacement: string;
}

/** Arguments as they come: names are known, values are anything. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** The record of a proposal: what was sent of it and nothing more. Absent fields stay absent, null stays null. */
export function recordOf(protocol: Protocol, args: RawArguments): ProposalRecord {
  const record: Record<string, unknown> = { format: protocol };
  for (const name of ['intent', proposalField(protocol)]) {
    if (args[name] !== undefined) record[name] = withoutUndefined(args[name]);
  }
  return record;
}

/** The bytes of a record in its row. */
export function contentOf(record: ProposalRecord): string {
  return sortedJson(record);
}

/** What makes two requests the same: the members of a request fingerprint. */
export interface FingerprintEnvelope {
  readonly protocol_version: string;
  readonly pdcp_content_hash: string;
  readonly expected_target_version: unknown;
  readonly expected_current_hash: unknown;
  readonly parent_pdcp_log_id: unknown;
}

export function envelopeOf(
  protocol: string,
  contentHash: string,
  guards: SubmittedGuards,
  parent: unknown,
): FingerprintEnvelope {
  return {
    protocol_version: protocol,
    pdcp_content_hash: contentHash,
    expected_target_version: guards.expected_target_version ?? null,
    expected_current_hash: guards.expected_current_hash ?? null,
    parent_pdcp_log_id: parent ?? null,
  };
}

export function fingerprintOf(envelope: FingerprintEnvelope): string {
  return sha256Hex(sortedAsciiJson(envelope));
}

/** A copy as JSON would carry it: a caller's `undefined` member is the same as an absent one. */
export function withoutUndefined(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : withoutUndefined(item)));
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    // Defined, not assigned: `__proto__` must stay a key like any other.
    Object.defineProperty(copy, key, {
      value: withoutUndefined(inner),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
