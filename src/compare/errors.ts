/** What can be wrong with what is handed to a comparison. */
export type ComparisonErrorCode =
  | 'bad_input'
  | 'unknown_option'
  | 'bad_option'
  | 'formats_differ'
  | 'already_filtered'
  | 'unknown_processor'
  | 'unsupported_version'
  | 'compact_document'
  | 'bad_document';

/** A fault in the inputs or options of a comparison, or in a comparison document. The message says what and where. */
export class ComparisonError extends Error {
  override readonly name = 'ComparisonError';
  constructor(
    readonly code: ComparisonErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
