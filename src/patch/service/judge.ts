import {
  judgeGuards,
  judgeTransaction,
  prepareProposal,
  type Rejection,
  reject,
} from '../transaction/evaluate.js';
import type { ProposalRecord } from '../transaction/fields.js';
import type { SubmittedGuards } from '../transaction/guards.js';
import { type Protocol, profileForNew } from '../transaction/profile.js';
import { type AdmissionCheck, askAdmission } from './admission-check.js';
import type { LockedTarget } from './attempt-rows.js';
import type { Passed } from './submission.js';

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

export interface Proposal {
  readonly protocol: Protocol;
  readonly record: ProposalRecord;
  readonly guards: SubmittedGuards;
  readonly target: LockedTarget;
  /** What is wrong with the link to an earlier attempt. A preview has no link. */
  readonly lineageFault: Rejection | null;
}

/**
 * The one evaluator of submission and preview, for edits that are tied to no observed scope: shape, guards' syntax,
 * lineage, guards, whether an observation is required, operations, and the host's own condition, in this order; the first
 * that fails is the verdict.
 */
export async function judgeProposal(
  proposal: Proposal,
  options: SubmitOptions,
): Promise<Passed | { readonly rejection: Rejection }> {
  const { protocol, record, guards, target, lineageFault } = proposal;
  const observed = { version: target.version, hash: target.current_hash, content: target.current_content };
  const prepared = prepareProposal(profileForNew(protocol, record), record, guards);
  if (!prepared.ok) return prepared;
  const edits = prepared.transaction;
  const rejection = lineageFault ?? judgeGuards(guards, observed);
  if (rejection !== null) return { rejection };
  if (isStrict(options)) {
    const detail = 'Edits must be tied to an observed scope here: observe one and submit against it.';
    return { rejection: reject('context_invalid', 'OBSERVATION_REQUIRED', detail) };
  }
  const result = judgeTransaction(observed, edits);
  if (!result.ok) return result;
  const refused = await askAdmission(options.admit, target, edits, result.applied);
  if (refused !== null) return { rejection: refused };
  return { edits, applied: result.applied };
}

function isStrict(options: SubmitOptions): boolean {
  return options.strictObservation ?? process.env.PATCHDIFF_STRICT_OBSERVATION_MODE === '1';
}
