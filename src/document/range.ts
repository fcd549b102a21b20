/** Where a block came from. It is kept beside the block, not in it: see `beside.ts`. */
export { type SourceRange, setSourceRange, sourceRange } from './beside.js';
