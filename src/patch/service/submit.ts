import { randomUUID } from 'node:crypto';
import type { InvalidArgument } from '../errors.js';
import { type Connection, inTransaction, isTransaction, type Transaction } from '../store/database.js';
import { exceedsJsonDepth } from '../text/json.js';
import { checkAdmission } from '../transaction/admission.js';
import { reject } from '../transaction/evaluate.js';
import { type Protocol, profileForNew } from '../transaction/profile.js';
import {
  type Attempt,
  acceptAttempt,
  openAttempt,
  type Request,
  rejectAttempt,
  requestOf,
  type Settled,
  withoutTarget,
} from './attempt.js';
import { findByKey, lockTarget, recordedContent } from './attempt-rows.js';
import { judgeProposal, type SubmitOptions } from './judge.js';
import { nearMissesOf } from './near-miss-plan.js';
import {
  type RawArguments,
  recordOf,
  type SubmitEditsArguments,
  type SubmitOperationsArguments,
  type SubmitReplacementArguments,
} from './proposal.js';
import { recoverOutcome } from './recovery.js';
import { conflictEvidence, isRequestKey } from './request-key.js';
import { oversizedResponse, type SubmissionResponse } from './responses.js';
import type { Submission } from './submission.js';
import { isUuid } from './target-id.js';

/**
 * Replaces exact occurrences of texts (`patchdiff-tx/1`), all or nothing, under at least one guard. Every attempt on a
 * known target leaves a row, whatever its outcome. In a caller's transaction nothing is committed here.
 */
export function submitEdits(
  connection: Connection,
  args: SubmitEditsArguments,
  options: SubmitOptions = {},
): Promise<SubmissionResponse> {
  return submit(connection, { ...args }, (raw) => unobserved('patchdiff-tx/1', raw, options));
}

/** Applies an ordered list of match and span operations (`patchdiff-tx/2`); otherwise as {@link submitEdits}. */
export function submitOperations(
  connection: Connection,
  args: SubmitOperationsArguments,
  options: SubmitOptions = {},
): Promise<SubmissionResponse> {
  return submit(connection, { ...args }, (raw) => unobserved('patchdiff-tx/2', raw, options));
}

/** Replaces the whole target (`patchdiff-tx/3`), within the admission limits; otherwise as {@link submitEdits}. */
export function submitReplacement(
  connection: Connection,
  args: SubmitReplacementArguments,
  options: SubmitOptions = {},
): Promise<SubmissionResponse> {
  return submit(connection, { ...args }, (raw) => unobserved('patchdiff-tx/3', raw, options));
}

/** A submission that is tied to no observed scope. */
function unobserved(protocol: Protocol, args: RawArguments, options: SubmitOptions): Submission {
  const record = recordOf(protocol, args);
  return {
    protocol,
    runtime: profileForNew(protocol, record).runtime,
    args,
    record,
    observationId: null,
    bundleId: null,
    judge: (_, target, lineageFault) =>
      judgeProposal({ protocol, record, guards: args, target, lineageFault }, options),
  };
}

/**
 * Runs a submission and, once it is committed and its lock released, looks for near misses.
 * @param make Makes the submission of arguments that are known to be of bounded depth.
 */
export async function submit(
  connection: Connection,
  args: RawArguments,
  make: (args: RawArguments) => Submission,
): Promise<SubmissionResponse> {
  const fault = optionFault(args);
  if (fault !== null) return fault;
  const request = requestOf(make(args));
  const settled = await inTransaction(connection, (transaction) => settle(transaction, request));
  const near = nearMissesOf(settled.nearMisses, isTransaction(connection));
  const correlation = args.include_correlation_id === true ? { correlation_id: randomUUID() } : {};
  return { ...settled.response, ...(near === null ? {} : { near_misses: near }), ...correlation };
}

function optionFault(args: RawArguments): InvalidArgument | null {
  const option = args.include_correlation_id;
  if (option !== undefined && typeof option !== 'boolean') {
    return {
      status: 'invalid_argument',
      code: 'invalid_include_correlation_id',
      failure_detail: 'include_correlation_id must be true or false.',
    };
  }
  if (!exceedsJsonDepth(args)) return null;
  return {
    status: 'invalid_argument',
    code: 'arguments_too_deep',
    failure_detail: 'The arguments nest too deeply to be recorded.',
  };
}

/** The checks in their order; the first that fails settles the attempt. */
async function settle(transaction: Transaction, request: Request): Promise<Settled> {
  const { protocol, args, record, judge } = request.submission;
  const id = args.target_file_id;
  if (!isUuid(id)) return withoutTarget('invalid_target_id', protocol, args);
  const target = await lockTarget(transaction, id);
  if (target === null) return withoutTarget('target_not_found', protocol, args);
  const attempt = await openAttempt(transaction, request, target);
  if (request.invalid !== null) return rejectAttempt(attempt, request.invalid);
  const keyed = await checkKey(attempt, args.client_request_id ?? null);
  if (keyed !== null) return keyed;
  const oversized = checkAdmission(protocol, record);
  if (oversized !== null) return { response: oversizedResponse(oversized), nearMisses: null };
  const judged = await judge(transaction, target, attempt.lineage.fault);
  return 'rejection' in judged ? rejectAttempt(attempt, judged.rejection) : acceptAttempt(attempt, judged);
}

/** Recovers the outcome of the same request, refuses a key of a different one, and lets an unused key through. */
async function checkKey(attempt: Attempt, key: unknown): Promise<Settled | null> {
  if (key === null) return null;
  if (!isRequestKey(key)) {
    const detail = 'client_request_id must be 1 to 128 printable ASCII characters.';
    return rejectAttempt(attempt, reject('context_invalid', 'invalid_client_request_id', detail));
  }
  const stored = await findByKey(attempt.transaction, attempt.target.target_file_id, key);
  if (stored === null) {
    attempt.ownKey = key;
    return null;
  }
  const { envelope, submission } = attempt.request;
  if (stored.request_fingerprint === attempt.request.fingerprint) return recoverOutcome(attempt, stored);
  const content = await recordedContent(attempt.transaction, stored.pdcp_log_id);
  const evidence = conflictEvidence(stored, content, key, envelope, submission.record);
  const detail = `client_request_id was used for a different proposal on this target, the attempt ${stored.pdcp_log_id}.`;
  return rejectAttempt(attempt, reject('context_invalid', 'request_key_conflict', detail, evidence));
}
