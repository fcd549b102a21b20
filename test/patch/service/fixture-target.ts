import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/patch/store/database.js';
import { canonicalText } from '../../../src/patch/text/canonical.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';

export interface FixtureTarget {
  readonly id: string;
  readonly hash: string;
}

/** A stored target at version 0, written by hand so that tests of submissions depend on nothing else. */
export async function newTarget(database: Database, raw: string): Promise<FixtureTarget> {
  const [id, cycle] = [randomUUID(), randomUUID()];
  const content = canonicalText(raw);
  const hash = sha256Hex(content);
  await database.transaction(async (transaction) => {
    await transaction.query(
      `INSERT INTO cloud_target_files
         (target_file_id, filename, target_type, current_content, current_hash, version, active_editing_cycle_id)
       VALUES ($1, 'doc.md', 'text/markdown', $2, $3, 0, $4)`,
      [id, content, hash, cycle],
    );
    await transaction.query(
      'INSERT INTO editing_cycles (editing_cycle_id, target_file_id, cycle_number) VALUES ($1, $2, 1)',
      [cycle, id],
    );
    await transaction.query(
      `INSERT INTO target_snapshots
         (snapshot_id, target_file_id, editing_cycle_id, snapshot_reason, version, content, content_hash)
       VALUES ($1, $2, $3, 'initial', 0, $4, $5)`,
      [randomUUID(), id, cycle, content, hash],
    );
  });
  return { id, hash };
}
