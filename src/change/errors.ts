/** What can be wrong with what a caller hands to the change side. */
export type ChangeErrorCode = 'bad_filter' | 'bad_processor';

/** A fault in a filter or in a leaf differ. The message says which field, what it holds and what it may hold. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  constructor(
    readonly code: ChangeErrorCode,
    message: string,
  ) {
    super(message);
  }
}
