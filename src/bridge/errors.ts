/** What can keep the bridge from answering at all; an edit that cannot be held by scopes is no error but a fallback. */
export type BridgeErrorCode = 'invalid_text';

/** A text or an argument that nothing can be planned with. The message says what, where, and what to do. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  constructor(
    readonly code: BridgeErrorCode,
    message: string,
  ) {
    super(message);
  }
}
