import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replay } from '../../../src/patch/service/replay.js';
import { type Saved, save } from '../../../src/patch/service/save.js';
import { submitEdits, submitOperations, submitReplacement } from '../../../src/patch/service/submit.js';
import { getTarget } from '../../../src/patch/service/targets.js';
import type { Database } from '../../../src/patch/store/database.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { onBothDrivers, openMigrated } from '../support/databases.js';
import { awkwardText } from '../support/texts.js';
import { newTarget } from './fixture-target.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

async function replaced(
  db: Database,
  target_file_id: string,
  version: number,
  replacement: string,
): Promise<void> {
  const answer = await submitReplacement(db, {
    target_file_id,
    intent: 'i',
    replacement,
    expected_target_version: version,
  });
  expect(answer.status).toBe('accepted');
}

onBothDrivers('a save', (database) => {
  test('keeps a snapshot, turns the cycle over and leaves the text alone', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    await replaced(db, id, 0, 'b\n');
    const saved = (await save(db, {
      target_file_id: id,
      expected_target_version: 1,
      export_after_save: true,
    })) as Saved;
    expect(saved).toEqual({
      status: 'saved',
      target_file_id: id,
      snapshot_id: UUID,
      closed_editing_cycle_id: UUID,
      new_editing_cycle_id: UUID,
      current_hash: sha256Hex('b\n'),
      version: 1,
      export: expect.objectContaining({ format: 'original_text', content: 'b\n', version: 1 }),
    });
    expect(await getTarget(db, { target_file_id: id })).toMatchObject({
      version: 1,
      current_content: 'b\n',
      active_editing_cycle_id: saved.new_editing_cycle_id,
    });
    const snapshots = await db.query(
      'SELECT snapshot_id, snapshot_reason, version, content, editing_cycle_id FROM target_snapshots WHERE target_file_id = $1 ORDER BY version',
      [id],
    );
    expect(snapshots[1]).toEqual({
      snapshot_id: saved.snapshot_id,
      snapshot_reason: 'save_checkpoint',
      version: 1,
      content: 'b\n',
      editing_cycle_id: saved.closed_editing_cycle_id,
    });
    const cycles = await db.query(
      'SELECT cycle_number, closed_at IS NULL AS open FROM editing_cycles WHERE target_file_id = $1 ORDER BY cycle_number',
      [id],
    );
    expect(cycles).toEqual([
      { cycle_number: 1, open: false },
      { cycle_number: 2, open: true },
    ]);
  });

  test('writes nothing when a guard is stale, malformed, or the text is not what was stored', async () => {
    const db = await database();
    const { id, hash } = await newTarget(db, 'a');
    const reason = async (args: object) => {
      const answer = await save(db, { target_file_id: id, ...args } as never);
      return answer.status === 'rejected' ? answer.failure_reason : answer.status;
    };
    expect(await reason({ expected_target_version: 1 })).toBe('target_version_mismatch');
    expect(await reason({ expected_current_hash: sha256Hex('b') })).toBe('target_hash_mismatch');
    expect(await reason({ expected_target_version: 0, expected_current_hash: sha256Hex('b') })).toBe(
      'target_hash_mismatch',
    );
    for (const expected_target_version of [-1, true, '0', 0.5])
      expect(await reason({ expected_target_version })).toBe('context_invalid');
    expect(await reason({ expected_current_hash: hash.toUpperCase() })).toBe('context_invalid');
    expect(await reason({ export_after_save: 1 })).toBe('invalid_argument');
    expect(await reason({ target_file_id: UNKNOWN })).toBe('not_found');
    expect(await reason({ target_file_id: 'x' })).toBe('invalid_argument');
    await db.transaction((transaction) =>
      transaction.query(
        `UPDATE cloud_target_files SET current_content = 'tampered' WHERE target_file_id = $1`,
        [id],
      ),
    );
    expect(await reason({})).toBe('target_diverged');
    const [row] = await db.query<{ n: number }>(
      'SELECT count(*) AS n FROM target_snapshots WHERE target_file_id = $1',
      [id],
    );
    expect(row!.n).toBe(1);
  });

  test("in a caller's transaction goes with it", async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    const before = await getTarget(db, { target_file_id: id });
    const work = db.transaction(async (transaction) => {
      expect((await save(transaction, { target_file_id: id })).status).toBe('saved');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await getTarget(db, { target_file_id: id })).toEqual(before);
  });
});

