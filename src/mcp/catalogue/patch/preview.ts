import { preview } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import {
  A_GUARD,
  EXAMPLE_TARGET,
  GUARD_RULE,
  GUARDS,
  INTENT,
  PATCH_PROFILES,
  REPLACEMENT,
  TARGET_ID,
} from './parameters.js';

/** Judges a proposal without submitting it. */
export const previewTool: Tool = {
  name: 'patchdiff_preview',
  title: 'Preview a proposal',
  description: `Says what a submission would come to, and changes and records nothing: the verdict, what would change, warnings, or why it would be rejected. ${GUARD_RULE} patchdiff-tx/1 takes edits, patchdiff-tx/2 operations, patchdiff-tx/3 replacement, each with intent and without the others. Advisory: a submission judges anew.`,
  profiles: PATCH_PROFILES,
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      format: {
        enum: ['patchdiff-tx/1', 'patchdiff-tx/2', 'patchdiff-tx/3'],
        description: 'Format of the proposal.',
      },
      intent: INTENT,
      edits: {
        type: 'array',
        items: { type: 'object' },
        description: 'For patchdiff-tx/1: as patchdiff_submit_edits takes them.',
      },
      operations: {
        type: 'array',
        items: { type: 'object' },
        description: 'For patchdiff-tx/2: as patchdiff_submit_operations takes them.',
      },
      replacement: { ...REPLACEMENT, description: 'For patchdiff-tx/3: the whole new text.' },
      ...GUARDS,
    },
    required: ['target_file_id', 'format'],
    additionalProperties: false,
    ...A_GUARD,
  },
  examples: [
    {
      target_file_id: EXAMPLE_TARGET,
      format: 'patchdiff-tx/1',
      intent: 'Rename beta',
      edits: [{ match: 'beta', replace: 'delta' }],
      expected_target_version: 0,
    },
  ],
  call: async (args, host) =>
    preview(await host.database(), args as never, { strictObservation: host.strictObservation }),
};
