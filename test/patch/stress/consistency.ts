import { expect } from 'vitest';
import { replay } from '../../../src/patch/service/replay.js';
import type { Database } from '../../../src/patch/store/database.js';

/** Asserts that target, log, ledger, cycles and snapshots of one target agree with each other. Gives the version. */
export async function expectConsistent(db: Database, id: string): Promise<number> {
  expect(await replay(db, { target_file_id: id })).toMatchObject({
    status: 'success',
    materialized_state_matches: true,
  });
  const [facts] = await db.query<Record<string, number>>(
    `SELECT version,
       (SELECT count(*) FROM append_only_pdcp_logs WHERE target_file_id = t.target_file_id AND status = 'accepted') AS accepted,
       (SELECT count(*) FROM append_only_pdcp_logs AS log WHERE target_file_id = t.target_file_id AND status = 'accepted'
          AND jsonb_array_length(evidence_json -> 'changes') <>
            (SELECT count(*) FROM manifest_ledger WHERE pdcp_log_id = log.pdcp_log_id)) AS without_ledger,
       (SELECT count(*) FROM manifest_ledger JOIN append_only_pdcp_logs USING (pdcp_log_id)
          WHERE manifest_ledger.target_file_id = t.target_file_id AND status <> 'accepted') AS ledger_of_rejected,
       (SELECT count(*) FROM target_scope_observations AS seen WHERE target_file_id = t.target_file_id
          AND consumed_by_pdcp_log_id IS NOT NULL AND consumed_by_pdcp_log_id NOT IN
            (SELECT pdcp_log_id FROM append_only_pdcp_logs WHERE status = 'accepted')) AS used_up_by_nobody,
       (SELECT count(*) FROM editing_cycles WHERE target_file_id = t.target_file_id AND closed_at IS NULL
          AND editing_cycle_id = t.active_editing_cycle_id) AS open_cycles,
       (SELECT count(*) FROM editing_cycles WHERE target_file_id = t.target_file_id) AS cycles,
       (SELECT count(*) FROM target_snapshots WHERE target_file_id = t.target_file_id) AS snapshots
     FROM cloud_target_files AS t WHERE target_file_id = $1`,
    [id],
  );
  const { version, accepted, without_ledger, ledger_of_rejected, open_cycles, cycles, snapshots } = facts!;
  const { used_up_by_nobody } = facts!;
  expect({ accepted, without_ledger, ledger_of_rejected, used_up_by_nobody, open_cycles, snapshots }).toEqual(
    {
      accepted: version,
      without_ledger: 0,
      ledger_of_rejected: 0,
      used_up_by_nobody: 0,
      open_cycles: 1,
      snapshots: cycles,
    },
  );
  return version!;
}
