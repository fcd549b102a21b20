import { BLOCK_KINDS } from '../document/block.js';
import { ProfileError, type ProfileProblem } from './errors.js';
import { PROFILE_LIMITS } from './limits.js';
import { checkPattern } from './pattern-check.js';
import {
  DEFAULT_HEADING_RULE,
  DEPTH_MODES,
  type HeadingReset,
  type HeadingRule,
  LABEL_STYLES,
  type LabelPattern,
  type Profile,
  ROLE_MATCHES,
  type RoleRule,
  type SpanExtractor,
} from './profile.js';
import { flag, line, list, mapping, oneOf, own, type Report, wholeNumber } from './validation.js';
import { readYaml } from './yaml-source.js';

const PROFILE_KEYS = [
  'name',
  'description',
  'label_patterns',
  'heading_resets',
  'heading_rule',
  'role_rules',
  'span_extractors',
] as const;

/** Where a profile's text came from, for error messages. */
export interface ParseProfileOptions {
  /** The name to call the profile by in errors: a file's name, for example. */
  readonly source?: string;
}

/**
 * Reads a profile from YAML (or JSON) text, or from an object of the same shape, and fills in every default.
 *
 * @throws ProfileError `bad_profile` with every problem that was found, each with its path and, for text, its line;
 * `bad_yaml` where the text is not YAML; `profile_too_large`.
 */
export function parseProfile(given: unknown, options: ParseProfileOptions = {}): Profile {
  const source = options.source ?? null;
  const yaml = typeof given === 'string' ? readYaml(given, source) : null;
  const problems: ProfileProblem[] = [...(yaml?.problems ?? [])];
  const report: Report = (path, message) => {
    // A part that was refused already is not also missing.
    if (problems.some((known) => known.path === path)) return;
    problems.push({ path, line: yaml?.lineOf(path) ?? null, message });
  };
  const profile = readProfile(yaml === null ? given : yaml.value, report);
  if (problems.length > 0 || profile === null) {
    throw new ProfileError('bad_profile', source, inOrder(problems));
  }
  return profile;
}

