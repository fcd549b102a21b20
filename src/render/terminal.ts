/** The redline for a terminal: changes under their headings, struck and underlined words, pointers both ways, counts. */
import type { Change } from '../change/change.js';
import { type ContentLine, contentLines, ownHeading } from './contents.js';
import { changeText, contentless, description, placeName, subject } from './entry-words.js';
import { columns, layOut, type Run } from './layout.js';
import { type Entry, planRedline } from './plan.js';
import { checkRedline, type RedlineDocument } from './redline-document.js';
import { type Typography, tellApart } from './typography.js';
import { visibleLine } from './visible-text.js';
import { count, droppedWords, filterWords, inlineCounts, kindCounts, VERB, wordsOf } from './wording.js';
import { editedWords, ellipsis, excerpt } from './words.js';

/** How a terminal redline is drawn. */
export interface TerminalOptions {
  /**
   * With colour, deleted words are red and struck through, inserted words green and underlined. Without, they stand as
   * `[-deleted-]` and `{+inserted+}`, and no escape sequence is written at all.
   */
  readonly color?: boolean;
  /** Columns to fill, 80 when left out; less than 30 is taken as 30. */
  readonly width?: number;
  /** Names of the two documents for the first line; left out, there is no such line. */
  readonly names?: { readonly source: string; readonly test: string };
  /** Code points of unchanged text to keep beside each edit. */
  readonly context?: number;
  /** Whether changes of typography alone are drawn or only counted; `show` when left out. */
  readonly typography?: Typography | undefined;
}

type Style =
  | 'plain'
  | 'dim'
  | 'bold'
  | 'trail'
  | 'inserted'
  | 'deleted'
  | 'edited'
  | 'moved'
  | 'renumbered'
  | 'ins'
  | 'del';

// SGR parameters. The eight standard colours, which every theme keeps readable; deleted and inserted words differ by more
// than colour for those who do not tell red from green.
const SGR: Readonly<Record<Style, string>> = {
  plain: '',
  dim: '2',
  bold: '1',
  trail: '1;4',
  inserted: '1;32',
  deleted: '1;31',
  edited: '1;33',
  moved: '1;36',
  renumbered: '1;35',
  ins: '32;4',
  del: '31;9',
};

const SIGN: Readonly<Record<Change['kind'], { sign: string; style: Style }>> = {
  insert: { sign: '+', style: 'inserted' },
  delete: { sign: '-', style: 'deleted' },
  modify: { sign: '~', style: 'edited' },
  move: { sign: '>', style: 'moved' },
  renumber: { sign: '#', style: 'renumbered' },
};

// Fewer columns than this say too little of a clause to recognise it: its first words then get a line of their own.
const ROOM_FOR_EXCERPT = 45;
// Blocks may nest a hundred deep; indents beyond this would leave no room for words.
const DEEPEST_INDENT = 6;
const LEAST_WIDTH = 30;
const DEFAULT_WIDTH = 80;

/** Draws a comparison document for a terminal. The text ends with a line feed. */
export function renderTerminal(document: RedlineDocument, options: TerminalOptions = {}): string {
  checkRedline(document);
  return new TerminalRedline(document, options).draw();
}

class TerminalRedline {
  private readonly lines: string[] = [];
  private readonly color: boolean;
  private readonly width: number;
  private readonly document: RedlineDocument;
  private readonly typography: string | null;

  constructor(
    document: RedlineDocument,
    private readonly options: TerminalOptions,
  ) {
    ({ document: this.document, words: this.typography } = tellApart(document, options.typography));
    this.color = options.color ?? false;
    this.width = Math.max(LEAST_WIDTH, Math.floor(options.width ?? DEFAULT_WIDTH));
  }

  draw(): string {
    const { names } = this.options;
    if (names !== undefined) {
      this.print('', '', [run(names.source, 'bold'), run(' → ', 'dim'), run(names.test, 'bold')]);
    }
    const groups = planRedline(this.document);
    // A title that leads to everything is said once, not on every line.
    const title = groups.length > 1 ? groups[0].trail[0] : undefined;
    const titled = title !== undefined && groups.every((group) => group.trail[0] === title);
    groups.forEach(({ trail, entries }) => {
      this.blank();
      const shown = titled && trail.length > 1 ? trail.slice(1) : trail;
      if (shown.length > 0) this.print('', '  ', trailRuns(shown));
      for (const entry of entries) this.drawEntry(entry);
    });
    this.blank();
    this.drawTotals();
    return `${this.lines.join('\n')}\n`;
  }

