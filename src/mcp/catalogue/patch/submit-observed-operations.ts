import { submitObservedOperations } from '../../../patch/index.js';
import type { Tool } from '../../tool.js';
import {
  EXAMPLE_HASH,
  EXAMPLE_OBSERVATION,
  EXAMPLE_TARGET,
  GUARDS,
  INTENT,
  OBSERVED_PROFILES,
  OPERATIONS,
  orNull,
  SUBMISSION,
  TARGET_ID,
  UUID,
  WRITES,
} from './parameters.js';

const [version, hash] = [0, EXAMPLE_HASH];

/** Applies operations within scopes that were observed. */
export const submitObservedOperationsTool: Tool = {
  name: 'patchdiff_submit_observed_operations',
  title: 'Submit operations on observed scopes',
  description: `Applies match and span operations (patchdiff-tx/2) within a scope that patchdiff_observe_scope issued a receipt for, all or nothing, and refuses whatever would reach outside it. Both guards are needed, expected_target_version and expected_current_hash: give target_version and target_current_hash of the receipt. One scope: observation_id and operations; spans count from the start of the text. Several scopes: observation_bundle_id, groups and client_request_id; spans and occurrences count from the start of each group's scope. An insertion lies strictly inside the scope and needs expected_before and expected_after. An accepted attempt uses its receipts up; a rejected one leaves them.`,
  compactNotice: 'Compact presentation: accepted results lack evidence and groups.',
  profiles: OBSERVED_PROFILES,
  hints: WRITES,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      intent: INTENT,
      observation_id: orNull(UUID, 'Receipt of the one scope to edit.'),
      operations: OPERATIONS,
      observation_bundle_id: orNull(UUID, 'Bundle of the scopes to edit, instead of observation_id.'),
      groups: {
        type: ['array', 'null'],
        minItems: 1,
        maxItems: 32,
        items: {
          type: 'object',
          properties: {
            observation_id: UUID,
            operations: { type: 'array', minItems: 1, items: { type: 'object' } },
          },
          required: ['observation_id', 'operations'],
          additionalProperties: false,
        },
        description:
          'For a bundle: a receipt and its operations (as operations above) for each scope to edit; 128 operations in all.',
      },
      ...GUARDS,
      ...SUBMISSION,
    },
    required: ['target_file_id', 'intent'],
    additionalProperties: false,
  },
  examples: [
    {
      target_file_id: EXAMPLE_TARGET,
      observation_id: EXAMPLE_OBSERVATION,
      intent: 'Give them sixty days',
      operations: [{ op: 'match', match: 'thirty', replace: 'sixty' }],
      expected_target_version: version,
      expected_current_hash: hash,
    },
    {
      target_file_id: EXAMPLE_TARGET,
      observation_bundle_id: EXAMPLE_OBSERVATION,
      intent: 'Sixty days, and notice by post',
      groups: [
        {
          observation_id: EXAMPLE_OBSERVATION,
          operations: [{ op: 'match', match: 'thirty', replace: 'sixty' }],
        },
      ],
      expected_target_version: version,
      expected_current_hash: hash,
      client_request_id: 'terms-1',
    },
  ],
  call: async (args, host) => submitObservedOperations(await host.database(), args as never),
};
