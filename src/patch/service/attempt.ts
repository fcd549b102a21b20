import { randomUUID } from 'node:crypto';
import { rejectionRow } from '../errors.js';
import type { Transaction } from '../store/database.js';
import type { NewLogRow } from '../store/rows.js';
import { sha256Hex } from '../text/hash.js';
import { SequentialBuffer } from '../transaction/buffer.js';
import { currentContext, type RejectionContext, unavailableContext } from '../transaction/context.js';
import type { ProposalRecord } from '../transaction/decode.js';
import { diagnosticOf, type Rejection, validityOf } from '../transaction/evaluate.js';
import type { ObservedTarget } from '../transaction/observed.js';
import { type Protocol, profileForNew } from '../transaction/profile.js';
import { warningFields } from '../transaction/warnings.js';
import { insertAttempt, type LockedTarget, recordAccepted } from './attempt-rows.js';
import { invalidInputEvidence } from './invalid-input.js';
import { type Lineage, readLineage } from './lineage.js';
import { type NearMissPlan, planFresh } from './near-miss-plan.js';
import {
  contentOf,
  envelopeOf,
  type FingerprintEnvelope,
  fingerprintOf,
  type RawArguments,
  recordOf,
} from './proposal.js';
import type { SubmissionResponse } from './responses.js';
import type { Passed, Submission } from './submission.js';

/** How a submission ended, before what may only be done without the lock. */
export interface Settled {
  readonly response: SubmissionResponse;
  readonly nearMisses: NearMissPlan | null;
}

/** One attempt on a locked target: all that its row and its response are made of. */
export interface Attempt {
  readonly transaction: Transaction;
  readonly submission: Submission;
  readonly target: LockedTarget;
  readonly observed: ObservedTarget;
  /** The target's text, to cut contexts from. */
  readonly text: SequentialBuffer;
  readonly record: ProposalRecord;
  readonly content: string;
  readonly contentHash: string;
  readonly envelope: FingerprintEnvelope;
  readonly fingerprint: string;
  readonly lineage: Lineage;
  /** The request key, once it is known that this attempt is its first; a row that is not has none. */
  ownKey: string | null;
}

/**
 * @param invalid Whether the input holds text that cannot be stored: then the row keeps evidence of it in place of the
 *   record, and nothing of it verbatim.
 */
export async function openAttempt(
  transaction: Transaction,
  submission: Submission,
  target: LockedTarget,
  invalid: boolean,
): Promise<Attempt> {
  const { protocol, args } = submission;
  const record = recordOf(protocol, args, submission.observation !== undefined);
  const content = invalid ? invalidInputEvidence(protocol, args) : contentOf(record);
  const contentHash = sha256Hex(content);
  const envelope = envelopeOf(protocol, contentHash, args, args.parent_pdcp_log_id);
  return {
    transaction,
    submission,
    target,
    observed: { version: target.version, hash: target.current_hash, content: target.current_content },
    text: new SequentialBuffer(target.current_content),
    record,
    content,
    contentHash,
    envelope,
    fingerprint: fingerprintOf(envelope),
    lineage: await readLineage(
      transaction,
      target.target_file_id,
      invalid ? { ...args, source: null } : args,
    ),
    ownKey: null,
  };
}

/** The members of a row that do not depend on the outcome. */
function rowOf(attempt: Attempt) {
  const { submission, target, lineage, ownKey } = attempt;
  return {
    pdcp_log_id: randomUUID(),
    target_file_id: target.target_file_id,
    editing_cycle_id: target.active_editing_cycle_id,
    protocol_version: submission.protocol,
    runtime_version: profileForNew(submission.protocol, attempt.record).runtime,
    pdcp_content: attempt.content,
    pdcp_content_hash: attempt.contentHash,
    before_version: target.version,
    before_hash: target.current_hash,
    parent_pdcp_log_id: lineage.parent,
    regeneration_attempt: lineage.attempt,
    client_request_id: ownKey,
    request_fingerprint: attempt.fingerprint,
    request_envelope: ownKey === null ? null : { ...attempt.envelope },
    source: lineage.source,
    observation_id: submission.observation?.observationId ?? null,
    observation_bundle_id: submission.observation?.bundleId ?? null,
  } satisfies Partial<NewLogRow>;
}

