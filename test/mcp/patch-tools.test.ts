import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolsOf } from '../../src/mcp/index.js';
import type { Database } from '../../src/patch/index.js';
import { openMigrated } from '../patch/support/databases.js';
import { type Connected, connected } from './connected.js';

describe('the tools of the patch service', () => {
  let database: Database;
  let here: Connected;
  beforeAll(async () => {
    database = await openMigrated('embedded');
    here = await connected({ database });
  });
  afterAll(async () => {
    await here?.close();
    await database?.close();
  });

  async function target(content: string, on: Connected = here): Promise<string> {
    const { value } = await on.call('patchdiff_initialize_target', { filename: 'a.md', content });
    expect(value.status).toBe('ok');
    return value.target_file_id;
  }

  it('carry a text from its upload to its replay', async () => {
    const id = await target('alpha beta alpha\r\n');
    const read = await here.call('patchdiff_read_lines', { target_file_id: id, end_line: 1 });
    expect([read.value.text, read.value.version]).toEqual(['alpha beta alpha\n', 0]);
    const found = await here.call('patchdiff_find_occurrences', { target_file_id: id, text: 'alpha' });
    expect(found.value.occurrences.map((it: { start: number }) => it.start)).toEqual([0, 11]);
    const proposal = {
      target_file_id: id,
      intent: 'Rename',
      edits: [{ match: 'alpha', replace: 'gamma é', occurrence_index: 2 }],
      expected_target_version: 0,
    };
    const previewed = await here.call('patchdiff_preview', { format: 'patchdiff-tx/1', ...proposal });
    expect([previewed.value.status, previewed.value.preview]).toEqual(['accepted', true]);
    const submitted = await here.call('patchdiff_submit_edits', proposal);
    expect([submitted.value.status, submitted.value.version]).toEqual(['accepted', 1]);
    expect(submitted.value.after_hash).toBe(previewed.value.after_hash);
    expect(submitted.structured).toEqual(submitted.value);
    const stale = await here.call('patchdiff_submit_operations', {
      target_file_id: id,
      intent: 'Too late',
      operations: [{ op: 'span', start: 0, end: 5, expected_text: 'alpha', replace: 'x' }],
      expected_target_version: 0,
    });
    expect([stale.value.failure_reason, stale.isError]).toEqual(['target_version_mismatch', false]);
    const replaced = await here.call('patchdiff_submit_replacement', {
      target_file_id: id,
      intent: 'Anew',
      replacement: 'omega\n',
      expected_target_version: 1,
    });
    expect(replaced.value.status).toBe('accepted');
    const whole = await here.call('patchdiff_get_target', { target_file_id: id });
    expect([whole.value.current_content, whole.value.version]).toEqual(['omega\n', 2]);
    const exported = await here.call('patchdiff_export_target', {
      target_file_id: id,
      format: 'original_eol',
    });
    expect(exported.value.content).toBe('omega\r\n');
    const log = await here.call('patchdiff_get_pdcp_log', { target_file_id: id });
    expect(log.value.entries.map((entry: { status: string }) => entry.status)).toEqual([
      'accepted',
      'rejected',
      'accepted',
    ]);
    const ledger = await here.call('patchdiff_get_manifest_ledger', { target_file_id: id });
    expect(ledger.value.entries).toHaveLength(2);
    const saved = await here.call('patchdiff_save', { target_file_id: id, expected_target_version: 2 });
    expect(saved.value.status).toBe('saved');
    const replayed = await here.call('patchdiff_replay', { target_file_id: id });
    expect(replayed.value).toMatchObject({ status: 'success', materialized_state_matches: true });
  });

  it('say a context once', async () => {
    const id = await target('alpha alpha\n');
    const { value } = await here.call('patchdiff_submit_edits', {
      target_file_id: id,
      intent: 'Ambiguous',
      edits: [{ match: 'alpha', replace: 'x' }],
      expected_target_version: 0,
    });
    expect(value.failure_reason).toBe('match_ambiguous');
    expect(value.diagnostic.failure_context.available).toBe(true);
    expect(value.current_context.unavailable_reason).toBe('same_as_failure_context');
  });

  it('leave the row of a submission whose arguments have the wrong shape', async () => {
    const id = await target('alpha\n');
    const { value, isError } = await here.call('patchdiff_submit_edits', {
      target_file_id: id,
      intent: 7,
      edits: 'alpha',
      expected_target_version: '0',
    });
    expect([value.status, value.failure_reason, isError]).toEqual(['rejected', 'protocol_invalid', false]);
    const log = await here.call('patchdiff_get_pdcp_log', { target_file_id: id });
    expect(log.value.entries.map((it: { pdcp_log_id: string }) => it.pdcp_log_id)).toEqual([
      value.pdcp_log_id,
    ]);
  });

  it('never see a call whose names are wrong, and leave no row of it', async () => {
    const id = await target('alpha\n');
    const { value, isError } = await here.call('patchdiff_preview', {
      target_file_id: id,
      format: 'patchdiff-tx/1',
      client_request_id: 'a',
    });
    expect([isError, value.code, value.unknown_arguments]).toEqual([
      true,
      'unknown_argument',
      ['client_request_id'],
    ]);
    const missing = await here.call('patchdiff_submit_edits', { target_file_id: id });
    expect(missing.value.missing_arguments).toEqual(['intent', 'edits']);
    const log = await here.call('patchdiff_get_pdcp_log', { target_file_id: id });
    expect(log.value.entries).toEqual([]);
  });

  it('refuse unobserved edits in strict mode', async () => {
    const strict = await connected({ database, strictObservation: true });
    const id = await target('alpha\n', strict);
    const { value } = await strict.call('patchdiff_submit_edits', {
      target_file_id: id,
      intent: 'Rename',
      edits: [{ match: 'alpha', replace: 'x' }],
      expected_target_version: 0,
    });
    expect([value.status, value.diagnostic.code]).toEqual(['rejected', 'OBSERVATION_REQUIRED']);
    await strict.close();
  });

  it('advertise what the runtime does', () => {
    const capabilities = Object.fromEntries(
      toolsOf('patch').flatMap(({ name, inputSchema }) =>
        'x-patchdiff-capabilities' in inputSchema ? [[name, inputSchema['x-patchdiff-capabilities']]] : [],
      ),
    );
    expect(capabilities).toEqual({
      patchdiff_submit_operations: {
        protocol: 'patchdiff-tx/2',
        runtime: 'patchdiff-mvp-0.3.0',
        operations: ['match', 'span'],
        coordinates: 'sequential_code_points',
        insertion: 'start_equals_end',
        span_context: { fields: ['expected_before', 'expected_after'], runtime: 'patchdiff-mvp-0.5.0' },
      },
      patchdiff_submit_replacement: {
        protocol: 'patchdiff-tx/3',
        runtime: 'patchdiff-mvp-0.4.0',
        operations: ['replace_all'],
        limits: { code_points: 1_000_000, utf8_bytes: 1_048_576 },
      },
    });
  });

  it('are the only ones in their profile, and none of the comparison', async () => {
    const patch = await connected({ database, profile: 'patch' });
    const { tools } = await patch.client.listTools();
    expect(tools.every(({ name }) => name.startsWith('patchdiff_'))).toBe(true);
    await expect(patch.call('compare', { source: 'a', test: 'b' })).rejects.toThrow(
      'There is no tool "compare"',
    );
    await patch.close();
  });

  it('say that the database cannot be had, and try again at the next call', async () => {
    let tries = 0;
    const late = await connected({
      openDatabase: async () => {
        tries++;
        if (tries === 1) throw new Error('secret detail');
        return { ...database, close: async () => {} } as Database;
      },
    });
    const first = await late.call('patchdiff_replay', { target_file_id: 'x' });
    expect([first.isError, first.value.status, first.value.code]).toEqual([true, 'error', 'internal_error']);
    expect(first.text).not.toContain('secret');
    const second = await late.call('patchdiff_replay', { target_file_id: 'x' });
    expect([second.isError, tries]).toEqual([false, 2]);
    await late.close();
  });
});
