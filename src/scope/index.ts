/** `redtree/scope`: the structural parts of a text, by name. */
export { type GrammarFile, type GrammarSource, packagedGrammars } from './code/grammar-source.js';
export { ScopeError, type ScopeErrorCode } from './errors.js';
export { GRAMMAR_FILES } from './grammar-files.js';
export {
  findLanguage,
  type LanguageHint,
  requireLanguage,
  SCOPE_LANGUAGES,
  type ScopeLanguage,
} from './language.js';
export type { ProseOptions } from './read-prose.js';
export { MAX_SCOPE_TEXT, type ReadScopesOptions, readScopes } from './read-scopes.js';
export {
  SCOPE_ENGINE,
  SCOPE_KINDS,
  type ScopeKind,
  type ScopeReading,
  type ScopeSymbol,
  type SkippedPart,
  type SkipReason,
} from './scope.js';
export {
  enclosingScope,
  filterScopes,
  type ScopeFilter,
  type ScopeSelection,
  type ScopeSelector,
  selectScope,
} from './select.js';
