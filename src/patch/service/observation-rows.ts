import { randomUUID } from 'node:crypto';
import type { ScopeSymbol } from '../../scope/index.js';
import type { Queryable, Transaction } from '../store/database.js';
import type { ObservationBundleRow, ScopeObservationRow } from '../store/rows.js';

/** The state of a target that scopes were read in. */
export interface ObservedState {
  readonly target_file_id: string;
  readonly version: number;
  readonly hash: string;
  readonly cycle: string;
  readonly engine: string;
  readonly language: string;
}

/** A scope that an observation is issued for. */
export interface IssuedScope {
  readonly symbol: ScopeSymbol;
  readonly hash: string;
}

/**
 * Writes an observation for each scope and gives their ids, in order.
 * @param bundled Whether they are issued together, under the id of a bundle.
 */
export async function insertObservations(
  transaction: Transaction,
  state: ObservedState,
  scopes: readonly IssuedScope[],
  bundled: boolean,
): Promise<{ readonly bundleId: string | null; readonly ids: readonly string[] }> {
  const { target_file_id, version, hash, cycle, engine, language } = state;
  const bundleId = bundled ? randomUUID() : null;
  if (bundleId !== null) {
    await transaction.query(
      `INSERT INTO observation_bundles
         (observation_bundle_id, target_file_id, editing_cycle_id, target_version, target_current_hash, engine, language)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [bundleId, target_file_id, cycle, version, hash, engine, language],
    );
  }
  const rows = scopes.map((scope, i) => ({
    observation_id: randomUUID(),
    ordinal: bundled ? i : null,
    symbol_name: scope.symbol.name,
    kind: scope.symbol.kind,
    parent: scope.symbol.parent,
    scope_start: scope.symbol.start,
    scope_end: scope.symbol.end,
    start_line: scope.symbol.start_line,
    end_line: scope.symbol.end_line,
    observed_scope_hash: scope.hash,
  }));
  await transaction.query(
    `INSERT INTO target_scope_observations
       (target_file_id, editing_cycle_id, observation_bundle_id, target_version, target_current_hash, engine, language,
        observation_id, ordinal, symbol_name, kind, parent, scope_start, scope_end, start_line, end_line,
        observed_scope_hash)
     SELECT $1::uuid, $2::uuid, $3::uuid, $4::bigint, $5, $6, $7, scope.*
     FROM jsonb_to_recordset($8::jsonb) AS scope
       (observation_id uuid, ordinal bigint, symbol_name text, kind text, parent text, scope_start bigint,
        scope_end bigint, start_line bigint, end_line bigint, observed_scope_hash text)`,
    [target_file_id, cycle, bundleId, version, hash, engine, language, JSON.stringify(rows)],
  );
  return { bundleId, ids: rows.map((row) => row.observation_id) };
}

export async function findObservation(
  connection: Queryable,
  id: string,
): Promise<ScopeObservationRow | null> {
  const [row] = await connection.query<ScopeObservationRow>(
    'SELECT * FROM target_scope_observations WHERE observation_id = $1',
    [id],
  );
  return row ?? null;
}

/** The observations with these ids, held until the transaction ends; always in one order, so that no two wait in a ring. */
export function lockObservations(
  transaction: Transaction,
  ids: readonly string[],
): Promise<ScopeObservationRow[]> {
  return transaction.query<ScopeObservationRow>(
    `SELECT * FROM target_scope_observations WHERE observation_id = ANY ($1::uuid[])
     ORDER BY observation_id FOR UPDATE`,
    [ids],
  );
}

export async function findBundle(connection: Queryable, id: string): Promise<ObservationBundleRow | null> {
  const [row] = await connection.query<ObservationBundleRow>(
    'SELECT * FROM observation_bundles WHERE observation_bundle_id = $1',
    [id],
  );
  return row ?? null;
}

/** Uses observations up, all of them or, when one is used already, none: the attempt fails with them. */
export async function consumeObservations(
  transaction: Transaction,
  ids: readonly string[],
  pdcpLogId: string,
): Promise<void> {
  const used = await transaction.query(
    `UPDATE target_scope_observations SET consumed_by_pdcp_log_id = $2
     WHERE observation_id = ANY ($1::uuid[]) AND consumed_by_pdcp_log_id IS NULL RETURNING observation_id`,
    [ids, pdcpLogId],
  );
  if (used.length !== ids.length) {
    throw new Error(`${ids.length - used.length} of ${ids.length} locked observations were used up already.`);
  }
}
