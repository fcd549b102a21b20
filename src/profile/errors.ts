/** What can be wrong with a profile as a whole. */
export type ProfileErrorCode = 'bad_profile' | 'bad_yaml' | 'unknown_profile' | 'profile_too_large';

/** One thing that is wrong in a profile. */
export interface ProfileProblem {
  /** Where: `label_patterns[2].pattern`, or `""` for the profile as a whole. */
  readonly path: string;
  /** The line in the YAML text, from 1; null when the profile did not come from text. */
  readonly line: number | null;
  /** What is wrong and what would be right. */
  readonly message: string;
}

/** A profile that cannot be used. `problems` lists everything that was found wrong, in document order. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  constructor(
    readonly code: ProfileErrorCode,
    /** The name under which the profile was given (a file's name), or null. */
    readonly source: string | null,
    readonly problems: readonly ProfileProblem[],
  ) {
    super(describe(source, problems));
  }
}

function describe(source: string | null, problems: readonly ProfileProblem[]): string {
  const subject = source === null ? 'profile' : `profile ${source}`;
  const lines = problems.map(({ path, line, message }) => {
    const where = [line === null ? '' : `line ${line}`, path].filter((part) => part !== '').join(', ');
    return where === '' ? message : `${where}: ${message}`;
  });
  return lines.length === 1
    ? `${subject}: ${lines[0]}`
    : `${subject}: ${lines.length} problems\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
