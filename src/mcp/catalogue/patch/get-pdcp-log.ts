import { getPdcpLog } from '../../../patch/index.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { PATCH_PROFILES, TARGET_ID } from './parameters.js';

/** Lists attempts. */
export const getPdcpLogTool: Tool = {
  name: 'patchdiff_get_pdcp_log',
  title: 'List attempts on a target',
  description:
    'Lists accepted and rejected attempts, newest first, with verdicts, hashes and diagnostics. Go on with before_sequence = next_sequence. include_content adds the proposals; with limit 1 any one is given whole.',
  profiles: [...PATCH_PROFILES, 'observed'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      limit: {
        type: ['integer', 'null'],
        minimum: 1,
        description: 'Most entries: 50 when left out, at most 200.',
      },
      before_sequence: {
        type: ['integer', 'null'],
        minimum: 1,
        description: 'Only entries with a smaller log_sequence.',
      },
      status: { enum: ['accepted', 'rejected', null], description: 'Only attempts with this verdict.' },
      content_hash: { type: ['string', 'null'], description: 'Only attempts with this pdcp_content_hash.' },
      client_request_id: { type: ['string', 'null'], description: 'Only attempts under this key.' },
      include_content: { type: 'boolean', description: 'Add pdcp_content; false when left out.' },
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [],
  call: async (args, host) => getPdcpLog(await host.database(), args as never),
};
