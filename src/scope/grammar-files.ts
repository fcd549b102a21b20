/** Every grammar that the build puts into `dist/grammars`, for its own use and for those who bundle the package. */
import type { GrammarFile } from './code/grammar-source.js';
import { CODE_GRAMMARS } from './code/grammars.js';
import { TOML_GRAMMAR } from './config/toml.js';

export const GRAMMAR_FILES: readonly GrammarFile[] = [
  ...Object.values(CODE_GRAMMARS).map((it) => it.grammar),
  TOML_GRAMMAR,
];
