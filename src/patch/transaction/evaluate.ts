import { type FailureReason, type RejectionCode, type RejectionRow, rejectionRow } from '../errors.js';
import { type Applied, applyTransaction, type OperationRule } from './apply.js';
import { failureContext, type TextView } from './context.js';
import { decodeRecord } from './decode.js';
import type { ApplyFailure } from './failure.js';
import type { ProposalRecord, ShapeFault } from './fields.js';
import {
  checkGuardSyntax,
  checkGuards,
  type GuardFault,
  type GuardNeed,
  type SubmittedGuards,
} from './guards.js';
import type { ObservedIdentity, ObservedTarget } from './observed.js';
import type { Transaction } from './operation.js';
import type { RuntimeProfile } from './profile.js';

/** Why a proposal is refused, with the place in the text that it is about. */
export interface Rejection {
  readonly row: RejectionRow;
  readonly detail: string;
  readonly failed_change_id: string | null;
  /** Members of the diagnostic that belong to the reason. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** The text that failed; null for the target itself. */
  readonly failing: FailingText | null;
}

export interface FailingText {
  readonly buffer: TextView;
  readonly priorChanges: number;
  readonly location: number | null;
}

/** A rejection about the target as a whole, not about a place in a simulated text. */
export function reject(
  reason: FailureReason,
  code: RejectionCode | null,
  detail: string,
  evidence: Readonly<Record<string, unknown>> = {},
): Rejection {
  return { row: rejectionRow(reason, code), detail, failed_change_id: null, evidence, failing: null };
}

export type Prepared =
  | { readonly ok: true; readonly transaction: Transaction }
  | { readonly ok: false; readonly rejection: Rejection };

/** What can be judged without the target: the shape of the record, then presence and syntax of the guards. */
export function prepareProposal(
  profile: RuntimeProfile,
  record: ProposalRecord,
  guards: SubmittedGuards,
): Prepared {
  const decoded = decodeRecord(profile, record);
  if (!decoded.ok) return { ok: false, rejection: shapeRejection(decoded.fault) };
  const rejection = judgeGuardSyntax(guards, 'one');
  return rejection === null ? { ok: true, transaction: decoded.transaction } : { ok: false, rejection };
}

export function shapeRejection({ code, path, detail }: ShapeFault): Rejection {
  return reject('protocol_invalid', code, detail, { path });
}

/** Whether the guards are there and well formed. */
export function judgeGuardSyntax(guards: SubmittedGuards, need: GuardNeed): Rejection | null {
  const fault = checkGuardSyntax(guards, need);
  return fault === null ? null : guardRejection(fault);
}

/** Whether the target is in the state that the guards name. */
export function judgeGuards(guards: SubmittedGuards, target: ObservedTarget): Rejection | null {
  const fault = checkGuards(guards, target);
  return fault === null ? null : guardRejection(fault);
}

function guardRejection({ reason, code, detail }: GuardFault): Rejection {
  return reject(reason, code, detail);
}

export type Judged =
  | { readonly ok: true; readonly applied: Applied }
  | { readonly ok: false; readonly rejection: Rejection };

/** Simulates the transaction on the target. */
export function judgeTransaction(
  target: ObservedTarget,
  transaction: Transaction,
  rule?: OperationRule,
): Judged {
  const result = applyTransaction(target, transaction, rule);
  return result.ok
    ? { ok: true, applied: result }
    : { ok: false, rejection: applicabilityRejection(result.failure) };
}

/** The rejection of a transaction that does not apply. */
export function applicabilityRejection(failure: ApplyFailure): Rejection {
  const { reason, code = null, detail, change_id, evidence, buffer, priorChanges, location } = failure;
  return {
    row: rejectionRow(reason, code),
    detail,
    failed_change_id: change_id,
    evidence,
    failing: { buffer, priorChanges, location },
  };
}

/** The diagnostic of a rejection of a known target, as it is stored and returned. */
export function diagnosticOf(
  rejection: Rejection,
  format: string,
  targetText: TextView,
  identity: ObservedIdentity,
): Record<string, unknown> {
  const { row, evidence, failing } = rejection;
  const place = failing ?? { buffer: targetText, priorChanges: 0, location: null };
  return {
    format,
    ...(row.code === null ? {} : { code: row.code }),
    ...evidence,
    retryable: row.retryable,
    requires_new_submission: true,
    validation_stage: row.stage,
    failure_context: failureContext(place.buffer, place.priorChanges, place.location, identity),
  };
}

/** What a response says of how far a proposal came. The service never judges meaning. */
export interface Validity {
  readonly protocol_valid: boolean;
  readonly transaction_valid: boolean;
  readonly task_correct: 'not_evaluated';
  readonly semantic: 'not_evaluated';
}

export function validityOf(rejected: Pick<RejectionRow, 'stage'> | null): Validity {
  return {
    protocol_valid: rejected === null || rejected.stage !== 'protocol_validation',
    transaction_valid: rejected === null,
    task_correct: 'not_evaluated',
    semantic: 'not_evaluated',
  };
}
