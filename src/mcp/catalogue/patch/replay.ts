import { replay } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Makes a target again from its history. */
export const replayTool: Tool = {
  name: 'patchdiff_replay',
  title: 'Replay a target',
  description:
    'Makes the text again from the initial snapshot and every accepted attempt, and says whether what is stored agrees. Repairs nothing.',
  profiles: PATCH_PROFILES,
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: { target_file_id: TARGET_ID },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => replay(await host.database(), args as never),
};
