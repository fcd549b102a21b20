/**
 * How large a profile from outside may be. The built-in ones hold twenty patterns a list and 600 characters a pattern;
 * matching costs time in proportion to both, so they are bounded well above what a person writes and no further.
 */
export const PROFILE_LIMITS = {
  /** Characters (UTF-16 units) of YAML text. */
  text: 200_000,
  /** Entries of one list. */
  entries: 100,
  /** Characters of one pattern. */
  pattern: 2_000,
  /** Characters of a name, a role or a type. */
  name: 100,
  /** Characters of the description. */
  description: 2_000,
  /** Words of a heading. */
  maxWords: 100,
} as const;
