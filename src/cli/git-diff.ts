import { type Command, Option } from 'commander';
import type { ChangeFilter } from '../change/change.js';
import { COLOR_CHOICES, type ColorChoice, drawingWidth, wantsColor } from './appearance.js';
import { EXIT } from './errors.js';
import { addFilterOptions, filterOption } from './filter-options.js';
import { type GitDifference, gitDifference, type Version } from './git/diff-arguments.js';
import { git } from './git/git.js';
import { DEFAULT_MAX_INPUT, readInput } from './input.js';
import type { Io } from './io.js';
import { profileOption } from './profile-option.js';
import { addReadingOptions } from './reading-options.js';

interface GitDiffFlags {
  readonly format: 'terminal' | 'summary';
  readonly profile?: string;
  readonly maxInput?: number;
  readonly color: ColorChoice;
}

type Pair = Extract<GitDifference, { kind: 'pair' }>;

export function define(command: Command): void {
  command
    .argument('<args...>', 'what git passes to a diff driver or a difftool')
    // What follows the first argument is git's: a file may be called --kind.
    .passThroughOptions()
    .addOption(
      new Option('--format <format>', 'what to print').choices(['terminal', 'summary']).default('terminal'),
    );
  addReadingOptions(command);
  addFilterOptions(command);
  command
    .addOption(
      new Option('--color <when>', "colour the redline; auto does as git's color.diff and color.ui say")
        .choices(COLOR_CHOICES as unknown as string[])
        .default('auto'),
    )
    .addHelpText(
      'after',
      `
For git to call. As the diff driver of some files:

  echo '*.md diff=redtree' >> .gitattributes
  git config diff.redtree.command 'redtree git-diff'

As a difftool, for git difftool --tool=redtree:

  git config difftool.redtree.cmd 'redtree git-diff "$LOCAL" "$REMOTE" "$MERGED"'

A file that cannot be compared is told in a line, and the exit code is 0 all the
same: git stops at a driver that fails.

Examples:
  git diff HEAD~1 -- terms.md
  git log -p --ext-diff terms.md
  redtree git-diff --profile contract "$LOCAL" "$REMOTE" "$MERGED"`,
    );
}

export async function run(command: Command, io: Io): Promise<number> {
  const [args] = command.processedArgs as [string[]];
  const flags = command.opts<GitDiffFlags>();
  const difference = gitDifference(args);
  if (difference.kind === 'unmerged') {
    await say(io, `${difference.name}: has conflicts that are not resolved yet`);
    return EXIT.same;
  }
  await tellNames(difference, io);
  const maxChars = flags.maxInput ?? DEFAULT_MAX_INPUT;
  // A profile that is not there is a fault of the configuration, which git has to stop at; a file's fault is its own.
  const profile = await profileOption(flags.profile, io);
  const filter = filterOption(command.opts());
  let body: string;
  try {
    body = await draw(difference, flags, { maxChars, profile, filter }, io);
  } catch (error) {
    if (typeof (error as { code?: unknown }).code !== 'string') throw error;
    body = `cannot be compared: ${await visible((error as Error).message)}\n`;
  }
  await io.write(body === '' ? '\n' : `\n${body}\n`);
  return EXIT.same;
}

/** The redline; `""` where the words are the same, and only the name or the mode has changed. */
async function draw(
  { before, after }: Pair,
  flags: GitDiffFlags,
  options: Readonly<{ maxChars: number; profile: string | object | undefined; filter: ChangeFilter | null }>,
  io: Io,
): Promise<string> {
  const { maxChars, profile, filter } = options;
  const texts = { before: await textOf(before, maxChars, io), after: await textOf(after, maxChars, io) };
  if (texts.before === texts.after) return '';
  if (isLink(before) || isLink(after)) {
    return `${await visible(`[-${texts.before.trimEnd()}-]{+${texts.after.trimEnd()}+}`)}\n`;
  }
  const { compare } = await import('./engine.js');
  const comparison = compare(
    { text: texts.before, path: before.name },
    { text: texts.after, path: after.name },
    {
      maxChars,
      ...(profile === undefined ? {} : { profile }),
      ...(filter === null ? {} : { filter }),
      // A file that is not there is read as the other one is, and a renamed one as its name was and is now.
      sourceFormat: await formatOf(texts.before, before.file === null ? after.name : before.name),
      testFormat: await formatOf(texts.after, after.file === null ? before.name : after.name),
    },
  );
  if (flags.format === 'summary') {
    const { renderSummary } = await import('./engine.js');
    return renderSummary(comparison);
  }
  const { renderTerminal } = await import('./engine.js');
  return renderTerminal(comparison, { color: await gitColor(flags.color, io), width: drawingWidth(io) });
}

/** The format by the name's ending; one that no reader knows says nothing, since git was told to hand the file over. */
async function formatOf(text: string, name: string): Promise<string> {
  const { detectFormat } = await import('./engine.js');
  try {
    return detectFormat(text, name);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'unknown_extension') throw error;
    return detectFormat(text, null);
  }
}

async function textOf(version: Version, maxChars: number, io: Io): Promise<string> {
  if (version.file === null) return '';
  const { decodeUtf8 } = await import('../read/decode.js');
  const { bytes } = await readInput(version.file, maxChars, io);
  return decodeUtf8(bytes, version.name);
}

/** A symbolic link or a submodule: what git hands over is where it leads, and no document. */
function isLink({ mode }: Version): boolean {
  return mode === '120000' || mode === '160000';
}

/** Which files these are, and what happened to them beside their words. */
async function tellNames({ before, after, notes }: Pair, io: Io): Promise<void> {
  const called = ({ name, id }: Version) => (id === null ? name : `${name} ${id}`);
  if (before.file === null) await say(io, `${called(after)}: new file${mode(after)}`);
  else if (after.file === null) await say(io, `${called(before)}: deleted file${mode(before)}`);
  else await say(io, `${called(before)} → ${called(after)}`);
  for (const note of notes) await say(io, note);
  if (before.mode !== null && after.mode !== null && before.mode !== after.mode) {
    await say(io, `mode ${before.mode} → ${after.mode}`);
  }
}

function mode(version: Version): string {
  return version.mode === null ? '' : `, mode ${version.mode}`;
}

async function say(io: Io, line: string): Promise<void> {
  await io.write(`${await visible(line)}\n`);
}

async function visible(text: string): Promise<string> {
  const { visibleLine } = await import('../render/visible-text.js');
  return visibleLine(text);
}

/** Whether to colour: as the flag and the environment say, else as git would colour a difference of its own. */
async function gitColor(choice: ColorChoice, io: Io): Promise<boolean> {
  // Git's pager stands between here and the terminal, and it shows colours.
  const screen = { ...io, isTerminal: io.isTerminal || io.env.GIT_PAGER_IN_USE === 'true' };
  const wanted = wantsColor(choice, screen);
  if (choice !== 'auto' || io.env.FORCE_COLOR !== undefined || (io.env.NO_COLOR ?? '') !== '') return wanted;
  const asked = await git(['config', '--get-colorbool', 'color.diff', String(wanted)], 1000);
  const answer = asked.stdout.toString('utf8').trim();
  return answer === 'true' || answer === 'false' ? answer === 'true' : wanted;
}
