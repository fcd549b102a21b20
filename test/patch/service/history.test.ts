import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getManifestLedger, type LedgerEntry } from '../../../src/patch/service/ledger.js';
import { getPdcpLog, type LogEntry } from '../../../src/patch/service/log.js';
import { save } from '../../../src/patch/service/save.js';
import { submitEdits, submitOperations, submitReplacement } from '../../../src/patch/service/submit.js';
import type { Database } from '../../../src/patch/store/database.js';
import { onBothDrivers } from '../support/databases.js';
import { newTarget } from './fixture-target.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const EMPTY = { entries: [], has_more: false, next_sequence: null };

/** A target with `count` attempts, the odd ones rejected. */
async function withAttempts(db: Database, count: number): Promise<string> {
  const { id } = await newTarget(db, 'x');
  for (let n = 0, version = 0; n < count; n++) {
    const answer = await submitEdits(db, {
      target_file_id: id,
      intent: `attempt ${n}`,
      edits: [{ match: n % 2 === 0 ? 'x' : 'absent', replace: 'x' }],
      expected_target_version: version,
      client_request_id: `key ${n}`,
    });
    if (answer.status === 'accepted') version++;
  }
  return id;
}

/** Stores a rejected attempt as it stands, for records that no submission of today would write. */
async function store(db: Database, target: string, protocol: string, content: string): Promise<void> {
  await db.transaction((transaction) =>
    transaction.query(
      `INSERT INTO append_only_pdcp_logs
         (pdcp_log_id, target_file_id, editing_cycle_id, status, protocol_version, runtime_version, pdcp_content,
          pdcp_content_hash, before_version, before_hash, failure_reason, source)
       SELECT $1, target_file_id, active_editing_cycle_id, 'rejected', $3, 'patchdiff-mvp-0.2.2', $4, 'hash', version,
              current_hash, 'protocol_invalid', 'test' FROM cloud_target_files WHERE target_file_id = $2`,
      [randomUUID(), target, protocol, content],
    ),
  );
}