  private drawEntry(entry: Entry): void {
    if (entry.at === 'left') {
      this.drawPointer(entry);
      return;
    }
    const { change } = entry;
    const { sign, style } = SIGN[change.kind];
    const head = [run(`${sign} `, style), run(`${subject(entry)} `, 'bold'), ...this.headline(entry)];
    if (change.inline.length > 0) {
      this.print('  ', '      ', head);
      this.print('      ', '      ', this.editRuns(change));
    } else if (change.kind === 'insert' || change.kind === 'delete') {
      this.print('  ', '      ', head);
      this.drawContents(entry);
    } else {
      this.printShort('  ', head, changeText(entry));
    }
  }

  /** What happened, and to what: the part of an entry's first line that follows its name. */
  private headline(entry: Entry): Run<Style>[] {
    const { change } = entry;
    const { style } = SIGN[change.kind];
    const did: string[] = [VERB[change.kind]];
    if (change.kind === 'move') did[0] += ` from ${placeName(entry, entry.names.source)}`;
    if (change.kind !== 'modify' && change.inline.length > 0) did.push(VERB.modify);
    if (entry.block === null && contentless(change))
      did[0] += ` at ${change.test_address ?? change.source_address}`;
    const details = description(entry);
    return [run(did.join(' and '), style), ...(details === '' ? [] : [run(` (${details})`, 'dim')])];
  }

  private drawPointer(entry: Entry): void {
    const { change } = entry;
    const name = entry.names.source ?? wordsOf(change.block_kind);
    const head = [
      run('< ', 'moved'),
      run(`${name} `, 'bold'),
      run(`moved to ${placeName(entry, entry.names.test)}`, 'moved'),
    ];
    this.printShort('  ', head, changeText(entry));
  }

  private editRuns(change: Change): Run<Style>[] {
    const runs: Run<Style>[] = [];
    editedWords(change, this.options.context).forEach(({ kind, text }, i, words) => {
      if (kind === 'same') runs.push(run(text, 'plain'));
      else if (kind === 'gap') runs.push(run(ellipsis(words, i), 'dim'));
      else if (kind === 'deleted') runs.push(...this.marked(text, 'del', '[-', '-]'));
      else runs.push(...this.marked(text, 'ins', '{+', '+}'));
    });
    return runs;
  }

  private marked(text: string, style: 'ins' | 'del', open: string, close: string): Run<Style>[] {
    // A line may break before each edit, so that a long replacement starts on a line of its own.
    if (this.color) return [{ text, style, breakBefore: true }];
    return [{ text: open, style, breakBefore: true }, run(text, style), run(close, style)];
  }

  private drawContents(entry: Entry): void {
    const { change, block } = entry;
    const inserted = change.kind === 'insert';
    const gutter = run(inserted ? '+ ' : '- ', inserted ? 'inserted' : 'deleted');
    const style: Style = inserted ? 'ins' : 'del';
    const text = inserted ? change.test_text : change.source_text;
    const label = inserted ? change.test_label : change.source_label;
    const lines: ContentLine[] =
      block === null
        ? [{ depth: 0, kind: change.block_kind, label, text, cells: null }]
        : contentLines(block);
    const widths = cellWidths(lines);
    // What names the block stands on the line above: a section's heading, any other block's label.
    const titled = block !== null && ownHeading(block) !== undefined;
    lines.forEach((line, i) => {
      if (i === 0 && titled) return;
      const own = i === 0 || line.label === null ? '' : `${line.label} `;
      const indent = '  '.repeat(Math.min(line.depth - (titled ? 1 : 0), DEEPEST_INDENT));
      const body =
        line.cells === null ? line.text : tableRow(line.cells, widths, this.width - 8 - indent.length);
      if (`${own}${body}` === '') return;
      const words = [...(own === '' ? [] : [run(own, 'bold')]), run(body, style)];
      this.print('    ', '    ', words, [gutter], indent);
    });
  }

