import { planEdits, previewPlan } from '../../../bridge/index.js';
import type { Tool } from '../../tool.js';
import {
  A_GUARD,
  ADDS,
  EXAMPLE_TARGET,
  GUARD_RULE,
  GUARDS,
  INTENT,
  SUBMISSION,
  TARGET_ID,
} from '../patch/parameters.js';

/** Makes an edit of a proposed text. */
export const planEditsTool: Tool = {
  name: 'plan_edits',
  title: 'Plan an edit from a proposed text',
  description: `Takes the whole text that a target is to have and plans the edit that makes it: the smallest scopes that hold what changes, observed as one bundle, and the operations in each; where scopes cannot hold it, plain operations or a replacement, and why (fallback). Nothing is edited: call the tool that submission names with its arguments, as they are, or give submission to submit_gated. ${GUARD_RULE} Give those of the text that you started from, so that nobody's later edit is taken back. preview: true adds what the submission would come to.`,
  profiles: ['full'],
  hints: ADDS,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      proposed_text: { type: 'string', description: 'The whole text that the target is to have.' },
      intent: INTENT,
      ...GUARDS,
      client_request_id: SUBMISSION.client_request_id,
      preview: { type: 'boolean', description: 'Add the preview of the submission; false when left out.' },
    },
    required: ['target_file_id', 'proposed_text', 'intent'],
    additionalProperties: false,
    ...A_GUARD,
  },
  examples: [
    {
      target_file_id: EXAMPLE_TARGET,
      proposed_text: 'alpha gamma alpha\n',
      intent: 'Rename beta',
      expected_target_version: 0,
      preview: true,
    },
  ],
  call: async ({ preview: wanted, ...args }, host) => {
    if (wanted !== undefined && wanted !== null && typeof wanted !== 'boolean') {
      return {
        status: 'invalid_argument',
        code: 'invalid_type',
        failure_detail: 'preview should be true or false',
      };
    }
    const database = await host.database();
    const plan = await planEdits(database, args as never);
    if (wanted !== true || plan.status !== 'planned') return plan;
    return { ...plan, preview: await previewPlan(database, plan) };
  },
};
