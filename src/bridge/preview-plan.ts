/** What a planned edit would come to, before it is submitted. */
import {
  type Connection,
  type MatchInput,
  type PreviewArguments,
  type PreviewResponse,
  preview,
  type SpanInput,
  type SubmitOptions,
} from '../patch/index.js';
import type { PlannedEdit } from './plan-edits.js';

/**
 * Previews a plan. A preview knows no observations, so edits within scopes are previewed as operations on the whole text,
 * which make the same of it; whether the observations still hold, the submission says. A gate (`admit`) is asked here too.
 */
export function previewPlan(
  connection: Connection,
  plan: PlannedEdit,
  options: Pick<SubmitOptions, 'admit'> = {},
): Promise<PreviewResponse> {
  // Edits within scopes are what a strict service asks for; only the form of a preview cannot say so.
  const strict = plan.method === 'observed' ? { strictObservation: false } : {};
  return preview(connection, proposalOf(plan), { ...options, ...strict });
}

function proposalOf(plan: PlannedEdit): PreviewArguments {
  const { submission } = plan;
  const { target_file_id, intent, expected_target_version, expected_current_hash } = submission.arguments;
  const guarded = { target_file_id, intent, expected_target_version, expected_current_hash };
  switch (submission.tool) {
    case 'patchdiff_submit_replacement':
      return { ...guarded, format: 'patchdiff-tx/3', replacement: submission.arguments.replacement };
    case 'patchdiff_submit_edits':
      return { ...guarded, format: 'patchdiff-tx/1', edits: submission.arguments.edits };
    case 'patchdiff_submit_operations':
      return { ...guarded, format: 'patchdiff-tx/2', operations: submission.arguments.operations };
    case 'patchdiff_submit_observed_operations':
      return { ...guarded, format: 'patchdiff-tx/2', operations: wholeTextOperations(plan) };
  }
}

/** The operations of a plan within scopes, in coordinates of the whole text: the last first, as in each group. */
function wholeTextOperations({ scopes, submission }: PlannedEdit): (MatchInput | SpanInput)[] {
  if (!('groups' in submission.arguments)) return [];
  return submission.arguments.groups
    .map(({ operations }, i) =>
      operations.map((it) =>
        it.op === 'match' ? it : { ...it, start: it.start + scopes[i].start, end: it.end + scopes[i].start },
      ),
    )
    .reverse()
    .flat();
}
