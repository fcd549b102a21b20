/** INI and its kin: sections, keys with `=` or `:`, comments after `;` or `#`, values that go on on indented lines. */
import { type Lead, Leads } from '../lead.js';
import { type Draft, type DraftSkip, foldName, type Outline } from '../outline.js';
import type { Positions } from '../positions.js';
import { itemName } from './item.js';

/** One line. Offsets are UTF-16 units; `end` is before the line's end and without trailing white space. */
interface Line {
  readonly text: string;
  readonly indent: number;
  readonly start: number;
  readonly end: number;
}

function* linesOf(text: string): Generator<Line> {
  const line = /([^\S\r\n]*)([^\r\n]*)(?:\r\n|\r|\n|$)/y;
  while (line.lastIndex < text.length) {
    const from = line.lastIndex;
    const match = line.exec(text);
    if (match === null) return;
    const content = match[2].trimEnd();
    const start = from + match[1].length;
    yield { text: content, indent: match[1].length, start, end: start + content.length };
  }
}

const SECTION = /^\[(.*)\]\s*(?:[;#].*)?$/;
const PAIR = /^([^=:]+?)\s*[=:]/;

/** A section or an item that is still being read. */
interface Open {
  readonly name: string;
  readonly start: number;
  readonly indent: number;
  end: number;
}

/** Reads the sections and keys of an INI text. A line that is neither is reported, and reading goes on behind it. */
export function readIni(positions: Positions): Outline {
  const drafts: Draft[] = [];
  const skipped: DraftSkip[] = [];
  const comments: Lead[] = [];
  let section: Open | null = null;
  let isBroken = false;
  let item: Open | null = null;

  const endItem = () => {
    if (item === null) return;
    const { name, start, end } = item;
    drafts.push({ kind: 'config_item', name, start, end, parent: section?.name ?? null });
    if (section !== null) section.end = end;
    item = null;
  };
  const endSection = () => {
    endItem();
    if (section === null) return;
    const { name, start, end } = section;
    if (isBroken) skipped.push({ reason: 'syntax_error', name, kind: 'object', start, end });
    else drafts.push({ kind: 'object', name, start, end, parent: null });
    section = null;
    isBroken = false;
  };

  for (const line of linesOf(positions.text)) {
    const { text, indent, start, end } = line;
    if (text === '') continue;
    if (/^[;#]/.test(text)) {
      comments.push({ start, end, isComment: true });
      continue;
    }
    const open: Open | null = item;
    const goesOn = open !== null && (indent > open.indent || positions.text[open.end - 1] === '\\');
    const head = SECTION.exec(text);
    if (open !== null && goesOn) {
      open.end = end;
    } else if (head !== null) {
      endSection();
      section = { name: itemName(null, foldName(head[1])), start, indent, end };
    } else {
      endItem();
      const pair = PAIR.exec(text);
      // A key alone is a switch that is on, as Git and editors read it.
      const key = pair?.[1] ?? (/^[\w.-]+$/.test(text) ? text : undefined);
      if (key === undefined) {
        skipped.push({ reason: 'syntax_error', name: null, kind: null, start, end });
        if (section !== null) section.end = end;
        isBroken = section !== null;
        continue;
      }
      item = { name: itemName((section as Open | null)?.name ?? null, foldName(key)), start, indent, end };
    }
  }
  endSection();
  const leads = new Leads(positions, {}, comments);
  return { drafts: drafts.map((it) => ({ ...it, start: leads.extend(it.start) })), skipped };
}
