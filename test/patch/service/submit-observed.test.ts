import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { submitOperations } from '../../../src/patch/service/submit.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { save } from '../../../src/patch/workspace/save.js';
import { onBothDrivers } from '../support/databases.js';
import { type Call, match, observedScene, rejected, span, TEXT, verdict } from './observed-scene.js';

onBothDrivers('an edit of an observed scope', (opened, driver) => {
  const scene = async (content?: string) => observedScene(await opened(), content);

  it('is accepted under its receipt, which it uses up', async () => {
    const { target, observe, submit, log, observations, state } = await scene();
    const seen = await observe('B');
    const { observation_id } = seen;
    const operations = [match('two one', 'two', { rationale: 'shorter' })];
    const answer = (await submit(seen, { observation_id, operations, client_request_id: 'k' })) as Call;
    const after = TEXT.replace('two one', 'two');
    expect(answer).toEqual({
      status: 'accepted',
      target_file_id: target.id,
      before_hash: target.hash,
      after_hash: sha256Hex(after),
      version: 1,
      current_version: 1,
      current_hash: sha256Hex(after),
      pdcp_log_id: answer.pdcp_log_id,
      manifest_entries_added: 1,
      warnings: [],
      warning_details: [],
      warning_count: 0,
      warnings_truncated: false,
      validity: {
        protocol_valid: true,
        transaction_valid: true,
        task_correct: 'not_evaluated',
        semantic: 'not_evaluated',
      },
      evidence: {
        changes: [expect.objectContaining({ change_id: 'chg_001', span_start: 21, span_end: 28 })],
      },
      deduplicated: false,
      client_request_id: 'k',
      observation_id,
    });
    const [row] = await log();
    expect(row).toMatchObject({
      protocol_version: 'patchdiff-tx/2',
      runtime_version: 'patchdiff-mvp-0.3.0',
      observation_id,
      observation_bundle_id: null,
      pdcp_content: `{"format":"patchdiff-tx/2","intent":"Edit what was observed","observation_id":"${observation_id}","operations":[{"match":"two one","op":"match","rationale":"shorter","replace":"two"}]}`,
      evidence_json: {
        scopes: [
          {
            observation_id,
            scope_start: 15,
            scope_end: 30,
            observed_scope_hash: sha256Hex('## B\n\ntwo one\n\n'),
          },
        ],
      },
    });
    expect(await observations()).toMatchObject([{ consumed_by_pdcp_log_id: answer.pdcp_log_id }]);
    expect(await state()).toMatchObject({ current_content: after, version: 1 });
    const now = { target_version: 1, target_current_hash: sha256Hex(after) };
    const again = await submit(now, { observation_id, operations: [match('two\n', '')] });
    expect(verdict(again)).toBe('context_invalid OBSERVATION_ALREADY_CONSUMED');
    expect(rejected(again).diagnostic).toMatchObject({
      observation_id,
      validation_stage: 'precondition_guard',
      retryable: false,
    });
  });

  it('is recorded under 0.5.0 where a span has context, as any operation', async () => {
    const { observe, submit, log } = await scene();
    const seen = await observe('B');
    const insertion = span(24, 24, '', ' and', { expected_before: 'two', expected_after: ' one' });
    const answer = await submit(seen, { observation_id: seen.observation_id, operations: [insertion] });
    expect(verdict(answer)).toBe('accepted');
    expect(await log()).toMatchObject([{ runtime_version: 'patchdiff-mvp-0.5.0' }]);
  });

  it('counts spans and occurrences in the whole text, and keeps to its scope in it', async () => {
    const { observe, submit, log, state } = await scene();
    const seen = await observe('C');
    const edit = async (...operations: Call[]) =>
      verdict(await submit(seen, { observation_id: seen.observation_id, operations }));
    expect(await edit(match('one', 'x'))).toBe('match_ambiguous');
    expect(await edit(match('one', 'x', { occurrence_index: 2 }))).toBe(
      'span_out_of_bounds OPERATION_OUTSIDE_OBSERVED_SCOPE',
    );
    expect(await edit(span(30, 30, '', 'x', { expected_before: '\n', expected_after: '#' }))).toBe(
      'span_out_of_bounds OPERATION_OUTSIDE_OBSERVED_SCOPE',
    );
    expect(await edit(span(38, 38, '', 'x'))).toBe(
      'span_expected_text_mismatch OBSERVED_INSERTION_GUARDS_REQUIRED',
    );
    expect(await edit(span(38, 38, '', 'x', { expected_before: 'y', expected_after: 'z' }))).toBe(
      'span_expected_text_mismatch',
    );
    expect(await edit(match('three', 'x'), match('nobody', 'x'))).toBe('match_absent');
    // All of it was rejected whole and logged, and the receipt holds still.
    expect((await log()).map((row) => [row.status, row.observation_id])).toEqual(
      Array.from({ length: 6 }, () => ['rejected', seen.observation_id]),
    );
    expect(await state()).toMatchObject({ version: 0, current_content: TEXT });
    const { scope_start, scope_end, text } = seen;
    expect(await edit(span(scope_start, scope_end, text, 'all new\n'))).toBe('accepted');
    expect((await state()).current_content).toBe(`${TEXT.slice(0, 30)}all new\n`);
  });

  it('judges in the stated order: with everything wrong, each cure shows the next fault', async () => {
    const { database, observe, submit, state, target } = await scene();
    const { observation_id } = await observe('C');
    const stranger = await observedScene(database);
    const elsewhere = (await stranger.observe('C')).observation_id;
    const [admit, refusal] = [{ admit: () => ({ code: 'NO', detail: 'no' }) }, 'context_invalid NO'];
    const call: Call = {
      client_request_id: '\n',
      groups: [],
      observation_id: null,
      operations: [],
      intent: ' \u2003',
      expected_target_version: null,
      expected_current_hash: 'x',
      attempt: 0,
    };
    const steps: [string, Call][] = [
      ['context_invalid invalid_client_request_id', { client_request_id: null }],
      ['protocol_invalid mixed_forms', { groups: null }],
      ['protocol_invalid empty_list', { operations: [match('nobody', 'x')] }],
      ['protocol_invalid invalid_value', { intent: 'i' }],
      ['context_invalid guard_required', { expected_target_version: 7, expected_current_hash: null }],
      ['context_invalid guard_required', { expected_current_hash: 'x' }],
      ['context_invalid invalid_expected_current_hash', { expected_current_hash: '0'.repeat(64) }],
      ['context_invalid invalid_attempt', { attempt: 1 }],
      ['target_version_mismatch', { expected_target_version: 0 }],
      ['target_hash_mismatch', { expected_current_hash: target.hash }],
      ['context_invalid OBSERVATION_REQUIRED', { observation_id: 5 }],
      ['context_invalid INVALID_OBSERVATION_ID', { observation_id: 'x' }],
      ['context_invalid INVALID_OBSERVATION_ID', { observation_id: randomUUID() }],
      ['context_invalid UNKNOWN_OBSERVATION_ID', { observation_id: elsewhere }],
      ['context_invalid OBSERVATION_TARGET_MISMATCH', { observation_id }],
      ['match_absent', { operations: [match('three', 'x')] }],
      [refusal, {}],
    ];
    for (const [expected, cure] of steps) {
      expect(verdict(await submit({ target_version: 0, target_current_hash: '' }, call, admit))).toBe(
        expected,
      );
      Object.assign(call, cure);
    }
    expect(await state()).toMatchObject({ version: 0 });
    expect(verdict(await submit({ target_version: 0, target_current_hash: '' }, call))).toBe('accepted');
  });

  it('is refused under an observation of another cycle, one that is used up, or one of another state, in this order', async () => {
    const { database, target, observe, submit, byHand, log } = await scene();
    const seen = await observe('C');
    const { observation_id } = seen;
    const other = await submit(seen, { observation_id, operations: [match('nobody', 'x')] });
    const edit = async () => {
      const answer = rejected(await submit(seen, { observation_id, operations: [match('three', 'x')] }));
      expect(answer).toMatchObject({ failure_reason: 'context_invalid', diagnostic: { observation_id } });
      return answer.diagnostic.code;
    };
    const observation = (change: string) =>
      byHand(`UPDATE target_scope_observations SET ${change} WHERE observation_id = $1`, observation_id);
    await observation(`target_current_hash = 'x'`);
    expect(await edit()).toBe('STALE_OBSERVATION_HASH');
    await observation('target_version = 7');
    expect(await edit()).toBe('STALE_OBSERVATION_VERSION');
    await observation(`consumed_by_pdcp_log_id = '${rejected(other).pdcp_log_id}'`);
    expect(await edit()).toBe('OBSERVATION_ALREADY_CONSUMED');
    await save(database, { target_file_id: target.id });
    expect(await edit()).toBe('OBSERVATION_CYCLE_MISMATCH');
    expect((await log()).map((row) => row.diagnostic_json?.code ?? row.failure_reason)).toEqual([
      'match_absent',
      'STALE_OBSERVATION_HASH',
      'STALE_OBSERVATION_VERSION',
      'OBSERVATION_ALREADY_CONSUMED',
      'OBSERVATION_CYCLE_MISMATCH',
    ]);
  });

  it('is refused when the scope is not where, or what, the observation says', async () => {
    const { observe, submit, byHand } = await scene();
    for (const change of [
      'scope_start = 29',
      'scope_end = 47',
      `observed_scope_hash = 'x'`,
      `symbol_name = 'D'`,
      `kind = 'function'`,
      `parent = 'A'`,
      `language = 'python'`,
    ]) {
      const seen = await observe('C');
      const { observation_id } = seen;
      await byHand(
        `UPDATE target_scope_observations SET ${change} WHERE observation_id = $1`,
        observation_id,
      );
      const answer = await submit(seen, { observation_id, operations: [match('three', 'x')] });
      expect(verdict(answer), change).toBe('context_invalid OBSERVATION_SCOPE_UNVERIFIED');
    }
  });

  it('is stale once the target has another version, though the text came back', async () => {
    const { database, target, observe, submit } = await scene();
    const seen = await observe('C');
    for (const [expected_target_version, from, to] of [
      [0, 'three', 'four'],
      [1, 'four', 'three'],
    ] as const) {
      const operations = [{ op: 'match' as const, match: from, replace: to }];
      await submitOperations(database, {
        target_file_id: target.id,
        intent: 'i',
        expected_target_version,
        operations,
      });
    }
    const args = { observation_id: seen.observation_id, operations: [match('three', 'x')] };
    expect(verdict(await submit(seen, args))).toBe('target_version_mismatch');
    expect(verdict(await submit({ ...seen, target_version: 2 }, args))).toBe(
      'context_invalid STALE_OBSERVATION_VERSION',
    );
  });

  it('is recognised by its key before its guards are looked at, and another one under the key is a conflict', async () => {
    const { observe, submit, log } = await scene();
    const seen = await observe('C');
    const twin = await observe('C');
    const args = {
      observation_id: seen.observation_id,
      operations: [match('three', 'four')],
      client_request_id: 'k',
    };
    const first = (await submit(seen, args)) as Call;
    // The guards are stale by now and the receipt used up.
    const { deduplicated, ...same } = first;
    expect([deduplicated, await submit(seen, args)]).toEqual([false, { ...same, deduplicated: true }]);
    const conflict = rejected(await submit(seen, { ...args, observation_id: twin.observation_id }));
    expect(conflict.diagnostic).toMatchObject({
      code: 'request_key_conflict',
      differing_components: ['pdcp_content_hash'],
      differing_fields: ['observation_id'],
    });
    expect(verdict(await submit(seen, { ...args, operations: [match('three', 'five')] }))).toBe(
      'context_invalid request_key_conflict',
    );
    expect((await log()).map((row) => row.client_request_id)).toEqual(['k', null, null]);
  });

  it('names its observation in any case, and takes null for an absent field of the other form', async () => {
    const { observe, submit } = await scene();
    const seen = await observe('C');
    const args = {
      observation_id: seen.observation_id.toUpperCase(),
      operations: [match('three', 'four')],
      observation_bundle_id: null,
      groups: null,
    };
    expect(await submit(seen, args)).toMatchObject({
      status: 'accepted',
      observation_id: seen.observation_id,
    });
  });

  it('is what strict mode lets through', async () => {
    const { database, target, observe, submit } = await scene();
    const strict = { strictObservation: true };
    const operations = [{ op: 'match' as const, match: 'three', replace: 'four' }];
    const guards = { expected_target_version: 0, expected_current_hash: target.hash };
    const args = { target_file_id: target.id, intent: 'i', operations, ...guards };
    expect(verdict(await submitOperations(database, args, strict))).toBe(
      'context_invalid OBSERVATION_REQUIRED',
    );
    const seen = await observe('C');
    const { observation_id } = seen;
    expect(await submit(seen, { observation_id, operations }, strict)).toMatchObject({ status: 'accepted' });
  });

  it('goes with a caller’s transaction, and leaves its receipt then', async () => {
    const { database, observe, submit, observations } = await scene();
    const seen = await observe('C');
    const args = { observation_id: seen.observation_id, operations: [match('three', 'four')] };
    const undone = database.transaction(async (transaction) => {
      expect(verdict(await submit(seen, args, {}, transaction))).toBe('accepted');
      throw new Error('never mind');
    });
    await expect(undone).rejects.toThrow('never mind');
    expect(await observations()).toMatchObject([{ consumed_by_pdcp_log_id: null }]);
    expect(verdict(await submit(seen, args))).toBe('accepted');
  });

  it.runIf(driver === 'server')('waits for whoever holds its receipt', async () => {
    const { database, observe, submit } = await scene();
    const seen = await observe('C');
    const { observation_id } = seen;
    let settled = false;
    let submission: Promise<unknown> | undefined;
    await database.transaction(async (transaction) => {
      await transaction.query(
        'SELECT 1 FROM target_scope_observations WHERE observation_id = $1 FOR UPDATE',
        [observation_id],
      );
      submission = submit(seen, { observation_id, operations: [match('three', 'x')] }).finally(() => {
        settled = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(settled).toBe(false);
    });
    expect(await submission).toMatchObject({ status: 'accepted' });
  });

  it('wins its receipt alone, however many want it at once', async () => {
    const { observe, submit, log } = await scene();
    const seen = await observe('C');
    const { observation_id } = seen;
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        submit(seen, { observation_id, operations: [match('three', `${i}`)] }),
      ),
    );
    expect(all.map(verdict).sort()).toEqual(['accepted', ...Array(7).fill('target_version_mismatch')]);
    expect(await log()).toHaveLength(8);
  });

  it('says no row for a target that is not there, and keeps text that cannot be stored as evidence', async () => {
    const { observe, submit, log } = await scene();
    const seen = await observe('C');
    const { observation_id } = seen;
    const operations = [match('three', 'x')];
    const nowhere = await submit(seen, { observation_id, operations, target_file_id: randomUUID() });
    expect(rejected(nowhere)).toMatchObject({ failure_reason: 'target_not_found', pdcp_log_id: null });
    const invalid = await submit(seen, { observation_id, operations: [match('three', '\ud800')] });
    expect(verdict(invalid)).toBe('target_encoding_invalid');
    expect(verdict(await submit(seen, { observation_id, operations, include_correlation_id: 1 }))).toBe(
      'invalid_argument',
    );
    expect(await log()).toHaveLength(1);
    const accepted = await submit(seen, { observation_id, operations, include_correlation_id: true });
    expect(accepted).toMatchObject({ status: 'accepted', correlation_id: expect.any(String) });
  });
});
