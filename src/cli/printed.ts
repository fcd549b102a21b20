/** How a result is printed: as it is into a pipe or a file, and on a terminal so that nothing in it acts on the terminal. */
import { visibleText } from '../render/visible-text.js';
import type { Io } from './io.js';

/** A document's own text: byte for byte in a pipe, with control characters shown by their code points on a terminal. */
export function printedText(text: string, io: Io): string {
  return io.isTerminal ? visibleText(text.replaceAll('\r\n', '\n')) : text;
}

// Controls that JSON itself leaves as they are, and characters that reverse the reading order.
const ACTING = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON: one line in a pipe, indented on a terminal. */
export function printedJson(value: unknown, io: Io): string {
  if (!io.isTerminal) return `${JSON.stringify(value)}\n`;
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(ACTING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}