/** By line where there are lines; otherwise as found, which is the order of the fields. */
function inOrder(problems: readonly ProfileProblem[]): ProfileProblem[] {
  return [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function readProfile(value: unknown, report: Report): Profile | null {
  const fields = mapping(value, '', PROFILE_KEYS, report);
  if (fields === null) return null;
  return {
    name: line(fields, 'name', '', report) ?? '',
    description: description(own(fields, 'description'), report),
    label_patterns: unique(
      list(fields, 'label_patterns', report, labelPattern(report)),
      'label_patterns',
      report,
    ),
    heading_resets: unique(
      list(fields, 'heading_resets', report, headingReset(report)),
      'heading_resets',
      report,
    ),
    heading_rule: headingRule(own(fields, 'heading_rule'), report),
    role_rules: list(fields, 'role_rules', report, roleRule(report)),
    span_extractors: list(fields, 'span_extractors', report, spanExtractor(report)),
  };
}

function description(value: unknown, report: Report): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') report('description', 'expected text');
  else if (value.length > PROFILE_LIMITS.description) {
    report(
      'description',
      `has ${value.length} characters; at most ${PROFILE_LIMITS.description} are allowed`,
    );
  } else return value;
  return '';
}

const labelPattern =
  (report: Report) =>
  (entry: unknown, path: string): LabelPattern | null => {
    const fields = mapping(entry, path, ['name', 'pattern', 'style', 'depth_mode'], report);
    if (fields === null) return null;
    const name = line(fields, 'name', path, report);
    const pattern = line(fields, 'pattern', path, report, PROFILE_LIMITS.pattern);
    const style = oneOf(fields, 'style', path, LABEL_STYLES, report);
    const depth_mode = oneOf(
      fields,
      'depth_mode',
      path,
      DEPTH_MODES,
      report,
      style === 'decimal' ? 'arithmetic' : 'stack',
    );
    if (pattern !== null) checkPattern(pattern, `${path}.pattern`, 1, 'group 1 is the label', report);
    if (name === null || pattern === null || style === null || depth_mode === null) return null;
    return { name, pattern, style, depth_mode };
  };

const headingReset =
  (report: Report) =>
  (entry: unknown, path: string): HeadingReset | null => {
    const fields = mapping(entry, path, ['name', 'pattern'], report);
    if (fields === null) return null;
    const name = line(fields, 'name', path, report);
    const pattern = line(fields, 'pattern', path, report, PROFILE_LIMITS.pattern);
    if (pattern !== null) checkPattern(pattern, `${path}.pattern`, 0, '', report);
    return name === null || pattern === null ? null : { name, pattern };
  };

function headingRule(value: unknown, report: Report): HeadingRule {
  const none = DEFAULT_HEADING_RULE;
  if (value === undefined || value === null) return none;
  const path = 'heading_rule';
  const fields = mapping(value, path, Object.keys(none), report);
  if (fields === null) return none;
  return {
    max_words: wholeNumber(fields, 'max_words', path, [1, PROFILE_LIMITS.maxWords], report, none.max_words),
    allow_all_caps: flag(fields, 'allow_all_caps', path, report, none.allow_all_caps),
    allow_title_case: flag(fields, 'allow_title_case', path, report, none.allow_title_case),
    forbid_terminal_punctuation: flag(
      fields,
      'forbid_terminal_punctuation',
      path,
      report,
      none.forbid_terminal_punctuation,
    ),
  };
}

const roleRule =
  (report: Report) =>
  (entry: unknown, path: string): RoleRule | null => {
    const fields = mapping(entry, path, ['role', 'match', 'pattern', 'parent_role', 'kind'], report);
    if (fields === null) return null;
    const role = line(fields, 'role', path, report);
    const match = oneOf(fields, 'match', path, ROLE_MATCHES, report);
    const byParent = match === 'parent_role';
    // Which of the two keys belongs to the rule follows from `match`; the other one would do nothing, so it is refused.
    const [wanted, other] = byParent ? ['parent_role', 'pattern'] : ['pattern', 'parent_role'];
    const max = byParent ? PROFILE_LIMITS.name : PROFILE_LIMITS.pattern;
    const value = match === null ? null : line(fields, wanted, path, report, max);
    if (match !== null && isGiven(fields, other)) {
      report(`${path}.${other}`, `does nothing with "match: ${match}", which takes "${wanted}"`);
    }
    if (match === 'heading' && isGiven(fields, 'kind')) {
      report(`${path}.kind`, 'does nothing with "match: heading", which is for headings only');
    }
    const kind = isGiven(fields, 'kind') ? oneOf(fields, 'kind', path, BLOCK_KINDS, report) : null;
    if (!byParent && value !== null) checkPattern(value, `${path}.pattern`, 0, '', report);
    if (role === null || match === null || value === null) return null;
    return {
      role,
      match,
      ...(byParent ? { parent_role: value } : { pattern: value }),
      ...(kind === null ? {} : { kind }),
    };
  };

const spanExtractor =
  (report: Report) =>
  (entry: unknown, path: string): SpanExtractor | null => {
    const fields = mapping(entry, path, ['type', 'pattern', 'group'], report);
    if (fields === null) return null;
    const type = line(fields, 'type', path, report);
    const pattern = line(fields, 'pattern', path, report, PROFILE_LIMITS.pattern);
    const group = wholeNumber(fields, 'group', path, [0, 99], report, 0);
    if (pattern !== null)
      checkPattern(pattern, `${path}.pattern`, group, `group ${group} is the span`, report);
    return type === null || pattern === null ? null : { type, pattern, group };
  };

function isGiven(fields: Readonly<Record<string, unknown>>, key: string): boolean {
  const value = own(fields, key);
  return value !== undefined && value !== null;
}

/** Reports names used twice: `matched_by` names a rule by its name alone. */
function unique<T extends { readonly name: string }>(entries: T[], path: string, report: Report): T[] {
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (seen.has(name)) report(path, `two entries are named "${name}"; names must differ`);
    seen.add(name);
  }
  return entries;
}
