/** The redline of a comparison: how the changes that it lists differ from those that were expected, for people to read. */
import type { Change } from '../change/change.js';
import { inlineEdits } from '../change/inline-edits.js';
import type { ChangeDifference, DocumentDifference } from '../compare/difference.js';
import type { FactDifference } from '../compare/facts.js';
import { visibleLine } from './visible-text.js';
import { count, VERB, wordsOf } from './wording.js';
import { DEFAULT_CONTEXT, editedWords, ellipsis, excerpt } from './words.js';

/** How a difference is drawn. */
export interface DifferenceOptions {
  /** Colours the marks; without, no escape sequence is written. */
  readonly color?: boolean;
  /** Most changes to draw, and most other facts; 40 when left out. The rest is counted. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 40;
// A text that is quoted to recognise a block by, not to be read: about two lines.
const QUOTED = 160;
// The widest name of a field, so that values stand in one column.
const FIELD_WIDTH = 14;

const SGR = { appeared: '1;32', went: '1;31', changed: '1;33' } as const;
const MARK = { appeared: '+', went: '-', changed: '~' } as const;

/**
 * Draws a difference, a line or a few for each change and none for what is the same; `""` when nothing differs. `+` is a
 * change that was not expected, `-` one that was expected and is not there, `~` one that is told otherwise.
 */
export function renderDifference(difference: DocumentDifference, options: DifferenceOptions = {}): string {
  const { changes } = difference;
  const limit = options.limit ?? DEFAULT_LIMIT;
  const lines: string[] = [];
  let trail: readonly string[] = [];
  for (const entry of changes.slice(0, limit)) {
    const { breadcrumb } = subjectOf(entry);
    if (breadcrumb.length > 0 && breadcrumb.join('\n') !== trail.join('\n'))
      lines.push(visibleLine(`in ${breadcrumb.join(' › ')}`));
    trail = breadcrumb;
    lines.push(...entryLines(entry, options.color ?? false).map((line) => `  ${line}`));
  }
  if (changes.length > limit)
    lines.push(`  … and ${count(changes.length - limit, 'more difference')} between the changes`);
  const facts = factsWorthTelling(difference);
  lines.push(...facts.slice(0, limit).map(factLine));
  if (facts.length > limit) lines.push(`… and ${facts.length - limit} more`);
  return lines.map((line) => `${line}\n`).join('');
}

/** A difference in one line: `2 changes appeared, 1 went; the counts and 3 other values differ`. */
export function differenceTotals(difference: DocumentDifference): string {
  const { changes } = difference;
  const facts = factsWorthTelling(difference);
  const kinds = (['appeared', 'went', 'changed'] as const).flatMap((kind) => {
    const n = changes.filter((entry) => entry.kind === kind).length;
    return n === 0 ? [] : [[kind, n] as const];
  });
  const told = kinds
    .map(([kind, n], i) => (i === 0 ? `${count(n, 'change')} ${kind}` : `${n} ${kind}`))
    .join(', ');
  if (facts.length === 0) return told;
  return told === ''
    ? `${count(facts.length, 'value')} changed`
    : `${told}, ${count(facts.length, 'other value')} changed`;
}

function entryLines(entry: ChangeDifference, color: boolean): string[] {
  const sign = color
    ? `\u001b[${SGR[entry.kind]}m${MARK[entry.kind]} ${entry.kind}\u001b[0m`
    : `${MARK[entry.kind]} ${entry.kind}`;
  const change = subjectOf(entry);
  const head = `${sign}: ${visibleLine(describe(change))}`;
  if (entry.kind !== 'changed') {
    const words = wordsOfChange(change);
    return words === '' ? [head] : [head, `    ${words}`];
  }
  return [head, ...entry.fields.flatMap((field) => fieldLines(field, entry.expected, entry.actual))];
}

/** The change that an entry is about: as it is, or as it was when it went. */
function subjectOf(entry: ChangeDifference): Change {
  return entry.kind === 'went' ? entry.expected : entry.actual;
}

/** `8.4 edited (list item, clause) at /section[1]/list_item[4]`. */
function describe(change: Change): string {
  const { kind, source_label, test_label, block_kind, role } = change;
  const whole = kind === 'insert' || kind === 'delete' || source_label === test_label;
  const name = whole
    ? (test_label ?? source_label)
    : `${source_label ?? 'no label'} → ${test_label ?? 'no label'}`;
  const verb = kind !== 'modify' && change.inline.length > 0 ? `${VERB[kind]} and edited` : VERB[kind];
  const what = role === null ? wordsOf(block_kind) : `${wordsOf(block_kind)}, ${wordsOf(role)}`;
  return `${name === null ? '' : `${name} `}${verb} (${what}) ${places(change)}`;
}

function places({ source_address: source, test_address: test }: Change): string {
  if (source === null || test === null) return `at ${test ?? source}`;
  return source === test ? `at ${test}` : `from ${source} to ${test}`;
}

/** The words of a change on one line: its edits in place, or the text that came, went or stands elsewhere. */
function wordsOfChange(change: Change): string {
  if (change.inline.length > 0) return redline(change);
  const text = excerpt(change.kind === 'delete' ? change.source_text : change.test_text, QUOTED);
  if (text === '') return '';
  if (change.kind === 'insert') return visibleLine(`{+${text}+}`);
  return visibleLine(change.kind === 'delete' ? `[-${text}-]` : text);
}

function redline(change: Change): string {
  const runs = editedWords(change, DEFAULT_CONTEXT).map(({ kind, text }, i, words) => {
    if (kind === 'gap') return ellipsis(words, i);
    if (kind === 'deleted') return `[-${text}-]`;
    return kind === 'inserted' ? `{+${text}+}` : text;
  });
  return visibleLine(runs.join('').trim());
}

function fieldLines(field: keyof Change, expected: Change, actual: Change): string[] {
  const line = (name: string, value: string) => `    ${name.padEnd(FIELD_WIDTH)}  ${value}`;
  if (field === 'source_text' || field === 'test_text') {
    // Two long texts that differ in a word are told as a redline is: by that word.
    const [before, after] = [expected[field], actual[field]];
    const edits = inlineEdits(before, after);
    return [line(field, redline({ ...actual, source_text: before, test_text: after, inline: edits }))];
  }
  if (field === 'inline') {
    const [before, after] = [expected, actual].map((change) =>
      change.inline.length === 0 ? 'no edits' : redline(change),
    );
    if (before !== after) return [line('edits were', before), line('edits are', after)];
    return [line('edits', 'have other offsets')];
  }
  return [line(field, `${fieldValue(expected[field], field)} → ${fieldValue(actual[field], field)}`)];
}

function fieldValue(value: Change[keyof Change], field: keyof Change): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : visibleLine(value.join(field === 'breadcrumb' ? ' › ' : ', '));
  }
  return visibleLine(String(value));
}

