/** Parameters that tools of the patch service share, each described once. Patterns are such that RE2 takes them. */
import type { JsonSchema, ToolHints } from '../../tool.js';

/** What `$` also allows, a line feed at the very end, is ruled out beside the pattern. */
const NO_LINE_FEED = { not: { pattern: '\\n$' } } as const;

/** The form of ids. */
export const UUID = {
  type: 'string',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  ...NO_LINE_FEED,
} as const;

const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$', ...NO_LINE_FEED } as const;

export function orNull(schema: JsonSchema, description: string): JsonSchema {
  return { anyOf: [schema, { type: 'null' }], description };
}

export const TARGET_ID: JsonSchema = { ...UUID, description: 'UUID of the target.' };

export const GUARDS: Readonly<Record<string, JsonSchema>> = {
  expected_target_version: {
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Guard: the version the target must have. Prefer it: it sees no-op and ABA changes.',
  },
  expected_current_hash: orNull(HASH, 'Guard: the lower-case SHA-256 the target must have.'),
};

/** One of the guards, at least; hosts that drop `anyOf` have it in the description. */
export const A_GUARD = {
  anyOf: [{ required: ['expected_target_version'] }, { required: ['expected_current_hash'] }],
} as const;

export const GUARD_RULE =
  'Give at least one guard, expected_target_version or expected_current_hash; every guard that is given is checked.';

export const INTENT: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: 'What the transaction is for, in a sentence.',
};

/** What every submission has beside its proposal and its guards. */
export const SUBMISSION: Readonly<Record<string, JsonSchema>> = {
  source: { type: ['string', 'null'], description: 'Who proposes; model_response when left out.' },
  parent_pdcp_log_id: orNull(UUID, 'The rejected attempt on this target that this one corrects.'),
  attempt: { type: ['integer', 'null'], minimum: 1, description: 'Number of this try, from 1.' },
  client_request_id: orNull(
    { type: 'string', pattern: '^[ -~]{1,128}$', ...NO_LINE_FEED },
    'Key of the request: the identical proposal under it gives the first outcome again.',
  ),
  include_correlation_id: { type: 'boolean', description: 'Add a fresh correlation_id to the response.' },
};

const CHANGE: Readonly<Record<string, JsonSchema>> = {
  change_id: orNull(
    { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$', ...NO_LINE_FEED },
    'Name of the change; chg_001 and so on when left out.',
  ),
  rationale: { type: ['string', 'null'] },
  risk: { enum: ['low', 'medium', 'high', null] },
};

const MATCH: Readonly<Record<string, JsonSchema>> = {
  match: { type: 'string', minLength: 1, description: 'Exact text to replace.' },
  replace: { type: 'string', description: 'Text to put there; empty deletes.' },
  ...CHANGE,
  occurrence_index: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'Which occurrence, from 1, in the text as earlier changes left it.',
  },
  anchor_before: { type: ['string', 'null'], description: 'Text that stands anywhere before it.' },
  anchor_after: { type: ['string', 'null'], description: 'Text that stands anywhere after it.' },
};

/** Names that only a span with context has. */
export const SPAN_CONTEXT = {
  expected_before: { type: ['string', 'null'], minLength: 1, description: 'Text directly before the span.' },
  expected_after: { type: ['string', 'null'], minLength: 1, description: 'Text directly after the span.' },
} as const;

export const EDITS: JsonSchema = {
  type: 'array',
  minItems: 1,
  description: 'Changes of exact occurrences, in order; each sees the text that the one before left.',
  items: {
    type: 'object',
    properties: MATCH,
    required: ['match', 'replace'],
    additionalProperties: false,
  },
};

const OFFSET = { type: 'integer', minimum: 0 } as const;

export const OPERATIONS: JsonSchema = {
  type: 'array',
  minItems: 1,
  description: 'Match and span operations, in order. Several spans of one read: by descending start.',
  items: {
    oneOf: [
      {
        type: 'object',
        properties: { op: { const: 'match' }, ...MATCH },
        required: ['op', 'match', 'replace'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: {
          op: { const: 'span' },
          start: { ...OFFSET, description: 'First code point, in the text as earlier operations left it.' },
          end: { ...OFFSET, description: 'Just past the last; start = end inserts.' },
          expected_text: { type: 'string', description: 'Exactly what stands there; empty to insert.' },
          replace: MATCH.replace,
          ...CHANGE,
          ...SPAN_CONTEXT,
        },
        required: ['op', 'start', 'end', 'expected_text', 'replace'],
        additionalProperties: false,
      },
    ],
  },
};

export const REPLACEMENT: JsonSchema = {
  type: 'string',
  description: 'The whole new text: at most 1,000,000 code points and 1,048,576 UTF-8 bytes.',
};

/** Hints of a tool that changes a target under guards. The same guards cannot pass twice. */
export const WRITES: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

/** Hints of a tool that adds something and changes nothing. */
export const ADDS: ToolHints = { ...WRITES, destructiveHint: false };

/** Where the tools of the patch service stand. */
export const PATCH_PROFILES = ['full', 'patch'] as const;

/** Where those stand that also work by observed scopes alone. */
export const OBSERVED_PROFILES = [...PATCH_PROFILES, 'observed', 'workspace'] as const;

/** An id in examples; hosts bind their own. */
export const EXAMPLE_TARGET = '00000000-0000-4000-8000-000000000001';
export const EXAMPLE_OBSERVATION = '00000000-0000-4000-8000-000000000002';
export const EXAMPLE_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
