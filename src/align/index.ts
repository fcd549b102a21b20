export { align } from './align.js';
export {
  type AlignedPair,
  type Alignment,
  type AlignmentConfig,
  PASS_NAMES,
  type PassName,
  type SimilarityName,
} from './alignment.js';
export { DEFAULT_ALIGNMENT, resolveAlignmentConfig, resolveSimilarity } from './config.js';
export { AlignmentError, type AlignmentErrorCode } from './errors.js';
