import type { Queryable, Transaction } from '../store/database.js';
import type { LogRow, NewLogRow, TargetRow } from '../store/rows.js';
import type { ChangeFact } from '../transaction/change.js';
import type { Transaction as Edits } from '../transaction/operation.js';

/** The part of a target that a submission works on. */
export type LockedTarget = Pick<
  TargetRow,
  | 'target_file_id'
  | 'current_content'
  | 'current_hash'
  | 'version'
  | 'active_editing_cycle_id'
  | 'filename'
  | 'target_type'
>;

const TARGET_COLUMNS =
  'target_file_id, current_content, current_hash, version, active_editing_cycle_id, filename, target_type';

/** Reads a target and holds its row until the transaction ends. */
export async function lockTarget(transaction: Transaction, id: string): Promise<LockedTarget | null> {
  const [row] = await transaction.query<LockedTarget>(
    `SELECT ${TARGET_COLUMNS} FROM cloud_target_files WHERE target_file_id = $1 FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

/** Reads a target without a lock: one observation, which the next moment may overtake. */
export async function observeTarget(connection: Queryable, id: string): Promise<LockedTarget | null> {
  const [row] = await connection.query<LockedTarget>(
    `SELECT ${TARGET_COLUMNS} FROM cloud_target_files WHERE target_file_id = $1`,
    [id],
  );
  return row ?? null;
}

/** An attempt without the record it keeps, which can be as large as a text. */
export type KeyedAttempt = Omit<LogRow, 'pdcp_content'>;

/** The attempt that a request key belongs to. */
export async function findByKey(
  transaction: Transaction,
  targetId: string,
  key: string,
): Promise<KeyedAttempt | null> {
  const columns = LOG_COLUMNS.filter((column) => column !== 'pdcp_content').join(', ');
  const [row] = await transaction.query<KeyedAttempt>(
    `SELECT log_sequence, created_at, ${columns} FROM append_only_pdcp_logs
     WHERE target_file_id = $1 AND client_request_id = $2`,
    [targetId, key],
  );
  return row ?? null;
}

/** The record of an attempt. */
export async function recordedContent(transaction: Transaction, pdcpLogId: string): Promise<string> {
  const [row] = await transaction.query<Pick<LogRow, 'pdcp_content'>>(
    'SELECT pdcp_content FROM append_only_pdcp_logs WHERE pdcp_log_id = $1',
    [pdcpLogId],
  );
  return row.pdcp_content;
}

const LOG_COLUMNS = [
  'pdcp_log_id',
  'target_file_id',
  'editing_cycle_id',
  'status',
  'protocol_version',
  'runtime_version',
  'pdcp_content',
  'pdcp_content_hash',
  'before_version',
  'after_version',
  'before_hash',
  'after_hash',
  'failure_reason',
  'failure_detail',
  'failed_change_id',
  'diagnostic_json',
  'evidence_json',
  'parent_pdcp_log_id',
  'regeneration_attempt',
  'client_request_id',
  'request_fingerprint',
  'request_envelope',
  'source',
  'observation_id',
  'observation_bundle_id',
] as const satisfies readonly (keyof NewLogRow)[];

const JSON_COLUMNS: ReadonlySet<string> = new Set(['diagnostic_json', 'evidence_json', 'request_envelope']);

const INSERT_LOG = `INSERT INTO append_only_pdcp_logs (${LOG_COLUMNS.join(', ')}) VALUES (${LOG_COLUMNS.map(
  (column, i) => valueSql(column, `$${i + 1}`),
).join(', ')})`;

function valueSql(column: string, parameter: string): string {
  if (JSON_COLUMNS.has(column)) return `${parameter}::jsonb`;
  // A rejected attempt can name a bundle that there is not; its record keeps the name.
  if (column === 'observation_bundle_id') {
    return `(SELECT observation_bundle_id FROM observation_bundles WHERE observation_bundle_id = ${parameter})`;
  }
  return parameter;
}

function logValues(row: NewLogRow): unknown[] {
  return LOG_COLUMNS.map((column) => {
    const value = row[column];
    return JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value;
  });
}

/** Writes an attempt that changes nothing. */
export async function insertAttempt(transaction: Transaction, row: NewLogRow): Promise<void> {
  await transaction.query(INSERT_LOG, logValues(row));
}

/** What an accepted attempt writes besides its own row. */
export interface AcceptedWrite {
  readonly target: LockedTarget;
  readonly content: string;
  readonly hash: string;
  readonly edits: Edits;
  readonly changes: readonly ChangeFact[];
}

/**
 * Writes an accepted attempt, a ledger row for each of its changes in their order, and its outcome as the target's state:
 * in one statement, since each one more is a journey to the database while the target is locked.
 */
export async function recordAccepted(
  transaction: Transaction,
  row: NewLogRow,
  { target, content, hash, edits, changes }: AcceptedWrite,
): Promise<void> {
  const ledger = changes.map((fact, i) => ({
    change_index: fact.change_index,
    change_id: fact.change_id,
    intent: edits.operations[i].rationale ?? edits.intent,
    risk: edits.operations[i].risk,
    derived: fact,
  }));
  // A text that stays as it is need not be sent again.
  const changed = content !== target.current_content;
  const values = [...logValues(row), hash, JSON.stringify(ledger), ...(changed ? [content] : [])];
  const first = LOG_COLUMNS.length + 1;
  await transaction.query(
    `WITH attempt AS (${INSERT_LOG} RETURNING pdcp_log_id, target_file_id, editing_cycle_id),
     moved AS (
       UPDATE cloud_target_files SET ${changed ? `current_content = $${first + 2}, ` : ''}
         current_hash = $${first}, version = version + 1, updated_at = now()
       WHERE target_file_id = (SELECT target_file_id FROM attempt)
     )
     INSERT INTO manifest_ledger
       (pdcp_log_id, target_file_id, editing_cycle_id, change_index, change_id, intent, risk, origin, derived)
     SELECT pdcp_log_id, target_file_id, editing_cycle_id, change_index, change_id, intent, risk, 'typed', derived
     FROM attempt, jsonb_to_recordset($${first + 1}::jsonb)
       AS change (change_index bigint, change_id text, intent text, risk text, derived jsonb)
     ORDER BY change_index`,
    values,
  );
}