onBothDrivers('history', (database) => {
  test('pages the log newest first and the ledger oldest first, with the same cursors', async () => {
    const db = await database();
    const id = await withAttempts(db, 9);
    const log: LogEntry[] = [];
    const ledger: LedgerEntry[] = [];
    for (let before: number | null | undefined; before !== null; ) {
      const page: Awaited<ReturnType<typeof getPdcpLog>> = await getPdcpLog(db, {
        target_file_id: id,
        limit: 2,
        before_sequence: before,
      });
      log.push(...page.entries);
      expect(page.has_more).toBe(page.next_sequence !== null);
      expect(page.next_sequence ?? page.entries.at(-1)!.log_sequence).toBe(page.entries.at(-1)!.log_sequence);
      before = page.next_sequence;
    }
    for (let before: number | null | undefined; before !== null; ) {
      const page: Awaited<ReturnType<typeof getManifestLedger>> = await getManifestLedger(db, {
        target_file_id: id,
        limit: 2,
        before_sequence: before,
      });
      ledger.unshift(...page.entries);
      before = page.next_sequence;
    }
    expect(log.map(({ intent }) => intent)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => `attempt ${n}`));
    expect(log.map(({ status }) => status).slice(0, 2)).toEqual(['accepted', 'rejected']);
    expect(ledger.map(({ after_version }) => after_version)).toEqual([1, 2, 3, 4, 5]);
    const accepted = log.filter(({ status }) => status === 'accepted').reverse();
    expect(ledger.map(({ pdcp_log_id, log_sequence }) => ({ pdcp_log_id, log_sequence }))).toEqual(
      accepted.map(({ pdcp_log_id, log_sequence }) => ({ pdcp_log_id, log_sequence })),
    );
    expect(await getPdcpLog(db, { target_file_id: id, before_sequence: log.at(-1)!.log_sequence })).toEqual(
      EMPTY,
    );
  });

  test('filters the log by status, content and key, and pages after filtering', async () => {
    const db = await database();
    const id = await withAttempts(db, 6);
    const page = async (args: object) => {
      const { entries, has_more } = await getPdcpLog(db, { target_file_id: id, ...args });
      return [entries.map(({ intent }) => intent?.at(-1)).join(''), has_more];
    };
    expect(await page({ status: 'rejected' })).toEqual(['531', false]);
    expect(await page({ status: 'accepted', limit: 2 })).toEqual(['42', true]);
    expect(await page({ client_request_id: 'key 3' })).toEqual(['3', false]);
    expect(await page({ client_request_id: 'a key of older times \u00e9' })).toEqual(['', false]);
    const [entry] = (await getPdcpLog(db, { target_file_id: id, limit: 1 })).entries;
    expect(await page({ content_hash: entry!.pdcp_content_hash })).toEqual(['5', false]);
  });

  test('shows an entry of each kind whole', async () => {
    const db = await database();
    const { id, hash } = await newTarget(db, 'alpha\n');
    const answer = await submitEdits(db, {
      target_file_id: id,
      intent: 'Rename alpha',
      edits: [{ match: 'alpha', replace: 'beta', rationale: 'Because', risk: 'low' }],
      expected_target_version: 0,
    });
    if (answer.status !== 'accepted') throw new Error('not accepted');
    const when = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    const shared = { pdcp_log_id: answer.pdcp_log_id, before_version: 0, after_version: 1, created_at: when };
    const content =
      '{"edits":[{"match":"alpha","rationale":"Because","replace":"beta","risk":"low"}],"format":"patchdiff-tx/1","intent":"Rename alpha"}';
    const { entries: log } = await getPdcpLog(db, { target_file_id: id, include_content: true });
    const { entries: ledger } = await getManifestLedger(db, { target_file_id: id });
    expect(log).toEqual([
      {
        ...shared,
        log_sequence: expect.any(Number),
        status: 'accepted',
        protocol_version: 'patchdiff-tx/1',
        runtime_version: 'patchdiff-mvp-0.2.2',
        pdcp_content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        before_hash: hash,
        after_hash: answer.after_hash,
        failure_reason: null,
        failure_detail: null,
        failed_change_id: null,
        parent_pdcp_log_id: null,
        regeneration_attempt: null,
        attempt: null,
        client_request_id: null,
        request_fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        diagnostic: null,
        intent: 'Rename alpha',
        intent_truncated: false,
        source: 'model_response',
        editing_cycle_id: expect.any(String),
        pdcp_content: content,
      },
    ]);
    expect(ledger).toEqual([
      {
        ...shared,
        ledger_sequence: expect.any(Number),
        log_sequence: log[0]!.log_sequence,
        editing_cycle_id: log[0]!.editing_cycle_id,
        change_index: 1,
        change_id: 'chg_001',
        intent: 'Because',
        transaction_intent: 'Rename alpha',
        rationale: 'Because',
        input_state: null,
        output_state: null,
        affected_region: null,
        user_visible_change: null,
        risk: 'low',
        origin: 'typed',
        derived: answer.evidence.changes[0],
      },
    ]);
  });

  test('keeps the ledger of an open cycle apart from those that a save has closed', async () => {
    const db = await database();
    const id = await withAttempts(db, 1);
    expect((await getManifestLedger(db, { target_file_id: id })).entries.length).toBe(1);
    await save(db, { target_file_id: id });
    expect(await getManifestLedger(db, { target_file_id: id })).toEqual(EMPTY);
    expect(
      (await getManifestLedger(db, { target_file_id: id, include_previous_cycles: true })).entries.length,
    ).toBe(1);
  });

  test('reads intent and rationale out of records of every format and size', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    const intent = 'Say "no" \\ \u{1F600}\n}';
    const pad = 'p'.repeat(70_000);
    let version = 0;
    const next = () => ({ target_file_id: id, intent, expected_target_version: version++ });
    await submitEdits(db, { ...next(), edits: [{ match: 'a', replace: 'b', rationale: 'small' }] });
    await submitEdits(db, {
      ...next(),
      edits: [
        { match: 'b', replace: pad },
        { match: pad, replace: 'c","format":"patchdiff-tx/1","intent":"x"}', rationale: pad },
      ],
    });
    await submitOperations(db, {
      ...next(),
      operations: [{ op: 'span', start: 0, end: 0, expected_text: '', replace: pad }],
    });
    await submitReplacement(db, { ...next(), replacement: `{"intent":"x"}${pad}` });
    await submitReplacement(db, { ...next(), replacement: 'z' });
    await submitEdits(db, { ...next(), edits: [{ match: 'z', replace: pad, rationale: 'large' }] });
    await submitEdits(db, { ...next(), edits: [{ match: pad, replace: 'z', rationale: intent }] });
    const { entries: log } = await getPdcpLog(db, { target_file_id: id });
    expect(log.map((entry) => [entry.status, entry.intent])).toEqual(Array(7).fill(['accepted', intent]));
    const { entries: ledger } = await getManifestLedger(db, { target_file_id: id });
    expect(ledger.map((entry) => entry.transaction_intent)).toEqual(Array(8).fill(intent));
    expect(ledger.map((entry) => entry.rationale)).toEqual([
      'small',
      null,
      pad,
      null,
      null,
      null,
      'large',
      intent,
    ]);
  });

  test('gives the intent that parsing the record would, whatever was recorded', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constant(5),
      fc.constant(null),
    );
    const big = fc.boolean();
    await fc.assert(
      fc.asyncProperty(value, big, fc.constantFrom(1, 2, 3), async (intent, padded, format) => {
        const protocol = `patchdiff-tx/${format}`;
        const pad = padded ? '"}é'.repeat(20_000) : 'x';
        const field =
          format === 1 ? { edits: pad } : format === 2 ? { operations: pad } : { replacement: pad };
        const record = {
          ...(format === 1 ? field : {}),
          format: protocol,
          intent,
          ...(format === 1 ? {} : field),
        };
        const usable = typeof intent === 'string' && !/\0|[\ud800-\udfff]/u.test(intent);
        await store(db, id, protocol, JSON.stringify(usable ? record : { ...record, intent: 5 }));
        const [entry] = (await getPdcpLog(db, { target_file_id: id, limit: 1 })).entries;
        const points = usable ? [...(intent as string)] : [];
        expect(entry!.intent).toBe(usable ? points.slice(0, 256).join('') : null);
        expect(entry!.intent_truncated).toBe(points.length > 256);
      }),
      { numRuns: 30 },
    );
  });

  test('has no intent for records that are damaged or are evidence of invalid input', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    for (const content of [
      'not JSON',
      '[1]',
      '{"intent":"x"',
      `{"format":"patchdiff-tx/1","x":"${'é'.repeat(70_000)}"`,
      '{"format":"patchdiff-invalid-input/1","protocol_version":"patchdiff-tx/1","arguments":{},"intent":"x"}',
    ]) {
      await store(db, id, 'patchdiff-tx/1', content);
    }
    await submitEdits(db, {
      target_file_id: id,
      intent: 'x',
      edits: [{ match: '\ud800', replace: '' }],
      expected_target_version: 0,
    });
    const { entries } = await getPdcpLog(db, { target_file_id: id });
    expect(entries.map(({ intent, intent_truncated }) => [intent, intent_truncated])).toEqual(
      Array(6).fill([null, false]),
    );
  });

  test('bounds the content of a page, returns the first whole, and skips only what does not fit', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    const sizes = [300_000, 900_000, 600_000, 1_200_000];
    for (const size of sizes) await store(db, id, 'patchdiff-tx/1', 'é'.repeat(size / 2));
    const shown = async (args: object) =>
      (await getPdcpLog(db, { target_file_id: id, include_content: true, ...args })).entries.map((entry) =>
        entry.pdcp_content == null ? entry.pdcp_content_omitted : Buffer.byteLength(entry.pdcp_content),
      );
    const omitted = 'page_byte_budget';
    expect(await shown({})).toEqual([1_200_000, omitted, omitted, omitted]);
    const { entries } = await getPdcpLog(db, { target_file_id: id });
    expect(await shown({ before_sequence: entries[0]!.log_sequence })).toEqual([600_000, omitted, 300_000]);
    expect(await shown({ limit: 1, before_sequence: entries[1]!.log_sequence + 1 })).toEqual([600_000]);
    expect(entries[0]).not.toHaveProperty('pdcp_content');
  });

  test('answers bad arguments and unknown targets with an empty page that says why', async () => {
    const db = await database();
    const { id } = await newTarget(db, 'a');
    expect(await getPdcpLog(db, { target_file_id: id })).toEqual(EMPTY);
    expect(await getManifestLedger(db, { target_file_id: id, limit: null })).toEqual(EMPTY);
    expect(await getPdcpLog(db, { target_file_id: id, before_sequence: 1e300 })).toEqual(EMPTY);
    for (const tool of [getPdcpLog, getManifestLedger]) {
      expect(await tool(db, { target_file_id: UNKNOWN })).toMatchObject({ status: 'not_found', ...EMPTY });
      for (const wrong of [
        ...[0, -1, true, 1.5, '5'].map((limit) => ({ limit })),
        ...[0, true, 1.5, '5'].map((before_sequence) => ({ before_sequence })),
      ]) {
        const answer = await tool(db, { target_file_id: id, ...wrong } as never);
        expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 'invalid_argument', ...EMPTY });
      }
    }
    for (const wrong of [
      { status: 'all' },
      { include_content: 1 },
      { include_content: null },
      { content_hash: 5 },
      { client_request_id: '\0' },
    ]) {
      const answer = await getPdcpLog(db, { target_file_id: id, ...wrong } as never);
      expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 'invalid_argument', ...EMPTY });
    }
    const flagged = await getManifestLedger(db, {
      target_file_id: id,
      include_previous_cycles: null,
    } as never);
    expect(flagged).toMatchObject({ status: 'invalid_argument', ...EMPTY });
  });

  test('cannot be changed or deleted', async () => {
    const db = await database();
    await withAttempts(db, 1);
    for (const table of ['append_only_pdcp_logs', 'manifest_ledger']) {
      for (const statement of [
        `UPDATE ${table} SET created_at = now()`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
      ]) {
        await expect(
          db.transaction((transaction) => transaction.query(statement)),
          statement,
        ).rejects.toThrow(/append-only/);
      }
    }
  });
});
