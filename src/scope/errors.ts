/** What can keep a text from being read into scopes at all. */
export type ScopeErrorCode = 'unknown_language' | 'text_too_large' | 'grammar_unavailable';

/** A text cannot be read into scopes. The message says what was asked and what is possible. */
export class ScopeError extends Error {
  override readonly name = 'ScopeError';
  constructor(
    readonly code: ScopeErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
