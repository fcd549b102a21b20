/** The summary: plain text, a line a change, for a mail or a prompt. The same document gives the same text anywhere. */
import { CHANGE_KINDS, type Change, type ChangeCounts } from '../change/change.js';
import { codePointLength } from '../document/code-points.js';
import type { ReferenceReport } from '../verify/references.js';
import { contentLines } from './contents.js';
import { RenderError } from './errors.js';
import { importance } from './importance.js';
import { type Entry, planEntries } from './plan.js';
import { checkRedline, type RedlineDocument } from './redline-document.js';
import { type Typography, tellApart } from './typography.js';
import { referenceLine } from './verification.js';
import { visibleLine } from './visible-text.js';
import { count, droppedWords, filterWords, inlineCounts, kindCounts, VERB } from './wording.js';
import { DEFAULT_CONTEXT, editedWords, ellipsis, excerpt } from './words.js';

/** How much a summary tells. Both are in code points. */
export interface SummaryOptions {
  /** Unchanged text to keep beside each edit; 70 when left out. */
  readonly context?: number;
  /** Most text of an inserted, deleted, moved or renumbered block to quote; 300 when left out. */
  readonly limit?: number;
  /**
   * Most code points of the whole summary. Changes are kept whole or left out, the most important kept, in the document's
   * order; what was left out is said. The total and that line are always there, also when they alone are longer.
   */
  readonly budget?: number | undefined;
  /** What became of the cross-references, as `checkReferences` found it: those to mend are listed, those that follow counted. */
  readonly references?: ReferenceReport | undefined;
  /** Whether changes of typography alone are told or only counted; `show` when left out. */
  readonly typography?: Typography | undefined;
}

const DEFAULT_LIMIT = 300;

/** Writes a comparison document as plain text: a line for each change, then the sections' totals, then the total. */
export function renderSummary(document: RedlineDocument, options: SummaryOptions = {}): string {
  checkRedline(document);
  checkSizes(options);
  const told = tellApart(document, options.typography);
  const entries = planEntries(told.document);
  const lines = entries.map((entry) => changeLine(entry, options));
  const sections = sectionLines(document);
  const closing = [...referenceLines(options.references), ...closingLines(document, told.words)];
  const whole = joinParts(lines, sections, closing);
  const { budget } = options;
  if (budget === undefined || codePointLength(whole) <= budget) return whole;
  return shortened(entries, lines, sections, closing, budget);
}

/** @throws RenderError `bad_option`. */
function checkSizes(options: SummaryOptions): void {
  for (const name of ['context', 'limit', 'budget'] as const) {
    const value: unknown = options[name];
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue;
    throw new RenderError(
      'bad_option',
      `${name} should be a number of characters, from 0, not ${String(value)}`,
    );
  }
}

/** As much as fits: the changes by their importance, then the sections when they all fit. */
function shortened(
  entries: readonly Entry[],
  lines: readonly string[],
  sections: readonly string[],
  closing: readonly string[],
  budget: number,
): string {
  const weights = entries.map(importance);
  const order = [...entries.keys()].sort((a, b) => weights[b] - weights[a] || a - b);
  const kept = new Set<number>();
  const summary = (withSections: boolean): string => {
    const left = entries.filter((_, i) => !kept.has(i));
    return joinParts(
      lines.filter((_, i) => kept.has(i)),
      withSections ? sections : [],
      [...closing, ...leftOut(left, sections.length > 0 && !withSections)],
    );
  };
  // The line that says what was left out is longest when the most kinds are; with all of them it is never too short.
  let room = budget - codePointLength(summary(false)) - 1;
  for (const i of order) {
    const size = codePointLength(lines[i]) + 1;
    if (size > room) continue;
    room -= size;
    kept.add(i);
  }
  const all = summary(true);
  return codePointLength(all) <= budget ? all : summary(false);
}

function leftOut(left: readonly Entry[], sections: boolean): string[] {
  const counts = countKinds(left.map(({ change }) => change));
  const parts = [
    ...(left.length > 0 ? [`${count(left.length, 'change')} (${counts})`] : []),
    ...(sections ? ['the totals of the sections'] : []),
  ];
  return parts.length === 0 ? [] : [`Left out for want of room: ${parts.join(' and ')}.`];
}

function countKinds(changes: readonly Change[]): string {
  return CHANGE_KINDS.map((kind) => ({ kind, n: changes.filter((change) => change.kind === kind).length }))
    .filter(({ n }) => n > 0)
    .map(({ kind, n }) => `${n} ${VERB[kind]}`)
    .join(', ');
}

