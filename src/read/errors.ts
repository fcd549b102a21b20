/** What can be wrong with a text before or while it is read. */
export type ReadErrorCode =
  | 'bad_encoding'
  | 'not_text'
  | 'too_large'
  | 'unknown_extension'
  | 'unknown_format'
  | 'bad_reader';

/** A text that cannot be read. The message says what is wrong, where, and what to do. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  constructor(
    readonly code: ReadErrorCode,
    message: string,
  ) {
    super(message);
  }
}