/** Records an accepted attempt and makes its outcome the target's state. */
export async function acceptAttempt(attempt: Attempt, passed: Passed): Promise<Settled> {
  const { transaction, target } = attempt;
  const { edits, applied, consume } = passed;
  const row = rowOf(attempt);
  const evidence = { changes: applied.changes };
  const version = target.version + 1;
  const whole: NewLogRow = {
    ...row,
    status: 'accepted',
    after_version: version,
    after_hash: applied.hash,
    failure_reason: null,
    failure_detail: null,
    failed_change_id: null,
    diagnostic_json: applied.warnings.warning_count === 0 ? null : { ...applied.warnings },
    evidence_json: evidence,
  };
  await recordAccepted(transaction, whole, {
    target,
    content: applied.text,
    hash: applied.hash,
    edits,
    changes: applied.changes,
  });
  await consume?.(transaction, row.pdcp_log_id);
  return {
    response: {
      status: 'accepted',
      target_file_id: target.target_file_id,
      before_hash: target.current_hash,
      after_hash: applied.hash,
      version,
      current_version: version,
      current_hash: applied.hash,
      pdcp_log_id: row.pdcp_log_id,
      manifest_entries_added: applied.changes.length,
      ...warningFields(applied.warnings),
      validity: validityOf(null),
      evidence,
      deduplicated: false,
      client_request_id: row.client_request_id,
    },
    nearMisses: null,
  };
}

/** Records a rejected attempt. The target stays as it is. */
export async function rejectAttempt(attempt: Attempt, rejection: Rejection): Promise<Settled> {
  const { transaction, submission, target, observed, text } = attempt;
  const row = rowOf(attempt);
  const diagnostic = diagnosticOf(rejection, submission.protocol, text, observed);
  await insertAttempt(transaction, {
    ...row,
    status: 'rejected',
    after_version: null,
    after_hash: null,
    failure_reason: rejection.row.reason,
    failure_detail: rejection.detail,
    failed_change_id: rejection.failed_change_id,
    diagnostic_json: diagnostic,
    evidence_json: null,
  });
  return {
    response: {
      status: 'rejected',
      target_file_id: target.target_file_id,
      failure_reason: rejection.row.reason,
      failure_detail: rejection.detail,
      failed_change_id: rejection.failed_change_id,
      before_hash: target.current_hash,
      after_hash: null,
      current_version: target.version,
      current_hash: target.current_hash,
      pdcp_log_id: row.pdcp_log_id,
      diagnostic,
      current_context: currentContext(text, observed, diagnostic.failure_context as RejectionContext),
      validity: validityOf(rejection.row),
      deduplicated: false,
      client_request_id: echoedKey(submission.args),
    },
    nearMisses: planFresh(rejection),
  };
}

/** The key as submitted, also where the attempt does not own it. */
export function echoedKey(args: RawArguments): string | null {
  return typeof args.client_request_id === 'string' ? args.client_request_id : null;
}

/** The outcome where there is no target to attach a row to. */
export function withoutTarget(
  reason: 'invalid_target_id' | 'target_not_found',
  protocol: Protocol,
  args: RawArguments,
): Settled {
  const row = rejectionRow(reason, null);
  const id = args.target_file_id;
  const context = unavailableContext(reason);
  return {
    response: {
      status: 'rejected',
      target_file_id: typeof id === 'string' ? id : null,
      failure_reason: reason,
      failure_detail:
        reason === 'invalid_target_id' ? 'target_file_id must be a UUID.' : `No target has the id ${id}.`,
      failed_change_id: null,
      before_hash: null,
      after_hash: null,
      current_version: null,
      current_hash: null,
      pdcp_log_id: null,
      diagnostic: {
        format: protocol,
        retryable: row.retryable,
        requires_new_submission: true,
        validation_stage: row.stage,
        failure_context: context,
      },
      current_context: context,
      validity: validityOf(row),
      deduplicated: false,
      client_request_id: echoedKey(args),
    },
    nearMisses: null,
  };
}
