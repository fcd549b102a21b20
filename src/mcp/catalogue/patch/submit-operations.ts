import { submitOperations } from '../../../patch/index.js';
import type { Tool } from '../../tool.js';
import { operationsCapabilities } from './capabilities.js';
import {
  A_GUARD,
  EXAMPLE_TARGET,
  GUARD_RULE,
  GUARDS,
  INTENT,
  OPERATIONS,
  PATCH_PROFILES,
  SUBMISSION,
  TARGET_ID,
  WRITES,
} from './parameters.js';

/** Applies match and span operations. */
export const submitOperationsTool: Tool = {
  name: 'patchdiff_submit_operations',
  title: 'Submit match and span operations',
  description: `Applies match and span operations in order (patchdiff-tx/2), all or nothing. ${GUARD_RULE} A span names a range in code points and exactly what stands there; start = end with an empty expected_text inserts, and expected_before and expected_after make sure where. Offsets count the text as earlier operations left it.`,
  profiles: PATCH_PROFILES,
  hints: WRITES,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      intent: INTENT,
      operations: OPERATIONS,
      ...GUARDS,
      ...SUBMISSION,
    },
    required: ['target_file_id', 'intent', 'operations'],
    additionalProperties: false,
    ...A_GUARD,
    'x-patchdiff-capabilities': operationsCapabilities(),
  },
  examples: [
    {
      target_file_id: EXAMPLE_TARGET,
      intent: 'Replace a word by its place',
      operations: [{ op: 'span', start: 0, end: 5, expected_text: 'alpha', replace: 'omega' }],
      expected_target_version: 0,
    },
  ],
  call: async (args, host) =>
    submitOperations(await host.database(), args as never, { strictObservation: host.strictObservation }),
};
