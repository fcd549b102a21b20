import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Command, Option } from 'commander';
import { didYouMean } from '../document/suggest.js';
import { COLOR_CHOICES, type ColorChoice, wantsColor } from './appearance.js';
import { CommandError, EXIT } from './errors.js';
import { whyUnwritten } from './file-fault.js';
import { addFilterOptions, filterOption } from './filter-options.js';
import type { CheckOptions, Outcome } from './golden/check.js';
import type { GoldenConfig, PairSettings } from './golden/config.js';
import { DEFAULT_MAX_INPUT } from './input.js';
import type { Io } from './io.js';
import { profileOption } from './profile-option.js';
import { addFormatOption, addReadingOptions } from './reading-options.js';

interface GoldenFlags {
  readonly golden?: string;
  readonly config?: string;
  readonly trees?: boolean;
  readonly update?: boolean;
  readonly filter?: readonly string[];
  readonly junit?: string;
  readonly profile?: string;
  readonly sourceFormat?: string;
  readonly testFormat?: string;
  readonly maxInput?: number;
  readonly color: ColorChoice;
}

export function define(command: Command): void {
  command
    .argument('<dir>', 'the folder of the pairs, NAME.source.EXT and NAME.test.EXT')
    .option('--golden <dir>', 'where NAME.comparison.json are kept (default: beside the documents)')
    .option(
      '--filter <text>',
      'only the pairs whose name has this in it (repeatable)',
      (given: string, before: string[] | undefined) => [...(before ?? []), given],
    )
    .option('--update', 'keep the comparisons as they are now')
    .option('--trees', 'keep whole comparisons, with trees and alignment')
    .option('--no-trees', 'keep the compact form (the default)')
    .option('--config <file>', 'settings (default: redtree.golden.yaml in DIR, where there is one)')
    .option('--junit <file>', "write the results as JUnit's XML");
  addFormatOption(command, '--source-format', 'every source');
  addFormatOption(command, '--test-format', 'every test document');
  addReadingOptions(command);
  addFilterOptions(command);
  command
    .addOption(
      new Option('--color <when>', 'colour the marks; --color alone means always')
        .choices(COLOR_CHOICES as unknown as string[])
        .default('auto'),
    )
    .addHelpText(
      'after',
      `
Compares every pair and holds it against the comparison that is kept for it. What
differs is told change by change: + appeared, - went, ~ is told otherwise. Flags
win over the config file. In a GitHub workflow every failure is annotated, too.

Exit codes: 0 all as kept; 1 something differs, is missing or is left over; 2 an
error, or a pair that cannot be compared.

Examples:
  redtree golden fixtures
  redtree golden fixtures --golden golden --update
  redtree golden fixtures --filter agreement --kind insert --kind delete
  redtree golden fixtures --junit results.xml`,
    );
}

