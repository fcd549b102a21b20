/** What the check says: to a person, to GitHub's log, and to whatever reads JUnit's XML. */
import { relative, resolve } from 'node:path';
import { type DifferenceOptions, differenceTotals, renderDifference } from '../../render/difference.js';
import { visibleLine } from '../../render/visible-text.js';
import { count } from '../../render/wording.js';
import type { Outcome, Verdict } from './check.js';

/** Whether the check passes with this verdict. */
export function passes({ kind }: Verdict): boolean {
  return kind === 'same' || kind === 'written';
}

/** An outcome in one line, without its name. */
export function headline({ file, verdict }: Outcome): string {
  switch (verdict.kind) {
    case 'same':
      return `as in ${file}`;
    case 'written':
      return `wrote ${file}`;
    case 'different':
      return `${differenceTotals(verdict.difference)} against ${file}`;
    case 'missing':
      return `${file} is not there; --update writes it`;
    case 'broken':
      return `${file} is no comparison document: ${verdict.message}; --update writes it anew`;
    case 'orphan':
      return `${file} belongs to no pair; delete it, or bring its documents back`;
    case 'error':
      return verdict.message;
  }
}

/** An outcome for a person: its headline, and below it the redline of the comparison. Ends with a line feed. */
export function outcomeText(outcome: Outcome, color: boolean): string {
  const head = visibleLine(`${outcome.verdict.kind.padEnd(9)}  ${outcome.name}: ${headline(outcome)}`);
  return `${head}\n${redline(outcome, { color }).replaceAll(/^(?=.)/gm, '  ')}`;
}

function redline({ verdict }: Outcome, options: DifferenceOptions): string {
  return verdict.kind === 'different' ? renderDifference(verdict.difference, options) : '';
}

/** The last line: `7 pairs: 5 same, 1 different, 1 missing; 1 golden without a pair`. */
export function tally(outcomes: readonly Outcome[]): string {
  const number = (kind: Verdict['kind']) => outcomes.filter(({ verdict }) => verdict.kind === kind).length;
  const orphans = number('orphan');
  const kinds = (['same', 'written', 'different', 'missing', 'broken', 'error'] as const)
    .map((kind) => [number(kind), kind] as const)
    .filter(([n]) => n > 0)
    .map(([n, kind]) => (kind === 'error' ? count(n, 'error') : `${n} ${kind}`));
  const pairs = `${count(outcomes.length - orphans, 'pair')}: ${kinds.join(', ')}`;
  return orphans === 0 ? pairs : `${pairs}; ${count(orphans, 'golden')} without a pair`;
}

// Differences told in an annotation, which is a box beside the code; the log has them all.
const ANNOTATED = 10;

/**
 * Failures as GitHub's annotations, a line each, which its log turns into marks on the files. Paths are relative to the
 * checkout where the runner names it.
 */
export function githubAnnotations(outcomes: readonly Outcome[], workspace: string | undefined): string {
  const lines = outcomes
    .filter(({ verdict }) => !passes(verdict))
    .map((outcome) => {
      const file = relative(workspace ?? process.cwd(), resolve(outcome.file)).replaceAll('\\', '/');
      const title = `redtree golden: ${outcome.name}`;
      const message =
        `${visibleLine(headline(outcome))}\n${redline(outcome, { limit: ANNOTATED })}`.trimEnd();
      return `::error file=${property(file)},title=${property(title)}::${data(message)}\n`;
    });
  return lines.join('');
}

/**
 * A text that may be written to GitHub's log. Its runner obeys `::command::` at the start of a line, whatever its indent,
 * and `##[command]` anywhere in one, and a document's words must not be able to give it orders.
 */
export function safeForGithub(text: string): string {
  return text.replaceAll(/^(\s*):(?=:)/gm, '$1: ').replaceAll('##[', '## [');
}

/** The outcomes as JUnit's XML: a test case each; what cannot be compared is an error, all else that fails a failure. */
export function junitXml(outcomes: readonly Outcome[], folder: string): string {
  const errors = outcomes.filter(({ verdict }) => verdict.kind === 'error').length;
  const failures = outcomes.filter(({ verdict }) => !passes(verdict)).length - errors;
  const counts = `tests="${outcomes.length}" failures="${failures}" errors="${errors}"`;
  const cases = outcomes.map((outcome) => {
    const open = `    <testcase name="${xml(outcome.name)}" classname="${xml(folder)}" file="${xml(outcome.file)}"`;
    if (passes(outcome.verdict)) return `${open}/>\n`;
    const tag = outcome.verdict.kind === 'error' ? 'error' : 'failure';
    const attributes = `type="${outcome.verdict.kind}" message="${xml(headline(outcome))}"`;
    return `${open}>\n      <${tag} ${attributes}>${xml(redline(outcome, {}))}</${tag}>\n    </testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="redtree golden" ${counts}>
  <testsuite name="${xml(folder)}" ${counts}>
${cases.join('')}  </testsuite>
</testsuites>
`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

// What XML 1.0 cannot hold at all, however it is spelled.
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu;

function xml(text: string): string {
  return text
    .replace(NO_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
