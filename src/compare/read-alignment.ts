import {
  type AlignedPair,
  type Alignment,
  type AlignmentConfig,
  PASS_NAMES,
  type PassName,
  type SimilarityName,
} from '../align/alignment.js';
import { DEFAULT_ALIGNMENT, resolveAlignmentConfig } from '../align/config.js';
import { AlignmentError } from '../align/errors.js';
import type { TreeIndex } from '../document/tree-index.js';
import { boolean, fault, fields, list, oneOf, ratio, show, string, wholeNumber } from './fields.js';

/** The measures' names on the wire. */
export const SIMILARITY_NAMES: readonly SimilarityName[] = ['difflib', 'rapidfuzz'];

const SETTINGS = [
  'passes',
  'similarity',
  'fuzzy_min_similarity',
  'label_min_similarity',
  'positional_min_similarity',
  'move_min_similarity',
  'move_tie_margin',
  'move_min_tokens',
  'move_kinds',
  'fuzzy_window',
  'table_fuzzy',
  'max_comparisons',
] as const;
const KEYS = [
  'pairs',
  'inserted',
  'deleted',
  'config',
  'backend',
  'pass_counts',
  'budget_exhausted',
] as const;
const PAIR_KEYS = ['source_path', 'test_path', 'matched_by', 'confidence', 'moved', 'renumbered'] as const;
const COUNTED = ['root', ...PASS_NAMES] as const;

interface Sides {
  readonly source: TreeIndex;
  readonly test: TreeIndex;
}

/** All twelve settings of the aligner. */
export function readAlignmentConfig(json: unknown, where: string): AlignmentConfig {
  const given = fields(json, where, SETTINGS);
  for (const key of SETTINGS) checkType(given[key], `${where}.${key}`, DEFAULT_ALIGNMENT[key]);
  let config: AlignmentConfig;
  try {
    config = resolveAlignmentConfig(given as Partial<AlignmentConfig>);
  } catch (error) {
    if (error instanceof AlignmentError) throw fault(where, error.message);
    throw error;
  }
  for (const key of ['passes', 'move_kinds'] as const) {
    // Filling in defaults puts lists in order and drops repetitions; a document that needed it would be written otherwise.
    if (JSON.stringify(config[key]) !== JSON.stringify(given[key])) {
      throw fault(`${where}.${key}`, 'should name each entry once, passes in their fixed order');
    }
  }
  return config;
}

/** Types first, names and ranges later: what says which names there are may print the value, whatever its size. */
function checkType(value: unknown, where: string, like: unknown): void {
  if (Array.isArray(like)) list(value, where, shortName);
  else if (typeof value !== typeof like) throw fault(where, `should be a ${typeof like}, not ${show(value)}`);
}

function shortName(value: unknown, where: string): string {
  const name = string(value, where);
  if (name.length > 40) throw fault(where, `is ${show(name)}, which is no name`);
  return name;
}

/** An alignment whose addresses are all in the trees, with every block in exactly one place. */
export function readAlignment(json: unknown, where: string, sides: Sides): Alignment {
  const given = fields(json, where, KEYS);
  const pairs = list(given.pairs, `${where}.pairs`, readPair);
  const alignment: Alignment = {
    pairs,
    inserted: list(given.inserted, `${where}.inserted`, string),
    deleted: list(given.deleted, `${where}.deleted`, string),
    config: readAlignmentConfig(given.config, `${where}.config`),
    backend: oneOf(given.backend, `${where}.backend`, SIMILARITY_NAMES),
    pass_counts: readPassCounts(given.pass_counts, `${where}.pass_counts`),
    budget_exhausted: boolean(given.budget_exhausted, `${where}.budget_exhausted`),
  };
  checkCover(alignment, where, sides);
  return alignment;
}

function readPair(json: unknown, where: string): AlignedPair {
  const given = fields(json, where, PAIR_KEYS);
  return {
    source_path: string(given.source_path, `${where}.source_path`),
    test_path: string(given.test_path, `${where}.test_path`),
    matched_by: oneOf(given.matched_by, `${where}.matched_by`, COUNTED),
    confidence: ratio(given.confidence, `${where}.confidence`),
    moved: boolean(given.moved, `${where}.moved`),
    renumbered: boolean(given.renumbered, `${where}.renumbered`),
  };
}

function readPassCounts(json: unknown, where: string): Record<PassName | 'root', number> {
  const given = fields(json, where, COUNTED);
  return Object.fromEntries(
    COUNTED.map((name) => [name, wholeNumber(given[name], `${where}.${name}`)]),
  ) as Record<PassName | 'root', number>;
}

function checkCover(alignment: Alignment, where: string, { source, test }: Sides): void {
  const { pairs, inserted, deleted, pass_counts } = alignment;
  const first = pairs[0];
  if (first === undefined || first.source_path !== '/' || first.test_path !== '/') {
    throw fault(`${where}.pairs`, 'should begin with the pair of the two roots');
  }
  pairs.forEach(({ matched_by }, i) => {
    if ((matched_by === 'root') !== (i === 0)) {
      throw fault(
        `${where}.pairs[${i}].matched_by`,
        `is "${matched_by}"; the first pair, and no other, is "root"`,
      );
    }
  });
  cover(source, 'source', [...paths(pairs, 'source_path', where), ...listed(deleted, `${where}.deleted`)]);
  for (let i = 1; i < pairs.length; i++) {
    if (source.at(pairs[i].source_path) > source.at(pairs[i - 1].source_path)) continue;
    throw fault(`${where}.pairs[${i}]`, 'should stand after the pair before it: pairs are in source order');
  }
  cover(test, 'test', [...paths(pairs, 'test_path', where), ...listed(inserted, `${where}.inserted`)]);
  const counted = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Record<PassName | 'root', number>;
  for (const pair of pairs) counted[pair.matched_by]++;
  for (const name of COUNTED) {
    if (counted[name] !== pass_counts[name]) {
      throw fault(
        `${where}.pass_counts.${name}`,
        `is ${pass_counts[name]}, but there are ${counted[name]} such pairs`,
      );
    }
  }
}

/** An address and where in the document it stands. */
type Placed = readonly [address: string, where: string];

function paths(pairs: readonly AlignedPair[], key: 'source_path' | 'test_path', where: string): Placed[] {
  return pairs.map((pair, i) => [pair[key], `${where}.pairs[${i}].${key}`]);
}

function listed(addresses: readonly string[], where: string): Placed[] {
  return addresses.map((address, i) => [address, `${where}[${i}]`]);
}

function cover(side: TreeIndex, name: string, addresses: readonly Placed[]): void {
  const seen = new Uint8Array(side.blocks.length);
  for (const [address, where] of addresses) {
    const index = side.at(address);
    if (index < 0)
      throw fault(where, `names ${JSON.stringify(address.slice(0, 80))}, which is not in ${name}`);
    if (seen[index] === 1) throw fault(where, `names ${address}, which is in the alignment already`);
    seen[index] = 1;
  }
  const left = seen.indexOf(0);
  if (left >= 0) {
    throw fault(
      'alignment',
      `leaves out ${side.blocks[left].path} of ${name}: every block is in a pair, or inserted, or deleted`,
    );
  }
}
