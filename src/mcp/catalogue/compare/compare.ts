import { CHANGE_KINDS } from '../../../change/change.js';
import type { Comparison } from '../../../compare/comparison.js';
import { answering } from '../../documents/answer.js';
import { CURSOR_PARAMETER, documentParameters, PROFILE_PARAMETER } from '../../documents/arguments.js';
import { comparisonOf } from '../../documents/compared.js';
import { fitFrame, pageOf, roomBeside } from '../../documents/page.js';
import { type Arguments, type Host, type JsonSchema, READ_ONLY, type Tool } from '../../tool.js';

/** Which changes to list. */
const FILTER_PARAMETER: JsonSchema = {
  type: 'object',
  description: 'Which changes to list; fields AND together, values in one field OR. Counts follow it.',
  properties: {
    kinds: { type: 'array', items: { enum: CHANGE_KINDS } },
    address_prefixes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Addresses such as /section[2]; the block and all below, on either side.',
    },
    labels: { type: 'array', items: { type: 'string' }, description: 'Labels such as 7.2.' },
    roles: { type: 'array', items: { type: 'string' }, description: 'Roles such as definition.' },
    min_chars: {
      type: 'integer',
      minimum: 0,
      description: 'Least characters added or deleted by word edits; above 0 drops inserts and deletes.',
    },
    has_inline: { type: ['boolean', 'null'] },
  },
  additionalProperties: false,
};

/** The result of a comparison as data: the page of its changes that the cursor asks for. */
export function changesPage(comparison: Comparison, head: object, args: Arguments, host: Host): object {
  const { schema_version, config, changes, statistics } = comparison.toJSON({ trees: false });
  const { counts, source_blocks, test_blocks } = statistics;
  const frame = fitFrame(
    { status: 'ok', ...head, schema_version, config, statistics: { counts, source_blocks, test_blocks } },
    host.resultChars,
  );
  const page = pageOf(changes, args, roomBeside(frame, host.resultChars));
  return {
    ...frame,
    changes: page.items,
    first_change: page.first,
    total_changes: page.total,
    next_cursor: page.next_cursor,
  };
}

/** Lists what happened to each block. */
export const compareTool: Tool = {
  name: 'compare',
  title: 'Compare two documents',
  description: `Compares two versions of a document block by block (clauses, sections, list items, table rows) and lists the changes as data: insert, delete, modify, move, renumber, each with the addresses and labels on both sides, the whole texts and the word edits. Offsets are Unicode code points.
A long list is cut between changes: call again with the same arguments and cursor = next_cursor. An entry with shortened: true was too large for one page; its texts are cut. To be told the changes in a line each, use summary. To see blocks that did not change, use read_blocks.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      ...documentParameters('source', 'the earlier version'),
      ...documentParameters('test', 'the later version'),
      profile: PROFILE_PARAMETER,
      filter: FILTER_PARAMETER,
      cursor: CURSOR_PARAMETER,
    },
    additionalProperties: false,
  },
  examples: [
    {
      source: '# Terms\n\n1. Pay within thirty days.\n',
      test: '# Terms\n\n1. Pay within sixty days.\n',
      source_format: 'markdown',
      test_format: 'markdown',
    },
  ],
  call: answering(async (args, host) => changesPage(await comparisonOf(args, host), {}, args, host)),
};
