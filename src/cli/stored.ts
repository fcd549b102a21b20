/** Comparisons that were stored as JSON, and the two texts that they were made of. */
import type { Comparison, ComparisonParts } from '../compare/comparison.js';
import type { ComparisonDocument } from '../compare/document.js';
import { decodeUtf8 } from '../read/decode.js';
import { CommandError } from './errors.js';
import { readInput } from './input.js';
import type { Io } from './io.js';
import type { Side } from './sides.js';

// A whole comparison of two documents at the cap, written out, is some twenty times one of them.
const MAX_JSON = 40_000_000;

/** Reads a comparison document from a file or from standard input. */
export async function readStored(given: string, io: Io): Promise<ComparisonDocument | Comparison> {
  const { bytes, name } = await readInput(given, MAX_JSON, io);
  const text = decodeUtf8(bytes, name);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CommandError('cannot_read', `${name} is not JSON: ${(error as Error).message}`);
  }
  const { readDrawable } = await import('./engine.js');
  try {
    return readDrawable(json);
  } catch (error) {
    throw new CommandError('cannot_read', `${name}: ${(error as Error).message}`);
  }
}

/**
 * The comparison with its alignment, from the document alone: where it was written without, its blocks are aligned again,
 * which has to give the changes that it holds.
 * @throws CommandError `usage` for a document without its blocks, `wrong_document` when the blocks give other changes.
 */
export async function restoreFromBlocks(
  document: ComparisonDocument | Comparison,
  name: string,
  profile: string | object | undefined,
): Promise<Pick<ComparisonParts, 'source' | 'test' | 'alignment' | 'changes' | 'config'>> {
  const { Comparison } = await import('./engine.js');
  await checkProfile(document, profile);
  if (document instanceof Comparison) return document;
  const { source, test, changes, config } = document;
  if (source === undefined || test === undefined) {
    throw new CommandError(
      'usage',
      `${name} was stored without the blocks of the documents: give the test document too, with --test`,
    );
  }
  const { compare } = await import('./engine.js');
  const again = compare(source, test, {
    alignment: config.alignment,
    ...(config.filter === null ? {} : { filter: config.filter }),
  });
  if (JSON.stringify(again.changes) !== JSON.stringify(changes)) {
    throw new CommandError(
      'wrong_document',
      `${name} holds other changes than its blocks give when they are compared again: give the test document too, with --test`,
    );
  }
  return { source, test, alignment: again.alignment, changes, config };
}

/**
 * The comparison with its alignment. Where the document was written without, the texts are compared again as it records,
 * which has to give the changes that it holds.
 * @throws CommandError `wrong_document` when they give others.
 */
export async function restore(
  document: ComparisonDocument | Comparison,
  source: Side,
  test: Side,
  profile: string | object | undefined,
): Promise<Comparison> {
  const { Comparison } = await import('./engine.js');
  await checkProfile(document, profile);
  if (document instanceof Comparison) return document;
  const { compare } = await import('./engine.js');
  const { config } = document;
  const given = profile ?? (config.profile === '' ? undefined : config.profile);
  const comparison = compare(source.side, test.side, {
    ...(config.source_format === 'blocks' ? {} : { sourceFormat: config.source_format }),
    ...(config.test_format === 'blocks' ? {} : { testFormat: config.test_format }),
    ...(given === undefined ? {} : { profile: given }),
    alignment: config.alignment,
    ...(config.filter === null ? {} : { filter: config.filter }),
    maxChars: Number.MAX_SAFE_INTEGER,
  });
  if (JSON.stringify(comparison.changes) !== JSON.stringify(document.changes)) {
    throw new CommandError(
      'wrong_document',
      `${source.name} and ${test.name} are not the documents of this comparison: compared again, they give other changes`,
    );
  }
  return comparison;
}

/** The texts are read again, under the profile that they were read under. */
async function checkProfile(
  { config }: Pick<ComparisonDocument, 'config'>,
  profile: string | object | undefined,
): Promise<void> {
  const { builtinProfile } = await import('./engine.js');
  if (profile !== undefined || config.profile === '' || builtinProfile(config.profile) !== undefined) return;
  throw new CommandError(
    'usage',
    `the comparison was made with the profile "${config.profile}", which is not a built-in one: name its file with --profile`,
  );
}
