import type { Database } from '../store/database.js';
import { replay } from './replay.js';

/** What became of one target's replay. */
export interface TargetCheck {
  readonly target_file_id: string;
  readonly filename: string;
  /** `differs`: history gives another state than the stored one. `unreplayable`: it cannot be replayed. */
  readonly outcome: 'agrees' | 'differs' | 'unreplayable';
  /** What differs, or why history cannot be replayed; empty when it agrees. */
  readonly detail: string;
}

/** Targets looked up at a time. */
const PAGE = 100;

/** Replays every target, in the order of their ids, and compares each with its stored state. Repairs nothing. */
export async function* checkTargets(database: Database): AsyncGenerator<TargetCheck> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const targets = await database.query<{ target_file_id: string; filename: string }>(
      `SELECT target_file_id, filename FROM cloud_target_files WHERE target_file_id > $1
       ORDER BY target_file_id LIMIT ${PAGE}`,
      [after],
    );
    for (const target of targets) yield { ...target, ...(await outcomeOf(database, target.target_file_id)) };
    if (targets.length < PAGE) return;
    after = targets.at(-1)!.target_file_id;
  }
}

async function outcomeOf(database: Database, id: string): Promise<Pick<TargetCheck, 'outcome' | 'detail'>> {
  const replayed = await replay(database, { target_file_id: id });
  if (replayed.status !== 'success') {
    const attempt =
      'pdcp_log_id' in replayed && replayed.pdcp_log_id !== null ? `attempt ${replayed.pdcp_log_id}: ` : '';
    return { outcome: 'unreplayable', detail: `${attempt}${replayed.failure_detail}` };
  }
  const failed = Object.entries(replayed.materialized_state_checks).flatMap(([name, holds]) =>
    holds ? [] : [name],
  );
  if (failed.length === 0) return { outcome: 'agrees', detail: '' };
  return { outcome: 'differs', detail: `not ${failed.join(', not ')}` };
}
