import { compareVersions } from '../../../bridge/index.js';
import { answering } from '../../documents/answer.js';
import {
  CURSOR_PARAMETER,
  optionalObject,
  PROFILE_PARAMETER,
  profileArgument,
} from '../../documents/arguments.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { changesPage } from '../compare/compare.js';
import { EXAMPLE_TARGET, TARGET_ID } from '../patch/parameters.js';

/** Compares two versions of a target. */
export const compareVersionsTool: Tool = {
  name: 'compare_versions',
  title: 'Compare two versions of a target',
  description: `Compares two versions of a target block by block, each built from its history, and lists the changes as compare does. Version 0 is the text as it was uploaded. Code is compared as plain text.
A long list is cut between changes: call again with the same arguments and cursor = next_cursor.`,
  profiles: ['full'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      from_version: { type: 'integer', minimum: 0, description: 'The earlier version; 0 when left out.' },
      to_version: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'The later version; the current one when left out.',
      },
      profile: PROFILE_PARAMETER,
      filter: { type: 'object', description: 'Which changes to list, as compare takes it.' },
      cursor: CURSOR_PARAMETER,
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [{ target_file_id: EXAMPLE_TARGET, from_version: 0 }],
  call: answering(async (args, host) => {
    const profile = profileArgument(args);
    const filter = optionalObject(args, 'filter');
    const compared = await compareVersions(await host.database(), args as never, {
      ...(profile === undefined ? {} : { profile }),
      ...(filter === undefined ? {} : { filter }),
    });
    if (compared.status !== 'compared') return compared;
    const { comparison, status: _, ...head } = compared;
    return changesPage(comparison, head, args, host);
  }),
};
