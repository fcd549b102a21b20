import { ARGUMENT_FAULTS, REJECTIONS } from './errors.js';
import { TOOL_ARGUMENT_FAULTS } from './service/arguments.js';

/** The text of `docs/patch-errors.md`, made from the tables that the service itself uses. */
export function errorPage(): string {
  const rejections = REJECTIONS.map(({ reason, stage, code, retryable, when, remedy }) =>
    row([
      mark(reason),
      code === null ? '–' : mark(code),
      mark(stage),
      retryable ? 'yes' : 'no',
      when,
      remedy,
    ]),
  );
  const faults = [...ARGUMENT_FAULTS, ...TOOL_ARGUMENT_FAULTS]
    .map(({ code, when }) => row([mark(code), when]))
    .sort();
  return `# Errors of the patch service

This page is made from the tables in the code; a test holds it to them.

An answer of the service is of one of four kinds. \`ok\`, \`accepted\`, \`saved\` and \`success\` are what they say. \`rejected\`
is a verdict: the call was understood and its edit refused, with \`failure_reason\`, \`failure_detail\` and, for submissions, a
\`diagnostic\`. \`invalid_argument\` is a call that could not be judged, with \`failure_detail\` and mostly \`code\`; it leaves no
attempt. \`not_found\` names a target that is not there.

## Verdicts

One row for each pair of \`failure_reason\` and \`diagnostic.code\` that occurs. \`diagnostic.retryable\` is advice: the same
target can accept a new proposal made from a fresh read, while the identical request will not succeed. A host's own admission
check can add codes to \`context_invalid\` at \`precondition_guard\`; they are not retryable.

| \`failure_reason\` | \`diagnostic.code\` | \`validation_stage\` | retryable | when | what to do |
|---|---|---|---|---|---|
${rejections.join('\n')}

## Arguments that cannot be judged

| \`code\` | when |
|---|---|
${[...new Set(faults)].join('\n')}
`;
}

function mark(word: string): string {
  return `\`${word}\``;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