  private drawTotals(): void {
    const { statistics, config } = this.document;
    const { counts } = statistics;
    if (counts.total === 0) {
      const blocks = `${statistics.source_blocks} and ${statistics.test_blocks} blocks compared`;
      this.print('', '', [run('No changes', 'bold'), run(` (${blocks})`, 'dim')]);
    } else {
      this.print('', '  ', [
        run(count(counts.total, 'change'), 'bold'),
        run(`: ${kindCounts(counts)}`, 'plain'),
      ]);
      const inline = inlineCounts(counts);
      if (inline !== null) this.print('', '  ', [run(`In the text: ${inline}`, 'dim')]);
      if (this.typography !== null) this.print('', '  ', [run(this.typography, 'dim')]);
    }
    const filter = filterWords(config.filter);
    if (filter !== null) this.print('', '  ', [run(`Only changes of ${filter} are shown.`, 'dim')]);
    if (config.budget_exhausted) {
      const told =
        'The search for matching blocks stopped at its limit: some matches and moves may be missing.';
      this.print('', '  ', [run(told, 'edited')]);
    }
    this.drawDropped('first', this.document.source);
    this.drawDropped('second', this.document.test);
  }

  private drawDropped(side: string, tree: RedlineDocument['source']): void {
    const list = droppedWords(tree);
    if (list === null) return;
    this.print('', '  ', [run(`Not compared, in the ${side} document: ${list}`, 'dim')]);
  }

  private blank(): void {
    if (this.lines.length > 0) this.lines.push('');
  }

  /** Lays `runs` out with an indent, and on every line the same gutter. */
  private print(
    indent: string,
    nextIndent: string,
    runs: readonly Run<Style>[],
    gutter: readonly Run<Style>[] = [],
    inner = '',
  ): void {
    const margin = gutter.reduce((sum, { text }) => sum + columns(text), 0) + inner.length;
    const room = this.width - Math.max(indent.length, nextIndent.length) - margin;
    layOut(runs, Math.max(10, room)).forEach((line, i) => {
      const before = i === 0 ? indent : nextIndent;
      this.lines.push(`${before}${this.paint(gutter)}${inner}${this.paint(line)}`.trimEnd());
    });
  }

  /** Prints `head` and as much of `text` as the rest of the line holds. */
  private printShort(indent: string, head: Run<Style>[], text: string): void {
    if (text === '') {
      this.print(indent, '      ', head);
      return;
    }
    const used = columns(head.map((part) => part.text).join(''));
    const room = this.width - indent.length - used - 2;
    if (room >= Math.min(ROOM_FOR_EXCERPT, columns(text))) {
      this.print(indent, indent, [...head, run(`  ${shortened(text, room)}`, 'dim')]);
    } else {
      this.print(indent, '      ', head);
      this.print('      ', '      ', [run(shortened(text, this.width - 6), 'dim')]);
    }
  }

  private paint(line: readonly Run<Style>[]): string {
    if (!this.color) return line.map(({ text }) => text).join('');
    let out = '';
    for (let i = 0; i < line.length; i++) {
      const { style } = line[i];
      let { text } = line[i];
      while (i + 1 < line.length && line[i + 1].style === style) text += line[++i].text;
      out += SGR[style] === '' || text === '' ? text : `\u001b[${SGR[style]}m${text}\u001b[0m`;
    }
    return out;
  }
}

function run(text: string, style: Style): Run<Style> {
  return { text, style };
}

function trailRuns(trail: readonly string[]): Run<Style>[] {
  return trail.flatMap((text, i) => (i === 0 ? [] : [run(' › ', 'dim')]).concat(run(text, 'trail')));
}

/** `text` on one line, cut at a word to fit `room` columns. */
function shortened(text: string, room: number): string {
  // What is left out beyond a few times the room is never looked at, however long the text.
  const line = visibleLine(excerpt(text, room * 4)).replaceAll(/\s+/g, ' ');
  if (columns(line) <= room) return line;
  // Two columns go to the sign that something is left out.
  let limit = room - 2;
  let short = excerpt(line, limit);
  while (columns(short) > room && limit > 1) {
    limit = Math.floor(limit * 0.8);
    short = excerpt(line, limit);
  }
  return short;
}

/** The widest cell of each column. */
function cellWidths(lines: readonly ContentLine[]): number[] {
  const widths: number[] = [];
  for (const { cells } of lines) {
    cells?.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, columns(cell));
    });
  }
  return widths;
}

/** A row's cells, in columns where the whole table fits in `room`. */
function tableRow(cells: readonly string[], widths: readonly number[], room: number): string {
  const aligned = widths.reduce((sum, width) => sum + width + 3, -3) <= room;
  return cells
    .map((cell, i) => (aligned && i < cells.length - 1 ? cell + ' '.repeat(widths[i] - columns(cell)) : cell))
    .join(' | ');
}
