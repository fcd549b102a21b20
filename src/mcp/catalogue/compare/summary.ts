import { renderSummary } from '../../../render/summary.js';
import { answering } from '../../documents/answer.js';
import { CURSOR_PARAMETER, documentParameters, PROFILE_PARAMETER } from '../../documents/arguments.js';
import { comparisonOf } from '../../documents/compared.js';
import { pageOf, roomBeside } from '../../documents/page.js';
import { READ_ONLY, type Tool } from '../../tool.js';
import { compareTool } from './compare.js';

/** Tells the changes in words. */
export const summaryTool: Tool = {
  name: 'summary',
  title: 'Summarise what changed',
  description: `Compares two versions of a document and tells each change in one line of text, then the totals by section and of the document. Deleted words stand as [-this-], inserted words as {+this+}. The cheapest way to learn what changed; use compare for the same as data.
A long summary is cut between lines: call again with the same arguments and cursor = next_cursor.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      ...documentParameters('source', 'the earlier version'),
      ...documentParameters('test', 'the later version'),
      profile: PROFILE_PARAMETER,
      filter: {
        type: 'object',
        description: `Which changes to tell: an object as ${compareTool.name} takes it, such as {"kinds": ["move"]}.`,
      },
      cursor: CURSOR_PARAMETER,
    },
    additionalProperties: false,
  },
  examples: [{ source: '1. Pay within thirty days.\n', test: '1. Pay within sixty days.\n' }],
  call: answering(async (args, host) => {
    const comparison = await comparisonOf(args, host);
    const lines = renderSummary(comparison).replace(/\n$/, '').split('\n');
    const frame = { status: 'ok', total_changes: comparison.changes.length };
    // Pages are made of objects.
    const page = pageOf(
      lines.map((line) => ({ line })),
      args,
      roomBeside(frame, host.resultChars),
    );
    return {
      ...frame,
      summary: page.items.map(({ line }) => line).join('\n'),
      first_line: page.first,
      total_lines: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};
