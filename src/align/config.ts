import { BLOCK_KINDS, type BlockKind } from '../document/block.js';
import { didYouMean } from '../document/suggest.js';
import { type AlignmentConfig, PASS_NAMES, type PassName, type SimilarityName } from './alignment.js';
import { AlignmentError } from './errors.js';

/**
 * The settings in force when none are given. The numbers are those of the format's first producer, so that two producers
 * can be held against each other, but for two that the accuracy benchmark speaks against: `table_fuzzy` is on, because
 * without it a row inserted above an edited row cannot be told from two edited rows; and `move_min_similarity` is 0.65, not
 * 0.8, because a clause of a dozen words that moves and gains a proviso falls below 0.8 (recall of moves 0.89 against 0.96,
 * with no wrong move more).
 */
export const DEFAULT_ALIGNMENT: AlignmentConfig = {
  passes: PASS_NAMES,
  similarity: 'auto',
  fuzzy_min_similarity: 0.6,
  label_min_similarity: 0.5,
  positional_min_similarity: 0.35,
  move_min_similarity: 0.65,
  move_tie_margin: 0.1,
  move_min_tokens: 8,
  move_kinds: ['paragraph', 'list_item', 'heading'],
  fuzzy_window: 25,
  table_fuzzy: true,
  max_comparisons: 2_000_000,
};

/** Passes without which there is no alignment; the others may be switched off. */
const MANDATORY: readonly PassName[] = ['exact', 'structural', 'positional'];

const RATIOS = [
  'fuzzy_min_similarity',
  'label_min_similarity',
  'positional_min_similarity',
  'move_min_similarity',
  'move_tie_margin',
] as const;

/**
 * Fills in the defaults and checks every setting. Passes and kinds come out in their fixed order.
 * @throws AlignmentError `bad_alignment_config` for an unknown setting, pass or kind, a missing mandatory pass, or a number
 * out of range.
 */
export function resolveAlignmentConfig(partial: Partial<AlignmentConfig> = {}): AlignmentConfig {
  for (const name of Object.keys(partial)) {
    if (!Object.hasOwn(DEFAULT_ALIGNMENT, name)) {
      fail(name, `there is no setting "${name}"${didYouMean(name, Object.keys(DEFAULT_ALIGNMENT))}`);
    }
  }
  const given = Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined));
  const config: AlignmentConfig = { ...DEFAULT_ALIGNMENT, ...given };
  for (const name of RATIOS) {
    const value = config[name];
    if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
      fail(name, `${name} should be a number from 0 to 1, not ${show(value)}`);
    }
  }
  integer('move_min_tokens', config.move_min_tokens, 0);
  integer('fuzzy_window', config.fuzzy_window, 1);
  integer('max_comparisons', config.max_comparisons, 0);
  if (typeof config.table_fuzzy !== 'boolean') {
    fail('table_fuzzy', `table_fuzzy should be true or false, not ${show(config.table_fuzzy)}`);
  }
  if (!['auto', 'difflib', 'rapidfuzz'].includes(config.similarity)) {
    fail('similarity', `similarity should be auto, difflib or rapidfuzz, not ${show(config.similarity)}`);
  }
  const passes = members('passes', config.passes, PASS_NAMES);
  const missing = MANDATORY.filter((name) => !passes.includes(name));
  if (missing.length > 0) {
    fail(
      'passes',
      `passes lacks ${missing.join(' and ')}, which cannot be switched off (label, fuzzy and move can)`,
    );
  }
  return {
    passes,
    similarity: config.similarity,
    fuzzy_min_similarity: config.fuzzy_min_similarity,
    label_min_similarity: config.label_min_similarity,
    positional_min_similarity: config.positional_min_similarity,
    move_min_similarity: config.move_min_similarity,
    move_tie_margin: config.move_tie_margin,
    move_min_tokens: config.move_min_tokens,
    // The order is the caller's, whose list it is; a default list keeps the order it is documented in.
    move_kinds: memberList<BlockKind>('move_kinds', config.move_kinds, BLOCK_KINDS),
    fuzzy_window: config.fuzzy_window,
    table_fuzzy: config.table_fuzzy,
    max_comparisons: config.max_comparisons,
  };
}

/** The measure that `auto` stands for. */
export function resolveSimilarity(asked: AlignmentConfig['similarity']): SimilarityName {
  return asked === 'auto' ? 'rapidfuzz' : asked;
}

function integer(name: string, value: unknown, least: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    fail(name, `${name} should be a whole number of at least ${least}, not ${show(value)}`);
  }
}

function memberList<T extends string>(setting: string, given: unknown, all: readonly T[]): T[] {
  if (!Array.isArray(given)) fail(setting, `${setting} should be a list, not ${show(given)}`);
  for (const name of given as unknown[]) {
    if (!all.includes(name as T)) {
      fail(
        setting,
        `${setting} names ${show(name)}, which is none of ${all.join(', ')}${didYouMean(String(name), all)}`,
      );
    }
  }
  return [...new Set(given as T[])];
}

function members<T extends string>(setting: string, given: unknown, all: readonly T[]): T[] {
  const named = memberList(setting, given, all);
  return all.filter((name) => named.includes(name));
}

/** A value as it was given, cut where it is long. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function fail(setting: string, message: string): never {
  throw new AlignmentError('bad_alignment_config', message, setting);
}
