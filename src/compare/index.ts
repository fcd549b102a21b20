/** Comparing two documents, and the comparison-v2 document. */
export { compare } from './compare.js';
export { Comparison, type ComparisonParts, comparisonFromJSON } from './comparison.js';
export { type ChangeDifference, type DocumentDifference, differenceBetween } from './difference.js';
export {
  BLOCKS_FORMAT,
  type ComparisonConfig,
  type ComparisonDocument,
  type DocumentForm,
  SCHEMA_VERSION,
} from './document.js';
export { ComparisonError, type ComparisonErrorCode } from './errors.js';
export type { FactDifference } from './facts.js';
export { type Held, holdAgainst } from './hold.js';
export { type KeptComparison, keptText, readKept } from './kept.js';
export type { CompareOptions } from './options.js';
export { COMPARISON_SCHEMA } from './schema.js';
export type { ComparisonSide } from './sides.js';
