/** A submission as data: the tool that takes it, and its arguments. */
import {
  type Connection,
  type ObservedSubmitOptions,
  type SubmissionResponse,
  type SubmitEditsArguments,
  type SubmitObservedBatchArguments,
  type SubmitObservedOperationsArguments,
  type SubmitOperationsArguments,
  type SubmitReplacementArguments,
  submitEdits,
  submitObservedOperations,
  submitOperations,
  submitReplacement,
} from '../patch/index.js';

/** A call of one of the patch service's submission tools. */
export type Submission =
  | { readonly tool: 'patchdiff_submit_edits'; readonly arguments: SubmitEditsArguments }
  | { readonly tool: 'patchdiff_submit_operations'; readonly arguments: SubmitOperationsArguments }
  | { readonly tool: 'patchdiff_submit_replacement'; readonly arguments: SubmitReplacementArguments }
  | {
      readonly tool: 'patchdiff_submit_observed_operations';
      readonly arguments: SubmitObservedOperationsArguments | SubmitObservedBatchArguments;
    };

/** Makes the call. */
export function submit(
  connection: Connection,
  submission: Submission,
  options: ObservedSubmitOptions = {},
): Promise<SubmissionResponse> {
  switch (submission.tool) {
    case 'patchdiff_submit_edits':
      return submitEdits(connection, submission.arguments, options);
    case 'patchdiff_submit_operations':
      return submitOperations(connection, submission.arguments, options);
    case 'patchdiff_submit_replacement':
      return submitReplacement(connection, submission.arguments, options);
    case 'patchdiff_submit_observed_operations':
      return submitObservedOperations(connection, submission.arguments, options);
  }
}
