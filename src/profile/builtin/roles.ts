/** Role rules, heading resets and the heading rule, shared by the built-in profiles. */
import type { HeadingReset, RoleRule } from '../profile.js';

/** A label before a heading's words, as headings are written: `12.`, `3.1`, `IV.`, `Article 5 –`. */
const LABEL =
  '(?:(?:[0-9]{1,3}(?:\\.[0-9]{1,2})*|[IVXL]{1,6}|[A-Z]|[A-Z][a-z]+\\s+[0-9IVXL]{1,6})[.):]?(?:\\s*[—–:-])?\\s+)?';

/** A heading whose words are these, alone or after a label; any case. */
const named = (words: string) => `(?i)^${LABEL}(?:${words})[.:]?$`;

/** The text of a definition: a quoted term, and a verb that defines it. */
export const DEFINITION_TEXT =
  '^["“„«][^"“”„«»\\n]{1,100}["”“»](?:(?:,|,?\\s+(?:and|or))\\s+["“„«][^"“”„«»\\n]{1,100}["”“»])*(?:\\s*\\([^()]{1,80}\\)|,[^,."“”]{1,80},)?(?:\\s+(?:means?|is|are|has|have|shall|will|includes?|refers?|bears?)\\b|\\s*[:=—–])';

const RESET_WORDS = 'schedule|annex|annexure|appendix|exhibit|attachment|addendum';

/** Headings that open a part of the document with its own numbering. */
export const RESETS: readonly HeadingReset[] = [
  {
    name: 'schedule',
    pattern: `(?i)^(?:${RESET_WORDS})(?:\\s+(?:[0-9]{1,3}|[ivxl]{1,6}|[a-z])\\b|\\s*[.:—–-]|\\s*$|s\\s*$)`,
  },
  {
    name: 'part',
    pattern: '(?i)^(?:part|book|division)\\s+(?:[0-9]{1,3}|[ivxl]{1,6}|[a-z]|one|two|three|four|five|six)\\b',
  },
];

/** Resets of statutes: chapters and titles too. */
export const STATUTE_RESETS: readonly HeadingReset[] = [
  ...RESETS,
  { name: 'chapter', pattern: '(?i)^(?:chapter|title)\\s+(?:[0-9]{1,3}|[ivxl]{1,6}|[a-z])\\b' },
];

const definition: RoleRule = { role: 'definition', match: 'text', pattern: DEFINITION_TEXT };
const definitions: RoleRule = {
  role: 'definitions',
  match: 'heading',
  pattern: named(
    'definitions?|definitions? (?:and|&) interpretation|interpretation|defined terms|glossary|terms and definitions',
  ),
};
const note: RoleRule = {
  role: 'note',
  match: 'text',
  pattern:
    '(?i)^(?:drafting note|guidance note|note to draft|notes?|n\\.b\\.|nb|warning|caution|tip|important)\\s*(?:[0-9]{1,2}\\s*)?[:.—–]\\s*',
};
const schedule: readonly RoleRule[] = [
  {
    role: 'schedule',
    match: 'heading',
    pattern: `(?i)^(?:${RESET_WORDS})(?:\\s+(?:[0-9]{1,3}|[ivxl]{1,6}|[a-z])\\b|\\s*[.:—–-]|s?\\s*$)`,
  },
];
const scheduleBody: RoleRule = { role: 'schedule', match: 'ancestor_heading', pattern: schedule[0].pattern };

/** Roles that mean the same in every document. */
export const COMMON_ROLES: readonly RoleRule[] = [definition, definitions, note, ...schedule];

