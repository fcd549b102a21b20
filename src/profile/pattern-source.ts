/**
 * The pattern language of profiles: JavaScript's regular expressions with the `u` flag, optionally opened by a flag group
 * `(?i)`, `(?s)` or `(?is)`, without what cannot be matched in linear time. One language for both engines, so that a
 * built-in profile can be copied out, changed, and read back as a profile from outside.
 */

/** A pattern cut into its flags and its body. */
export interface PatternSource {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly body: string;
}

/** A pattern that the language does not have. The message names the piece at fault. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

const FLAGS = /^\(\?([a-z]+)\)/;

/**
 * Splits off the flag group.
 * @throws PatternError for a flag other than `i` and `s`.
 */
export function splitFlags(pattern: string): PatternSource {
  const match = FLAGS.exec(pattern);
  if (match === null) return { ignoreCase: false, dotAll: false, body: pattern };
  for (const flag of match[1]) {
    if (flag !== 'i' && flag !== 's') {
      throw new PatternError(`flag "${flag}" is not known: a pattern may open with (?i), (?s) or (?is)`);
    }
  }
  return {
    ignoreCase: match[1].includes('i'),
    dotAll: match[1].includes('s'),
    body: pattern.slice(match[0].length),
  };
}

/** Flags for a native RegExp of the same meaning. */
export function nativeFlags(source: PatternSource): string {
  return `u${source.ignoreCase ? 'i' : ''}${source.dotAll ? 's' : ''}`;
}
