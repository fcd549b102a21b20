/** What can be wrong with an alignment configuration. */
export type AlignmentErrorCode = 'bad_alignment_config';

/** A fault in an alignment configuration. The message names the setting, what it holds and what it may hold. */
export class AlignmentError extends Error {
  override readonly name = 'AlignmentError';
  constructor(
    readonly code: AlignmentErrorCode,
    message: string,
    /** The setting at fault. */
    readonly setting: string,
  ) {
    super(message);
  }
}
