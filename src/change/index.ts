/** Changes from an alignment: what happened to each block, which words, how much, and where. */
export { buildChanges } from './build-changes.js';
export * from './change.js';
export { ChangeError, type ChangeErrorCode } from './errors.js';
export { filterChanges, NO_FILTER, parseFilter } from './filter.js';
export { inlineEdits, WORD_PROCESSOR } from './inline-edits.js';
export { charsAdded, charsDeleted, tokensChanged } from './measures.js';
export { countChanges, statistics } from './statistics.js';
