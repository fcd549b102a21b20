import { getTarget } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Gives a target whole. */
export const getTargetTool: Tool = {
  name: 'patchdiff_get_target',
  title: 'Get a target',
  description:
    "Gives a target's whole text, version, current_hash and recorded line ends. For a long text read a part with patchdiff_read_lines or patchdiff_read_target.",
  profiles: PATCH_PROFILES,
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: { target_file_id: TARGET_ID },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => getTarget(await host.database(), args as never),
};
