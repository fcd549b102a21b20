/**
 * A structure profile tells the readers how a family of documents labels, heads and phrases things. It is flat data, the
 * same from YAML, from JSON and in code; lists are tried in order.
 */
import type { BlockKind } from '../document/block.js';

/** The styles a label may count in. */
export const LABEL_STYLES = ['decimal', 'alpha', 'roman', 'word'] as const;

/** How a label counts, which decides how its depth is found. */
export type LabelStyle = (typeof LABEL_STYLES)[number];

/** `arithmetic`: the label carries its own depth (`7.2.1`); `stack`: depth follows from the styles already open. */
export const DEPTH_MODES = ['arithmetic', 'stack'] as const;

/** What a role rule may look at. */
export const ROLE_MATCHES = ['heading', 'ancestor_heading', 'parent_role', 'text', 'label'] as const;

/**
 * A label at the start of a block: group 1 of the pattern is the label. The first pattern that matches wins. Two
 * conventions do what look-ahead would, which the linear-time engine does not have:
 *
 * - the text that the label introduces begins where group 2 begins, or after the whole match where there is none;
 * - a match in which group 1 took no part says "this is no label", and no later pattern is tried.
 *
 * `matchLabel` applies both.
 */
export interface LabelPattern {
  readonly name: string;
  readonly pattern: string;
  readonly style: LabelStyle;
  readonly depth_mode: (typeof DEPTH_MODES)[number];
}

/** A heading that starts numbering afresh (Schedule, Annex, Part). Tested on the heading as written: label, space, text. */
export interface HeadingReset {
  readonly name: string;
  readonly pattern: string;
}

/** What makes an unmarked line a heading. */
export interface HeadingRule {
  readonly max_words: number;
  readonly allow_all_caps: boolean;
  readonly allow_title_case: boolean;
  readonly forbid_terminal_punctuation: boolean;
}

/** The heading rule of a profile that gives none; max_words and the rest default one by one. */
export const DEFAULT_HEADING_RULE: HeadingRule = {
  max_words: 8,
  allow_all_caps: true,
  allow_title_case: true,
  forbid_terminal_punctuation: true,
};

/** Gives a role to the blocks that match. First match wins, but the nearest matching ancestor heading beats list order. */
export interface RoleRule {
  readonly role: string;
  /**
   * What the pattern is tested on. `heading`: a heading as written (label, space, text), for the heading and the section
   * it opens; `ancestor_heading`: the headings, as written, of the sections that the block stands in; `text`, `label`:
   * the block's own; `parent_role`: no pattern, the parent block's role equals the rule's `parent_role`.
   */
  readonly match: (typeof ROLE_MATCHES)[number];
  /** For every `match` but `parent_role`. */
  readonly pattern?: string;
  /** For `match: parent_role`. */
  readonly parent_role?: string;
  /** Only blocks of this kind; not with `match: heading`. */
  readonly kind?: BlockKind;
}

/**
 * Marks ranges of text. All extractors run and all matches are kept. Of type `cross_reference`, with `group` 0, what
 * group 1 took is the bare label that becomes the span's `value`; other spans have none.
 */
export interface SpanExtractor {
  readonly type: string;
  readonly pattern: string;
  /** The capture group whose range is the span; 0 is the whole match. */
  readonly group: number;
}

/** A structure profile, with every default filled in. */
export interface Profile {
  readonly name: string;
  readonly description: string;
  readonly label_patterns: readonly LabelPattern[];
  readonly heading_resets: readonly HeadingReset[];
  readonly heading_rule: HeadingRule;
  readonly role_rules: readonly RoleRule[];
  readonly span_extractors: readonly SpanExtractor[];
}

/** A match in UTF-16 units; group 0 is the whole. A group that took no part is null. */
export interface PatternMatch {
  readonly index: number;
  readonly groups: readonly (string | null)[];
  /** Start of each group in UTF-16 units, -1 when it took no part. */
  readonly starts: readonly number[];
}

/** What a match at the very start of a text says to those who look for labels. */
export interface Lead {
  /** Group 1; null when it took no part. */
  readonly label: string | null;
  /** Where group 2 begins, in UTF-16 units, or where the match ends when that group took no part. */
  readonly textStart: number;
}

/** A compiled pattern: native for built-in profiles, a linear-time engine for those that come from outside. */
export interface Pattern {
  test(text: string): boolean;
  /** The first match at or after unit `from`. */
  exec(text: string, from?: number): PatternMatch | null;
  matchAll(text: string): PatternMatch[];
  /** The first match, when it is at the very start of the text. Asked of every line there is, so it says no more than it must. */
  lead(text: string): Lead | null;
}

/** A label pattern that is ready to run. */
export interface CompiledLabel extends LabelPattern {
  readonly compiled: Pattern;
  /** The pattern in a list of its own: the only reading of most labels. */
  readonly alone: readonly LabelPattern[];
}

/** A profile whose patterns are ready to run, list for list with the profile's own. */
export interface CompiledProfile {
  readonly profile: Profile;
  readonly label_patterns: readonly CompiledLabel[];
  readonly heading_resets: readonly (HeadingReset & { readonly compiled: Pattern })[];
  readonly role_rules: readonly (RoleRule & { readonly compiled: Pattern | null })[];
  readonly span_extractors: readonly (SpanExtractor & { readonly compiled: Pattern })[];
}
