/** Reads the structural scopes of a text. */
import { codePointLength } from '../document/code-points.js';
import { type GrammarSource, packagedGrammars } from './code/grammar-source.js';
import { CODE_GRAMMARS } from './code/grammars.js';
import { readCode } from './code/read-code.js';
import { readIni } from './config/ini.js';
import { readJson } from './config/json.js';
import { readToml } from './config/toml.js';
import { readYaml } from './config/yaml.js';
import { ScopeError } from './errors.js';
import { type LanguageHint, requireLanguage, type ScopeLanguage } from './language.js';
import { finishReading, type Outline } from './outline.js';
import { Positions } from './positions.js';
import { type ProseOptions, readProse } from './read-prose.js';
import type { ScopeReading } from './scope.js';

/** The largest text that is read by default, in code points; the readers of documents have the same cap. */
export const MAX_SCOPE_TEXT = 2_000_000;

/** What a text is, and how to read it. */
export interface ReadScopesOptions extends LanguageHint, ProseOptions {
  /** Where grammars are loaded from; the package's own by default. */
  readonly grammars?: GrammarSource;
  /** The cap on the text's length in code points; {@link MAX_SCOPE_TEXT} by default. */
  readonly maxCodePoints?: number;
}

/**
 * Reads the structural scopes of a text. The text is always content, never a path. What is not well-formed is no error:
 * symbols outside the broken part are given and the broken part is listed in `skipped`.
 * @throws ScopeError `unknown_language`, `text_too_large` or `grammar_unavailable`.
 */
export async function readScopes(text: string, options: ReadScopesOptions): Promise<ScopeReading> {
  const language = requireLanguage(options);
  const cap = options.maxCodePoints ?? MAX_SCOPE_TEXT;
  // A code point is at most two units, so most texts need no count.
  if (text.length > cap && codePointLength(text) > cap) {
    throw new ScopeError(
      'text_too_large',
      `the text has ${codePointLength(text)} code points and scopes are read up to ${cap}; raise maxCodePoints, or split the text`,
    );
  }
  if (language === 'markdown' || language === 'text') {
    const positions = new Positions(text);
    const { profile, cache } = options;
    return finishReading(language, positions, readProse(positions, language, { profile, cache }));
  }
  // Parsers take a byte order mark for a character of the first line; none of them needs it.
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const positions = new Positions(text);
  const outline = await readOutline(language, mark === 0 ? positions : new Positions(text.slice(1)), options);
  return finishReading(language, positions, mark === 0 ? outline : shift(outline, mark));
}

async function readOutline(
  language: Exclude<ScopeLanguage, 'markdown' | 'text'>,
  positions: Positions,
  options: ReadScopesOptions,
): Promise<Outline> {
  const grammars = options.grammars ?? packagedGrammars;
  switch (language) {
    case 'json':
      return readJson(positions);
    case 'yaml':
      return readYaml(positions);
    case 'toml':
      return readToml(positions, grammars);
    case 'ini':
      return readIni(positions);
    default:
      return readCode(positions, CODE_GRAMMARS[language], grammars);
  }
}

function shift(outline: Outline, by: number): Outline {
  const move = <T extends { start: number; end: number }>(it: T): T => ({
    ...it,
    start: it.start + by,
    end: it.end + by,
  });
  return { drafts: outline.drafts.map(move), skipped: outline.skipped.map(move) };
}
