import { readLines } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { EXAMPLE_TARGET, OBSERVED_PROFILES, TARGET_ID } from './parameters.js';

/** Reads lines. */
export const readLinesTool: Tool = {
  name: 'patchdiff_read_lines',
  title: 'Read lines of a target',
  description:
    'Reads lines from 1, each with its LF, with the version and hash they were read at. Go on with offset = next_offset and the same lines, or with patchdiff_read_target at next_start. include_line_starts gives the absolute offset of each line, for spans.',
  profiles: OBSERVED_PROFILES,
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      start_line: { type: 'integer', minimum: 1, description: 'First line, from 1; 1 when left out.' },
      end_line: {
        type: ['integer', 'null'],
        minimum: 1,
        description: 'Last line, inclusive; left out: the last.',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        description: "Code points into the lines' range: next_offset of the page before.",
      },
      max_chars: {
        type: ['integer', 'null'],
        minimum: 1,
        description: 'Most code points to read: 4000 when left out, at most 8000.',
      },
      include_line_starts: { type: 'boolean', description: 'Add line_starts; false when left out.' },
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [{ target_file_id: EXAMPLE_TARGET, start_line: 1, end_line: 2, include_line_starts: true }],
  call: async (args, host) => readLines(await host.database(), args as never),
};
