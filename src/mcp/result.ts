import { escapeNonAscii } from '../patch/text/json.js';

/** What `JSON.stringify` makes of half of a surrogate pair: an escape with an odd number of backslashes before it. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Whether JSON text holds half of a surrogate pair, so that a result with it is written in ASCII throughout. */
export function needsEscapes(json: string): boolean {
  return LONE_SURROGATE.test(json);
}

/**
 * A result as the text that a model reads: JSON with literal characters. Text that could not be written as UTF-8, for half
 * of a surrogate pair in it, is ASCII with escapes throughout; parsed, the two are the same.
 */
export function resultText(result: object): string {
  const json = JSON.stringify(result);
  return needsEscapes(json) ? escapeNonAscii(json) : json;
}
