import { observeScope } from '../../../patch/index.js';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../../../patch/service/scope-page.js';
import type { Tool } from '../../tool.js';
import {
  ADDS,
  EXAMPLE_OBSERVATION,
  EXAMPLE_TARGET,
  OBSERVED_PROFILES,
  orNull,
  TARGET_ID,
  UUID,
} from './parameters.js';

const SELECTOR = { type: ['string', 'null'], minLength: 1 } as const;

/** Lists the scopes of a target, or issues receipts for some. */
export const observeScopeTool: Tool = {
  name: 'patchdiff_observe_scope',
  title: 'Observe a scope of a target',
  description: `Finds the structural scopes of a target (sections, clauses, table rows, code blocks; functions, classes, methods; configuration keys), and issues receipts to edit them. Without symbol_name it lists candidates (query and kind narrow the list) and issues nothing. With symbol_name, exactly as a candidate is named, or parent.name, it issues an observation_id for that scope and gives its text: an edit under it can touch that scope and nothing else. selections observes 1 to 32 scopes at once for one atomic batch. A name that fits several scopes is refused: add kind or the parent. Go on in a long scope with observation_id and offset = next_offset.`,
  compactNotice:
    'Compact presentation: candidates have name, kind, parent and lines; the scopes of a batch lack what repeats their bounds.',
  profiles: OBSERVED_PROFILES,
  hints: ADDS,
  inputSchema: {
    type: 'object',
    properties: {
      target_file_id: TARGET_ID,
      query: { ...SELECTOR, description: 'Part of a name, in any case, to list candidates by.' },
      symbol_name: { ...SELECTOR, description: 'Exact name, or parent.name, of the one scope to observe.' },
      kind: {
        ...SELECTOR,
        description: 'Kind of scope: section, clause, table_row, function, method, config_item and others.',
      },
      selections: {
        type: ['array', 'null'],
        minItems: 1,
        maxItems: 32,
        items: {
          type: 'object',
          properties: { symbol_name: { type: 'string', minLength: 1 }, kind: SELECTOR },
          required: ['symbol_name'],
          additionalProperties: false,
        },
        description:
          'Scopes to observe together, instead of query, symbol_name and kind; they may not overlap.',
      },
      observation_id: orNull(UUID, 'Receipt whose scope to read on in, instead of a selection.'),
      offset: { type: 'integer', minimum: 0, description: 'Code points into the scope: next_offset.' },
      max_chars: {
        type: ['integer', 'null'],
        minimum: 1,
        description: `Most code points of a scope's text: ${DEFAULT_PAGE} when left out, at most ${LARGEST_PAGE}.`,
      },
      include_line_starts: { type: 'boolean', description: 'Add line_starts; false when left out.' },
    },
    required: ['target_file_id'],
    additionalProperties: false,
  },
  examples: [
    { target_file_id: EXAMPLE_TARGET, query: 'pay', kind: 'section' },
    { target_file_id: EXAMPLE_TARGET, symbol_name: 'Payment', kind: 'section' },
    {
      target_file_id: EXAMPLE_TARGET,
      selections: [{ symbol_name: 'Payment' }, { symbol_name: 'Notices', kind: 'section' }],
    },
    { target_file_id: EXAMPLE_TARGET, observation_id: EXAMPLE_OBSERVATION, offset: 4, max_chars: 2000 },
  ],
  call: async (args, host) => observeScope(await host.database(), args as never),
};
