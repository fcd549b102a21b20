import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ComparedVersions,
  compareVersions,
  type PlanEditsResponse,
  type PlannedEdit,
  planEdits,
  previewPlan,
  submit,
  submitGated,
} from '../../src/bridge/index.js';
import { compare } from '../../src/compare/index.js';
import {
  type Database,
  getPdcpLog,
  getTarget,
  initializeTarget,
  replay,
  save,
} from '../../src/patch/index.js';
import { openMigrated } from '../patch/support/databases.js';
import { codePairs, dataPairs, markdownPairs } from './pairs.js';

let store: Database;
beforeAll(async () => {
  store = await openMigrated('embedded');
});
afterAll(() => store?.close());

async function target(filename: string, content: string): Promise<string> {
  const started = await initializeTarget(store, { filename, content });
  if (started.status !== 'ok') throw new Error(started.failure_detail);
  return started.target_file_id;
}

async function contentOf(target_file_id: string): Promise<string> {
  const state = await getTarget(store, { target_file_id });
  if (state.status !== 'ok') throw new Error(state.failure_detail);
  return state.current_content;
}

function plan(target_file_id: string, proposed_text: string, version = 0): Promise<PlanEditsResponse> {
  return planEdits(store, {
    target_file_id,
    proposed_text,
    intent: 'Edit',
    expected_target_version: version,
  });
}

test('what is planned is accepted and gives the proposed text, there and back, and history replays', async () => {
  const methods = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(markdownPairs, codePairs, dataPairs), async ({ fileName, text, proposed }) => {
      const id = await target(fileName, text);
      let version = 0;
      for (const wanted of [proposed, text]) {
        const planned = await plan(id, wanted, version);
        if (planned.status === 'unchanged') {
          expect(proposed).toBe(text);
          return;
        }
        if (planned.status !== 'planned') throw new Error(JSON.stringify(planned));
        methods.add(planned.method);
        expect(await previewPlan(store, planned)).toMatchObject({
          status: 'accepted',
          after_hash: planned.proposed_hash,
        });
        expect(await submit(store, planned.submission)).toMatchObject({
          status: 'accepted',
          after_hash: planned.proposed_hash,
        });
        expect(await contentOf(id)).toBe(wanted);
        version++;
      }
      expect(await replay(store, { target_file_id: id })).toMatchObject({ materialized_state_matches: true });
      const back = (await compareVersions(store, {
        target_file_id: id,
        from_version: 0,
      })) as ComparedVersions;
      expect([back.to_version, back.comparison.changes]).toEqual([2, []]);
    }),
    { numRuns: 30 },
  );
  expect([...methods].sort()).toEqual(['observed', 'operations', 'replacement']);
});

