import { DEFAULT_HEADING_RULE, type Profile } from '../profile.js';
import { LABELS, STATUTE_LABELS } from './labels.js';
import { COMMON_ROLES, CONTRACT_ROLES, RESETS, STATUTE_RESETS, STATUTE_ROLES } from './roles.js';
import { AMOUNTS, CITATIONS, CROSS_REFERENCES, DATES, DEFINED_TERMS, PARTIES } from './spans.js';

const generic: Profile = {
  name: 'generic',
  description:
    'Any structured document: numbered and lettered parts, definitions, schedules, dates and amounts.',
  label_patterns: LABELS,
  heading_resets: RESETS,
  heading_rule: DEFAULT_HEADING_RULE,
  role_rules: COMMON_ROLES,
  span_extractors: [...DEFINED_TERMS, ...CROSS_REFERENCES, ...DATES, ...AMOUNTS, ...CITATIONS],
};

const contract: Profile = {
  name: 'contract',
  description:
    'Agreements: parties, recitals, definitions, clauses, schedules, signatures. The default for plain text.',
  label_patterns: LABELS,
  heading_resets: RESETS,
  heading_rule: DEFAULT_HEADING_RULE,
  role_rules: CONTRACT_ROLES,
  span_extractors: [...DEFINED_TERMS, ...CROSS_REFERENCES, ...PARTIES, ...DATES, ...AMOUNTS, ...CITATIONS],
};

const markdown: Profile = {
  ...contract,
  name: 'markdown',
  description:
    'Markdown documents, agreements among them; headings come from the markup. The default for Markdown.',
};

const legislation: Profile = {
  name: 'legislation',
  description: 'Acts, regulations and rules: parts, chapters, bare section numbers, subsections, schedules.',
  label_patterns: STATUTE_LABELS,
  heading_resets: STATUTE_RESETS,
  heading_rule: { ...DEFAULT_HEADING_RULE, max_words: 12 },
  role_rules: STATUTE_ROLES,
  span_extractors: [...DEFINED_TERMS, ...CROSS_REFERENCES, ...DATES, ...AMOUNTS, ...CITATIONS],
};

/** The profiles that come with the package, in the order they are listed to people. */
export const builtinProfiles: readonly Profile[] = [generic, contract, markdown, legislation];

/** The built-in profile of that name, or undefined. */
export function builtinProfile(name: string): Profile | undefined {
  return builtinProfiles.find((profile) => profile.name === name);
}
