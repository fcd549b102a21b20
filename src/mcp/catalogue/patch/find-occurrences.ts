import { findOccurrences } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { EXAMPLE_TARGET, PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Finds a text. */
export const findOccurrencesTool: Tool = {
  name: 'patchdiff_find_occurrences',
  title: 'Find a text in a target',
  description:
    'Lists where an exact text stands, overlapping places counted, with text around each. An occurrence_index holds for the first edit of a transaction; for several edits of one text use spans by descending start. Go on with start_occurrence = next_occurrence_index.',
  profiles: [...PATCH_PROFILES, 'observed'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      text: { type: 'string', minLength: 1, description: 'Exact text to find.' },
      context_chars: {
        type: 'integer',
        minimum: 0,
        description: 'Code points around each place: 40 when left out, at most 400.',
      },
      start_occurrence: { type: 'integer', minimum: 1, description: 'First place to list, from 1.' },
      max_results: { type: 'integer', minimum: 1, description: 'Most places to list; at most 200.' },
    },
    required: ['target_file_id', 'text'],
    additionalProperties: false,
  },
  examples: [{ target_file_id: EXAMPLE_TARGET, text: 'alpha', context_chars: 20 }],
  call: async (args, host) => findOccurrences(await host.database(), args as never),
};