export async function run(command: Command, io: Io): Promise<number> {
  const [folder] = command.processedArgs as [string];
  const flags = command.opts<GoldenFlags>();
  const { findPairs, findGoldens, goldenFile } = await import('./golden/pairs.js');
  const { checkPair } = await import('./golden/check.js');
  const { githubAnnotations, junitXml, outcomeText, passes, safeForGithub, tally } = await import(
    './golden/report.js'
  );
  const all = await findPairs(folder);
  if (all.pairs.length === 0 && all.odd.length === 0) {
    throw new CommandError(
      'usage',
      `there is no pair under ${folder}: two documents make one when they are called NAME.source.EXT and NAME.test.EXT`,
    );
  }
  const names = [...all.pairs, ...all.odd].map(({ name }) => name);
  const config = await configOf(folder, names, flags, io);
  const isChosen = (name: string): boolean => flags.filter?.some((part) => name.includes(part)) ?? true;
  const pairs = all.pairs.filter(({ name }) => isChosen(name));
  const odd = all.odd.filter(({ name }) => isChosen(name));
  if (pairs.length === 0 && odd.length === 0) {
    const parts = flags.filter!.map((part) => `"${part}"`).join(' or ');
    throw new CommandError(
      'usage',
      `no pair under ${folder} has ${parts} in its name${didYouMean(flags.filter![0], names)}`,
    );
  }
  const golden = flags.golden ?? shorter(config.golden) ?? folder;
  const options: CheckOptions = {
    trees: flags.trees ?? config.trees,
    maxChars: flags.maxInput ?? config.maxInput ?? DEFAULT_MAX_INPUT,
    update: flags.update ?? false,
  };
  const settings = await settingsOf(command, flags, config, io);

  const onGithub = io.env.GITHUB_ACTIONS === 'true';
  const color = wantsColor(flags.color, io);
  const progress = progressLine(io);
  const outcomes: Outcome[] = [];
  const tell = async (outcome: Outcome) => {
    outcomes.push(outcome);
    if (outcome.verdict.kind === 'same') return;
    await progress.clear();
    const text = outcomeText(outcome, color);
    await io.write(onGithub ? safeForGithub(text) : text);
  };
  for (const { name, file, message } of odd) {
    await tell({ name, file, verdict: { kind: 'error', message: `${file} ${message}` } });
  }
  for (const [i, pair] of pairs.entries()) {
    await progress.show(`${i + 1}/${pairs.length} ${pair.name}`);
    await tell(await checkPair(pair, goldenFile(golden, pair.name), settings(pair.name), options, io));
  }
  for (const name of await findGoldens(golden)) {
    if (names.includes(name) || !isChosen(name)) continue;
    await tell({ name, file: goldenFile(golden, name), verdict: { kind: 'orphan' } });
  }
  await progress.clear();
  const failed = outcomes.filter(({ verdict }) => !passes(verdict));
  if (onGithub) await io.write(githubAnnotations(outcomes, io.env.GITHUB_WORKSPACE));
  if (flags.junit !== undefined) await writeReport(flags.junit, junitXml(outcomes, folder));
  await io.write(`${tally(outcomes)}\n`);
  if (failed.some(({ verdict }) => verdict.kind === 'different')) {
    await io.write(
      'If they are meant to differ, the same command with --update keeps them as they are now.\n',
    );
  }
  if (failed.some(({ verdict }) => verdict.kind === 'error')) return EXIT.error;
  return failed.length > 0 ? EXIT.different : EXIT.same;
}

async function configOf(
  folder: string,
  names: readonly string[],
  flags: GoldenFlags,
  io: Io,
): Promise<GoldenConfig> {
  const { CONFIG_FILE, NO_CONFIG, readGoldenConfig } = await import('./golden/config.js');
  const beside = join(folder, CONFIG_FILE);
  if (flags.config === undefined && !existsSync(beside)) return NO_CONFIG;
  return readGoldenConfig(flags.config ?? beside, names, io);
}

/** The settings of a pair by its name: the flags', then its own in the file, then the file's for all. */
async function settingsOf(
  command: Command,
  flags: GoldenFlags,
  config: GoldenConfig,
  io: Io,
): Promise<(name: string) => PairSettings> {
  const profile = await profileOption(flags.profile, io);
  const filter = filterOption(command.opts());
  const flagged: PairSettings = {
    ...(profile === undefined ? {} : { profile }),
    ...(flags.sourceFormat === undefined ? {} : { sourceFormat: flags.sourceFormat }),
    ...(flags.testFormat === undefined ? {} : { testFormat: flags.testFormat }),
    ...(filter === null ? {} : { filter }),
  };
  return (name) => ({ ...config.settings, ...defined(config.pairs.get(name) ?? {}), ...flagged });
}

/** A setting that is left out must not hide the one for all. */
function defined(settings: PairSettings): PairSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** A line on a terminal that is written over and over, and gone when something else is to be said. */
function progressLine(io: Io): { show(text: string): Promise<void>; clear(): Promise<void> } {
  const wanted = io.isTerminal && io.env.TERM !== 'dumb';
  let shown = false;
  return {
    show: async (text) => {
      if (!wanted) return;
      const { visibleLine } = await import('../render/visible-text.js');
      shown = true;
      await io.writeError(`\r\u001b[2K${visibleLine(text).slice(0, (io.columns ?? 80) - 1)}`);
    },
    clear: async () => {
      if (shown) await io.writeError('\r\u001b[2K');
      shown = false;
    },
  };
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CommandError(
      'cannot_write',
      `cannot write ${file}: ${whyUnwritten(error as NodeJS.ErrnoException, file)}`,
    );
  }
}

/** A path from a config file, as a person at this place would write it. */
function shorter(path: string | null): string | null {
  return path === null ? null : relative(process.cwd(), path) || '.';
}
