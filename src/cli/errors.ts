/** What the command itself can find wrong; the library's own errors carry their own codes. */
export type CommandErrorCode = 'usage' | 'cannot_read' | 'cannot_write' | 'not_installed' | 'wrong_document';

/** A fault that is told in one line on standard error and ends the command with exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    readonly code: CommandErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Exit codes, as `git diff` has them, and 2 for every error. */
export const EXIT = { same: 0, different: 1, error: 2 } as const;
