import { randomUUID } from 'node:crypto';
import { rejectionRow } from '../errors.js';
import type { Transaction } from '../store/database.js';
import type { NewLogRow } from '../store/rows.js';
import { sha256Hex } from '../text/hash.js';
import { SequentialBuffer } from '../transaction/buffer.js';
import { currentContext, type RejectionContext, unavailableContext } from '../transaction/context.js';
import { diagnosticOf, type Rejection, validityOf } from '../transaction/evaluate.js';
import type { ObservedIdentity } from '../transaction/observed.js';
import { warningFields } from '../transaction/warnings.js';
import { insertAttempt, type LockedTarget, recordAccepted } from './attempt-rows.js';
import { invalidInputEvidence, invalidTextRejection } from './invalid-input.js';
import { type Lineage, readLineage } from './lineage.js';
import { type NearMissPlan, planFresh } from './near-miss-plan.js';
import {
  contentOf,
  envelopeOf,
  type FingerprintEnvelope,
  fingerprintOf,
  type RawArguments,
} from './proposal.js';
import type { SubmissionResponse } from './responses.js';
import type { Passed, Submission } from './submission.js';

/** How a submission ended, before what may only be done without the lock. */
export interface Settled {
  readonly response: SubmissionResponse;
  readonly nearMisses: NearMissPlan | null;
}

/** What a submission is recorded as and recognised by; known before the target is looked at. */
export interface Request {
  readonly submission: Submission;
  /** The verdict on input that cannot be stored; null when all of it can. */
  readonly invalid: Rejection | null;
  /** The bytes of the record; of input that cannot be stored, evidence of it in their place. */
  readonly content: string;
  readonly contentHash: string;
  readonly envelope: FingerprintEnvelope;
  readonly fingerprint: string;
}

export function requestOf(submission: Submission): Request {
  const { protocol, args, record } = submission;
  const invalid = invalidTextRejection(args);
  const content = invalid === null ? contentOf(record) : invalidInputEvidence(protocol, args);
  const contentHash = sha256Hex(content);
  const envelope = envelopeOf(protocol, contentHash, args, args.parent_pdcp_log_id);
  return { submission, invalid, content, contentHash, envelope, fingerprint: fingerprintOf(envelope) };
}

/** One request on a locked target. */
export interface Attempt {
  readonly transaction: Transaction;
  readonly request: Request;
  readonly target: LockedTarget;
  readonly lineage: Lineage;
  /** The request key, once it is known that this attempt is its first; a row that is not has none. */
  ownKey: string | null;
}

export async function openAttempt(
  transaction: Transaction,
  request: Request,
  target: LockedTarget,
): Promise<Attempt> {
  const { args } = request.submission;
  // Of invalid input nothing is kept verbatim, a source neither.
  const submitted = request.invalid === null ? args : { ...args, source: null };
  const lineage = await readLineage(transaction, target.target_file_id, submitted);
  return { transaction, request, target, lineage, ownKey: null };
}

/** The members of a row that do not depend on the outcome. */
function rowOf(attempt: Attempt) {
  const { request, target, lineage, ownKey } = attempt;
  const { submission } = request;
  return {
    pdcp_log_id: randomUUID(),
    target_file_id: target.target_file_id,
    editing_cycle_id: target.active_editing_cycle_id,
    protocol_version: submission.protocol,
    runtime_version: submission.runtime,
    pdcp_content: request.content,
    pdcp_content_hash: request.contentHash,
    before_version: target.version,
    before_hash: target.current_hash,
    parent_pdcp_log_id: lineage.parent,
    regeneration_attempt: lineage.attempt,
    client_request_id: ownKey,
    request_fingerprint: request.fingerprint,
    request_envelope: ownKey === null ? null : { ...request.envelope },
    source: lineage.source,
    observation_id: submission.observationId,
    observation_bundle_id: submission.bundleId,
  } satisfies Partial<NewLogRow>;
}

/** Records an accepted attempt and makes its outcome the target's state. */
export async function acceptAttempt(attempt: Attempt, passed: Passed): Promise<Settled> {
  const { transaction, target } = attempt;
  const { edits, applied, consume, extras, scopes } = passed;
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
    evidence_json: {
      ...evidence,
      ...(extras === undefined ? {} : { extras }),
      ...(scopes === undefined ? {} : { scopes }),
    },
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
      ...extras,
    },
    nearMisses: null,
  };
}

/** Records a rejected attempt. The target stays as it is. */
export async function rejectAttempt(attempt: Attempt, rejection: Rejection): Promise<Settled> {
  const { transaction, target } = attempt;
  const { submission } = attempt.request;
  const row = rowOf(attempt);
  const text = new SequentialBuffer(target.current_content);
  const observed = identityOf(target);
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

/** What evidence names of a target. */
export function identityOf(target: LockedTarget): ObservedIdentity {
  return { version: target.version, hash: target.current_hash };
}

/** The key as submitted, also where the attempt does not own it. */
export function echoedKey(args: RawArguments): string | null {
  return typeof args.client_request_id === 'string' ? args.client_request_id : null;
}

/** The outcome where there is no target to attach a row to. */
export function withoutTarget(
  reason: 'invalid_target_id' | 'target_not_found',
  protocol: string,
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
