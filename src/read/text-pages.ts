/**
 * Pages of a printed text, as the memos of the Internet have them: a line at the foot that ends in `[Page 3]`, a form feed,
 * and a line at the head. Neither is part of the text, and the sentence that they interrupt goes on.
 */
import type { Line } from './text-lines.js';

const FOOT = /\[Page [0-9ivxlc]+\]$/i;
/** Three columns: what a running head is set in. */
const HEAD = /\S {2,}\S.*\S {2,}\S/;
/** A line this long may be full, so that the sentence goes on below it. */
const FULL = 50;

/** The lines without what stands at the edges of pages, and how many pages end. */
export function withoutPageBreaks(
  lines: readonly Line[],
  source: string,
): { readonly lines: readonly Line[]; readonly breaks: number } {
  if (!source.includes('\f')) return { lines, breaks: 0 };
  const kept: Line[] = [];
  let breaks = 0;
  for (let i = 0; i < lines.length; i++) {
    const next = FOOT.test(lines[i].text) ? afterBreak(lines, i, source) : null;
    if (next === null) {
      kept.push(lines[i]);
      continue;
    }
    breaks++;
    let last = kept.length;
    while (last > 0 && kept[last - 1].text === '') last--;
    const below = lines[next];
    if (last > 0 && below !== undefined && goesOn(kept[last - 1], below)) kept.length = last;
    else if (below !== undefined) kept.push({ text: '', start: below.start, end: below.start, indent: 0 });
    i = next - 1;
  }
  return { lines: kept, breaks };
}

/** The first line of text behind the page that ends on line `foot`; null where it is no page that ends there. */
function afterBreak(lines: readonly Line[], foot: number, source: string): number | null {
  let next = foot + 1;
  while (next < lines.length && lines[next].text === '') next++;
  if (next === lines.length) return next;
  if (!source.slice(lines[foot].end, lines[next].start).includes('\f')) return null;
  const { start, end } = lines[next];
  const above = lines[next + 1];
  if (above === undefined || above.text !== '' || !HEAD.test(source.slice(start, end))) return next;
  next++;
  while (next < lines.length && lines[next].text === '') next++;
  return next;
}

function goesOn(above: Line, below: Line): boolean {
  if (/[.:;!?]["”’)\]]*$/.test(above.text)) return false;
  return /^\p{Ll}/u.test(below.text) || (above.text.length >= FULL && above.indent === below.indent);
}
