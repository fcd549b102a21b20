import { submitEdits } from '../../../patch/index.js';
import type { Tool } from '../../tool.js';
import {
  A_GUARD,
  EDITS,
  EXAMPLE_TARGET,
  GUARD_RULE,
  GUARDS,
  INTENT,
  PATCH_PROFILES,
  SUBMISSION,
  TARGET_ID,
  WRITES,
} from './parameters.js';

/** Replaces exact texts. */
export const submitEditsTool: Tool = {
  name: 'patchdiff_submit_edits',
  title: 'Submit edits of exact texts',
  description: `Replaces exact texts (patchdiff-tx/1), all or nothing. ${GUARD_RULE} A text that stands in several places needs occurrence_index or an anchor. Every attempt is recorded; a rejection says why and what to read before a new proposal.`,
  profiles: PATCH_PROFILES,
  hints: WRITES,
  inputSchema: {
    type: 'object',
    properties: { target_file_id: TARGET_ID, intent: INTENT, edits: EDITS, ...GUARDS, ...SUBMISSION },
    required: ['target_file_id', 'intent', 'edits'],
    additionalProperties: false,
    ...A_GUARD,
  },
  examples: [
    {
      target_file_id: EXAMPLE_TARGET,
      intent: 'Rename the second alpha',
      edits: [{ match: 'alpha', replace: 'gamma', occurrence_index: 2 }],
      expected_target_version: 0,
      client_request_id: 'rename-1',
    },
  ],
  call: async (args, host) =>
    submitEdits(await host.database(), args as never, { strictObservation: host.strictObservation }),
};
