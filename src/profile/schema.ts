import { BLOCK_KINDS } from '../document/block.js';
import { PROFILE_LIMITS } from './limits.js';
import { DEFAULT_HEADING_RULE, DEPTH_MODES, LABEL_STYLES, ROLE_MATCHES } from './profile.js';

const name = (description: string) => ({
  description,
  type: 'string',
  minLength: 1,
  maxLength: PROFILE_LIMITS.name,
});
const pattern = (description: string) => ({
  description: `${description} A JavaScript regular expression with the u flag, optionally opened by (?i) or (?s); look-around and back-references are not available.`,
  type: 'string',
  minLength: 1,
  maxLength: PROFILE_LIMITS.pattern,
});
const list = (definition: string, description: string) => ({
  description,
  type: 'array',
  maxItems: PROFILE_LIMITS.entries,
  items: { $ref: `#/definitions/${definition}` },
  default: [],
});
const flag = (key: keyof typeof DEFAULT_HEADING_RULE, description: string) => ({
  description,
  type: 'boolean',
  default: DEFAULT_HEADING_RULE[key],
});

/**
 * The JSON Schema (draft-07) of a structure profile, the same as `schemas/profile.json`. It describes the shape; that a
 * pattern compiles, has the groups asked of it, and that names differ is checked by `parseProfile`.
 */
export const PROFILE_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'urn:redtree:schema:profile',
  title: 'Structure profile',
  description:
    'How a family of documents labels, heads and phrases things. Lists are tried in order. Written as YAML or JSON.',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: name('What the profile is called; written into every comparison made with it.'),
    description: {
      description: 'One or two sentences for people: which documents it is for.',
      type: 'string',
      maxLength: PROFILE_LIMITS.description,
      default: '',
    },
    label_patterns: list(
      'labelPattern',
      'Labels at the start of a block. The first pattern that matches wins.',
    ),
    heading_resets: list('headingReset', 'Headings after which numbering starts afresh.'),
    heading_rule: { $ref: '#/definitions/headingRule' },
    role_rules: list(
      'roleRule',
      'Roles of blocks. The first rule that matches wins, but the nearest matching ancestor heading goes before list order.',
    ),
    span_extractors: list(
      'spanExtractor',
      'Ranges of text worth a name. All of them run, and every match is kept.',
    ),
  },
  definitions: {
    labelPattern: {
      description: 'How one family of labels looks.',
      type: 'object',
      required: ['name', 'pattern', 'style'],
      additionalProperties: false,
      properties: {
        name: name('Unique in its list; a block recognised by it says label:<name> in matched_by.'),
        pattern: pattern(
          'Matched at the start of a block. Group 1 is the label; the text begins at group 2, or after the match. A match without group 1 says that the block has no label.',
        ),
        style: {
          description: 'How the label counts.',
          type: 'string',
          enum: [...LABEL_STYLES],
        },
        depth_mode: {
          description:
            'arithmetic: the label shows its own depth (7.2.1); stack: depth follows from the styles already open. Default: arithmetic for decimal, else stack.',
          type: 'string',
          enum: [...DEPTH_MODES],
        },
      },
    },
    headingReset: {
      description: 'One kind of heading that starts numbering afresh.',
      type: 'object',
      required: ['name', 'pattern'],
      additionalProperties: false,
      properties: {
        name: name('Unique in its list.'),
        pattern: pattern('Tested on the heading as written, its label included.'),
      },
    },
    headingRule: {
      description: 'When a line that no markup calls a heading is one.',
      type: 'object',
      additionalProperties: false,
      properties: {
        max_words: {
          description: 'The most words such a heading has.',
          type: 'integer',
          minimum: 1,
          maximum: PROFILE_LIMITS.maxWords,
          default: DEFAULT_HEADING_RULE.max_words,
        },
        allow_all_caps: flag('allow_all_caps', 'Whether a line in capitals can be a heading.'),
        allow_title_case: flag('allow_title_case', 'Whether a line in title case can be a heading.'),
        forbid_terminal_punctuation: flag(
          'forbid_terminal_punctuation',
          'Whether a stop, colon or comma at the end says that the line is no heading.',
        ),
      },
    },
    roleRule: {
      description: 'Gives one role to the blocks that match.',
      type: 'object',
      required: ['role', 'match'],
      additionalProperties: false,
      properties: {
        role: name(
          'The role. An open vocabulary: title, recital, definitions, definition, clause, sub_clause, schedule, signature, note, quote, code and boilerplate are usual.',
        ),
        match: {
          description:
            "What is looked at: a heading as written, the headings above a block, the block's own text or label, or its parent's role.",
          type: 'string',
          enum: [...ROLE_MATCHES],
        },
        pattern: pattern('For every match but parent_role.'),
        parent_role: name('For match: parent_role, the role that the parent has.'),
        kind: {
          description: 'Only blocks of this kind; not with match: heading.',
          type: 'string',
          enum: [...BLOCK_KINDS],
        },
      },
      allOf: [
        {
          if: { properties: { match: { const: 'parent_role' } }, required: ['match'] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { required: ['parent_role'], not: { required: ['pattern'] } },
          else: { required: ['pattern'], not: { required: ['parent_role'] } },
        },
        {
          if: { properties: { match: { const: 'heading' } }, required: ['match'] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { not: { required: ['kind'] } },
        },
      ],
    },
    spanExtractor: {
      description: 'Marks one type of span.',
      type: 'object',
      required: ['type', 'pattern'],
      additionalProperties: false,
      properties: {
        type: name(
          "The span's type. An open vocabulary: emphasis, defined_term, cross_reference, party, date, amount and citation are usual.",
        ),
        pattern: pattern(
          "Found anywhere in a block's text. Of a cross_reference with group 0, what group 1 took is the value: the bare label.",
        ),
        group: {
          description: 'The group that is the span; 0 is the whole match.',
          type: 'integer',
          minimum: 0,
          maximum: 99,
          default: 0,
        },
      },
    },
  },
} as const;
