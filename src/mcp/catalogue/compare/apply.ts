import type { Accept } from '../../../apply/accept.js';
import { apply } from '../../../apply/apply.js';
import { answering } from '../../documents/answer.js';
import {
  CURSOR_PARAMETER,
  documentParameters,
  optionalObject,
  optionalStrings,
  PROFILE_PARAMETER,
} from '../../documents/arguments.js';
import { comparedTexts } from '../../documents/compared.js';
import { DocumentArgumentError } from '../../documents/errors.js';
import { roomBeside, textPageOf } from '../../documents/page.js';
import { type Arguments, READ_ONLY, type Tool } from '../../tool.js';
import { compareTool } from './compare.js';

/** Makes some of the changes in the text of the earlier version. */
export const applyTool: Tool = {
  name: 'apply',
  title: 'Accept some of the changes',
  description: `Gives the earlier version's text with the chosen changes of the later one made in it: those at some addresses or those that a filter keeps, all when neither is given. What they do not touch stays as it is, character for character. No file is written. needs_other_changes: one change cannot be made without another; add those in needs and call again.
A long text is cut between lines: join the pages as they are. Call again with the same arguments and cursor = next_cursor.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      ...documentParameters('source', 'the earlier version'),
      ...documentParameters('test', 'the later version'),
      profile: PROFILE_PARAMETER,
      addresses: {
        type: 'array',
        items: { type: 'string' },
        description: 'Make the changes with these addresses on either side. Give this or accept.',
      },
      accept: {
        type: 'object',
        description: `Make the changes that this filter keeps: an object as ${compareTool.name} takes it as filter.`,
      },
      cursor: CURSOR_PARAMETER,
    },
    additionalProperties: false,
  },
  examples: [
    {
      source: '1. Pay within thirty days.\n\n2. Notices are given in writing.\n',
      test: '1. Pay within sixty days.\n\n2. Notices are given by post.\n',
      accept: { labels: ['1'] },
    },
  ],
  call: answering(async (args, host) => {
    const accept = acceptArgument(args);
    const texts = await comparedTexts(args, host);
    const frame = { status: 'ok', total_changes: texts.comparison.changes.length };
    const page = textPageOf(apply({ ...texts, accept }), args, roomBeside(frame, host.resultChars));
    return {
      ...frame,
      text: page.items.join(''),
      first_line: page.first,
      total_lines: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};

function acceptArgument(args: Arguments): Accept | undefined {
  const addresses = optionalStrings(args, 'addresses');
  const filter = optionalObject(args, 'accept');
  if (addresses !== undefined && filter !== undefined) {
    throw new DocumentArgumentError('invalid_value', 'give addresses or accept, not both');
  }
  return addresses ?? filter;
}
