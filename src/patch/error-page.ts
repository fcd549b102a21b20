import { ARGUMENT_FAULTS, OBSERVE_REFUSALS, REJECTIONS } from './errors.js';
import { TOOL_ARGUMENT_FAULTS } from './service/arguments.js';
import type { StoreErrorCode } from './store/errors.js';
import type { WorkspaceState } from './workspace/initialize.js';
import type { PartialSave } from './workspace/save.js';

/** When each state of a workspace keeps an import or a publication from being made: the types hold the list complete. */
const WORKSPACE_STATES: Readonly<Record<WorkspaceState, string>> = {
  workspace_busy: 'Another operation holds the lease on the directory. Try again.',
  external_disk_drift:
    'The file is not what the service last read or wrote. Nothing was changed; initialise from the file.',
  workspace_identity_mismatch: 'The root is another directory than the one that the target was bound to.',
  workspace_target_unbound: 'The target was not made from a workspace file.',
  original_eol_unrecoverable:
    'The file mixed line ends, which were not stored line by line. Choose another format.',
  source_line_endings_unknown: 'The line ends of the upload were not recorded. Choose another format.',
  workspace_io_error:
    'The file system refused to read the file, or an operation before the file was installed.',
};

/** What is uncertain after the file was installed. */
const PARTIAL_SAVES: Readonly<Record<PartialSave['code'], string>> = {
  workspace_durability_uncertain: 'Whether the directory entry would survive a loss of power.',
  workspace_checkpoint_uncertain: 'Whether the database committed the checkpoint.',
  workspace_post_install_error: 'Whether the directory was left tidy: closing it failed.',
};

/** Errors that are thrown, not answered: the store itself is at fault. */
const STORE_ERRORS: Readonly<Record<StoreErrorCode, string>> = {
  database_unavailable:
    'The database cannot be reached, or went away before the commit: nothing of the work was kept.',
  commit_uncertain: 'The connection was lost during the commit: the work is stored whole or not at all.',
  server_too_old: 'The server is older than PostgreSQL 16.',
  migration_changed: 'The database was made with other SQL than this release has.',
  migration_unknown: 'The database was made by a newer release.',
  migration_pending: 'The database lacks migrations.',
  folder_in_use: 'Another process holds the folder and does not answer.',
  folder_unusable: 'The folder cannot be used for a database.',
  bad_setting: 'A setting has a value that it cannot have.',
};

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
  const refusals = OBSERVE_REFUSALS.map(({ code, when }) => row([mark(code), when]));
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

## Scopes that are not observed

\`patchdiff_observe_scope\` answers \`not_found\` with \`SCOPE_NOT_FOUND\` and \`ambiguous\` with \`AMBIGUOUS_SCOPE_SELECTION\` where
a selection is not exactly one scope. It is \`rejected\` with one of these as \`code\`; nothing is issued then, and no attempt
is recorded.

| \`code\` | when |
|---|---|
${refusals.join('\n')}

## States of the workspace

A save that publishes, or an initialisation from a file, is \`rejected\` with one of these as \`failure_reason\`.

${table('`failure_reason`', 'when', WORKSPACE_STATES)}

A save is \`partial\` with one of these as \`code\`: the file was installed, and something is not certain.

${table('`code`', 'what is uncertain', PARTIAL_SAVES)}

## Faults of the store

These are thrown, with the word as \`code\` and a message that says what an operator can do.

${table('`code`', 'when', STORE_ERRORS)}
`;
}

function table(head: string, tail: string, rows: Readonly<Record<string, string>>): string {
  const lines = Object.entries(rows).map(([code, text]) => row([mark(code), text]));
  return [row([head, tail]), '|---|---|', ...lines].join('\n');
}

function mark(word: string): string {
  return `\`${word}\``;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
