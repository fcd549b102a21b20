import { save } from '../../../patch/index.js';
import type { Tool } from '../../tool.js';
import { ADDS, EXAMPLE_TARGET, GUARDS, PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Takes a snapshot and begins a new editing cycle. */
export const saveTool: Tool = {
  name: 'patchdiff_save',
  title: 'Save a checkpoint',
  description:
    "Takes a snapshot of the target as it is and begins a new editing cycle; the text does not change. Guards are optional and checked when given. With sync_workspace the text is also written to the target's file below the workspace root, unless the file was changed by others.",
  profiles: [...PATCH_PROFILES, 'workspace'],
  hints: ADDS,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      ...GUARDS,
      export_after_save: { type: 'boolean', description: 'Add the text as export; false when left out.' },
      sync_workspace: {
        type: ['boolean', 'null'],
        description: 'Write the file, or do not; left out: as the server is set up.',
      },
      workspace_eol_format: {
        enum: ['original_eol', 'canonical_lf', 'crlf'],
        description: 'Line ends of the file; original_eol when left out.',
      },
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [{ target_file_id: EXAMPLE_TARGET, expected_target_version: 0 }],
  call: async (args, host) => save(await host.database(), args as never, host.workspace),
};
