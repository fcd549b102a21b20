import type { Command } from 'commander';
import type { Accept } from '../apply/accept.js';
import type { ApplyOptions } from '../apply/apply.js';
import { CommandError, EXIT } from './errors.js';
import { noteUnmet } from './filter-notes.js';
import { addFilterOptions, filterOption } from './filter-options.js';
import { DEFAULT_MAX_INPUT, STANDARD_INPUT } from './input.js';
import type { Io } from './io.js';
import { addOutputOption, type OutputFlags, withOutput } from './output.js';
import { printedText } from './printed.js';
import { profileOption } from './profile-option.js';
import { addFormatOption, addReadingOptions } from './reading-options.js';
import { inFlags, readSide, type Side } from './sides.js';
import { readStored, restore, restoreFromBlocks } from './stored.js';

interface ApplyFlags extends OutputFlags {
  readonly at?: readonly string[];
  readonly comparison?: string;
  readonly profile?: string;
  readonly sourceFormat?: string;
  readonly testFormat?: string;
  readonly maxInput?: number;
}

export function define(command: Command): void {
  command
    .argument('<source>', 'the document as it was; - for standard input')
    .argument('[test]', 'the document as it is; may be left out with --comparison')
    .option(
      '--at <address>',
      'make the changes whose block has this address, on either side (repeatable)',
      (given: string, before: string[] | undefined) => [...(before ?? []), given],
    )
    .option('--comparison <file>', 'the stored comparison of the two, in place of comparing them');
  addFormatOption(command, '--source-format', 'SOURCE');
  addFormatOption(command, '--test-format', 'TEST');
  addReadingOptions(command);
  addFilterOptions(command);
  addOutputOption(command);
  command.addHelpText(
    'after',
    `
Prints SOURCE with the chosen changes made in its own text; what they do not
touch stays as it is, byte for byte. Without --at and filter all changes are
made. Where a change cannot be made without another, the error names both.
Without TEST, what comes is written from the blocks of the stored comparison, in
the manner of SOURCE.

Examples:
  redtree apply old.md new.md --kind insert --kind delete > merged.md
  redtree apply old.md new.md --address '/section[1]/section[4]'
  redtree apply old.md --comparison stored.json --role definition
  redtree apply old.md new.md --at '/section[1]/list_item[2]'`,
  );
}

export async function run(command: Command, world: Io): Promise<number> {
  const [source, test] = command.processedArgs as [string, string | undefined];
  const flags = command.opts<ApplyFlags>();
  const io = withOutput(flags, world);
  if ([source, test, flags.comparison].filter((name) => name === STANDARD_INPUT).length > 1) {
    throw new CommandError('usage', 'only one of the files can come from standard input');
  }
  const accept = acceptOption(flags, command);
  const maxChars = flags.maxInput ?? DEFAULT_MAX_INPUT;
  const before = await readSide(source, maxChars, io);
  const after = test === undefined ? undefined : await readSide(test, maxChars, io);
  const profile = await profileOption(flags.profile, io);
  const comparison = await comparisonOf(flags, before, after, profile, io);
  await noteUnmet(filterOption(command.opts()), [comparison.source, comparison.test], io);
  const { apply } = await import('./follow-up.js');
  const texts = { comparison, sourceText: before.text, testText: after?.text, profile };
  await io.write(
    before.mark +
      printedText(
        inFlags(() => apply({ ...texts, accept })),
        io,
      ),
  );
  return EXIT.same;
}

/** The stored comparison, or that of the two documents. */
async function comparisonOf(
  flags: ApplyFlags,
  before: Side,
  after: Side | undefined,
  profile: string | object | undefined,
  io: Io,
): Promise<ApplyOptions['comparison']> {
  if (flags.comparison !== undefined) {
    const stored = await readStored(flags.comparison, io);
    return after === undefined
      ? restoreFromBlocks(stored, flags.comparison, profile)
      : restore(stored, before, after, profile);
  }
  if (after === undefined) {
    throw new CommandError('usage', 'give the test document too, or a stored comparison with --comparison');
  }
  const { compare } = await import('./engine.js');
  return inFlags(() =>
    compare(before.side, after.side, {
      maxChars: flags.maxInput ?? DEFAULT_MAX_INPUT,
      ...(profile === undefined ? {} : { profile }),
      ...(flags.sourceFormat === undefined ? {} : { sourceFormat: flags.sourceFormat }),
      ...(flags.testFormat === undefined ? {} : { testFormat: flags.testFormat }),
    }),
  );
}

function acceptOption(flags: ApplyFlags, command: Command): Accept | undefined {
  const filter = filterOption(command.opts());
  if (flags.at === undefined) return filter ?? undefined;
  if (filter === null) return flags.at;
  throw new CommandError('usage', '--at names changes, a filter chooses them: give one or the other');
}
