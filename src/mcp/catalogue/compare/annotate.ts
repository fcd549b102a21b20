import { annotate } from '../../../render/annotated.js';
import type { MarkStyle } from '../../../render/marks.js';
import { answering } from '../../documents/answer.js';
import {
  CURSOR_PARAMETER,
  documentParameters,
  optionalString,
  PROFILE_PARAMETER,
} from '../../documents/arguments.js';
import { comparedTexts } from '../../documents/compared.js';
import { DocumentArgumentError } from '../../documents/errors.js';
import { roomBeside, textPageOf } from '../../documents/page.js';
import { type Arguments, READ_ONLY, type Tool } from '../../tool.js';
import { compareTool } from './compare.js';

const STYLES: readonly MarkStyle[] = ['critic', 'tags'];

/** Marks the changes in the text of the earlier version. */
export const annotateTool: Tool = {
  name: 'annotate',
  title: 'Mark the changes in the text',
  description: `Compares two versions of a document and gives the whole text of the earlier one with the changes marked in place. critic: {++new++}, {--old--}, {~~old~>new~~}, and comments {>>moved from ...<<}; tags: <ins>, <del>, <moved from to>, <renumbered from to>. For reading a change where it stands; summary is far shorter.
A long text is cut between lines: join the pages as they are. Call again with the same arguments and cursor = next_cursor.`,
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
        description: `Which changes to mark: an object as ${compareTool.name} takes it.`,
      },
      style: { enum: STYLES, description: 'How changes are marked; critic when left out.' },
      cursor: CURSOR_PARAMETER,
    },
    additionalProperties: false,
  },
  examples: [{ source: '1. Pay within thirty days.\n', test: '1. Pay within sixty days.\n', style: 'tags' }],
  call: answering(async (args, host) => {
    const style = styleArgument(args);
    const texts = await comparedTexts(args, host);
    const frame = { status: 'ok', style, total_changes: texts.comparison.changes.length };
    const page = textPageOf(annotate({ ...texts, style }), args, roomBeside(frame, host.resultChars));
    return {
      ...frame,
      text: page.items.join(''),
      first_line: page.first,
      total_lines: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};

function styleArgument(args: Arguments): MarkStyle {
  const given = optionalString(args, 'style') ?? 'critic';
  const style = STYLES.find((known) => known === given);
  if (style !== undefined) return style;
  throw new DocumentArgumentError('invalid_value', `style should be ${STYLES.join(' or ')}`);
}
