import { handleUpload } from '../../../patch/index.js';
import type { Tool } from '../../tool.js';
import { TARGET_PARAMETERS } from './initialize-target.js';
import { ADDS, PATCH_PROFILES } from './parameters.js';

/** The same under the name that uploads use. */
export const handleUploadTool: Tool = {
  name: 'patchdiff_handle_upload',
  title: 'Upload a text as a target',
  description: 'As patchdiff_initialize_target for a text that is given inline, with its content type.',
  profiles: PATCH_PROFILES,
  hints: ADDS,
  inputSchema: {
    type: 'object',
    properties: {
      ...TARGET_PARAMETERS,
      filename: { type: 'string', minLength: 1, description: 'Name of the document.' },
    },
    required: ['filename', 'content', 'content_type'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => handleUpload(await host.database(), args as never),
};
