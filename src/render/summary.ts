/** The summary: plain text, a line a change, for a mail or a prompt. The same document gives the same text anywhere. */
import type { Change, ChangeCounts } from '../change/change.js';
import { contentLines } from './contents.js';
import { type Entry, planEntries } from './plan.js';
import type { RedlineDocument } from './redline-document.js';
import { visibleLine } from './visible-text.js';
import { count, filterWords, inlineCounts, kindCounts, VERB } from './wording.js';
import { DEFAULT_CONTEXT, editedWords, ellipsis, excerpt } from './words.js';

/** How much a summary tells. Both are in code points. */
export interface SummaryOptions {
  /** Unchanged text to keep beside each edit; 70 when left out. */
  readonly context?: number;
  /** Most text of an inserted, deleted, moved or renumbered block to quote; 300 when left out. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 300;

/** Writes a comparison document as plain text: a line for each change, then the sections' totals, then the total. */
export function renderSummary(document: RedlineDocument, options: SummaryOptions = {}): string {
  const lines = planEntries(document).map((entry) => changeLine(entry, options));
  const { statistics, config } = document;
  const sections = statistics.sections.filter((section) => section.counts.total > 0);
  if (lines.length > 0) lines.push('');
  if (sections.length > 0) {
    lines.push('Sections:');
    for (const { address, heading, blocks, counts, density } of sections) {
      lines.push(
        visibleLine(
          `${address} "${heading}": ${totals(counts)}; ${count(blocks, 'block')}, ${density} changes per block`,
        ),
      );
    }
    lines.push('');
  }
  const inline = inlineCounts(statistics.counts);
  lines.push(
    statistics.counts.total === 0
      ? `No changes; ${statistics.source_blocks} and ${statistics.test_blocks} blocks compared.`
      : `Total: ${totals(statistics.counts)}${inline === null ? '' : `; in the text ${inline}`}.`,
  );
  const filter = filterWords(config.filter);
  if (filter !== null) lines.push(visibleLine(`Filtered: only changes of ${filter}.`));
  if (config.budget_exhausted) lines.push('Incomplete: the search for matching blocks stopped at its limit.');
  return `${lines.join('\n')}\n`;
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