const RECITALS = named('recitals?|background|preamble|whereas');
const SIGNATURES = named(
  'signatures?|signature page|execution|execution page|signed by the parties|executed as a deed',
);
const BOILERPLATE = named(
  'entire agreement|severability|severance|governing law(?: (?:and|&) jurisdiction)?|jurisdiction|notices?|counterparts|waivers?|no waiver|assignment|force majeure|third[- ]party rights|rights of third parties|further assurance|costs|no partnership(?: or agency)?|relationship of the parties|variation|amendments?|survival|miscellaneous|general(?: provisions| terms)?|boilerplate',
);
const TITLE =
  "(?i)^(?:[\\p{L}\\p{N}&’'(),-]+\\s+){0,9}(?:agreement|contract|deed|terms of (?:service|use|business)|terms and conditions|policy|addendum|licen[cs]e|statement of work|memorandum of understanding)$";

/** Roles of agreements. */
export const CONTRACT_ROLES: readonly RoleRule[] = [
  definition,
  definitions,
  { role: 'recital', match: 'heading', pattern: RECITALS },
  ...schedule,
  { role: 'signature', match: 'heading', pattern: SIGNATURES },
  { role: 'boilerplate', match: 'heading', pattern: BOILERPLATE },
  // A numbered heading, and a short one about the document itself, is a clause's, not the document's title.
  {
    role: 'clause',
    match: 'heading',
    pattern:
      '^(?:[0-9]|§|(?:[B-HJ-Z]|[IVXL]{2,6})[.)]?\\s|(?:Article|Section|Clause|ARTICLE|SECTION|CLAUSE)\\s)',
  },
  { role: 'title', match: 'heading', pattern: TITLE },
  {
    role: 'signature',
    match: 'text',
    pattern:
      '(?i)^(?:in witness whereof|signed (?:by|for|as)|executed (?:by|as)|for and on behalf of|signature:|by:\\s*_|name:\\s*(?:_|$)|title:\\s*(?:_|$)|_{6,})',
  },
  { role: 'recital', match: 'text', pattern: '^(?:WHEREAS|Whereas)\\b' },
  note,
  { role: 'recital', match: 'ancestor_heading', pattern: RECITALS },
  { role: 'signature', match: 'ancestor_heading', pattern: SIGNATURES },
  scheduleBody,
  { role: 'boilerplate', match: 'ancestor_heading', pattern: BOILERPLATE },
  { role: 'definition', match: 'parent_role', parent_role: 'definition' },
  {
    role: 'sub_clause',
    match: 'label',
    pattern: '^(?:[0-9]+\\.[0-9]+\\.[0-9]|\\(|[a-zA-Z]{1,2}$|[ivxl]+$)',
    kind: 'list_item',
  },
  {
    role: 'clause',
    match: 'label',
    pattern: '^(?:[0-9]|(?:Clause|Section|Article|CLAUSE|SECTION|ARTICLE)\\s|§)',
    kind: 'list_item',
  },
  { role: 'clause', match: 'parent_role', parent_role: 'clause', kind: 'paragraph' },
  { role: 'sub_clause', match: 'parent_role', parent_role: 'sub_clause', kind: 'paragraph' },
];

/** Roles of statutes. */
export const STATUTE_ROLES: readonly RoleRule[] = [
  definition,
  definitions,
  ...schedule,
  {
    role: 'title',
    match: 'heading',
    pattern:
      "(?i)^(?:an act\\b|(?:[\\p{L}\\p{N}&’'(),-]+\\s+){1,12}(?:act|ordinance|code|order|regulations|rules|bill)(?:,?\\s+(?:1[6-9]|2[0-9])[0-9]{2})?$)",
  },
  note,
  scheduleBody,
  { role: 'definition', match: 'parent_role', parent_role: 'definition' },
  {
    role: 'sub_clause',
    match: 'label',
    pattern: '^(?:\\(|[0-9]+\\.[0-9]+\\.[0-9]|[a-z]{1,2}$)',
    kind: 'list_item',
  },
  {
    role: 'clause',
    match: 'label',
    pattern: '^(?:[0-9]|§|(?:Article|Section|Clause|Rule|Regulation)\\s)',
    kind: 'list_item',
  },
  { role: 'clause', match: 'parent_role', parent_role: 'clause', kind: 'paragraph' },
  { role: 'sub_clause', match: 'parent_role', parent_role: 'sub_clause', kind: 'paragraph' },
];