describe('a plan', () => {
  const TEXT = '# A\n\nOne day.\n\n# B\n\nOne week.\n';

  test('has the receipts of its scopes, of one bundle at the guards of the target', async () => {
    const id = await target('a.md', TEXT);
    const planned = (await plan(id, TEXT.replaceAll('One', 'Two'))) as PlannedEdit;
    expect(planned).toMatchObject({
      scopes: [
        { symbol_name: 'A', kind: 'section', start: 0, start_line: 1, address: '/section[1]' },
        { symbol_name: 'B', kind: 'section', end: TEXT.length, address: '/section[2]' },
      ],
      submission: {
        arguments: {
          observation_bundle_id: planned.observation_bundle_id,
          expected_target_version: 0,
          expected_current_hash: planned.target_current_hash,
          client_request_id: `plan-${planned.observation_bundle_id}`,
          groups: planned.scopes.map(({ observation_id }) => ({
            observation_id,
            operations: [{ op: 'span' }],
          })),
        },
      },
    });
    const rows = await store.query<{
      observation_id: string;
      observation_bundle_id: string;
      target_version: number;
    }>(
      'SELECT observation_id, observation_bundle_id, target_version FROM target_scope_observations WHERE target_file_id = $1 ORDER BY ordinal',
      [id],
    );
    expect(rows).toEqual(
      planned.scopes.map(({ observation_id }) => ({
        observation_id,
        observation_bundle_id: planned.observation_bundle_id,
        target_version: 0,
      })),
    );
    const accepted = await submit(store, planned.submission);
    // Sent again after a lost answer, it is the same request.
    expect(await submit(store, planned.submission)).toMatchObject({
      status: 'accepted',
      deduplicated: true,
      pdcp_log_id: (accepted as { pdcp_log_id: string }).pdcp_log_id,
    });
  });

  test('takes the texts with the ends of lines that they come with', async () => {
    const id = await target('a.md', TEXT.replaceAll('\n', '\r\n'));
    const planned = (await plan(id, TEXT.replace('One', 'Two').replaceAll('\n', '\r'))) as PlannedEdit;
    expect(planned.operation_count).toBe(1);
    expect(await submit(store, planned.submission)).toMatchObject({ status: 'accepted' });
    expect(await plan(id, TEXT.replace('One', 'Two'), 1)).toMatchObject({
      status: 'unchanged',
      target_version: 1,
    });
  });

  test('is not made without a guard, of a state that has passed, or of what cannot be stored', async () => {
    const id = await target('a.md', TEXT);
    const args = { target_file_id: id, intent: 'Edit', proposed_text: 'x' };
    expect(await planEdits(store, args)).toMatchObject({ status: 'rejected', code: 'guard_required' });
    expect(await planEdits(store, { ...args, expected_target_version: 3 })).toMatchObject({
      status: 'rejected',
      code: 'target_version_mismatch',
      current_version: 0,
    });
    expect(await planEdits(store, { ...args, expected_current_hash: '0'.repeat(64) })).toMatchObject({
      code: 'target_hash_mismatch',
    });
    expect(
      await planEdits(store, { ...args, proposed_text: 'a\0', expected_target_version: 0 }),
    ).toMatchObject({
      status: 'invalid_argument',
      code: 'target_encoding_invalid',
    });
    expect(await planEdits(store, { ...args, intent: ' ', expected_target_version: 0 })).toMatchObject({
      status: 'invalid_argument',
    });
    expect(await plan('x', 'y')).toMatchObject({ status: 'invalid_argument', code: 'invalid_target_id' });
    expect(await plan('00000000-0000-4000-8000-000000000000', 'y')).toMatchObject({ status: 'not_found' });
    const { entries } = await getPdcpLog(store, { target_file_id: id });
    expect(entries).toEqual([]);
  });

  test('does not outlive a save', async () => {
    const id = await target('a.md', TEXT);
    const planned = (await plan(id, TEXT.replace('One', 'Two'))) as PlannedEdit;
    await save(store, { target_file_id: id });
    expect(await submit(store, planned.submission)).toMatchObject({
      status: 'rejected',
      diagnostic: { code: 'OBSERVATION_CYCLE_MISMATCH' },
    });
  });
});

