import type { RejectionCode } from '../errors.js';
import type { SequentialBuffer } from './buffer.js';

/** Why an operation cannot be applied to the buffer it sees. */
export type ApplyFailureReason =
  | 'match_absent'
  | 'match_ambiguous'
  | 'disambiguation_invalid'
  | 'sequential_match_invalid'
  | 'span_out_of_bounds'
  | 'span_expected_text_mismatch';

/** What resolving one operation found wrong, before it is set in its transaction. */
export interface OperationFailure {
  readonly reason: ApplyFailureReason;
  readonly detail: string;
  readonly code?: RejectionCode;
  /** Diagnostic members of this reason, as they go on the wire. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Code point of the buffer where the failure is, when that is known. */
  readonly location: number | null;
}

/** A failure with the state of the simulation in which it happened. */
export interface ApplyFailure extends OperationFailure {
  readonly change_id: string;
  /** One-based. */
  readonly change_index: number;
  /** The text as the failing operation saw it. */
  readonly buffer: SequentialBuffer;
  readonly priorChanges: number;
}

/**
 * Names which text evidence is about: the target itself, or another that its offsets count in: the text after earlier,
 * uncommitted changes, or a part of the target.
 */
export type BufferStage = 'canonical_target' | 'intermediate_buffer';

export function bufferStage(buffer: { readonly excerpt?: boolean }, priorChanges: number): BufferStage {
  return priorChanges === 0 && buffer.excerpt !== true ? 'canonical_target' : 'intermediate_buffer';
}
