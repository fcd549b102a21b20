import type { GrammarSource, ScopeReading } from '../../scope/index.js';
import { sha256Hex } from '../text/hash.js';

/** A text as the scope engine is asked about it. */
export interface ScopedText {
  readonly content: string;
  readonly filename: string;
  /** A media type, or the name of a language. */
  readonly type: string;
}

/** Why a text has no scopes at all. */
export type UnreadableCode =
  | 'SCOPE_LANGUAGE_UNSUPPORTED'
  | 'SCOPE_TEXT_TOO_LARGE'
  | 'SCOPE_ENGINE_UNAVAILABLE';

export interface Unreadable {
  readonly unreadable: UnreadableCode;
  readonly detail: string;
}

const UNREADABLE = {
  unknown_language: 'SCOPE_LANGUAGE_UNSUPPORTED',
  text_too_large: 'SCOPE_TEXT_TOO_LARGE',
  grammar_unavailable: 'SCOPE_ENGINE_UNAVAILABLE',
} as const satisfies Record<string, UnreadableCode>;

/** Symbols that are kept of earlier readings; the least recently used readings go first. */
const KEPT_SYMBOLS = 100_000;

const readings = new Map<string, ScopeReading>();

/** The engine is loaded when a scope is first asked for: services that only read, write and replay do without it. */
export const loadEngine = () => import('../../scope/index.js');

/**
 * The scopes of a text. The same text gives the same scopes, so a reading is kept under the hash of what was read: a
 * submission that follows an observation in the same process need not parse again while it holds the target's lock.
 */
export async function readTargetScopes(
  text: ScopedText,
  grammars?: GrammarSource,
): Promise<ScopeReading | Unreadable> {
  const { findLanguage, readScopes, ScopeError } = await loadEngine();
  const { content, filename, type } = text;
  const hint = type.includes('/')
    ? { mediaType: type, fileName: filename }
    : findLanguage({ language: type }) === undefined
      ? { fileName: filename }
      : { language: type };
  const key = `${findLanguage(hint)} ${sha256Hex(content)}`;
  const known = readings.get(key);
  if (known !== undefined) {
    readings.delete(key);
    readings.set(key, known);
    return known;
  }
  try {
    const reading = await readScopes(content, { ...hint, ...(grammars === undefined ? {} : { grammars }) });
    keep(key, reading);
    return reading;
  } catch (error) {
    if (!(error instanceof ScopeError)) throw error;
    return { unreadable: UNREADABLE[error.code], detail: `${sentence(error.message)}.` };
  }
}

/** A map keeps the order of insertion: the first key is the one used least recently. */
function keep(key: string, reading: ScopeReading): void {
  readings.set(key, reading);
  let symbols = 0;
  for (const kept of readings.values()) symbols += kept.symbols.length + 1;
  for (const [oldest, kept] of readings) {
    if (symbols <= KEPT_SYMBOLS) return;
    readings.delete(oldest);
    symbols -= kept.symbols.length + 1;
  }
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
