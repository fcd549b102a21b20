/** Levels of Markdown headings, read from their lines alone. */
import type { Edit } from '../change/text-edits.js';

const HASHES = /(?:^|\n)(?:[ \t]|>)*(#{1,6})(?=[ \t]|\r?\n|$)/g;
/** A line of text, and one that underlines it. */
const UNDERLINED = /(?:^|\n)[^\n]*\S[^\n]*\n(?:[ \t]|>)*(=+|-+)[ \t]*(?=\n|$)/g;

/**
 * The level of the highest heading that an edit puts in, null when it puts in none. A line of a code block that looks like
 * a heading is taken for one: the edit then asks for a larger scope than it needs.
 */
export function openedLevel(source: string, { start, text }: Edit): number | null {
  if (!/[#=-]/.test(text)) return null;
  // What stands before the edit on its line tells whether the edit starts one; a heading there is not the edit's doing.
  const line = start === 0 ? '' : source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  return highest(/[^ \t>]/.test(line) ? `x${text}` : line + text);
}

/** The level of the heading that stands at a place of the text; null when none does. */
export function headingLevel(source: string, start: number): number | null {
  const first = source.indexOf('\n', start);
  const second = first < 0 ? -1 : source.indexOf('\n', first + 1);
  return highest(source.slice(start, second < 0 ? source.length : second));
}

function highest(text: string): number | null {
  let level: number | null = null;
  const found = (it: number) => {
    level = Math.min(level ?? it, it);
  };
  for (const [, hashes] of text.matchAll(HASHES)) found(hashes.length);
  for (const [, line] of text.matchAll(UNDERLINED)) found(line[0] === '=' ? 1 : 2);
  return level;
}
