import { randomUUID } from 'node:crypto';
import type { InvalidArgument } from '../errors.js';
import { type Connection, inTransaction, isTransaction, type Transaction } from '../store/database.js';
import { exceedsJsonDepth } from '../text/json.js';
import { checkAdmission } from '../transaction/admission.js';
import {
  judgeGuards,
  judgeTransaction,
  prepareProposal,
  type Rejection,
  reject,
} from '../transaction/evaluate.js';
import { profileForNew } from '../transaction/profile.js';
import { type AdmissionCheck, askAdmission } from './admission-check.js';
import {
  type Attempt,
  acceptAttempt,
  openAttempt,
  rejectAttempt,
  type Settled,
  withoutTarget,
} from './attempt.js';
import { findByKey, lockTarget } from './attempt-rows.js';
import { findInvalidText, safePath } from './invalid-input.js';
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
import type { Passed, Submission } from './submission.js';
import { isUuid } from './target-id.js';

/** What the host of a submission decides, apart from the proposal. */
export interface SubmitOptions {
  /** A further condition on the outcome; see {@link AdmissionCheck}. */
  readonly admit?: AdmissionCheck;
  /**
   * Refuse every edit that is not tied to an observed scope. Left out, the environment decides:
   * `PATCHDIFF_STRICT_OBSERVATION_MODE=1`.
   */
  readonly strictObservation?: boolean;
}

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
  const invalid = findInvalidText(args);
  const attempt = await openAttempt(transaction, submission, target, invalid !== null);
  if (invalid !== null) {
    const { path, where, fault, offset } = invalid;
    const shown = safePath(path);
    const what = fault === 'nul' ? 'a NUL character' : 'half of a surrogate pair';
    const detail = `${where === 'key' ? `A key of ${shown || 'the arguments'}` : shown} holds ${what} at code point ${offset}.`;
    return rejectAttempt(
      attempt,
      reject('target_encoding_invalid', null, detail, { path: shown, fault, offset }),
    );
  }
  const keyed = await checkKey(attempt, args.client_request_id ?? null);
  if (keyed !== null) return keyed;
  const oversized = checkAdmission(protocol, attempt.record);
  if (oversized !== null) return { response: oversizedResponse(oversized), nearMisses: null };
  const judged = await judge(attempt, submission, options);
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

async function judge(
  attempt: Attempt,
  submission: Submission,
  options: SubmitOptions,
): Promise<Passed | { readonly rejection: Rejection }> {
  const { args, observation } = submission;
  const { transaction, observed } = attempt;
  const prepared = prepareProposal(profileForNew(submission.protocol, attempt.record), attempt.record, args);
  if (!prepared.ok) return prepared;
  const edits = prepared.transaction;
  if (attempt.lineage.fault !== null) return { rejection: attempt.lineage.fault };
  const guarded = judgeGuards(args, observed);
  if (guarded !== null) return { rejection: guarded };
  if (observation === undefined && isStrict(options)) {
    const detail = 'Edits must be tied to an observed scope here: observe one and submit against it.';
    return { rejection: reject('context_invalid', 'OBSERVATION_REQUIRED', detail) };
  }
  const scope = await observation?.observe(transaction, attempt.target, edits);
  if (scope !== undefined && 'rejection' in scope) return scope;
  const result = judgeTransaction(observed, edits, scope?.rule);
  if (!result.ok) return result;
  const refused = await askAdmission(options.admit, attempt.target, edits, result.applied);
  if (refused !== null) return { rejection: refused };
  return { edits, applied: result.applied, ...(scope === undefined ? {} : { consume: scope.consume }) };
}

function isStrict(options: SubmitOptions): boolean {
  return options.strictObservation ?? process.env.PATCHDIFF_STRICT_OBSERVATION_MODE === '1';
}
