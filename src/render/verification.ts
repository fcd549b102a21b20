/** What verifying found, as plain text for a person. */
import type { Change } from '../change/change.js';
import type { ReferenceFinding } from '../verify/references.js';
import type { JudgedLayout, JudgedMarkup, Verification } from '../verify/verify.js';
import { kindOfValue, RenderError } from './errors.js';
import { visibleLine } from './visible-text.js';
import { count, droppedWords, VERB } from './wording.js';

/** The longest piece of a text that is quoted, in UTF-16 units. */
const QUOTE = 100;

/** Draws a verification: the verdict first, then what strayed and what else is to be looked at, what is in order last. */
export function renderVerification(found: Verification): string {
  if (typeof found !== 'object' || found === null || !Array.isArray(found.out_of_scope)) {
    throw new RenderError(
      'bad_document',
      `there is nothing to draw: renderVerification takes what verify found, not ${kindOfValue(found)}`,
    );
  }
  const lines: string[] = [];
  const strays = found.out_of_scope.length;
  const markup = (verdict: JudgedMarkup['verdict']): string[] =>
    found.markup_changes.filter((change) => change.verdict === verdict).map(markupLine);
  const strayMarkup = markup('out_of_scope');
  const layout = (verdict: JudgedLayout['verdict']): string[] =>
    found.layout_changes.filter((change) => change.verdict === verdict).map(layoutLine);
  const strayLayout = layout('out_of_scope');
  lines.push(
    strays === 0 && strayMarkup.length + strayLayout.length > 0
      ? `Out of scope: ${beside(strayMarkup.length, strayLayout.length)}.`
      : strays === 0
        ? `In scope: ${count(found.in_scope.length, 'change')}, none outside.`
        : `Out of scope: ${count(strays, 'change')} of ${count(strays + found.in_scope.length + found.exempted.length, 'change')}.`,
  );
  lines.push(
    `Allowed: ${found.scope.map(({ address, named_by, name }) => (named_by === 'address' ? address : `${address} (${named_by} "${quote(name)}")`)).join(', ')}.`,
  );
  section(
    lines,
    'Out of scope:',
    found.out_of_scope.map(({ change, outside }) => `${changeLine(change)}${side(change, outside)}`),
  );
  section(lines, 'Out of scope, beside the words:', strayMarkup);
  section(lines, 'Out of scope, layout:', strayLayout);
  section(lines, 'Structure, moved and renumbered:', found.side_effects.map(changeLine));
  section(lines, 'References to mend:', found.broken_references.map(referenceLine));
  section(
    lines,
    'Terms used without a definition:',
    found.undefined_terms.map(
      ({ term, test_address, source_address }) =>
        `"${term}" at ${test_address}, defined before at ${source_address}`,
    ),
  );
  const { original, edited } = found.not_compared;
  section(
    lines,
    'Not compared:',
    [
      ['original', droppedWords({ dropped: original })],
      ['edited', droppedWords({ dropped: edited })],
    ].flatMap(([side, words]) => (words === null ? [] : [`in the ${side} document: ${words}`])),
  );
  section(lines, 'Layout outside the scope, which may change:', layout('allowed'));
  section(lines, 'Exempt:', [...found.exempted.map(changeLine), ...markup('exempt'), ...layout('exempt')]);
  section(lines, 'In scope:', [...found.in_scope.map(changeLine), ...markup('in_scope')]);
  return `${lines.map(visibleLine).join('\n')}\n`;
}

function section(lines: string[], title: string, entries: readonly string[]): void {
  if (entries.length === 0) return;
  lines.push('', title, ...entries.map((entry) => `  ${entry}`));
}

function beside(markup: number, layout: number): string {
  const parts: string[] = [];
  if (markup > 0) parts.push(`${count(markup, 'change')} of what stands beside the words`);
  if (layout > 0) parts.push(`${count(layout, 'change')} of layout`);
  return parts.join(', ');
}

function markupLine(change: JudgedMarkup): string {
  const { gone, come, cause } = change;
  const words = [...gone.map((one) => `[-${quote(one)}-]`), ...come.map((one) => `{+${quote(one)}+}`)];
  return `at ${placeOf(change)}${cause === 'elsewhere' ? ', by a change elsewhere' : ''}: ${words.join(' ')}`;
}

function layoutLine(change: JudgedLayout): string {
  const { removed, added } = change;
  // Most of it is white space, which is best seen as it is written.
  const written = (text: string, open: string, close: string) =>
    text === '' ? '' : `${open}${quote(JSON.stringify(text).slice(1, -1))}${close}`;
  return `at ${placeOf(change)}: ${written(removed, '[-', '-]')}${written(added, '{+', '+}')}`;
}

function placeOf(change: JudgedMarkup | JudgedLayout): string {
  const { source_address, test_address, source_line, test_line } = change;
  const at = [...new Set([source_address, test_address])].join(' → ');
  if (source_line === null || test_line === null) return at;
  const lines = [...new Set([source_line, test_line])];
  return `${at}, ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(' → ')}`;
}

function side(change: Change, outside: 'source' | 'test' | 'both'): string {
  if (outside === 'both' || change.source_address === null || change.test_address === null) return '';
  return outside === 'source' ? ' (from outside the scope)' : ' (to outside the scope)';
}

function changeLine(change: Change): string {
  const label = change.test_label ?? change.source_label;
  const at = [...new Set([change.source_address, change.test_address].filter((address) => address !== null))];
  const words = change.inline
    .slice(0, 3)
    .map((edit) =>
      `[-${quote(edit.source_text)}-]{+${quote(edit.test_text)}+}`.replace('[--]', '').replace('{++}', ''),
    );
  const text = words.length > 0 ? words.join(' ') : quote(change.source_text || change.test_text);
  return `${VERB[change.kind]} ${label === null ? '' : `${label} `}(${change.block_kind.replace('_', ' ')}) at ${at.join(' → ')}${text === '' ? '' : `: ${text}`}`;
}

/** One finding about a reference, as a line without its end. */
export function referenceLine(finding: ReferenceFinding): string {
  const { status, text, test_address, expected_label, source_target } = finding;
  const says = `"${quote(text)}" at ${test_address}`;
  switch (status) {
    case 'updated':
      return `${says} follows its clause`;
    case 'stale':
      return `${says} is out of date: its clause is ${expected_label ?? 'without a label'} now`;
    case 'deleted':
      return `${says} names a clause that is gone (${source_target})`;
    case 'retargeted':
      return `${says} names another clause than before${expected_label === null ? '' : ` (it was the one that is ${expected_label} now)`}`;
    case 'dangling':
      return `${says} names nothing`;
  }
}

function quote(text: string): string {
  return text.length > QUOTE ? `${text.slice(0, QUOTE).trimEnd()}…` : text;
}
