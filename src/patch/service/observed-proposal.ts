import { BATCH_PROTOCOL, BATCH_RUNTIME } from '../transaction/decode-batch.js';
import type { ProposalRecord, ShapeFault } from '../transaction/fields.js';
import { profileForNew } from '../transaction/profile.js';
import type { MatchInput, RawArguments, SpanInput, SubmissionArguments } from './proposal.js';
import { withoutUndefined } from './proposal.js';

interface ObservedSubmission extends SubmissionArguments {
  /** Both guards are required. */
  readonly expected_target_version: number;
  readonly expected_current_hash: string;
}

/** Edits of one observed scope. Spans and occurrences count in the whole text. */
export interface SubmitObservedOperationsArguments extends ObservedSubmission {
  readonly observation_id: string;
  readonly operations: readonly (MatchInput | SpanInput)[];
}

/** Edits of several scopes of a bundle, made together or not at all. */
export interface SubmitObservedBatchArguments extends ObservedSubmission {
  readonly observation_bundle_id: string;
  /** 1 to 32, with 128 operations at most in all. */
  readonly groups: readonly ObservedGroupInput[];
  /** Required. */
  readonly client_request_id: string;
}

export interface ObservedGroupInput {
  /** A receipt of the bundle, in one group only. */
  readonly observation_id: string;
  /** Spans and occurrences count from the start of the scope, in its text after the operations before. */
  readonly operations: readonly (MatchInput | SpanInput)[];
}

/** Which of the two forms a submission has, and what its row says of that. */
export interface ObservedForm {
  readonly form: 'single' | 'batch';
  readonly protocol: string;
  readonly runtime: string;
  readonly record: ProposalRecord;
  /** What is wrong with the choice of the form itself. */
  readonly fault: ShapeFault | null;
}

const SINGLE_FIELDS = ['observation_id', 'operations'];
const BATCH_FIELDS = ['observation_bundle_id', 'groups'];

/**
 * The form that the arguments have: a batch where any field of a batch is given. Null is not given, so that a client which
 * spells every argument out can use either form; a field of the other form that is given stays in the record.
 */
export function formOf(args: RawArguments): ObservedForm {
  const given = (name: string) => (args[name] ?? null) !== null;
  const batch = BATCH_FIELDS.some(given);
  const foreign = (batch ? SINGLE_FIELDS : []).filter(given);
  const fault: ShapeFault | null =
    foreign.length === 0
      ? null
      : {
          code: 'mixed_forms',
          path: foreign[0],
          detail: `${foreign.join(' and ')} cannot be given with ${BATCH_FIELDS.filter(given).join(' and ')}: observation_id goes with operations, observation_bundle_id with groups.`,
        };
  const own = batch ? BATCH_FIELDS : SINGLE_FIELDS;
  const format = batch ? BATCH_PROTOCOL : 'patchdiff-tx/2';
  const record: Record<string, unknown> = { format };
  for (const name of ['intent', ...own, ...foreign]) {
    if (args[name] !== undefined) record[name] = withoutUndefined(args[name]);
  }
  return {
    form: batch ? 'batch' : 'single',
    protocol: format,
    runtime: batch ? BATCH_RUNTIME : profileForNew('patchdiff-tx/2', record).runtime,
    record,
    fault,
  };
}
