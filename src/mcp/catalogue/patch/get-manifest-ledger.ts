import { getManifestLedger } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Lists accepted changes. */
export const getManifestLedgerTool: Tool = {
  name: 'patchdiff_get_manifest_ledger',
  title: 'List accepted changes of a target',
  description:
    'Lists the changes of accepted attempts, oldest first within the newest page, with intent and spans. Go back with before_sequence = next_sequence. Only the current editing cycle unless include_previous_cycles is true.',
  profiles: PATCH_PROFILES,
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      include_previous_cycles: { type: 'boolean', description: 'Also cycles closed by a save.' },
      limit: {
        type: ['integer', 'null'],
        minimum: 1,
        description: 'Most entries: 50 when left out, at most 200.',
      },
      before_sequence: {
        type: ['integer', 'null'],
        minimum: 1,
        description: 'Only entries with a smaller ledger_sequence.',
      },
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => getManifestLedger(await host.database(), args as never),
};
