import { EXPORT_FORMATS, exportTarget } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Gives a target's text with chosen line ends. */
export const exportTargetTool: Tool = {
  name: 'patchdiff_export_target',
  title: 'Export a target',
  description:
    "Gives a target's whole text with chosen line ends, and content_sha256 of the bytes that it makes. original_eol writes the uniform line ends of the upload; a mixed upload has none.",
  profiles: PATCH_PROFILES,
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      format: {
        enum: EXPORT_FORMATS,
        description: 'Line ends: original_text (the default) and canonical_lf are LF.',
      },
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => exportTarget(await host.database(), args as never),
};
