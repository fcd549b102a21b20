/** What can be wrong with a document, its parts or its JSON. */
export type DocumentErrorCode = 'bad_address' | 'bad_tree' | 'too_deep';

/** A fault in a block tree or an address. The message says what, where (the address) and what is allowed. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  constructor(
    readonly code: DocumentErrorCode,
    message: string,
    /** The address of the block at fault, where one is known. */
    readonly address: string | null = null,
  ) {
    super(message);
  }
}
