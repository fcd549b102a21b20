/** The model that everything shares: blocks, addresses, spans, code points. */
export {
  type AddressStep,
  childAddress,
  formatAddress,
  isAddressPrefix,
  parentAddress,
  parseAddress,
  resolveAddress,
} from './address.js';
export {
  BLOCK_KINDS,
  type Block,
  type BlockKind,
  type BlockTree,
  CONTAINER_KINDS,
  type Dropped,
  MAX_DEPTH,
  type Span,
  walk,
} from './block.js';
export { breadcrumb } from './breadcrumb.js';
export { buildTree, type DraftBlock } from './build.js';
export { CodePointIndex, codePointLength, hasSurrogates, sliceCodePoints } from './code-points.js';
export { DocumentError, type DocumentErrorCode } from './errors.js';
export { parseTree } from './parse.js';
export { type SourceRange, setSourceRange, sourceRange } from './range.js';
export { tokenize, wordTokens } from './tokens.js';
export { TreeIndex } from './tree-index.js';
export { writeTree } from './write.js';
