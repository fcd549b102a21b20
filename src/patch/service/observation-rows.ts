import { randomUUID } from 'node:crypto';
import type { ScopeSymbol } from '../../scope/index.js';
import type { Queryable, Transaction } from '../store/database.js';
import type { ObservationBundleRow, ScopeObservationRow } from '../store/rows.js';
import type { TargetNow } from './observation-state.js';

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

/** An observation beside the target that it was asked for, with a page of the target's text cut by the database. */
export interface ObservationPageRow extends Omit<ScopeObservationRow, 'observation_id'> {
  /** Null when there is no such observation; its other columns are null then too. */
  readonly observation_id: string | null;
  readonly now: TargetNow;
  readonly text: string;
  /** LF between the start of the scope and of the page. */
  readonly lines_before: number;
  /** The character before the page; null at the start of the text. */
  readonly before: string | null;
}

/** Null when there is no such target. The page means something only where the observation still holds. */
export async function readObservationPage(
  connection: Queryable,
  targetId: string,
  observationId: string,
  offset: number,
  size: number,
): Promise<ObservationPageRow | null> {
  const [row] = await connection.query<
    Omit<ObservationPageRow, 'now'> & {
      now_id: string;
      now_version: number;
      now_hash: string;
      now_cycle: string;
    }
  >(
    `WITH page AS MATERIALIZED (
       SELECT seen.*, target.target_file_id AS now_id, target.version AS now_version, target.current_hash AS now_hash,
              target.active_editing_cycle_id AS now_cycle, target.current_content AS content,
              least(seen.scope_start + $3::int, 1073741823)::int AS page_start,
              least($4::int, greatest(0, seen.scope_end - seen.scope_start - $3::int))::int AS page_size
       FROM cloud_target_files AS target
       LEFT JOIN target_scope_observations AS seen ON seen.observation_id = $2
       WHERE target.target_file_id = $1
     )
     SELECT observation_id, target_file_id, editing_cycle_id, observation_bundle_id, ordinal, target_version,
            target_current_hash, engine, language, symbol_name, kind, parent, scope_start, scope_end, start_line,
            end_line, observed_scope_hash, consumed_by_pdcp_log_id, created_at, now_id, now_version, now_hash, now_cycle,
            substr(content, page_start + 1, page_size) AS text,
            (SELECT octet_length(skipped) - octet_length(replace(skipped, E'\\n', ''))
             FROM (SELECT substr(content, scope_start::int + 1, $3::int) AS skipped) AS s) AS lines_before,
            CASE WHEN page_start > 0 THEN substr(content, page_start, 1) END AS before
     FROM page`,
    [targetId, observationId, offset, size],
  );
  if (row === undefined) return null;
  const { now_id, now_version, now_hash, now_cycle, ...rest } = row;
  return {
    ...rest,
    now: {
      target_file_id: now_id,
      version: now_version,
      current_hash: now_hash,
      active_editing_cycle_id: now_cycle,
    },
  };
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
