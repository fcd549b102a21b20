import type { ScopeReading, ScopeSymbol } from '../../scope/index.js';
import type { ObserveRefusalCode } from '../errors.js';
import { sha256Hex } from '../text/hash.js';
import { asciiJsonBytes } from '../text/json.js';
import type { ObservedState } from './observation-rows.js';
import type { PageRequest, Selection } from './observe-arguments.js';
import type {
  AmbiguousScope,
  CandidateMembers,
  ObservedFrame,
  ObserveRefusal,
  ScopeIdentity,
  ScopeNotFound,
  SkippedMembers,
} from './observe-response.js';
import { pageOf, type ScopePage } from './scope-page.js';
import { loadEngine } from './scope-reading.js';
import type { ObservedText } from './text-cache.js';

/** Most candidates of an answer, and the bytes that they may take; a name can be as long as a paragraph. */
const MOST_CANDIDATES = 200;
const CANDIDATE_BYTES = 65_536;
/** Most skipped parts that an answer names, and the bytes that they may take. */
const MOST_SKIPPED = 20;
const SKIPPED_BYTES = 8_192;

/** A text with its scopes, all of one stored state. */
export interface ObservedScopes {
  readonly id: string;
  readonly text: ObservedText;
  readonly reading: ScopeReading;
}

export function refusal(id: string, code: ObserveRefusalCode, detail: string): ObserveRefusal {
  return { status: 'rejected', code, observation_id: null, target_file_id: id, failure_detail: detail };
}

export function frameOf({ id, text, reading }: ObservedScopes): ObservedFrame {
  return {
    target_file_id: id,
    target_version: text.version,
    target_current_hash: text.hash,
    engine: reading.engine,
    language: reading.language,
  };
}

export function stateOf({ id, text, reading }: ObservedScopes): ObservedState {
  const { version, hash, cycle } = text;
  return { target_file_id: id, version, hash, cycle, engine: reading.engine, language: reading.language };
}

/** Candidates as an answer lists them. */
export function candidatesOf(symbols: readonly ScopeSymbol[]): CandidateMembers {
  const candidates = bounded(
    symbols.map(({ name, kind, parent, start_line, end_line, start, end }) => ({
      name,
      kind,
      parent,
      start_line,
      end_line,
      start,
      end,
    })),
    MOST_CANDIDATES,
    CANDIDATE_BYTES,
  );
  return {
    candidates,
    total_candidates: symbols.length,
    candidates_truncated: candidates.length < symbols.length,
  };
}

/** What the engine could not read; nothing where it read all. */
export function skippedOf({ skipped }: ScopeReading): SkippedMembers {
  if (skipped.length === 0) return {};
  return { skipped: bounded(skipped, MOST_SKIPPED, SKIPPED_BYTES), total_skipped: skipped.length };
}

/** The first items that fit a budget. One that does not uses none of it, so that a long name hides itself alone. */
function bounded<T>(items: readonly T[], most: number, bytes: number): T[] {
  const kept: T[] = [];
  let left = bytes;
  for (const item of items) {
    if (kept.length === most) break;
    const size = asciiJsonBytes(item) + 1;
    if (size > left) continue;
    left -= size;
    kept.push(item);
  }
  return kept;
}

/** Selects one scope; what is not exactly one is the answer. */
export async function selectOne(
  observed: ObservedScopes,
  { name, kind }: Selection,
): Promise<ScopeSymbol | ScopeNotFound | AmbiguousScope> {
  const { selectScope } = await loadEngine();
  const found = selectScope(observed.reading, { name, kind });
  switch (found.status) {
    case 'selected':
      return found.symbol;
    case 'not_found':
      return {
        status: 'not_found',
        code: 'SCOPE_NOT_FOUND',
        observation_id: null,
        ...frameOf(observed),
        failure_detail: `No scope of the text has exactly this name${kind === null ? '' : ' and this kind'}; leave symbol_name out to list them.`,
        ...skippedOf(observed.reading),
      };
    case 'ambiguous':
      return {
        status: 'ambiguous',
        code: 'AMBIGUOUS_SCOPE_SELECTION',
        observation_id: null,
        ...frameOf(observed),
        failure_detail: `${found.candidates.length} scopes have this name; give its kind, or parent.name.`,
        ...candidatesOf(found.candidates),
      };
  }
}

export function identityOf(symbol: ScopeSymbol, hash: string): ScopeIdentity {
  return {
    symbol_name: symbol.name,
    kind: symbol.kind,
    parent: symbol.parent,
    scope_start: symbol.start,
    scope_end: symbol.end,
    observed_scope_hash: hash,
  };
}

export function scopeHash(
  { content, index }: ObservedText,
  { start, end }: Pick<ScopeSymbol, 'start' | 'end'>,
): string {
  return sha256Hex(content.slice(index.toUnit(start), index.toUnit(end)));
}

/** A page of a scope, cut from the text that the scope was found in. */
export function cutPage(
  { content, index }: ObservedText,
  scope: Pick<ScopeSymbol, 'start' | 'end' | 'start_line'>,
  page: PageRequest,
): ScopePage {
  const start = scope.start + page.offset;
  const from = index.toUnit(start);
  const to = index.toUnit(Math.min(scope.end, start + page.max_chars));
  return pageOf(
    {
      text: content.slice(from, to),
      scope_start: scope.start,
      scope_end: scope.end,
      offset: page.offset,
      max_chars: page.max_chars,
      line: scope.start_line + countLines(content, index.toUnit(scope.start), from),
      beginsLine: from === 0 || content[from - 1] === '\n',
    },
    page.withStarts,
  );
}

function countLines(content: string, from: number, to: number): number {
  let lines = 0;
  for (let at = content.indexOf('\n', from); at >= 0 && at < to; at = content.indexOf('\n', at + 1)) lines++;
  return lines;
}
