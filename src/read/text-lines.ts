import { fold } from './fold.js';

/** A line of plain text. Offsets are UTF-16 units of the source. */
export interface Line {
  /** White space folded, ends trimmed, invisible characters dropped; empty for a blank line. */
  readonly text: string;
  /** Where the text begins and ends in the source, white space at the ends left out. */
  readonly start: number;
  readonly end: number;
  /** Columns of white space before the text; a tab goes to the next multiple of four. */
  readonly indent: number;
}

/** Line ends of all systems, page breaks among them. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** The lines of a text. */
export function textLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  LINE_END.lastIndex = 0;
  for (;;) {
    const match = LINE_END.exec(text);
    const to = match === null ? text.length : match.index;
    lines.push(line(text, from, to));
    if (match === null) return lines;
    from = match.index + match[0].length;
  }
}

function line(source: string, from: number, to: number): Line {
  const written = source.slice(from, to);
  const text = fold(written).trim();
  if (text === '') return { text, start: from, end: from, indent: 0 };
  const lead = written.length - written.trimStart().length;
  const tail = written.length - written.trimEnd().length;
  let indent = 0;
  for (let i = 0; i < lead; i++) indent += written[i] === '\t' ? 4 - (indent % 4) : 1;
  return { text, start: from + lead, end: to - tail, indent };
}
