/**
 * The changes as a text to paste: under their headings, a list item a change. For places that know HTML in Markdown, for
 * those that know Markdown alone, for forums with BBCode, and for those that know none of these.
 */
import type { Change } from '../change/change.js';
import { type ContentLine, contentLines, ownHeading } from './contents.js';
import { changeText, contentless, description, placeName, subject } from './entry-words.js';
import { type MarkdownStyle, type Paper, paperOf } from './papers.js';
import { type Entry, planRedline } from './plan.js';
import { checkRedline, type RedlineDocument } from './redline-document.js';
import { type ToldApart, type Typography, tellApart } from './typography.js';
import { visibleLine } from './visible-text.js';
import { count, filterWords, inlineCounts, kindCounts, VERB, wordsOf } from './wording.js';
import { DEFAULT_CONTEXT, editedWords, ellipsis, excerpt } from './words.js';

/** How a text to paste is written. */
export interface MarkdownOptions {
  /**
   * `github` (when left out): Markdown with `<del>` and `<ins>`, as GitHub and GitLab show them; `strike`: Markdown alone,
   * `~~deleted~~` and `**inserted**`; `bbcode`: `[s]deleted[/s]` and `[b]inserted[/b]`; `none`: plain text,
   * `[-deleted-]` and `{+inserted+}`.
   */
  readonly style?: MarkdownStyle | undefined;
  /** Unchanged text to keep beside each edit, in code points; 70 when left out. */
  readonly context?: number | undefined;
  /** Names of the two documents for the first line; left out, there is no such line. */
  readonly names?: { readonly source: string; readonly test: string } | undefined;
  /** Whether changes of typography alone are drawn or only counted; `show` when left out. */
  readonly typography?: Typography | undefined;
}

// A moved block is recognised by its first words; it stands in the document.
const MOVED_WORDS = 120;
// Lists nest deeper than anybody reads.
const DEEPEST = 6;

/** Writes a comparison document as a text to paste. Nothing in the documents can act as markup in it. */
export function renderMarkdown(document: RedlineDocument, options: MarkdownOptions = {}): string {
  checkRedline(document);
  const paper = paperOf(options.style ?? 'github');
  const context = options.context ?? DEFAULT_CONTEXT;
  const { names } = options;
  const parts: string[] = [];
  if (names !== undefined) {
    parts.push(`${paper.strong(text(paper, names.source))} → ${paper.strong(text(paper, names.test))}`);
  }
  const told = tellApart(document, options.typography);
  for (const { trail, entries } of planRedline(told.document)) {
    if (trail.length > 0) parts.push(paper.heading(trail.map((title) => text(paper, title)).join(' › ')));
    parts.push(entries.flatMap((entry) => entryLines(entry, paper, context)).join('\n'));
  }
  parts.push(totals(told, paper).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

function entryLines(entry: Entry, paper: Paper, context: number): string[] {
  const { change, names } = entry;
  if (entry.at === 'left') {
    const name = names.source ?? wordsOf(change.block_kind);
    const line = `${paper.strong(text(paper, name))} moved to ${text(paper, placeName(entry, names.test))}`;
    return [paper.item(0, line)];
  }
  const details = description(entry);
  const head = [
    paper.strong(text(paper, subject(entry))),
    text(paper, happened(entry)),
    ...(details === '' ? [] : [text(paper, `(${details})`)]),
  ].join(' ');
  if (change.inline.length > 0) return [paper.item(0, `${head}: ${editLine(change, paper, context)}`)];
  if (change.kind === 'insert' || change.kind === 'delete') return wholeBlock(entry, head, paper);
  const words = excerpt(changeText(entry), MOVED_WORDS);
  return [paper.item(0, words === '' ? head : `${head}: ${text(paper, words)}`)];
}

function happened(entry: Entry): string {
  const { change, block, names } = entry;
  let did: string = VERB[change.kind];
  if (change.kind === 'move') did += ` from ${placeName(entry, names.source)}`;
  if (change.kind !== 'modify' && change.inline.length > 0) did += ` and ${VERB.modify}`;
  if (block === null && contentless(change)) did += ` at ${change.test_address ?? change.source_address}`;
  return did;
}

function editLine(change: Change, paper: Paper, context: number): string {
  return editedWords(change, context)
    .map(({ kind, text: words }, i, all) => {
      if (kind === 'gap') return ellipsis(all, i);
      if (kind === 'deleted') return marked(paper, 'deleted', words);
      return kind === 'inserted' ? marked(paper, 'inserted', words) : text(paper, words);
    })
    .join('')
    .trim();
}

/** An inserted or deleted block with all that it holds, a line each. */
function wholeBlock(entry: Entry, head: string, paper: Paper): string[] {
  const { change, block } = entry;
  const kind = change.kind === 'insert' ? 'inserted' : 'deleted';
  const own = kind === 'inserted' ? change.test_text : change.source_text;
  const lines: ContentLine[] =
    block === null
      ? [{ depth: 0, kind: change.block_kind, label: null, text: own, cells: null }]
      : contentLines(block);
  // What names the block stands in the head already: a section's heading, any other block's label.
  const titled = block !== null && ownHeading(block) !== undefined;
  const words = lines.map((line, i) => {
    const content = line.cells === null ? line.text : line.cells.join(' | ');
    return i === 0 || line.label === null ? content : `${line.label} ${content}`;
  });
  const first = titled || (words[0] ?? '') === '' ? head : `${head}: ${marked(paper, kind, words[0])}`;
  return [
    paper.item(0, first),
    ...lines.flatMap(({ depth }, i) => {
      if (i === 0 || words[i] === '') return [];
      const level = Math.max(1, Math.min(depth, DEEPEST));
      return [paper.item(level, marked(paper, kind, words[i]))];
    }),
  ];
}

function totals({ document, words: typography }: ToldApart, paper: Paper): string[] {
  const { statistics, config } = document;
  const { counts } = statistics;
  const inline = inlineCounts(counts);
  const filter = filterWords(config.filter);
  const lines = [
    counts.total === 0
      ? `No changes (${statistics.source_blocks} and ${statistics.test_blocks} blocks compared).`
      : `${paper.strong(count(counts.total, 'change'))}: ${kindCounts(counts)}${inline === null ? '' : `; in the text ${inline}`}.`,
  ];
  if (typography !== null) lines.push(`${typography}.`);
  if (filter !== null) lines.push(`Only changes of ${text(paper, filter)} are shown.`);
  if (config.budget_exhausted) lines.push('The search for matching blocks stopped at its limit.');
  return lines;
}

function text(paper: Paper, words: string): string {
  return paper.text(visibleLine(words));
}

/** White space at the ends of a mark stands outside it: most readers take no mark that begins or ends with a space. */
function marked(paper: Paper, kind: 'deleted' | 'inserted', words: string): string {
  const line = visibleLine(words);
  const inner = line.trim();
  if (inner === '') return paper[kind](line);
  const start = line.indexOf(inner);
  return line.slice(0, start) + paper[kind](paper.text(inner)) + line.slice(start + inner.length);
}