/**
 * The counts follow from the changes: where those differ, only how many there are of each kind is told of the counts, so that
 * a difference is not told again in the row of every section.
 */
function factsWorthTelling({ changes, facts }: DocumentDifference): FactDifference[] {
  if (changes.length === 0) return [...facts];
  const kinds: readonly string[] = ['inserted', 'deleted', 'modified', 'moved', 'renumbered', 'total'];
  return facts.filter(({ path }) => {
    if (!path.startsWith('statistics.')) return true;
    const [, counts, name] = path.split('.');
    return counts === 'counts' && kinds.includes(name);
  });
}

function factLine({ path, expected, actual }: FactDifference): string {
  if (Array.isArray(expected) && Array.isArray(actual))
    return visibleLine(`${path}: ${listChange(expected, actual)}`);
  if (expected === undefined) return visibleLine(`${path}: appeared${quoted(actual)}`);
  if (actual === undefined) return visibleLine(`${path}: went${quoted(expected)}`);
  return visibleLine(`${path}: ${shown(expected)} → ${shown(actual)}`);
}

function listChange(expected: readonly unknown[], actual: readonly unknown[]): string {
  const [before, after] = [expected, actual].map((list) => list.map((item) => JSON.stringify(item)));
  const [old, now] = [new Set(before), new Set(after)];
  const words = [
    ...before.filter((item) => !now.has(item)).map((item) => `without ${cut(item)}`),
    ...after.filter((item) => !old.has(item)).map((item) => `with ${cut(item)}`),
  ];
  if (words.length === 0) return 'in another order';
  return words.length <= 4
    ? words.join(', ')
    : `${words.slice(0, 4).join(', ')} and ${words.length - 4} more`;
}

function quoted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ` (${shown(value)})`;
  const text = (value as { text?: unknown }).text;
  return typeof text === 'string' && text !== '' ? ` (${shown(text)})` : '';
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value));
}

function cut(text: string): string {
  return excerpt(text, QUOTED);
}
