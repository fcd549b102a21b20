/**
 * A structure profile tells the readers how a family of documents labels, heads and phrases things. It is flat data, the
 * same from YAML, from JSON and in code; lists are tried in order.
 */
import type { BlockKind } from '../document/block.js';

/** How a label counts, which decides how its depth is found. */
export type LabelStyle = 'decimal' | 'alpha' | 'roman' | 'word';

/** A label at the start of a block: group 1 of the pattern is the label. The first pattern that matches wins. */
export interface LabelPattern {
  readonly name: string;
  readonly pattern: string;
  readonly style: LabelStyle;
  /** `arithmetic`: the label carries its own depth (`7.2.1`); `stack`: depth follows from the styles already open. */
  readonly depth_mode: 'arithmetic' | 'stack';
}

/** A heading that starts numbering afresh (Schedule, Annex, Part). */
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

/** Gives a role to the blocks that match. First match wins, but the nearest matching ancestor heading beats list order. */
export interface RoleRule {
  readonly role: string;
  readonly match: 'heading' | 'ancestor_heading' | 'parent_role' | 'text' | 'label';
  /** For every `match` but `parent_role`. */
  readonly pattern?: string;
  /** For `match: parent_role`. */
  readonly parent_role?: string;
  /** Only blocks of this kind; not with `match: heading`. */
  readonly kind?: BlockKind;
}

/** Marks ranges of text. All extractors run and all matches are kept. */
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

/** A compiled pattern: native for built-in profiles, a linear-time engine for those that come from outside. */
export interface Pattern {
  test(text: string): boolean;
  /** The first match at or after unit `from`. */
  exec(text: string, from?: number): PatternMatch | null;
  matchAll(text: string): PatternMatch[];
}

/** A profile whose patterns are ready to run, list for list with the profile's own. */
export interface CompiledProfile {
  readonly profile: Profile;
  readonly label_patterns: readonly (LabelPattern & { readonly compiled: Pattern })[];
  readonly heading_resets: readonly (HeadingReset & { readonly compiled: Pattern })[];
  readonly role_rules: readonly (RoleRule & { readonly compiled: Pattern | null })[];
  readonly span_extractors: readonly (SpanExtractor & { readonly compiled: Pattern })[];
}
