/** The command line: finds the command that was asked for, parses its arguments, and prints help. */
import { Command, CommanderError } from 'commander';
import { didYouMean } from '../document/suggest.js';
import { COMMANDS, type CommandEntry } from './commands.js';
import { CommandError, EXIT } from './errors.js';
import type { Io } from './io.js';

/**
 * Runs `argv`, which asks for a command or for help, and gives the exit code.
 * @throws CommandError `usage`, and whatever the command throws.
 */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined || first === '--help' || first === '-h') return help(io);
  if (first === 'help') return rest.length === 0 ? help(io) : runEntry(find(rest[0]), ['--help'], io);
  if (first.startsWith('-')) {
    const known = ['--help', '--version'];
    throw new CommandError('usage', `unknown option ${first}${didYouMean(first, known)}; see redtree --help`);
  }
  return runEntry(find(first), rest, io);
}

function find(name: string): CommandEntry {
  const entry = COMMANDS.find((known) => known.name === name);
  if (entry !== undefined) return entry;
  const names = COMMANDS.map((known) => known.name);
  throw new CommandError(
    'usage',
    `there is no command "${name}"${didYouMean(name, names)}; the commands are ${names.join(', ')}`,
  );
}

async function runEntry(entry: CommandEntry, args: readonly string[], io: Io): Promise<number> {
  const loaded = await entry.load();
  const command = quiet(new Command(`redtree ${entry.name}`), io);
  loaded.define(command.description(sentence(entry.summary)));
  const shown = await parse(command, normalized(args), io);
  return shown ? EXIT.same : loaded.run(command, io);
}

async function help(io: Io): Promise<number> {
  const program = quiet(new Command('redtree'), io)
    .usage('COMMAND [options]')
    .description('Compares two documents as trees of blocks and tells what happened to each clause.')
    .option('-V, --version', 'print the version')
    .addHelpText(
      'after',
      `
Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join('\n')}

Examples:
  redtree compare old.md new.md   a redline on a terminal, JSON in a pipe
  redtree compare --help          what compare can do

Exit codes: 0 done; 1 there are changes and --exit-code was given; 2 an error,
told in one line.`,
    );
  await parse(program, ['--help'], io);
  return EXIT.same;
}

/** Parses; true when help was asked for and has been printed. */
async function parse(command: Command, args: readonly string[], io: Io): Promise<boolean> {
  const printed: string[] = [];
  command.configureOutput({ writeOut: (text) => printed.push(text), writeErr: () => {} });
  try {
    command.parse(args as string[], { from: 'user' });
    return false;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) {
      await io.write(printed.join(''));
      return true;
    }
    throw new CommandError('usage', `${usageFault(error.message)}; see ${command.name()} --help`);
  }
}

/** What commander says, as the first half of a sentence. */
function usageFault(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(
      /^too many arguments.*?Expected (\d+) arguments? but got (\d+)/,
      'too many arguments: $2 where $1 can be',
    )
    .replace(
      /'([^']*)' is invalid( for argument '.*')?\. Allowed choices are (.*)\.$/s,
      (_, given: string, place: string | undefined, choices: string) =>
        `"${given}" is invalid${place ?? ''}${didYouMean(given, choices.split(', '))}; it can be ${choices}`,
    )
    .replace(/ is invalid\. /, ' is invalid: ')
    .replace(/\.$/, '');
}

function quiet(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ helpWidth: Math.min(io.columns ?? 80, 100) });
}

/** `--color` alone means always; it must not swallow the file name that follows it. */
function normalized(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const WHEN = ['auto', 'always', 'never'];
  return args.map((arg, i) => {
    if (end >= 0 && i > end) return arg;
    if (arg === '--color' && !WHEN.includes(args[i + 1])) return '--color=always';
    return arg === '--no-color' ? '--color=never' : arg;
  });
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
