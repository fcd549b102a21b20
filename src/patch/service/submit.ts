import { randomUUID } from 'node:crypto';
import type { InvalidArgument } from '../errors.js';
import { type Connection, inTransaction, isTransaction, type Transaction } from '../store/database.js';
import { exceedsJsonDepth } from '../text/json.js';
import { checkAdmission } from '../transaction/admission.js';
import { reject } from '../transaction/evaluate.js';
import {
  type Attempt,
  acceptAttempt,
  openAttempt,
  rejectAttempt,
  type Settled,
  withoutTarget,
} from './attempt.js';
import { findByKey, lockTarget } from './attempt-rows.js';
import { invalidTextRejection } from './invalid-input.js';
import { judgeProposal, type SubmitOptions } from './judge.js';
import { nearMissesOf } from './near-miss-plan.js';
import type {
  RawArguments,
  SubmitEditsArguments,
  SubmitOperationsArguments,
  SubmitReplacementArguments,
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
  return submit(connection, { protocol: 'patchdiff-tx/1', args: { ...args } }, options);
}

/** Applies an ordered list of match and span operations (`patchdiff-tx/2`); otherwise as {@link submitEdits}. */
export function submitOperations(
  connection: Connection,
  args: SubmitOperationsArguments,
  options: SubmitOptions = {},
): Promise<SubmissionResponse> {
  return submit(connection, { protocol: 'patchdiff-tx/2', args: { ...args } }, options);
}

/** Replaces the whole target (`patchdiff-tx/3`), within the admission limits; otherwise as {@link submitEdits}. */
export function submitReplacement(
  connection: Connection,
  args: SubmitReplacementArguments,
  options: SubmitOptions = {},
): Promise<SubmissionResponse> {
  return submit(connection, { protocol: 'patchdiff-tx/3', args: { ...args } }, options);
}

/** Runs a submission and, once it is committed and its lock released, looks for near misses. */
export async function submit(
  connection: Connection,
  submission: Submission,
  options: SubmitOptions,
): Promise<SubmissionResponse> {
  const { args } = submission;
  const fault = optionFault(args);
  if (fault !== null) return fault;
  const settled = await inTransaction(connection, (transaction) => settle(transaction, submission, options));
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
async function settle(
  transaction: Transaction,
  submission: Submission,
  options: SubmitOptions,
): Promise<Settled> {
  const { protocol, args } = submission;
  const id = args.target_file_id;
  if (!isUuid(id)) return withoutTarget('invalid_target_id', protocol, args);
  const target = await lockTarget(transaction, id);
  if (target === null) return withoutTarget('target_not_found', protocol, args);
  const invalid = invalidTextRejection(args);
  const attempt = await openAttempt(transaction, submission, target, invalid !== null);
  if (invalid !== null) return rejectAttempt(attempt, invalid);
  const keyed = await checkKey(attempt, args.client_request_id ?? null);
  if (keyed !== null) return keyed;
  const oversized = checkAdmission(protocol, attempt.record);
  if (oversized !== null) return { response: oversizedResponse(oversized), nearMisses: null };
  const { observation } = submission;
  const judged = await judgeProposal(
    {
      protocol,
      record: attempt.record,
      guards: args,
      target,
      lineageFault: attempt.lineage.fault,
      ...(observation && { observe: (edits) => observation.observe(transaction, target, edits) }),
    },
    options,
  );
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
  if (stored.request_fingerprint === attempt.fingerprint) return recoverOutcome(attempt, stored);
  const evidence = conflictEvidence(stored, key, attempt.envelope, attempt.record);
  const detail = `client_request_id was used for a different proposal on this target, the attempt ${stored.pdcp_log_id}.`;
  return rejectAttempt(attempt, reject('context_invalid', 'request_key_conflict', detail, evidence));
}
