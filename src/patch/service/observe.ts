import type { GrammarSource } from '../../scope/index.js';
import type { InvalidArgument } from '../errors.js';
import { type Connection, inTransaction } from '../store/database.js';
import { sha256Hex } from '../text/hash.js';
import { ArgumentError, answering, type NotFound, notFound } from './arguments.js';
import { findObservation, insertObservations } from './observation-rows.js';
import { observationFault } from './observation-state.js';
import {
  type ObserveScopeArguments,
  type PageRequest,
  readObserveArguments,
  type Selection,
} from './observe-arguments.js';
import { issueBundle } from './observe-bundle.js';
import type {
  AmbiguousScope,
  ObservedReceipt,
  ObserveRefusal,
  ObserveScopeResponse,
  ScopeCandidates,
  ScopeNotFound,
} from './observe-response.js';
import {
  candidatesOf,
  cutPage,
  frameOf,
  identityOf,
  type ObservedScopes,
  refusal,
  scopeHash,
  selectOne,
  skippedOf,
  stateOf,
} from './observed-scopes.js';
import { loadEngine, readTargetScopes } from './scope-reading.js';
import { observeText } from './text-cache.js';

export interface ObserveOptions {
  /** Where the scope engine loads grammars from; the package's own when left out. */
  readonly grammars?: GrammarSource;
}

/**
 * Lists the scopes of a target, or issues a receipt (an observation) for exactly one of them, or a bundle of receipts for
 * several, with a page of the text of each. A submission under a receipt can change that scope and nothing else. What was
 * asked for is found exactly once or nothing is issued.
 */
export function observeScope(
  connection: Connection,
  args: ObserveScopeArguments,
  options: ObserveOptions = {},
): Promise<ObserveScopeResponse> {
  return answering(async () => {
    const request = readObserveArguments(args);
    const { id, page } = request;
    if (request.mode === 'page') return observationPage(connection, id, request.observationId, page);
    const observed = await readObserved(connection, id, options);
    if ('status' in observed) return observed;
    switch (request.mode) {
      case 'candidates':
        return discover(observed, request);
      case 'one':
        return observeOne(connection, observed, request.selection, page);
      case 'bundle':
        return issueBundle(connection, observed, request.selections, page);
    }
  });
}

async function readObserved(
  connection: Connection,
  id: string,
  options: ObserveOptions,
): Promise<ObservedScopes | ObserveRefusal | NotFound> {
  const text = await observeText(connection, id);
  if (text === null) return notFound(id);
  if (sha256Hex(text.content) !== text.hash) {
    return refusal(id, 'target_diverged', 'The stored content does not have the stored hash.');
  }
  const reading = await readTargetScopes(text, options.grammars);
  if ('unreadable' in reading) return refusal(id, reading.unreadable, reading.detail);
  return { id, text, reading };
}

async function discover(
  observed: ObservedScopes,
  filter: { readonly query: string | null; readonly kind: string | null },
): Promise<ScopeCandidates> {
  const { filterScopes } = await loadEngine();
  const { query, kind } = filter;
  return {
    status: 'candidates',
    observation_id: null,
    ...frameOf(observed),
    ...candidatesOf(filterScopes(observed.reading, { query, kind })),
    ...skippedOf(observed.reading),
  };
}

async function observeOne(
  connection: Connection,
  observed: ObservedScopes,
  selection: Selection,
  page: PageRequest,
): Promise<ObservedReceipt | ScopeNotFound | AmbiguousScope> {
  const symbol = await selectOne(observed, selection);
  if ('status' in symbol) return symbol;
  checkOffset(page.offset, symbol.end - symbol.start);
  const hash = scopeHash(observed.text, symbol);
  const { ids } = await inTransaction(connection, (transaction) =>
    insertObservations(transaction, stateOf(observed), [{ symbol, hash }], false),
  );
  return {
    status: 'observed',
    observation_id: ids[0]!,
    ...frameOf(observed),
    ...identityOf(symbol, hash),
    ...cutPage(observed.text, symbol, page),
  };
}

/** A page begins inside its scope; that of an empty scope at its start. */
function checkOffset(offset: number, length: number): void {
  if (offset === 0 || offset < length) return;
  const detail = `offset ${offset} lies past the scope, which has ${length} code points.`;
  throw new ArgumentError('out_of_range', detail);
}

/** A further page under a receipt, which must still hold for the text as it is now. */
async function observationPage(
  connection: Connection,
  id: string,
  observationId: string,
  page: PageRequest,
): Promise<ObservedReceipt | ObserveRefusal | NotFound | InvalidArgument> {
  const text = await observeText(connection, id);
  if (text === null) return notFound(id);
  const row = await findObservation(connection, observationId);
  if (row === null)
    return refusal(id, 'UNKNOWN_OBSERVATION_ID', `No observation has the id ${observationId}.`);
  const { version, hash, cycle } = text;
  const now = { target_file_id: text.id, version, current_hash: hash, active_editing_cycle_id: cycle };
  const fault = observationFault(row, now);
  if (fault !== null) return refusal(id, fault.code, fault.detail);
  const { scope_start, scope_end } = row;
  const scope = { start: scope_start, end: scope_end, start_line: row.start_line };
  if (scopeHash(text, scope) !== row.observed_scope_hash) {
    return refusal(
      id,
      'target_diverged',
      'The stored content is not what was observed under the stored hash.',
    );
  }
  checkOffset(page.offset, scope_end - scope_start);
  return {
    status: 'observed',
    mode: 'scope_page',
    observation_id: row.observation_id,
    target_file_id: id,
    target_version: row.target_version,
    target_current_hash: row.target_current_hash,
    engine: row.engine,
    language: row.language,
    symbol_name: row.symbol_name,
    kind: row.kind,
    parent: row.parent,
    scope_start,
    scope_end,
    observed_scope_hash: row.observed_scope_hash,
    ...cutPage(text, scope, page),
  };
}
