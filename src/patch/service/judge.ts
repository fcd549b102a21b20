import type { ProposalRecord } from '../transaction/decode.js';
import {
  judgeGuards,
  judgeTransaction,
  prepareProposal,
  type Rejection,
  reject,
} from '../transaction/evaluate.js';
import type { SubmittedGuards } from '../transaction/guards.js';
import type { Transaction as Edits } from '../transaction/operation.js';
import { type Protocol, profileForNew } from '../transaction/profile.js';
import { type AdmissionCheck, askAdmission } from './admission-check.js';
import type { LockedTarget } from './attempt-rows.js';
import type { ObservedScope } from './observed-scope.js';
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
  /** Looks the observed scope up. Absent where the edit is not tied to one. */
  readonly observe?: (edits: Edits) => Promise<ObservedScope | { readonly rejection: Rejection }>;
}

/**
 * The one evaluator of submission and preview: shape, guards' syntax, lineage, guards, observation, operations, and the
 * host's own condition, in this order; the first that fails is the verdict.
 */
export async function judgeProposal(
  proposal: Proposal,
  options: SubmitOptions,
): Promise<Passed | { readonly rejection: Rejection }> {
  const { protocol, record, guards, target, lineageFault, observe } = proposal;
  const observed = { version: target.version, hash: target.current_hash, content: target.current_content };
  const prepared = prepareProposal(profileForNew(protocol, record), record, guards);
  if (!prepared.ok) return prepared;
  const edits = prepared.transaction;
  const rejection = lineageFault ?? judgeGuards(guards, observed);
  if (rejection !== null) return { rejection };
  if (observe === undefined && isStrict(options)) {
    const detail = 'Edits must be tied to an observed scope here: observe one and submit against it.';
    return { rejection: reject('context_invalid', 'OBSERVATION_REQUIRED', detail) };
  }
  const scope = await observe?.(edits);
  if (scope !== undefined && 'rejection' in scope) return scope;
  const result = judgeTransaction(observed, edits, scope?.rule);
  if (!result.ok) return result;
  const refused = await askAdmission(options.admit, target, edits, result.applied);
  if (refused !== null) return { rejection: refused };
  return { edits, applied: result.applied, ...(scope === undefined ? {} : { consume: scope.consume }) };
}

function isStrict(options: SubmitOptions): boolean {
  return options.strictObservation ?? process.env.PATCHDIFF_STRICT_OBSERVATION_MODE === '1';
}