function joinParts(...parts: readonly (readonly string[])[]): string {
  const filled = parts.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function sectionLines({ statistics }: RedlineDocument): string[] {
  const sections = statistics.sections.filter((section) => section.counts.total > 0);
  if (sections.length === 0) return [];
  return [
    'Sections:',
    ...sections.map(({ address, heading, blocks, counts, density }) =>
      visibleLine(
        // A section that is gone has no blocks now, and the address that it had may be another's.
        blocks === 0
          ? `was ${address} "${heading}": ${totals(counts)}; gone`
          : `${address} "${heading}": ${totals(counts)}; ${count(blocks, 'block')}, ${density} changes per block`,
      ),
    ),
  ];
}

function closingLines(
  { statistics, config, source, test }: RedlineDocument,
  typography: string | null,
): string[] {
  const inline = inlineCounts(statistics.counts);
  const lines = [
    statistics.counts.total === 0
      ? `No changes; ${statistics.source_blocks} and ${statistics.test_blocks} blocks compared.`
      : `Total: ${totals(statistics.counts)}${inline === null ? '' : `; in the text ${inline}`}.`,
  ];
  if (typography !== null) lines.push(`${typography}.`);
  const dropped = { first: droppedWords(source), second: droppedWords(test) };
  for (const side of ['first', 'second'] as const) {
    if (dropped[side] !== null)
      lines.push(visibleLine(`Not compared, in the ${side} document: ${dropped[side]}.`));
  }
  const filter = filterWords(config.filter);
  if (filter !== null) lines.push(visibleLine(`Filtered: only changes of ${filter}.`));
  if (config.budget_exhausted) lines.push('Incomplete: the search for matching blocks stopped at its limit.');
  return lines;
}

function referenceLines(report: ReferenceReport | undefined): string[] {
  if (report === undefined) return [];
  // A reference that named nothing before, either, is no news of this revision.
  const wrong = report.findings.filter(({ status, by_edit }) => status !== 'updated' && by_edit);
  const following = report.findings.filter(({ status }) => status === 'updated').length;
  return [
    ...wrong.map((finding) => visibleLine(`Reference ${referenceLine(finding)}.`)),
    ...(following > 0
      ? [
          `${count(following, 'reference')} updated to follow ${following === 1 ? 'its clause' : 'their clauses'}.`,
        ]
      : []),
  ];
}

function totals(counts: ChangeCounts): string {
  return `${count(counts.total, 'change')} (${kindCounts(counts)})`;
}

function changeLine(entry: Entry, options: SummaryOptions): string {
  const { change, trail } = entry;
  const verb =
    change.kind !== 'modify' && change.inline.length > 0 ? `${VERB[change.kind]}, edited` : VERB[change.kind];
  const what = change.role === null ? change.block_kind : `${change.block_kind}, ${change.role}`;
  const where = trail.length === 0 ? '' : ` in "${trail.at(-1)}"`;
  const words = wordsOfChange(entry, options);
  const line = `${verb} ${named(entry)}(${what}) ${addresses(change)}${where}`;
  return visibleLine(words === '' ? line : `${line}: ${words}`);
}

function named({ change, names: { source, test } }: Entry): string {
  if (change.kind === 'insert' || change.kind === 'delete' || source === test) {
    const name = test ?? source;
    return name === null ? '' : `${name} `;
  }
  return `${source ?? 'no label'} → ${test ?? 'no label'} `;
}

function addresses({ source_address: source, test_address: test }: Change): string {
  if (source === null || test === null) return `at ${test ?? source}`;
  return source === test ? `at ${test}` : `from ${source} to ${test}`;
}

function wordsOfChange({ change, block }: Entry, options: SummaryOptions): string {
  if (change.inline.length > 0) {
    return editedWords(change, options.context ?? DEFAULT_CONTEXT)
      .map(({ kind, text }, i, words) => {
        if (kind === 'gap') return ellipsis(words, i);
        if (kind === 'deleted') return `[-${text}-]`;
        return kind === 'inserted' ? `{+${text}+}` : text;
      })
      .join('')
      .trim();
  }
  const text = excerpt(wholeText(change, block), options.limit ?? DEFAULT_LIMIT);
  if (text === '') return '';
  if (change.kind === 'insert') return `{+${text}+}`;
  return change.kind === 'delete' ? `[-${text}-]` : text;
}

/** A block's own text, and with its tree at hand, the text of all it holds. */
function wholeText(change: Change, block: Entry['block']): string {
  if (change.kind === 'renumber') return change.test_text;
  if (block === null) return change.kind === 'delete' ? change.source_text : change.test_text;
  return contentLines(block)
    .map(({ label, text, cells }, i) => {
      const words = cells === null ? text : cells.join(' | ');
      return i === 0 || label === null ? words : `${label} ${words}`;
    })
    .filter((line) => line !== '')
    .join(' / ');
}
