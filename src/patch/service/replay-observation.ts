import { sliceCodePoints } from '../../document/code-points.js';
import type { Queryable } from '../store/database.js';
import type { ScopeObservationRow } from '../store/rows.js';
import { sha256Hex } from '../text/hash.js';
import { ReplayError } from '../transaction/apply.js';
import type { ProposalRecord } from '../transaction/decode.js';
import type { RecordedAttempt } from './replay.js';

/**
 * Checks the observation that an accepted attempt was tied to: exactly one row, used up by this attempt, of the same
 * target, cycle, version and hash, whose bounds and hash fit the text as it was then. Nothing replaces a missing row. An
 * attempt without an observation has nothing to check.
 *
 * @throws ReplayError saying which of these does not hold.
 */
export async function checkObservation(
  connection: Queryable,
  attempt: RecordedAttempt,
  record: ProposalRecord,
  text: string,
): Promise<void> {
  const named = record.observation_id ?? null;
  if (attempt.observation_id === null && named === null) return;
  if (named !== attempt.observation_id) {
    throw new ReplayError('The record and its row name different observations.');
  }
  const rows = await connection.query<ScopeObservationRow>(
    'SELECT * FROM target_scope_observations WHERE observation_id = $1',
    [attempt.observation_id],
  );
  if (rows.length !== 1) throw new ReplayError(`Observation ${attempt.observation_id} is missing.`);
  const fault = faultOf(rows[0]!, attempt, text);
  if (fault !== null) throw new ReplayError(`Observation ${attempt.observation_id} ${fault}.`);
}

function faultOf(row: ScopeObservationRow, attempt: RecordedAttempt, text: string): string | null {
  if (row.consumed_by_pdcp_log_id !== attempt.pdcp_log_id) return 'was not used up by this attempt';
  if (row.target_file_id !== attempt.target_file_id) return 'is of another target';
  if (row.editing_cycle_id !== attempt.editing_cycle_id) return 'is of another editing cycle';
  if (row.target_version !== attempt.before_version) return 'is of another version';
  if (row.target_current_hash !== attempt.before_hash) return 'is of another text';
  const scope = sliceCodePoints(text, row.scope_start, row.scope_end);
  return sha256Hex(scope) === row.observed_scope_hash ? null : 'does not fit the text it was made for';
}
