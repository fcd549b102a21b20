/** What can be wrong with an argument of a comparison tool, beyond what the library says itself. */
export type DocumentArgumentCode =
  | 'invalid_type'
  | 'invalid_value'
  | 'document_required'
  | 'document_conflict'
  | 'files_not_allowed'
  | 'path_invalid'
  | 'file_missing'
  | 'file_unsupported'
  | 'file_unreadable'
  | 'file_too_large'
  | 'bad_cursor'
  | 'no_such_block'
  | 'profile_required';

/** Thrown while arguments are read; the tool answers with it. */
export class DocumentArgumentError extends Error {
  override readonly name = 'DocumentArgumentError';
  constructor(
    readonly code: DocumentArgumentCode,
    message: string,
  ) {
    super(message);
  }
}
