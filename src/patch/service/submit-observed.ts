import type { Connection } from '../store/database.js';
import { judgeObserved, type ObservedSubmitOptions } from './judge-observed.js';
import {
  formOf,
  type SubmitObservedBatchArguments,
  type SubmitObservedOperationsArguments,
} from './observed-proposal.js';
import type { RawArguments } from './proposal.js';
import type { SubmissionResponse } from './responses.js';
import type { Submission } from './submission.js';
import { submit } from './submit.js';
import { isUuid } from './target-id.js';

/**
 * Applies operations to an observed scope, or to several scopes of a bundle, and to nothing outside them; otherwise as
 * `submitOperations`. An accepted attempt uses the receipts up, all that it names; a rejected one leaves them as they are.
 */
export function submitObservedOperations(
  connection: Connection,
  args: SubmitObservedOperationsArguments | SubmitObservedBatchArguments,
  options: ObservedSubmitOptions = {},
): Promise<SubmissionResponse> {
  return submit(connection, { ...args }, (raw) => observed(raw, options));
}

function observed(args: RawArguments, options: ObservedSubmitOptions): Submission {
  const form = formOf(args);
  const { protocol, runtime, record } = form;
  return {
    protocol,
    runtime,
    args,
    record,
    observationId: uuidOf(record.observation_id),
    bundleId: uuidOf(record.observation_bundle_id),
    judge: (transaction, target, lineageFault) =>
      judgeObserved(transaction, { form, args, target }, lineageFault, options),
  };
}

function uuidOf(value: unknown): string | null {
  return isUuid(value) ? value : null;
}
