/**
 * Lays a tree of units out in a style: the text, line by line with the block that each line belongs to, and the blocks
 * that a reader must find in it, with their identities. The second half is this benchmark's own statement of the block
 * model; nothing of it comes from a reader.
 */
import { childAddress } from '../../src/document/address.js';
import type { BlockKind } from '../../src/document/block.js';
import type { Style } from './styles.js';
import { plainText, type Unit } from './unit.js';

/** A block as the generator knows it. */
export interface Placed {
  /** The unit's id; with `.h` for a section's heading and `.c0`, `.c1` … for the cells of a row. */
  readonly id: string;
  readonly kind: BlockKind;
  readonly text: string;
  readonly label: string | null;
  readonly address: string;
  readonly parent: Placed | null;
  readonly children: Placed[];
  /** The text with its references in place, `{name}` spelled out; what the edits' own count does not cover. */
  readonly references: readonly string[];
}

/** A line of the text and the block whose words it carries; null for blank lines and syntax. */
export interface Line {
  readonly text: string;
  readonly owner: string | null;
}

export interface Layout {
  readonly style: Style;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly root: Placed;
  /** Every block but the root, by identity. */
  readonly byId: ReadonlyMap<string, Placed>;
}

interface Draft {
  id: string;
  kind: BlockKind;
  text: string;
  label: string | null;
  references: string[];
  children: Draft[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ROMAN = [
  'i',
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
  'viii',
  'ix',
  'x',
  'xi',
  'xii',
  'xiii',
  'xiv',
  'xv',
  'xvi',
];

function subLabel(style: Style, depth: number, index: number): string {
  const letter = index <= 26 ? LETTERS[index - 1] : LETTERS[index - 27].repeat(2);
  const roman = ROMAN[index - 1];
  switch (style.sub) {
    case 'half':
      return depth === 1 ? `${letter})` : `${roman})`;
    case 'numbers':
      return depth === 1 ? `(${index})` : depth === 2 ? `(${letter})` : `(${roman})`;
    default:
      return depth === 1 ? `(${letter})` : depth === 2 ? `(${roman})` : `(${letter.toUpperCase()})`;
  }
}

/** The label as the block model has it: without the stop, or the lone bracket, after it. */
const bareLabel = (shown: string) =>
  /^[^(]*\)$/.test(shown) ? shown.slice(0, -1) : shown.replace(/\.$/, '');

/** The last number of a label: what list syntax shows of it. */
const ownNumber = (shown: string) => shown.replace(/\.$/, '').split('.').at(-1)!;

/** Shown label of every section and clause, by id: `3.`, `3.2`, `(a)`, `Article 3 –`; what carries none is missing. */
function numberUnits(root: Unit, style: Style): Map<string, string> {
  const shown = new Map<string, string>();
  let running = 0;
  let schedules = 0;
  const dot = style.dot ? '.' : '';
  const number = (unit: Unit, path: number[], depth: number, inSchedule: boolean) => {
    let count = 0;
    for (const child of unit.children) {
      if (child.kind === 'section') {
        if (child.schedule) {
          schedules++;
          shown.set(child.id, `Schedule ${schedules} –`);
          number(child, [], 0, true);
        } else if (unit.kind === 'document') {
          number(child, [], 0, false);
        } else {
          const own = [...path, ++count];
          if (style.heading === 'dot')
            shown.set(child.id, own.length === 1 || style.dot ? `${own.join('.')}.` : own.join('.'));
          else if (own.length > 1 && style.heading === 'part') shown.set(child.id, `Chapter ${own[1]} –`);
          else if (own.length > 1 && style.heading !== 'none') shown.set(child.id, own.join('.'));
          else if (style.heading === 'article') shown.set(child.id, `Article ${own[0]} –`);
          else if (style.heading === 'part') shown.set(child.id, `Part ${own[0]} –`);
          number(child, own, 0, inSchedule);
        }
      } else if (child.kind === 'clause') {
        count++;
        if (style.clause === 'none') {
          number(child, [], depth + 1, inSchedule);
          continue;
        }
        let own: number[];
        if (depth > 0) own = [...path, count];
        else if (style.clause === 'running' && !inSchedule) own = [++running];
        else if (style.clause === 'local') own = [count];
        else own = [...path, count];
        if (depth > 0 && style.sub !== 'path') shown.set(child.id, subLabel(style, depth, count));
        else shown.set(child.id, own.length === 1 ? `${own[0]}.` : `${own.join('.')}${dot}`);
        number(child, own, depth + 1, inSchedule);
      }
    }
  };
  number(root, [], 0, false);
  return shown;
}

const SMALL = new Set([
  'a',
  'an',
  'and',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

function spellHeading(text: string, style: Style): string {
  if (style.headingCase === 'upper') return text.toUpperCase();
  if (style.headingCase === 'as-is') return text;
  const words = text.split(' ');
  return words
    .map((word, i) => (i > 0 && SMALL.has(word.toLowerCase()) ? word : word[0].toUpperCase() + word.slice(1)))
    .join(' ');
}

/** A line must not begin with what would be read as a mark or a label there. */
const NO_LINE_START =
  /^(?:[-+*#>|]|\(?[0-9]+(?:\.[0-9]+)*[.):]?$|\(?[a-zA-Z]{1,4}[.)]|(?:Article|Section|Clause|Schedule|Part)$)/;

function wrapWords(text: string, width: number, indent: string, first: string): string[] {
  if (width === 0) return [first + text];
  const lines: string[] = [];
  let line = '';
  let prefix = first;
  for (const word of text.split(' ')) {
    if (line !== '' && prefix.length + line.length + 1 + word.length > width && !NO_LINE_START.test(word)) {
      lines.push(prefix + line);
      prefix = indent;
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(prefix + line);
  return lines;
}

/** A text may hold tables and code only in Markdown; elsewhere they are left out, on both sides. */
export function fits(unit: Unit, style: Style): boolean {
  return style.format === 'markdown' || !['table', 'row', 'code', 'quote'].includes(unit.kind);
}

export function layOut(root: Unit, style: Style): Layout {
  const shown = numberUnits(root, style);
  const names = new Map<string, Unit>();
  const collect = (unit: Unit) => {
    if (unit.name !== null) names.set(unit.name, unit);
    unit.children.forEach(collect);
  };
  collect(root);
  const markdown = style.format === 'markdown';
  const lines: Line[] = [];

  const reference = (name: string): string => {
    const target = names.get(name);
    if (target === undefined) throw new Error(`nothing is called {${name}}`);
    return bareLabel(
      shown.get(target.id)?.replace(/^(Schedule|Article|Part|Chapter) | –$/g, '') ??
        spellHeading(target.text, style),
    );
  };
  /** The text as it is written and as it is read. */
  const spell = (text: string): { written: string; read: string; references: string[] } => {
    const references: string[] = [];
    const written = text.replace(/\{([a-z]+)\}/g, (_, name: string) => {
      references.push(reference(name));
      return references.at(-1)!;
    });
    const read = plainText(written);
    return { written: markdown ? written : read, read, references };
  };
  const emit = (owner: string | null, ...texts: string[]) => {
    for (const text of texts) lines.push({ text, owner });
  };
  const blank = () => {
    if (lines.length > 0 && lines.at(-1)!.text !== '') emit(null, '');
  };
  const draft = (
    id: string,
    kind: BlockKind,
    text = '',
    label: string | null = null,
    references: string[] = [],
  ): Draft => ({
    id,
    kind,
    text,
    label,
    references,
    children: [],
  });

  const drafts = draft(root.id, 'document');
  /**
   * Where a section stands. Nothing in plain text tells the depths of unlabelled headings apart, so they all stand in the
   * document itself; a schedule there stands in the section that the document's title opened, where Markdown can say by
   * a `#` that it does not.
   */
  const holderOf = (unit: Unit, into: Draft): Draft => {
    if (markdown) return into;
    if (style.heading === 'none') return drafts;
    return unit.schedule ? (drafts.children[0] ?? drafts) : into;
  };
  /** `indent` is the column of the text that lists nest by; `depth` counts sections from 1. */
  const lay = (unit: Unit, into: Draft, depth: number, indent: string): void => {
    if (!fits(unit, style)) return;
    const { written, read, references } = spell(
      unit.kind === 'section' ? spellHeading(unit.text, style) : unit.text,
    );
    const label = shown.get(unit.id) ?? null;
    if (unit.kind === 'section') {
      const section = draft(unit.id, 'section');
      const clean = label === null ? null : bareLabel(label.replace(/ –$/, ''));
      const spelled =
        clean === null || !/^(Schedule|Article|Part|Chapter)/.test(clean) || style.headingCase !== 'upper'
          ? clean
          : clean.toUpperCase();
      section.children.push(draft(`${unit.id}.h`, 'heading', read, spelled, references));
      holderOf(unit, into).children.push(section);
      blank();
      const asItem = style.carrier === 'outline' && depth > 1;
      if (asItem) emit(`${unit.id}.h`, `${indent}${`${ownNumber(label!)}.`.padEnd(3)} **${written}**`);
      else {
        const mark = markdown ? `${'#'.repeat(Math.min(6, depth))} ` : '';
        const shownLabel =
          label === null ? '' : `${style.headingCase === 'upper' ? label.toUpperCase() : label} `;
        emit(`${unit.id}.h`, `${mark}${shownLabel}${written}`);
      }
      blank();
      for (const child of unit.children) lay(child, section, depth + 1, asItem ? `${indent}    ` : indent);
      return;
    }
    if (unit.kind === 'table') {
      const table = draft(unit.id, 'table');
      into.children.push(table);
      blank();
      unit.children.forEach((row, i) => {
        const block = draft(row.id, 'row');
        const cells = row.cells.map((cell) => spell(cell));
        for (const [c, cell] of cells.entries()) {
          block.children.push(draft(`${row.id}.c${c}`, 'cell', cell.read, null, cell.references));
        }
        table.children.push(block);
        emit(row.id, `${indent}| ${cells.map((cell) => cell.written).join(' | ')} |`);
        if (i === 0) emit(null, `${indent}|${row.cells.map(() => ' --- |').join('')}`);
      });
      blank();
      return;
    }
    if (unit.kind === 'code') {
      into.children.push(draft(unit.id, 'paragraph', unit.text));
      blank();
      emit(null, `${indent}\`\`\`${unit.lang}`);
      for (const line of unit.text.split('\n'))
        emit(line === '' ? null : unit.id, line === '' ? '' : indent + line);
      emit(null, `${indent}\`\`\``);
      blank();
      return;
    }
    const item = unit.kind === 'clause' || unit.kind === 'bullet';
    const block = draft(
      unit.id,
      item ? 'list_item' : 'paragraph',
      read,
      item && label !== null ? bareLabel(label) : null,
      references,
    );
    into.children.push(block);
    if (!item) {
      blank();
      const mark = unit.kind === 'quote' ? '> ' : '';
      emit(unit.id, ...wrapWords(written, style.wrap, indent + mark, indent + mark));
      blank();
      return;
    }
    // `3.` before a text is list syntax in Markdown, whatever was meant.
    const inText = label !== null && style.carrier === 'text' && !(markdown && /^\d+\.$/.test(label));
    if (inText) {
      blank();
      emit(unit.id, ...wrapWords(written, style.wrap, indent, `${indent}${label} `));
      blank();
      for (const child of unit.children) lay(child, block, depth, indent);
      return;
    }
    // List syntax. Ordered items are padded so that their text starts four columns in, whatever their number.
    const own = label === null ? style.bullet : `${ownNumber(label)}.`;
    const mark = label === null ? `${own} ` : own.padEnd(4);
    const inner = indent + ' '.repeat(mark.length);
    const spaced =
      unit.children.some((child) => child.kind === 'paragraph') ||
      (style.carrier === 'text' && label !== null);
    emit(unit.id, ...wrapWords(written, style.wrap, inner, `${indent}${mark}`));
    if (spaced) blank();
    for (const child of unit.children) lay(child, block, depth, inner);
    if (spaced) blank();
  };
  for (const unit of root.children) lay(unit, drafts, 1, '');
  while (lines.at(-1)?.text === '') lines.pop();

  const byId = new Map<string, Placed>();
  const place = (from: Draft, address: string, parent: Placed | null): Placed => {
    const { id, kind, text, label, references } = from;
    const placed: Placed = { id, kind, text, label, address, parent, children: [], references };
    if (parent !== null) {
      if (byId.has(from.id)) throw new Error(`two blocks are called ${from.id}`);
      byId.set(from.id, placed);
    }
    const seen = new Map<string, number>();
    for (const child of from.children) {
      const index = (seen.get(child.kind) ?? 0) + 1;
      seen.set(child.kind, index);
      placed.children.push(place(child, childAddress(address, child.kind, index), placed));
    }
    return placed;
  };
  const placedRoot = place(drafts, '/', null);
  return { style, text: `${lines.map((line) => line.text).join('\n')}\n`, lines, root: placedRoot, byId };
}
