import type { InvalidArgument } from '../errors.js';
import type { Connection, Queryable } from '../store/database.js';
import type { LogRow, TargetRow } from '../store/rows.js';
import { canonicalText } from '../text/canonical.js';
import { sha256Hex } from '../text/hash.js';
import { applyRecorded, ReplayError } from '../transaction/apply.js';
import { replayBatch } from '../transaction/apply-batch.js';
import { BATCH_PROTOCOL } from '../transaction/decode-batch.js';
import { isRecord, type ProposalRecord } from '../transaction/fields.js';
import { answering, type NotFound, notFound, targetId } from './arguments.js';
import { replayGroups, replayScope, type UsedObservations, usedObservations } from './replay-observation.js';

export interface MaterializedStateChecks {
  /** The stored text is the reconstructed one, character for character. */
  readonly content_matches: boolean;
  /** The stored hash is the reconstructed text's. */
  readonly stored_hash_matches: boolean;
  /** So is the hash of the stored text in canonical form. */
  readonly recomputed_hash_matches: boolean;
  readonly version_matches: boolean;
}

export interface ReplayResult {
  readonly status: 'success';
  readonly target_file_id: string;
  readonly reconstructed_hash: string;
  readonly current_hash: string;
  readonly reconstructed_version: number;
  readonly current_version: number;
  readonly accepted_transactions_replayed: number;
  readonly materialized_state_matches: boolean;
  readonly materialized_state_checks: MaterializedStateChecks;
}

/** History that cannot be replayed: it was altered, or was written by a release that this one does not know. */
export interface ReplayRejection {
  readonly status: 'rejected';
  readonly target_file_id: string;
  readonly failure_reason: 'replay_protocol_invalid';
  readonly failure_detail: string;
  /** The attempt that could not be replayed; null when the initial snapshot is missing. */
  readonly pdcp_log_id: string | null;
  readonly accepted_transactions_replayed: number;
}

/** An accepted attempt, as replay needs it. */
export type RecordedAttempt = Pick<
  LogRow,
  | 'pdcp_log_id'
  | 'target_file_id'
  | 'editing_cycle_id'
  | 'protocol_version'
  | 'runtime_version'
  | 'pdcp_content'
  | 'before_version'
  | 'before_hash'
  | 'after_version'
  | 'observation_id'
  | 'observation_bundle_id'
  | 'evidence_json'
>;

/** Attempts fetched at a time: a record can hold a whole text. */
const PAGE = 32;

/**
 * Applies the accepted attempts to the initial snapshot, each under the runtime recorded with it, and compares the
 * outcome with the stored state. Reports what differs and never repairs it.
 */
export function replay(
  connection: Connection,
  args: { readonly target_file_id: string },
): Promise<ReplayResult | ReplayRejection | NotFound | InvalidArgument> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    // Read first: history up to this version is complete and never changes, whatever is submitted meanwhile.
    const [target] = await connection.query<Pick<TargetRow, 'current_content' | 'current_hash' | 'version'>>(
      'SELECT current_content, current_hash, version FROM cloud_target_files WHERE target_file_id = $1',
      [id],
    );
    if (target === undefined) return notFound(id);
    const rebuilt = await reconstruct(connection, id, target.version);
    if ('failure_reason' in rebuilt) return rebuilt;
    const hash = sha256Hex(rebuilt.text);
    const checks: MaterializedStateChecks = {
      content_matches: target.current_content === rebuilt.text,
      stored_hash_matches: target.current_hash === hash,
      recomputed_hash_matches: sha256Hex(canonicalText(target.current_content)) === hash,
      version_matches: target.version === rebuilt.version,
    };
    return {
      status: 'success',
      target_file_id: id,
      reconstructed_hash: hash,
      current_hash: target.current_hash,
      reconstructed_version: rebuilt.version,
      current_version: target.version,
      accepted_transactions_replayed: rebuilt.replayed,
      materialized_state_matches: Object.values(checks).every(Boolean),
      materialized_state_checks: checks,
    };
  });
}

export interface Rebuilt {
  readonly text: string;
  readonly version: number;
  readonly replayed: number;
}

/** The text that the accepted attempts up to a version make of the initial snapshot. */
export async function reconstruct(
  connection: Connection,
  id: string,
  upTo: number,
): Promise<Rebuilt | ReplayRejection> {
  const [snapshot] = await connection.query<{ content: string; version: number }>(
    `SELECT content, version FROM target_snapshots WHERE target_file_id = $1 AND snapshot_reason = 'initial'`,
    [id],
  );
  if (snapshot === undefined) return refusal(id, null, 'The initial snapshot is missing.', 0);
  const used = await usedObservations(connection, id);
  let text = snapshot.content;
  let version = snapshot.version;
  let replayed = 0;
  for (;;) {
    const attempts = await acceptedAfter(connection, id, version, upTo);
    for (const attempt of attempts) {
      try {
        text = await replayAttempt(connection, used, attempt, text);
      } catch (error) {
        if (!(error instanceof ReplayError)) throw error;
        return refusal(id, attempt.pdcp_log_id, error.message, replayed);
      }
      version = attempt.after_version!;
      replayed++;
    }
    if (attempts.length < PAGE) return { text, version, replayed };
  }
}

function acceptedAfter(
  connection: Queryable,
  id: string,
  version: number,
  upTo: number,
): Promise<RecordedAttempt[]> {
  return connection.query<RecordedAttempt>(
    `SELECT pdcp_log_id, target_file_id, editing_cycle_id, protocol_version, runtime_version, pdcp_content,
            before_version, before_hash, after_version, observation_id, observation_bundle_id,
            CASE WHEN num_nulls(observation_id, observation_bundle_id) < 2 THEN evidence_json END AS evidence_json
     FROM append_only_pdcp_logs
     WHERE target_file_id = $1 AND status = 'accepted' AND after_version > $2 AND after_version <= $3
     ORDER BY after_version LIMIT ${PAGE}`,
    [id, version, upTo],
  );
}

async function replayAttempt(
  connection: Queryable,
  used: UsedObservations,
  attempt: RecordedAttempt,
  text: string,
): Promise<string> {
  const record = parseRecord(attempt.pdcp_content);
  if (attempt.protocol_version === BATCH_PROTOCOL) {
    return replayBatch(text, await replayGroups(connection, used, attempt, record, text));
  }
  const rule = await replayScope(connection, used, attempt, record, text);
  return applyRecorded(attempt.protocol_version, attempt.runtime_version, text, record, rule);
}

function parseRecord(content: string): ProposalRecord {
  let record: unknown;
  try {
    record = JSON.parse(content);
  } catch {
    throw new ReplayError('The record is not JSON.');
  }
  if (isRecord(record)) return record;
  throw new ReplayError('The record is not a JSON object.');
}

function refusal(id: string, attempt: string | null, detail: string, replayed: number): ReplayRejection {
  return {
    status: 'rejected',
    target_file_id: id,
    failure_reason: 'replay_protocol_invalid',
    failure_detail: detail,
    pdcp_log_id: attempt,
    accepted_transactions_replayed: replayed,
  };
}
