import { codePointLength, sliceCodePoints } from '../../document/code-points.js';
import type { Queryable } from '../store/database.js';
import type { ObservationBundleRow, ScopeObservationRow } from '../store/rows.js';
import { sha256Hex } from '../text/hash.js';
import { type OperationRule, ReplayError } from '../transaction/apply.js';
import type { ScopedOperations } from '../transaction/apply-batch.js';
import { BATCH_RUNTIME, decodeBatch } from '../transaction/decode-batch.js';
import { isRecord, type ProposalRecord } from '../transaction/fields.js';
import { scopeRule } from '../transaction/scope-rule.js';
import { findBundle } from './observation-rows.js';
import type { RecordedAttempt } from './replay.js';
import type { RecordedScope } from './submission.js';

/*
 * Observed history is replayed from its rows alone: what was observed is on record, so the scope engine, of this release or
 * of any other, is not asked. Nothing replaces a missing row.
 */

/** The observations of a target that were used up, by the attempt that did. */
export type UsedObservations = ReadonlyMap<string, readonly string[]>;

export async function usedObservations(connection: Queryable, targetId: string): Promise<UsedObservations> {
  const rows = await connection.query<{ attempt: string; ids: readonly string[] }>(
    `SELECT consumed_by_pdcp_log_id AS attempt, array_agg(observation_id::text) AS ids
     FROM target_scope_observations
     WHERE target_file_id = $1 AND consumed_by_pdcp_log_id IS NOT NULL GROUP BY consumed_by_pdcp_log_id`,
    [targetId],
  );
  return new Map(rows.map(({ attempt, ids }) => [attempt, ids]));
}

/**
 * The rule of the scope that an accepted attempt was tied to. There must be exactly one observation, used up by this
 * attempt and by no other, of the same target, cycle, version and hash, whose bounds and hash fit the text as it was then.
 * An attempt that was tied to none has no rule.
 *
 * @throws ReplayError saying which of these does not hold.
 */
export async function replayScope(
  connection: Queryable,
  used: UsedObservations,
  attempt: RecordedAttempt,
  record: ProposalRecord,
  text: string,
): Promise<OperationRule | undefined> {
  const named = record.observation_id ?? null;
  if (attempt.observation_id === null && named === null) {
    refuseOthers(used, attempt, []);
    return undefined;
  }
  if (!sameId(named, attempt.observation_id)) {
    throw new ReplayError('The record and its row name different observations.');
  }
  const id = attempt.observation_id!;
  const rows = await observationsOf(connection, [id]);
  const row = checkedRow(rows, id, attempt, text);
  checkRecorded(attempt, [row]);
  refuseOthers(used, attempt, [id]);
  return scopeRule({ start: row.scope_start, end: row.scope_end }, codePointLength(text));
}

/**
 * The groups of an accepted batch with their scopes. Besides what holds for each observation, the bundle must be there and
 * be theirs, and groups, observations and places in the bundle must be what the attempt recorded, in its order.
 *
 * @throws ReplayError saying what does not hold.
 */
export async function replayGroups(
  connection: Queryable,
  used: UsedObservations,
  attempt: RecordedAttempt,
  record: ProposalRecord,
  text: string,
): Promise<ScopedOperations[]> {
  if (attempt.runtime_version !== BATCH_RUNTIME) {
    throw new ReplayError(`No runtime ${attempt.runtime_version} for ${attempt.protocol_version} is known.`);
  }
  const decoded = decodeBatch(record);
  if (!decoded.ok) throw new ReplayError(`The record is not a batch: ${decoded.fault.detail}`);
  const { groups, observation_bundle_id } = decoded.batch;
  const bundleId = attempt.observation_bundle_id;
  if (bundleId === null || !sameId(observation_bundle_id, bundleId)) {
    throw new ReplayError('The record and its row name different bundles.');
  }
  const bundle = await findBundle(connection, bundleId);
  if (bundle === null) throw new ReplayError(`Bundle ${bundleId} is missing.`);
  const fault = stateFault(bundle, attempt);
  if (fault !== null) throw new ReplayError(`Bundle ${bundleId} ${fault}.`);
  const ids = groups.map(({ observation_id }) => {
    if (typeof observation_id === 'string') return observation_id.toLowerCase();
    throw new ReplayError('A group of the record names no observation.');
  });
  const rows = await observationsOf(connection, ids);
  const scopes = ids.map((id) => {
    const row = checkedRow(rows, id, attempt, text);
    if (row.observation_bundle_id === bundleId) return row;
    throw new ReplayError(`Observation ${id} is of another bundle.`);
  });
  checkRecorded(attempt, scopes);
  checkMapping(attempt, scopes, groups);
  refuseOthers(used, attempt, ids);
  return groups.map(({ operations }, i) => ({
    scope: { start: scopes[i].scope_start, end: scopes[i].scope_end },
    operations,
  }));
}