describe('a gated submission', () => {
  const TEXT = 'def a():\n    return 1\n\n\ndef b():\n    return 2\n';

  test('of any kind is refused, recorded, and leaves receipts as they were', async () => {
    const id = await target('a.py', TEXT);
    const planned = (await plan(id, TEXT.replace('return 2', 'return 3'))) as PlannedEdit;
    const allowed = { symbols: [{ symbol_name: 'a' }] };
    const refused = await submitGated(store, planned.submission, allowed);
    expect(refused).toMatchObject({
      status: 'rejected',
      failure_reason: 'context_invalid',
      current_version: 0,
      diagnostic: {
        code: 'OUT_OF_ALLOWED_SCOPE',
        retryable: false,
        outside_text: [{ line: 6, removed: '2', added: '3' }],
      },
    });
    for (const submission of [
      {
        tool: 'patchdiff_submit_edits',
        arguments: { edits: [{ match: 'return 2', replace: 'return 3' }] },
      },
      {
        tool: 'patchdiff_submit_replacement',
        arguments: { replacement: TEXT.replace('return 2', 'return 3') },
      },
    ] as const) {
      const guarded = {
        ...submission,
        arguments: {
          ...submission.arguments,
          target_file_id: id,
          intent: 'Edit',
          expected_target_version: 0,
        },
      } as Parameters<typeof submitGated>[1];
      expect(await submitGated(store, guarded, allowed)).toMatchObject({
        status: 'rejected',
        diagnostic: { code: 'OUT_OF_ALLOWED_SCOPE' },
      });
    }
    const { entries } = await getPdcpLog(store, { target_file_id: id });
    expect(entries.map(({ status, diagnostic }) => [status, diagnostic?.code])).toEqual(
      Array(3).fill(['rejected', 'OUT_OF_ALLOWED_SCOPE']),
    );
    const again = { ...planned.submission.arguments, client_request_id: 'again' } as never;
    expect(
      await submitGated(
        store,
        { tool: 'patchdiff_submit_observed_operations', arguments: again },
        { symbols: [{ symbol_name: 'b', kind: 'function' }] },
      ),
    ).toMatchObject({ status: 'accepted', version: 1 });
  });

  test.each([
    [null, 'bad_scope'],
    [{ lables: ['1'] }, 'bad_scope'],
    [{ labels: '1' }, 'bad_scope'],
    [{ labels: [' '] }, 'bad_scope'],
    [{ symbols: ['a'] }, 'bad_scope'],
    [{ symbols: [{ symbol_name: 'a', start: 1 }] }, 'bad_scope'],
    [{}, 'empty_scope'],
    [{ labels: [] }, 'empty_scope'],
  ])('is no attempt when its allowed scope can mean nothing: %j', async (allowed, code) => {
    const id = await target('a.py', TEXT);
    const { submission } = (await plan(id, TEXT.replace('1', '2'))) as PlannedEdit;
    expect(await submitGated(store, submission, allowed as never)).toMatchObject({
      status: 'invalid_argument',
      code,
    });
    const { entries } = await getPdcpLog(store, { target_file_id: id });
    expect(entries).toEqual([]);
  });

  test('of no target says so', async () => {
    const id = await target('a.py', TEXT);
    const { submission } = (await plan(id, TEXT.replace('1', '2'))) as PlannedEdit;
    const elsewhere = {
      ...submission,
      arguments: { ...submission.arguments, target_file_id: '00000000-0000-4000-8000-000000000000' },
    } as typeof submission;
    expect(await submitGated(store, elsewhere, { symbols: [{ symbol_name: 'a' }] })).toMatchObject({
      status: 'rejected',
      failure_reason: 'target_not_found',
    });
  });
});

describe('versions', () => {
  test('are compared from the history, in any order, whatever the row says', async () => {
    const texts = ['# A\n\nOne.\n', '# A\n\nTwo.\n', '# A\n\nTwo.\n\nThree.\n'];
    const id = await target('a.md', texts[0]);
    for (const [version, text] of texts.entries()) {
      if (version === 0) continue;
      const planned = (await plan(id, text, version - 1)) as PlannedEdit;
      await submit(store, planned.submission);
    }
    for (const [from_version, to_version] of [
      [0, 1],
      [1, 2],
      [0, 2],
      [2, 0],
    ]) {
      const compared = await compareVersions(store, { target_file_id: id, from_version, to_version });
      expect(JSON.stringify((compared as ComparedVersions).comparison)).toBe(
        JSON.stringify(
          compare(texts[from_version], texts[to_version], {
            sourceFormat: 'markdown',
            testFormat: 'markdown',
          }),
        ),
      );
    }
    await store.query(`UPDATE cloud_target_files SET current_content = 'forged' WHERE target_file_id = $1`, [
      id,
    ]);
    const compared = (await compareVersions(store, {
      target_file_id: id,
      from_version: 1,
    })) as ComparedVersions;
    expect(compared.comparison.changes.map(({ kind, test_text }) => [kind, test_text])).toEqual([
      ['insert', 'Three.'],
    ]);
    expect(await plan(id, 'x', 2)).toMatchObject({ status: 'rejected', code: 'target_diverged' });
  });

  test('that there are not are refused, and a program is compared as text', async () => {
    const id = await target('a.py', 'a = 1\n');
    expect(
      await compareVersions(store, { target_file_id: id, from_version: 0, to_version: 1 }),
    ).toMatchObject({
      status: 'invalid_argument',
      code: 'out_of_range',
    });
    expect(await compareVersions(store, { target_file_id: id, from_version: -1 })).toMatchObject({
      status: 'invalid_argument',
    });
    expect(
      await compareVersions(store, {
        target_file_id: '00000000-0000-4000-8000-000000000000',
        from_version: 0,
      }),
    ).toMatchObject({ status: 'not_found' });
    expect(await compareVersions(store, { target_file_id: id, from_version: 0 })).toMatchObject({
      format: 'text',
    });
  });
});
