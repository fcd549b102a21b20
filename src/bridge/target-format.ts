/** What a target's text is to a comparison and to the scope engine. */
import { detectFormat } from '../read/detect.js';
import { ReadError } from '../read/errors.js';
import { findLanguage, type ScopeLanguage } from '../scope/language.js';

/** What a target's row says of its text. */
export interface TargetType {
  readonly filename: string;
  /** A media type, or the name of a language. */
  readonly type: string;
}

/** The language of its scopes; undefined when it has none. */
export function languageOf({ filename, type }: TargetType): ScopeLanguage | undefined {
  if (type.includes('/')) return findLanguage({ mediaType: type, fileName: filename });
  return findLanguage({ language: type }) ?? findLanguage({ fileName: filename });
}

/** The format that it is compared in: Markdown, that of a reader for its file name, else plain text, as programs are. */
export function formatOf(target: TargetType): string {
  const language = languageOf(target);
  if (language === 'markdown' || language === 'text') return language === 'markdown' ? 'markdown' : 'text';
  try {
    return detectFormat('', target.filename);
  } catch (error) {
    if (error instanceof ReadError) return 'text';
    throw error;
  }
}
