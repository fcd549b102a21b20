/** Comparisons that were stored as JSON, and the two texts that they were made of. */
import type { Comparison } from '../compare/comparison.js';
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
  const { readDrawable } = await import('../compare/drawable.js');
  try {
    return readDrawable(json);
  } catch (error) {
    throw new CommandError('cannot_read', `${name}: ${(error as Error).message}`);
  }
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
  const { Comparison } = await import('../compare/comparison.js');
  if (document instanceof Comparison) return document;
  const { compare } = await import('../compare/compare.js');
  const { builtinProfile } = await import('../profile/builtin/profiles.js');
  const { config } = document;
  if (profile === undefined && config.profile !== '' && builtinProfile(config.profile) === undefined) {
    throw new CommandError(
      'usage',
      `the comparison was made with the profile "${config.profile}", which is not a built-in one: name its file with --profile`,
    );
  }
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
