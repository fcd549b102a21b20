import { submitReplacement } from '../../../patch/index.js';
import type { Tool } from '../../tool.js';
import { replacementCapabilities } from './capabilities.js';
import {
  A_GUARD,
  EXAMPLE_TARGET,
  GUARD_RULE,
  GUARDS,
  INTENT,
  PATCH_PROFILES,
  REPLACEMENT,
  SUBMISSION,
  TARGET_ID,
  WRITES,
} from './parameters.js';

/** Replaces the whole text. */
export const submitReplacementTool: Tool = {
  name: 'patchdiff_submit_replacement',
  title: 'Replace a whole target',
  description: `Replaces the whole text (patchdiff-tx/3). ${GUARD_RULE} For a change of some places prefer edits or operations: they are smaller, and say what changed.`,
  profiles: PATCH_PROFILES,
  hints: WRITES,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      intent: INTENT,
      replacement: REPLACEMENT,
      ...GUARDS,
      ...SUBMISSION,
    },
    required: ['target_file_id', 'intent', 'replacement'],
    additionalProperties: false,
    ...A_GUARD,
    'x-patchdiff-capabilities': replacementCapabilities(),
  },
  examples: [
    {
      target_file_id: EXAMPLE_TARGET,
      intent: 'Rewrite the note',
      replacement: 'alpha gamma\n',
      expected_target_version: 0,
    },
  ],
  call: async (args, host) =>
    submitReplacement(await host.database(), args as never, { strictObservation: host.strictObservation }),
};
