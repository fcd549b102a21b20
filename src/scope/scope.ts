/**
 * Structural scopes: the named parts of one text that can be selected, observed and edited by themselves. Plain data;
 * every offset is a code point of the original text, end exclusive, and every line counts from 1.
 */

/** The engine's name and version. The version changes whenever the same text could give other scopes. */
export const SCOPE_ENGINE = 'redtree-scope@1.0.0';

/** The closed set of kinds. Documents first, then code, then configuration. */
export const SCOPE_KINDS = [
  'section',
  'clause',
  'list_item',
  'table',
  'table_row',
  'code_block',
  'front_matter',
  'module',
  'class',
  'interface',
  'impl',
  'enum',
  'type',
  'function',
  'method',
  'constant',
  'variable',
  'object',
  'config_item',
] as const;

/** What a scope structurally is. */
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** One named part of a text. */
export interface ScopeSymbol {
  /** As the text spells it, punctuation included; for configuration the dotted path from the root. */
  readonly name: string;
  readonly kind: ScopeKind;
  /** The name that qualifies it in `parent.name`: the enclosing symbol's, or a method's receiver; null at the top. */
  readonly parent: string | null;
  /** The line of its first code point. */
  readonly start_line: number;
  /** The line of its last code point. */
  readonly end_line: number;
  readonly start: number;
  readonly end: number;
  /** Index, in the same list, of the smallest symbol whose range holds this one; null when none does. */
  readonly container: number | null;
  /** The address of the block that the same text has in a comparison; null for code, configuration and front matter. */
  readonly address: string | null;
  /**
   * Of a function that shares its name with others beside it: that name. Its own has its parameters too, as they are
   * written. Absent for every other symbol.
   */
  readonly overload_of?: string;
}

/** Why a part of a text has no symbol. */
export type SkipReason = 'syntax_error' | 'too_deep' | 'too_complex';

/** A part of the text for which no symbol is given, because its bounds cannot be relied on. */
export interface SkippedPart {
  readonly reason: SkipReason;
  /** The name and kind of the symbol that would have stood here, where they could be read; else null. */
  readonly name: string | null;
  readonly kind: ScopeKind | null;
  readonly start: number;
  readonly end: number;
  readonly start_line: number;
  readonly end_line: number;
}

/** The structure of one text. */
export interface ScopeReading {
  /** {@link SCOPE_ENGINE}. */
  readonly engine: string;
  /** The language it was read as, a name from {@link SCOPE_LANGUAGES}. */
  readonly language: string;
  /** In document order; of two that start together the one that holds the other comes first. */
  readonly symbols: readonly ScopeSymbol[];
  /** Empty when the whole text was understood. In document order. */
  readonly skipped: readonly SkippedPart[];
}
