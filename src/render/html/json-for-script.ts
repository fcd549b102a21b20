/** JSON that can stand in a page's script element. */

/**
 * `value` as JSON that no parser of HTML or of JavaScript takes for anything else: nothing in it can end the element or open
 * a comment, and nothing reverses the reading order of the source. It is still JSON, and of the same value.
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
