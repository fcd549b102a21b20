import { initializeTarget } from '../../../patch/index.js';
import type { Tool } from '../../tool.js';
import { ADDS, orNull, PATCH_PROFILES, TARGET_ID } from './parameters.js';

const { description: _, ...UUID } = TARGET_ID;

/** What a target is made from. */
export const TARGET_PARAMETERS = {
  filename: {
    type: 'string',
    minLength: 1,
    description: 'Name of the document; with from_workspace its path below the workspace root.',
  },
  content: { type: ['string', 'null'], description: 'The text. Line ends become LF and are recorded.' },
  content_type: { type: 'string', description: 'MIME type or language; text/plain when left out.' },
  project_id: orNull(UUID, 'UUID of the project it belongs to.'),
} as const;

/** Stores a text as a target. */
export const initializeTargetTool: Tool = {
  name: 'patchdiff_initialize_target',
  title: 'Store a text as a target',
  description:
    'Stores a text as a new target at version 0 and gives its target_file_id, version and current_hash, which every later call needs. Give content, or from_workspace: true to read the file at filename below the configured workspace and bind the target to it.',
  profiles: [...PATCH_PROFILES, 'workspace'],
  hints: ADDS,
  inputSchema: {
    type: 'object',
    properties: {
      ...TARGET_PARAMETERS,
      from_workspace: {
        type: 'boolean',
        description: 'Read the file instead of content; false when left out.',
      },
    },
    required: ['filename'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => initializeTarget(await host.database(), args as never, host.workspace),
};