function observationsOf(connection: Queryable, ids: readonly string[]): Promise<ScopeObservationRow[]> {
  return connection.query<ScopeObservationRow>(
    'SELECT * FROM target_scope_observations WHERE observation_id = ANY ($1::uuid[])',
    [ids],
  );
}

/** An attempt uses up what it names, and nothing that it does not name. */
function refuseOthers(used: UsedObservations, attempt: RecordedAttempt, named: readonly string[]): void {
  const other = used.get(attempt.pdcp_log_id)?.find((id) => !named.includes(id));
  if (other === undefined) return;
  throw new ReplayError(`Observation ${other} is used up by an attempt that does not name it.`);
}

function checkedRow(
  rows: readonly ScopeObservationRow[],
  id: string,
  attempt: RecordedAttempt,
  text: string,
): ScopeObservationRow {
  const row = rows.find((it) => it.observation_id === id);
  if (row === undefined) throw new ReplayError(`Observation ${id} is missing.`);
  const fault =
    row.consumed_by_pdcp_log_id === attempt.pdcp_log_id
      ? (stateFault(row, attempt) ?? scopeFault(row, text))
      : 'was not used up by this attempt';
  if (fault !== null) throw new ReplayError(`Observation ${id} ${fault}.`);
  return row;
}

/** What an observation or a bundle says of the state before the attempt, where that is not so. */
function stateFault(
  row: ScopeObservationRow | ObservationBundleRow,
  attempt: RecordedAttempt,
): string | null {
  if (row.target_file_id !== attempt.target_file_id) return 'is of another target';
  if (row.editing_cycle_id !== attempt.editing_cycle_id) return 'is of another editing cycle';
  if (row.target_version !== attempt.before_version) return 'is of another version';
  return row.target_current_hash === attempt.before_hash ? null : 'is of another text';
}

function scopeFault({ scope_start, scope_end, observed_scope_hash }: ScopeObservationRow, text: string) {
  if (scope_end > codePointLength(text)) return 'reaches past the text it was made for';
  const scope = sliceCodePoints(text, scope_start, scope_end);
  return sha256Hex(scope) === observed_scope_hash ? null : 'does not fit the text it was made for';
}

/** The attempt kept the bounds of its scopes: the same words can stand in a text twice. */
function checkRecorded(attempt: RecordedAttempt, rows: readonly ScopeObservationRow[]): void {
  const recorded = attempt.evidence_json?.scopes as readonly RecordedScope[] | undefined;
  const same =
    recorded?.length === rows.length &&
    recorded.every(
      (scope, i) =>
        scope.observation_id === rows[i].observation_id &&
        scope.scope_start === rows[i].scope_start &&
        scope.scope_end === rows[i].scope_end &&
        scope.observed_scope_hash === rows[i].observed_scope_hash,
    );
  if (!same) throw new ReplayError('The scopes are not those that the attempt recorded.');
}

function checkMapping(
  attempt: RecordedAttempt,
  rows: readonly ScopeObservationRow[],
  groups: readonly { readonly operations: readonly unknown[] }[],
): void {
  const extras = attempt.evidence_json?.extras;
  const mapping = isRecord(extras) ? extras.groups : undefined;
  const same =
    Array.isArray(mapping) &&
    mapping.length === rows.length &&
    mapping.every(
      (group, i) =>
        isRecord(group) &&
        group.group_index === i &&
        group.observation_id === rows[i].observation_id &&
        group.ordinal === rows[i].ordinal &&
        group.change_count === groups[i].operations.length,
    );
  if (!same) throw new ReplayError('The groups are not those that the attempt recorded.');
}

function sameId(named: unknown, stored: string | null): boolean {
  return typeof named === 'string' && named.toLowerCase() === stored;
}
