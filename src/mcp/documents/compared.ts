/** The two documents of a tool that compares. */
import type { ComparedTexts } from '../../apply/index.js';
import { compare } from '../../compare/compare.js';
import type { Comparison } from '../../compare/comparison.js';
import { ComparisonError } from '../../compare/errors.js';
import type { CompareOptions } from '../../compare/options.js';
import type { Arguments, Host } from '../tool.js';
import {
  documentArgument,
  formatArgument,
  type GivenDocument,
  optionalObject,
  profileArgument,
} from './arguments.js';

/** Reads both documents and the options of a comparison. `names` are the names of the two parameters. */
export async function sidesOf(
  args: Arguments,
  names: readonly [string, string],
  host: Host,
): Promise<{ source: GivenDocument; test: GivenDocument; options: CompareOptions }> {
  const [source, test] = [
    await documentArgument(args, names[0], host),
    await documentArgument(args, names[1], host),
  ];
  const profile = profileArgument(args);
  const sourceFormat = formatArgument(args, names[0]);
  const testFormat = formatArgument(args, names[1]);
  return {
    source,
    test,
    options: {
      ...(profile === undefined ? {} : { profile }),
      ...(sourceFormat === undefined ? {} : { sourceFormat }),
      ...(testFormat === undefined ? {} : { testFormat }),
    },
  };
}

/** The library speaks of its options; the caller knows them as arguments. */
export function inArguments<T>(names: readonly [string, string], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ComparisonError) || error.code !== 'formats_differ') throw error;
    const message = error.message
      .replace('sourceFormat', `${names[0]}_format`)
      .replace('testFormat', `${names[1]}_format`);
    throw new ComparisonError(error.code, message);
  }
}

/** Compares what the call gives, under its filter if it has one. */
export async function comparisonOf(args: Arguments, host: Host): Promise<Comparison> {
  return (await comparedTexts(args, host)).comparison;
}

/** Compares what the call gives, and keeps the two texts with the comparison. */
export async function comparedTexts(
  args: Arguments,
  host: Host,
): Promise<ComparedTexts & { readonly comparison: Comparison }> {
  const filter = optionalObject(args, 'filter');
  const names = ['source', 'test'] as const;
  const { source, test, options } = await sidesOf(args, names, host);
  const comparison = inArguments(names, () =>
    compare(source, test, filter === undefined ? options : { ...options, filter }),
  );
  return { comparison, sourceText: source.text, testText: test.text, profile: options.profile };
}
