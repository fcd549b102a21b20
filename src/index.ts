/**
 * redtree: compares two documents as trees of blocks, and says what moved, what was renumbered and which words changed.
 * Everything here runs in a browser as well as in Node.
 */

// Which block is which.
export {
  type AlignedPair,
  type Alignment,
  type AlignmentConfig,
  AlignmentError,
  type AlignmentErrorCode,
  align,
  DEFAULT_ALIGNMENT,
  PASS_NAMES,
  type PassName,
  resolveAlignmentConfig,
  type SimilarityName,
} from './align/index.js';
// The source with some of the changes made.
export {
  type Accept,
  ApplyError,
  type ApplyErrorCode,
  type ApplyOptions,
  apply,
  type ComparedTexts,
} from './apply/index.js';
// What happened to each block.
export {
  buildChanges,
  CHANGE_KINDS,
  type Change,
  type ChangeCounts,
  ChangeError,
  type ChangeErrorCode,
  type ChangeFilter,
  type ChangeKind,
  type ComparisonStatistics,
  charsAdded,
  charsDeleted,
  countChanges,
  filterChanges,
  type InlineEdit,
  inlineEdits,
  type LeafProcessor,
  NO_FILTER,
  parseFilter,
  RESERVED_CHANGE_KINDS,
  type SectionStatistics,
  statistics,
  tokensChanged,
  WORD_PROCESSOR,
} from './change/index.js';
// Comparing two documents, and the comparison-v2 document.
export {
  BLOCKS_FORMAT,
  type ChangeDifference,
  COMPARISON_SCHEMA,
  type CompareOptions,
  Comparison,
  type ComparisonConfig,
  type ComparisonDocument,
  ComparisonError,
  type ComparisonErrorCode,
  type ComparisonParts,
  type ComparisonSide,
  compare,
  comparisonFromJSON,
  type DocumentDifference,
  type DocumentForm,
  differenceBetween,
  type FactDifference,
  type Held,
  holdAgainst,
  type KeptComparison,
  keptText,
  readKept,
  SCHEMA_VERSION,
} from './compare/index.js';
// The model of a document.
export {
  type AddressStep,
  BLOCK_KINDS,
  type Block,
  type BlockKind,
  type BlockTree,
  breadcrumb,
  buildTree,
  CONTAINER_KINDS,
  CodePointIndex,
  childAddress,
  codePointLength,
  DocumentError,
  type DocumentErrorCode,
  type DraftBlock,
  type Dropped,
  formatAddress,
  hasSurrogates,
  isAddressPrefix,
  MAX_DEPTH,
  parentAddress,
  parseAddress,
  parseTree,
  resolveAddress,
  type SourceRange,
  type Span,
  setSourceRange,
  sliceCodePoints,
  sourceRange,
  TreeIndex,
  tokenize,
  walk,
  wordTokens,
  writeTree,
} from './document/index.js';
// How a family of documents is written.
export { builtinProfile, builtinProfiles } from './profile/builtin/profiles.js';
export { ProfileError, type ProfileErrorCode, type ProfileProblem } from './profile/errors.js';
export { matchLabel } from './profile/label.js';
export { type ParseProfileOptions, parseProfile } from './profile/parse.js';
export type {
  CompiledProfile,
  HeadingReset,
  HeadingRule,
  LabelPattern,
  LabelStyle,
  Pattern,
  PatternMatch,
  Profile,
  RoleRule,
  SpanExtractor,
} from './profile/profile.js';
export { resolveProfile } from './profile/resolve.js';
export { PROFILE_SCHEMA } from './profile/schema.js';
// Reading texts, and readers of your own.
export { decodeUtf8 } from './read/decode.js';
export { detectFormat } from './read/detect.js';
export { ReadError, type ReadErrorCode } from './read/errors.js';
export { DEFAULT_MAX_CHARS, type ReadOptions, type ReadResult, readDocument } from './read/read-document.js';
export type { ReadContext, Reader } from './read/reader.js';
export { readerOf, readers, registerReader } from './read/registry.js';
// Drawing a comparison.
export { type AnnotateOptions, acceptAll, annotate, rejectAll } from './render/annotated.js';
export { type BlocksOptions, renderBlocks } from './render/blocks.js';
export { type DifferenceOptions, differenceTotals, renderDifference } from './render/difference.js';
export { RenderError, type RenderErrorCode } from './render/errors.js';
export { type HtmlDocument, type HtmlOptions, renderHtml } from './render/html/html.js';
export { type MarkdownOptions, renderMarkdown } from './render/markdown.js';
export type { MarkStyle } from './render/marks.js';
export type { MarkdownStyle } from './render/papers.js';
export type { RedlineDocument } from './render/redline-document.js';
export { renderSummary, type SummaryOptions } from './render/summary.js';
export { renderTerminal, type TerminalOptions } from './render/terminal.js';
export type { Typography } from './render/typography.js';
export { renderVerification } from './render/verification.js';
// Holding an edit to its scope, and references to their clauses.
export { VerifyError, type VerifyErrorCode } from './verify/errors.js';
export type { LayoutChange } from './verify/layout.js';
export type { MarkupChange, VerifiedTexts } from './verify/markup.js';
export {
  checkReferences,
  type ReferenceFinding,
  type ReferenceReport,
  type ReferenceStatus,
} from './verify/references.js';
export type { AllowedScope, ScopeRoot } from './verify/scope.js';
export { type UndefinedTerm, undefinedTerms } from './verify/terms.js';
export {
  EXEMPTIONS,
  type Exemption,
  type JudgedLayout,
  type JudgedMarkup,
  type Stray,
  type Verification,
  type VerifyOptions,
  verify,
  verifyComparison,
} from './verify/verify.js';
