import type { ChangeFilter } from '../change/change.js';
import { ChangeError } from '../change/errors.js';
import { NO_FILTER, parseFilter } from '../change/filter.js';
import type { ComparisonConfig } from './document.js';
import { boolean, fault, fields, oneOf, string } from './fields.js';
import { readAlignmentConfig, SIMILARITY_NAMES } from './read-alignment.js';

const KEYS = [
  'source_format',
  'test_format',
  'profile',
  'alignment',
  'similarity',
  'processor',
  'budget_exhausted',
  'filter',
] as const;
const FILTER_KEYS = Object.keys(NO_FILTER) as (keyof ChangeFilter)[];

/** What was in force when a comparison was made. */
export function readConfig(json: unknown, where: string): ComparisonConfig {
  const given = fields(json, where, KEYS);
  return {
    source_format: string(given.source_format, `${where}.source_format`),
    test_format: string(given.test_format, `${where}.test_format`),
    profile: string(given.profile, `${where}.profile`),
    alignment: readAlignmentConfig(given.alignment, `${where}.alignment`),
    similarity: oneOf(given.similarity, `${where}.similarity`, SIMILARITY_NAMES),
    processor: string(given.processor, `${where}.processor`),
    budget_exhausted: boolean(given.budget_exhausted, `${where}.budget_exhausted`),
    filter: given.filter === null ? null : readFilter(given.filter, `${where}.filter`),
  };
}

/** A filter as it is recorded: all six fields, unlike one that a caller gives. */
function readFilter(json: unknown, where: string): ChangeFilter {
  fields(json, where, FILTER_KEYS);
  try {
    return parseFilter(json);
  } catch (error) {
    if (error instanceof ChangeError) throw fault(where, error.message);
    throw error;
  }
}
