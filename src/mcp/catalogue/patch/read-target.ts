import { readTarget } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Reads a slice by code points. */
export const readTargetTool: Tool = {
  name: 'patchdiff_read_target',
  title: 'Read a slice of a target',
  description:
    'Reads part of the text by code-point offset, with the version and hash it was read at. Go on with start = next_start; each page is a new reading and can see a newer version.',
  profiles: [...PATCH_PROFILES, 'observed'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      start: { type: 'integer', minimum: 0, description: 'First code point, from 0; 0 when left out.' },
      length: {
        type: ['integer', 'null'],
        description: 'Most code points to read: 4000 when left out, at most 8000.',
      },
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => readTarget(await host.database(), args as never),
};
