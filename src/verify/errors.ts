/** What can be wrong with a request to verify. */
export type VerifyErrorCode = 'bad_scope' | 'empty_scope' | 'ambiguous_anchor' | 'unknown_exemption';

/** A fault in an allowed scope or an option. The message says which entry, what is wrong with it and what to do. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
  constructor(
    readonly code: VerifyErrorCode,
    message: string,
  ) {
    super(message);
  }
}
