import type { ChangeCounts, ComparisonStatistics, SectionStatistics } from '../change/change.js';
import { fault, fields, list, ratio, string, wholeNumber } from './fields.js';

const KEYS = ['counts', 'source_blocks', 'test_blocks', 'sections'] as const;
const ROW_KEYS = ['address', 'heading', 'breadcrumb', 'blocks', 'counts', 'density'] as const;
const COUNT_KEYS = [
  'inserted',
  'deleted',
  'modified',
  'moved',
  'renumbered',
  'total',
  'inline_insertions',
  'inline_deletions',
  'inline_replacements',
  'tokens_changed',
  'chars_added',
  'chars_deleted',
] as const;

/** The statistics as they were counted; they are taken over, because only the leaf differ that ran can count tokens. */
export function readStatistics(json: unknown, where: string): ComparisonStatistics {
  const given = fields(json, where, KEYS);
  return {
    counts: readCounts(given.counts, `${where}.counts`),
    source_blocks: wholeNumber(given.source_blocks, `${where}.source_blocks`),
    test_blocks: wholeNumber(given.test_blocks, `${where}.test_blocks`),
    sections: list(given.sections, `${where}.sections`, readRow),
  };
}

function readRow(json: unknown, where: string): SectionStatistics {
  const given = fields(json, where, ROW_KEYS);
  return {
    address: string(given.address, `${where}.address`),
    heading: string(given.heading, `${where}.heading`),
    breadcrumb: list(given.breadcrumb, `${where}.breadcrumb`, string),
    blocks: wholeNumber(given.blocks, `${where}.blocks`),
    counts: readCounts(given.counts, `${where}.counts`),
    density: ratio(given.density, `${where}.density`, Number.MAX_VALUE),
  };
}

function readCounts(json: unknown, where: string): ChangeCounts {
  const given = fields(json, where, COUNT_KEYS);
  const counts = Object.fromEntries(
    COUNT_KEYS.map((key) => [key, wholeNumber(given[key], `${where}.${key}`)]),
  ) as unknown as ChangeCounts;
  const { inserted, deleted, modified, moved, renumbered, total } = counts;
  if (inserted + deleted + modified + moved + renumbered !== total) {
    throw fault(`${where}.total`, `is ${total}, which is not the sum of the five kinds`);
  }
  return counts;
}