onBothDrivers('replay', (database) => {
  test('shows its whole answer', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    await replaced(db, id, 0, 'b');
    await save(db, { target_file_id: id });
    await replaced(db, id, 1, 'c');
    expect(await replay(db, { target_file_id: id })).toEqual({
      status: 'success',
      target_file_id: id,
      reconstructed_hash: sha256Hex('c'),
      current_hash: sha256Hex('c'),
      reconstructed_version: 2,
      current_version: 2,
      accepted_transactions_replayed: 2,
      materialized_state_matches: true,
      materialized_state_checks: {
        content_matches: true,
        stored_hash_matches: true,
        recomputed_hash_matches: true,
        version_matches: true,
      },
    });
    expect((await replay(db, { target_file_id: UNKNOWN })).status).toBe('not_found');
    expect((await replay(db, { target_file_id: '' })).status).toBe('invalid_argument');
  });

  test('reports what differs from the stored state, and repairs nothing', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a\n');
    const checks = async (change: string) => {
      await db.transaction((transaction) =>
        transaction.query(`UPDATE cloud_target_files SET ${change} WHERE target_file_id = $1`, [id]),
      );
      const answer = await replay(db, { target_file_id: id });
      if (answer.status !== 'success') throw new Error('no success');
      expect(answer.materialized_state_matches).toBe(false);
      return Object.values(answer.materialized_state_checks).map(Number).join('');
    };
    expect(await checks(`current_content = E'a\\r\\n'`)).toBe('0111');
    expect(await checks(`current_content = 'b'`)).toBe('0101');
    expect(await checks(`current_content = E'a\\n', current_hash = 'x'`)).toBe('1011');
    expect(await checks('version = 7')).toBe('1010');
    expect(await getTarget(db, { target_file_id: id })).toMatchObject({ version: 7, current_hash: 'x' });
  });

  test('refuses history that it cannot apply', async () => {
    const db = await database();
    const forged = async (protocol: string, runtime: string, content: string) => {
      const { id } = await newTarget(db, 'a');
      await db.transaction(async (transaction) => {
        await transaction.query(
          `INSERT INTO append_only_pdcp_logs
             (pdcp_log_id, target_file_id, editing_cycle_id, status, protocol_version, runtime_version, pdcp_content,
              pdcp_content_hash, before_version, after_version, before_hash, after_hash, source)
           SELECT $1, target_file_id, active_editing_cycle_id, 'accepted', $3, $4, $5, 'h', 0, 1, current_hash, 'h', 't'
           FROM cloud_target_files WHERE target_file_id = $2`,
          [randomUUID(), id, protocol, runtime, content],
        );
        await transaction.query('UPDATE cloud_target_files SET version = 1 WHERE target_file_id = $1', [id]);
      });
      const answer = await replay(db, { target_file_id: id });
      return answer.status === 'rejected' ? answer.failure_reason : answer.status;
    };
    const record = (edit: object) => JSON.stringify({ edits: [edit], format: 'patchdiff-tx/1', intent: 'i' });
    const good = record({ match: 'a', replace: 'b' });
    expect(await forged('patchdiff-tx/1', 'patchdiff-mvp-0.2.2', good)).toBe('success');
    for (const [protocol, runtime, content] of [
      ['patchdiff-tx/1', 'patchdiff-mvp-0.3.0', good],
      ['patchdiff-tx/1', 'patchdiff-mvp-9.9.9', good],
      ['patchdiff-tx/1', 'patchdiff-mvp-0.2.2', 'not JSON'],
      ['patchdiff-tx/1', 'patchdiff-mvp-0.2.2', '[]'],
      ['patchdiff-tx/1', 'patchdiff-mvp-0.2.2', record({ match: 'z', replace: 'b' })],
    ] as const) {
      expect(await forged(protocol, runtime, content), content).toBe('replay_protocol_invalid');
    }
  });
});

describe('replay of any history', () => {
  const edit = fc.record({
    kind: fc.constantFrom('match', 'span', 'context', 'replace', 'save'),
    at: fc.nat(),
    size: fc.nat(4),
    text: awkwardText.map((text) => text.slice(0, 12).replace(/[\ud800-\udbff]$/, '')),
  });

  test('gives the stored text, hash and version', async () => {
    const db = await openMigrated('embedded');
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(awkwardText, fc.array(edit, { maxLength: 8 }), async (start, edits) => {
        const { id } = await newTarget(db, start);
        for (const { kind, at, size, text } of edits) {
          const target = await getTarget(db, { target_file_id: id });
          if (target.status !== 'ok') throw new Error('lost');
          const points = [...target.current_content];
          const from = at % (points.length + 1);
          const expected_text = points.slice(from, from + size).join('');
          const end = from + [...expected_text].length;
          const common = { target_file_id: id, intent: 'i', expected_target_version: target.version };
          const span = { op: 'span' as const, start: from, end, expected_text, replace: text };
          if (kind === 'save') await save(db, { target_file_id: id });
          else {
            const answer =
              kind === 'replace'
                ? await submitReplacement(db, { ...common, replacement: text })
                : kind === 'match'
                  ? await submitEdits(db, {
                      ...common,
                      edits: [
                        { match: expected_text || 'a', replace: text, occurrence_index: 1 },
                        ...(text === ''
                          ? []
                          : [{ match: text.slice(0, 1), replace: 'y', occurrence_index: 1 }]),
                      ],
                    })
                  : await submitOperations(db, {
                      ...common,
                      operations: [
                        kind === 'span'
                          ? span
                          : {
                              ...span,
                              expected_before: points.slice(Math.max(0, from - 2), from).join('') || null,
                            },
                      ],
                    });
            if (answer.status === 'accepted') accepted++;
          }
        }
        expect(await replay(db, { target_file_id: id })).toMatchObject({
          status: 'success',
          materialized_state_matches: true,
        });
      }),
      { numRuns: 40 },
    );
    expect(accepted).toBeGreaterThan(40);
    await db.close();
  });
});
