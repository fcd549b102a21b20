import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { getManifestLedger } from '../../../src/patch/service/ledger.js';
import { getPdcpLog } from '../../../src/patch/service/log.js';
import type { ObservedBundle } from '../../../src/patch/service/observe-response.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { save } from '../../../src/patch/workspace/save.js';
import { onBothDrivers } from '../support/databases.js';
import { type Call, match, observedScene, rejected, span, TEXT, verdict } from './observed-scene.js';

/** A group for each scope of a bundle, in its order. */
const groupsOf = (bundle: ObservedBundle, ...operations: Call[][]) =>
  operations.map((list, i) => ({ observation_id: bundle.scopes[i].observation_id, operations: list }));

let keys = 0;
/** The batch of a bundle under a key that no other has. */
const batchOf = (bundle: ObservedBundle, ...operations: Call[][]): Call => ({
  observation_bundle_id: bundle.observation_bundle_id,
  groups: groupsOf(bundle, ...operations),
  client_request_id: `key ${++keys}`,
});

onBothDrivers('a batch of observed edits', (opened) => {
  const scene = async (content?: string) => observedScene(await opened(), content);

  it('is one accepted attempt with one version, from the last scope in the text to the first', async () => {
    const { database, target, bundle, submit, log, ledger, observations, state } = await scene();
    const seen = await bundle('C', 'A');
    const { observation_bundle_id } = seen;
    const [c, a] = seen.scopes.map((it) => it.observation_id);
    const batch = batchOf(
      seen,
      [match('three', '3', { rationale: 'digits' }), span(6, 7, '3', 'III', { change_id: 'roman' })],
      [match('one', 'zero')],
    );
    // The groups may come in any order.
    batch.groups.reverse();
    const answer = (await submit(seen, batch)) as Call;
    const after = TEXT.replace('one two', 'zero two').replace('three', 'III');
    expect(answer).toEqual({
      status: 'accepted',
      target_file_id: target.id,
      before_hash: target.hash,
      after_hash: sha256Hex(after),
      version: 1,
      current_version: 1,
      current_hash: sha256Hex(after),
      pdcp_log_id: answer.pdcp_log_id,
      manifest_entries_added: 3,
      warnings: [],
      warning_details: [],
      warning_count: 0,
      warnings_truncated: false,
      validity: expect.objectContaining({ transaction_valid: true }),
      evidence: {
        changes: [
          expect.objectContaining({ change_index: 1, change_id: 'chg_002', span_start: 36, span_end: 41 }),
          expect.objectContaining({ change_index: 2, change_id: 'roman', span_start: 36, operation: 'span' }),
          expect.objectContaining({ change_index: 3, change_id: 'chg_001', span_start: 6, span_end: 9 }),
        ],
      },
      deduplicated: false,
      client_request_id: batch.client_request_id,
      observation_bundle_id,
      before_version: 0,
      after_version: 1,
      group_count: 2,
      change_count: 3,
      groups: [
        {
          ...{ group_index: 0, observation_id: a, ordinal: 1, change_count: 1 },
          ...{ scope_start: 0, scope_end: 15, result_start: 0, result_end: 16 },
        },
        {
          ...{ group_index: 1, observation_id: c, ordinal: 0, change_count: 2 },
          ...{ scope_start: 30, scope_end: 48, result_start: 31, result_end: 47 },
        },
      ],
    });
    expect(await state()).toMatchObject({ current_content: after, version: 1 });
    expect(await log()).toMatchObject([
      {
        status: 'accepted',
        protocol_version: 'patchdiff-observed-batch/1',
        runtime_version: 'patchdiff-observed-batch-r1',
        observation_id: null,
        observation_bundle_id,
        pdcp_content: JSON.stringify({
          format: 'patchdiff-observed-batch/1',
          groups: batch.groups.map((group: Call) => ({
            observation_id: group.observation_id,
            operations: group.operations.map((it: Call) =>
              Object.fromEntries(Object.entries(it).sort(([x], [y]) => (x < y ? -1 : 1))),
            ),
          })),
          intent: 'Edit what was observed',
          observation_bundle_id,
        }),
      },
    ]);
    expect((await ledger()).map((it) => [it.change_index, it.change_id, it.intent])).toEqual([
      [1, 'chg_002', 'digits'],
      [2, 'roman', 'Edit what was observed'],
      [3, 'chg_001', 'Edit what was observed'],
    ]);
    expect((await observations()).map((it) => it.consumed_by_pdcp_log_id)).toEqual(
      Array(2).fill(answer.pdcp_log_id),
    );
    // History knows the intent of the record, and the rationale of each change by its identifier.
    const args = { target_file_id: target.id };
    expect((await getPdcpLog(database, args)).entries).toMatchObject([{ intent: 'Edit what was observed' }]);
    const { entries } = await getManifestLedger(database, args);
    expect(entries.map((it) => [it.change_id, it.transaction_intent, it.rationale])).toEqual([
      ['chg_002', 'Edit what was observed', 'digits'],
      ['roman', 'Edit what was observed', null],
      ['chg_001', 'Edit what was observed', null],
    ]);
  });

  it('counts in the scope of each group, after the operations before, and takes no more than it names', async () => {
    const { bundle, submit, observations, state } = await scene();
    const seen = await bundle('A', 'B', 'C');
    const batch = batchOf(seen, [], [match('two', 'one'), match('one', 'x', { occurrence_index: 2 })]);
    batch.groups.shift();
    const answer = (await submit(seen, batch)) as Call;
    expect(answer).toMatchObject({
      status: 'accepted',
      group_count: 1,
      change_count: 2,
      groups: [{ ordinal: 1 }],
    });
    expect((await state()).current_content).toBe(TEXT.replace('two one\n\n## C', 'one x\n\n## C'));
    expect((await observations()).map((it) => it.consumed_by_pdcp_log_id !== null)).toEqual([
      false,
      true,
      false,
    ]);
    // The receipts that were not used are of a version that is gone.
    const rest = { target_version: 1, target_current_hash: answer.after_hash };
    expect(verdict(await submit(rest, batchOf(seen, [match('one', 'x')])))).toBe(
      'context_invalid STALE_OBSERVATION_VERSION',
    );
  });

  it('that fails in one group leaves every receipt usable, no ledger row, and the text', async () => {
    const { bundle, submit, log, ledger, observations, state } = await scene();
    const seen = await bundle('A', 'B', 'C');
    const good = [[match('one', '1')], [match('two', '2')], [match('three', '3')]];
    const faults: [Call, string][] = [
      [match('nobody', 'x'), 'match_absent'],
      [match('e', 'x'), 'match_ambiguous'],
      [match('three', 'x', { occurrence_index: 2 }), 'disambiguation_invalid'],
      [span(6, 9, 'abc', 'x'), 'span_expected_text_mismatch'],
      [span(17, 19, '\n', 'x'), 'span_out_of_bounds OPERATION_OUTSIDE_OBSERVED_SCOPE'],
      [
        span(18, 18, '', 'x', { expected_before: '\n', expected_after: 'x' }),
        'span_out_of_bounds OPERATION_OUTSIDE_OBSERVED_SCOPE',
      ],
      [
        span(0, 0, '', 'x', { expected_before: '\n', expected_after: '#' }),
        'span_out_of_bounds OPERATION_OUTSIDE_OBSERVED_SCOPE',
      ],
      [
        span(8, 8, '', 'x', { expected_before: 'th' }),
        'span_expected_text_mismatch OBSERVED_INSERTION_GUARDS_REQUIRED',
      ],
      [
        span(1, 1, '', 'x', { expected_before: '\n#', expected_after: '#' }),
        'span_out_of_bounds OPERATION_OUTSIDE_OBSERVED_SCOPE',
      ],
    ];
    for (const [fault, expected] of faults) {
      const answer = await submit(seen, batchOf(seen, good[0], good[1], [match('one', '1'), fault]));
      expect(verdict(answer), JSON.stringify(fault)).toBe(expected);
      expect(rejected(answer)).toMatchObject({
        failed_change_id: 'chg_004',
        diagnostic: {
          group_index: 2,
          observation_id: seen.scopes[2].observation_id,
          group_scope_start: 30,
          failure_context: {
            buffer_stage: 'intermediate_buffer',
            prior_changes: 1,
            start: 0,
            total_chars: 16,
          },
        },
      });
    }
    expect(await log()).toHaveLength(faults.length);
    expect((await log()).every((row) => row.observation_bundle_id === seen.observation_bundle_id)).toBe(true);
    expect(await ledger()).toEqual([]);
    expect((await observations()).map((it) => it.consumed_by_pdcp_log_id)).toEqual([null, null, null]);
    expect(await state()).toMatchObject({ version: 0, current_content: TEXT });
    expect(verdict(await submit(seen, batchOf(seen, ...good)))).toBe('accepted');
  });

  it('shows a failure of its first operation in the text of the scope, which is not the target', async () => {
    const { bundle, submit } = await scene();
    const seen = await bundle('C');
    const absent = rejected(await submit(seen, batchOf(seen, [match('threw', 'x')])));
    expect(absent).toMatchObject({
      failure_detail: expect.stringContaining('groups[0] count in its own scope'),
      near_misses: { candidates: [{ start: 6, end: 10, text: 'thre' }], scanned_start: 0 },
      diagnostic: {
        failure_context: { buffer_stage: 'intermediate_buffer', prior_changes: 0, total_chars: 18 },
      },
      current_context: { buffer_stage: 'canonical_target', total_chars: 48 },
    });
  });

  it('has 1 to 32 groups of different scopes with 128 operations at most, each group some', async () => {
    const content = Array.from({ length: 33 }, (_, i) => `# S${i}\n\nx${'y'.repeat(8)}\n\n`).join('');
    const { bundle, submit, log } = await scene(content);
    const names = Array.from({ length: 32 }, (_, i) => `S${i}`);
    const seen = await bundle(...names);
    const ops = (count: number) =>
      Array.from({ length: count }, (_, i) => match('x', 'x', { change_id: `c${i}` }));
    const numbered = (count: number, group: number) =>
      ops(count).map((it, i) => ({ ...it, change_id: `g${group}_${i}` }));
    const fault = async (change: (batch: Call) => void, sizes: number[]) => {
      const batch = batchOf(seen, ...sizes.map(numbered));
      change(batch);
      const answer = rejected(await submit(seen, batch));
      expect(answer.failure_reason).toBe('protocol_invalid');
      return [answer.diagnostic.code, answer.diagnostic.path];
    };
    const none = () => {};
    expect(await fault((it) => (it.groups = []), [])).toEqual(['empty_list', 'groups']);
    expect(await fault((it) => (it.groups = 'x'), [])).toEqual(['invalid_type', 'groups']);
    expect(await fault((it) => (it.groups = [[]]), [])).toEqual(['invalid_type', 'groups[0]']);
    expect(await fault(none, [1, 0])).toEqual(['empty_list', 'groups[1].operations']);
    expect(await fault(none, [100, 28, 1])).toEqual(['batch_limit', 'groups[2].operations']);
    const one = { observation_id: randomUUID(), operations: ops(1) };
    expect(await fault((it) => it.groups.push(one), Array(32).fill(1))).toEqual(['batch_limit', 'groups']);
    expect(await fault((it) => (it.groups[0].kind = 'x'), [1])).toEqual(['unknown_field', 'groups[0].kind']);
    expect(await fault((it) => delete it.groups[0].operations, [1])).toEqual([
      'missing_field',
      'groups[0].operations',
    ]);
    const twice = (it: Call) => (it.groups[1].observation_id = it.groups[0].observation_id.toUpperCase());
    expect(await fault(twice, [1, 1])).toEqual(['invalid_group', 'groups[1].observation_id']);
    const clash = (it: Call) => (it.groups[1].operations[0].change_id = 'g0_0');
    expect(await fault(clash, [1, 1])).toEqual(['duplicate_change_id', 'groups[1].operations[0].change_id']);
    const mixed = (it: Call) => (it.operations = ops(1));
    expect(await fault(mixed, [1])).toEqual(['mixed_forms', 'operations']);
    expect(await fault((it) => (it.observation_id = it.groups[0].observation_id), [1])).toEqual([
      'mixed_forms',
      'observation_id',
    ]);
    expect(await fault((it) => (it.intent = '\n'), [1])).toEqual(['invalid_value', 'intent']);
    expect(await log()).toHaveLength(13);
    const largest = batchOf(seen, ...Array.from({ length: 32 }, (_, group) => numbered(4, group)));
    expect(await submit(seen, largest)).toMatchObject({
      status: 'accepted',
      group_count: 32,
      change_count: 128,
    });
  });

  it('needs a key and both guards', async () => {
    const { bundle, submit } = await scene();
    const seen = await bundle('A');
    const batch = batchOf(seen, [match('one', '1')]);
    const without = async (...names: string[]) =>
      verdict(await submit(seen, { ...batch, ...Object.fromEntries(names.map((name) => [name, null])) }));
    const all = ['client_request_id', 'expected_target_version', 'expected_current_hash'];
    expect(await without(...all)).toBe('context_invalid client_request_id_required');
    expect(await without(...all.slice(1))).toBe('context_invalid guard_required');
    expect(await without('client_request_id')).toBe('context_invalid client_request_id_required');
  });

  it('is refused with the group whose observation cannot be used, and takes none', async () => {
    const { database, target, bundle, observe, submit, byHand, log, observations } = await scene();
    const seen = await bundle('A', 'B');
    const stranger = await observedScene(database);
    const foreign = await stranger.bundle('A', 'B');
    const single = await observe('C');
    const answer = async (change: (batch: Call) => void) => {
      const batch = batchOf(seen, [match('one', '1')], [match('two', '2')]);
      change(batch);
      const { failure_reason, diagnostic } = rejected(await submit(seen, batch));
      expect(failure_reason).toBe('context_invalid');
      return [diagnostic.code, diagnostic.group_index];
    };
    const bundleId = (id: unknown) => answer((it) => (it.observation_bundle_id = id));
    const groupId = (id: unknown) => answer((it) => (it.groups[1].observation_id = id));
    expect(await bundleId(null)).toEqual(['OBSERVATION_REQUIRED', undefined]);
    expect(await bundleId('x')).toEqual(['INVALID_OBSERVATION_ID', undefined]);
    expect(await bundleId(randomUUID())).toEqual(['UNKNOWN_OBSERVATION_ID', undefined]);
    expect(await bundleId(foreign.observation_bundle_id)).toEqual(['OBSERVATION_TARGET_MISMATCH', undefined]);
    expect(await groupId(null)).toEqual(['OBSERVATION_REQUIRED', 1]);
    expect(await groupId(7)).toEqual(['INVALID_OBSERVATION_ID', 1]);
    expect(await groupId(randomUUID())).toEqual(['UNKNOWN_OBSERVATION_ID', 1]);
    expect(await groupId(single.observation_id)).toEqual(['OBSERVATION_BUNDLE_MISMATCH', 1]);
    expect(await groupId(foreign.scopes[1].observation_id)).toEqual(['OBSERVATION_BUNDLE_MISMATCH', 1]);
    // A name that no bundle has stays in the record alone.
    const unknown = (await log())[2];
    expect([unknown.observation_bundle_id, unknown.pdcp_content.includes('observation_bundle_id')]).toEqual([
      null,
      true,
    ]);

    const second = (change: string) =>
      byHand(
        `UPDATE target_scope_observations SET ${change} WHERE observation_id = $1`,
        seen.scopes[1].observation_id,
      );
    const keep = () => {};
    await second(`observed_scope_hash = 'x'`);
    expect(await answer(keep)).toEqual(['OBSERVATION_SCOPE_UNVERIFIED', 1]);
    await second(`target_current_hash = 'x'`);
    expect(await answer(keep)).toEqual(['STALE_OBSERVATION_HASH', 1]);
    await second('target_version = 7');
    expect(await answer(keep)).toEqual(['STALE_OBSERVATION_VERSION', 1]);
    await second(`consumed_by_pdcp_log_id = '${(await log())[0].pdcp_log_id}'`);
    expect(await answer(keep)).toEqual(['OBSERVATION_ALREADY_CONSUMED', 1]);
    await save(database, { target_file_id: target.id });
    expect(await answer(keep)).toEqual(['OBSERVATION_CYCLE_MISMATCH', undefined]);
    expect((await observations())[0].consumed_by_pdcp_log_id).toBe(null);
  });

  it('is refused when the bundle says something else than its observations, or two of them share text', async () => {
    const { bundle, submit, byHand } = await scene();
    const seen = await bundle('A', 'B');
    const code = async () =>
      rejected(await submit(seen, batchOf(seen, [match('one', '1')], [match('two', '2')]))).diagnostic.code;
    const set = (change: string) =>
      byHand(
        `UPDATE observation_bundles SET ${change} WHERE observation_bundle_id = $1`,
        seen.observation_bundle_id,
      );
    await set('target_version = 5');
    expect(await code()).toBe('STALE_OBSERVATION_VERSION');
    await set(`target_version = 0, target_current_hash = 'x'`);
    expect(await code()).toBe('STALE_OBSERVATION_HASH');
    await set(`target_current_hash = '${seen.target_current_hash}'`);
    const [a, b] = seen.scopes.map((it) => it.observation_id);
    // The second observation becomes one of the first scope: each stands in the text, both cannot be edited.
    await byHand(
      `UPDATE target_scope_observations AS b SET symbol_name = a.symbol_name, scope_start = a.scope_start,
         scope_end = a.scope_end, observed_scope_hash = a.observed_scope_hash
       FROM target_scope_observations AS a WHERE a.observation_id = $1 AND b.observation_id = $2`,
      a,
      b,
    );
    expect(await code()).toBe('OBSERVATION_SCOPE_UNVERIFIED');
  });

  it('is recognised by its key before its guards are looked at; another body under the key is a conflict', async () => {
    const { bundle, submit, log } = await scene();
    const seen = await bundle('A', 'B');
    const batch = batchOf(seen, [match('one', '1')], [match('two', '2')]);
    const first = (await submit(seen, batch)) as Call;
    expect(await submit(seen, batch)).toEqual({ ...first, deduplicated: true });
    const turned = { ...batch, groups: [...batch.groups].reverse() };
    expect(rejected(await submit(seen, turned)).diagnostic).toMatchObject({
      code: 'request_key_conflict',
      differing_components: ['pdcp_content_hash'],
    });
    const single = { observation_id: seen.scopes[0].observation_id, operations: [match('one', '1')] };
    const conflict = rejected(await submit(seen, { ...single, client_request_id: batch.client_request_id }));
    expect(conflict.diagnostic).toMatchObject({
      code: 'request_key_conflict',
      differing_components: ['protocol_version', 'pdcp_content_hash'],
    });
    expect((await log()).map((row) => row.status)).toEqual(['accepted', 'rejected', 'rejected']);
  });

  it('of one scope of a bundle can also be submitted alone', async () => {
    const { bundle, submit, observations } = await scene();
    const seen = await bundle('A', 'B');
    const { observation_id } = seen.scopes[1];
    expect(verdict(await submit(seen, { observation_id, operations: [match('two one', '2')] }))).toBe(
      'accepted',
    );
    expect((await observations()).map((it) => it.consumed_by_pdcp_log_id !== null)).toEqual([false, true]);
  });

  it('is what a host’s own check sees whole, and can refuse', async () => {
    const { bundle, submit, observations } = await scene();
    const seen = await bundle('A', 'B');
    const outcomes: Call[] = [];
    const admit = (_: Call, outcome: Call) => {
      outcomes.push(outcome);
      return { code: 'OUT_OF_ALLOWED_SCOPE', detail: 'Not these.', evidence: { changes: 2 } };
    };
    const batch = batchOf(seen, [match('one', '1')], [match('two', '2')]);
    const answer = await submit(seen, batch, { admit });
    expect(verdict(answer)).toBe('context_invalid OUT_OF_ALLOWED_SCOPE');
    expect(rejected(answer).diagnostic).toMatchObject({ changes: 2, validation_stage: 'precondition_guard' });
    expect(outcomes[0].content).toBe(TEXT.replace('one', '1').replace('two one', '2 one'));
    expect(outcomes[0].edits.operations.map((it: Call) => it.match)).toEqual(['two', 'one']);
    expect((await observations()).map((it) => it.consumed_by_pdcp_log_id)).toEqual([null, null]);
  });

  it('wins its receipts alone, however many want them at once', async () => {
    const { bundle, submit, observations } = await scene();
    const seen = await bundle('A', 'B', 'C');
    const all = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((i) => {
        const batch = batchOf(seen, [match('one', `${i}`)], [match('two', `${i}`)], [match('three', `${i}`)]);
        batch.groups.splice(i % 3, 1);
        return submit(seen, batch);
      }),
    );
    expect(all.map(verdict).sort()).toEqual(['accepted', ...Array(5).fill('target_version_mismatch')]);
    const winner = all.find((it) => it.status === 'accepted') as Call;
    const used = (await observations()).filter((it) => it.consumed_by_pdcp_log_id !== null);
    expect(used.map((it) => it.consumed_by_pdcp_log_id)).toEqual(Array(2).fill(winner.pdcp_log_id));
  });
});
