/**
 * What can be wrong with what a renderer is given.
 * - `bad_document`: it is no comparison (or no tree, no verification), so that there is nothing to draw.
 * - `bad_option`: an option that there is not, or of the wrong type.
 */
export type RenderErrorCode = 'bad_document' | 'bad_option';

/** A fault in what a renderer is given. The message says what was given and what should be. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  constructor(
    readonly code: RenderErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** What a value is, for a message. */
export function kindOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? 'another object'
    : typeof value === 'undefined'
      ? 'nothing'
      : `a ${typeof value}`;
}
