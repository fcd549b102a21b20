import type { ScopeSymbol } from '../../scope/index.js';
import type { ObserveRefusalCode } from '../errors.js';
import { type Connection, inTransaction } from '../store/database.js';
import { insertObservations } from './observation-rows.js';
import type { PageRequest, Selection } from './observe-arguments.js';
import type { ObservedBundle, ObserveRefusal, ObserveScopeResponse } from './observe-response.js';
import {
  cutPage,
  frameOf,
  identityOf,
  type ObservedScopes,
  refusal,
  scopeHash,
  selectOne,
  stateOf,
} from './observed-scopes.js';

/** Most code points of all scopes of a bundle, and of the pages that it is issued with. */
const SCOPE_CHARS = 65_536;
const RESPONSE_CHARS = 32_768;

/** Issues a receipt for each selection, all of one state and one reading, or says which selection is at fault. */
export async function issueBundle(
  connection: Connection,
  observed: ObservedScopes,
  selections: readonly Selection[],
  page: PageRequest,
): Promise<ObservedBundle | Extract<ObserveScopeResponse, { code?: unknown }>> {
  const symbols: ScopeSymbol[] = [];
  for (const [selection_index, selection] of selections.entries()) {
    const symbol = await selectOne(observed, selection);
    if ('status' in symbol) return { ...symbol, selection_index };
    const fault = clashOf(symbol, symbols);
    if (fault !== null) return { ...refusal(observed.id, ...fault), selection_index };
    symbols.push(symbol);
  }
  const oversized = sizeFault(observed, symbols, page);
  if (oversized !== null) return oversized;
  const { text } = observed;
  const scopes = symbols.map((symbol) => ({ symbol, hash: scopeHash(text, symbol) }));
  const { bundleId, ids } = await inTransaction(connection, (transaction) =>
    insertObservations(transaction, stateOf(observed), scopes, true),
  );
  return {
    status: 'observed_batch',
    observation_bundle_id: bundleId!,
    ...frameOf(observed),
    scopes: scopes.map(({ symbol, hash }, ordinal) => ({
      ordinal,
      observation_id: ids[ordinal]!,
      ...identityOf(symbol, hash),
      length: symbol.end - symbol.start,
      ...cutPage(text, symbol, page),
    })),
  };
}

/** What keeps a scope out of a bundle that holds `earlier` already. */
function clashOf(symbol: ScopeSymbol, earlier: readonly ScopeSymbol[]): [ObserveRefusalCode, string] | null {
  if (symbol.start === symbol.end) return ['EMPTY_SCOPE', 'The scope holds no text that could be edited.'];
  const twin = earlier.indexOf(symbol);
  if (twin >= 0) return ['DUPLICATE_SCOPE_SELECTION', `Selection ${twin} selects the same scope.`];
  const other = earlier.findIndex((it) => it.start < symbol.end && symbol.start < it.end);
  if (other < 0) return null;
  return [
    'OVERLAPPING_SCOPE_SELECTIONS',
    `Selection ${other} selects a scope that shares text with this one.`,
  ];
}

function sizeFault(
  { id }: ObservedScopes,
  symbols: readonly ScopeSymbol[],
  page: PageRequest,
): ObserveRefusal | null {
  const total = symbols.reduce((sum, { start, end }) => sum + end - start, 0);
  if (total > SCOPE_CHARS) {
    const detail = `The scopes have ${total} code points together; a bundle holds ${SCOPE_CHARS}. Select fewer or smaller ones.`;
    return refusal(id, 'BUNDLE_SCOPES_TOO_LARGE', detail);
  }
  const shown = symbols.reduce((sum, { start, end }) => sum + Math.min(page.max_chars, end - start), 0);
  if (shown <= RESPONSE_CHARS) return null;
  const detail = `The first pages have ${shown} code points together; ${RESPONSE_CHARS} are answered. Give a smaller max_chars and page by observation_id.`;
  return refusal(id, 'BUNDLE_RESPONSE_TOO_LARGE', detail);
}
