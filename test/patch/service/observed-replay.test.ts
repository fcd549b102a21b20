import { expect, it, vi } from 'vitest';
import { replay } from '../../../src/patch/service/replay.js';
import { submitOperations } from '../../../src/patch/service/submit.js';
import type { Transaction } from '../../../src/patch/store/database.js';
import { save } from '../../../src/patch/workspace/save.js';
import { onBothDrivers } from '../support/databases.js';
import { type Call, match, observedScene, span, verdict } from './observed-scene.js';

/** The scope engine, and whether it is there. */
const { engine } = vi.hoisted(() => ({ engine: { removed: false } }));
vi.mock('../../../src/scope/index.js', async (original) => {
  const module = await original<typeof import('../../../src/scope/index.js')>();
  return {
    ...module,
    readScopes: (...args: Parameters<typeof module.readScopes>) => {
      if (engine.removed) throw new Error('There is no scope engine.');
      return module.readScopes(...args);
    },
  };
});

/** Sections of the same words, so that a scope can be confused with another. */
const TWINS = '# A\n\n## X\n\nsame words\n\n# B\n\n## X\n\nsame words\n\n# C\n\nother words\n';

onBothDrivers('replay of observed history', (opened) => {
  /** A target with an edit of one scope, a batch and an unobserved edit, over two cycles. */
  const scene = async () => {
    const database = await opened();
    const target = await observedScene(database, TWINS);
    const { observe, bundle, submit, state } = target;
    const now = async () => {
      const { version, current_hash } = await state();
      return { target_version: version, target_current_hash: current_hash };
    };
    const id = target.target.id;
    const c = await observe('C');
    const single = await submit(c, { observation_id: c.observation_id, operations: [match('other', 'an')] });
    await save(database, { target_file_id: id });
    const seen = await bundle('B.X', 'A.X');
    const insertion = span(10, 10, '', ',', { expected_before: 'e', expected_after: ' ' });
    const batch = await submit(seen, {
      observation_bundle_id: seen.observation_bundle_id,
      client_request_id: 'k',
      groups: [
        { observation_id: seen.scopes[0].observation_id, operations: [match('words', '🪙'), insertion] },
        { observation_id: seen.scopes[1].observation_id.toUpperCase(), operations: [match('same', 'own')] },
      ],
    });
    const plain = await submitOperations(database, {
      target_file_id: id,
      intent: 'i',
      expected_target_version: (await now()).target_version,
      operations: [{ op: 'match', match: '# C', replace: '# D' }],
    });
    expect([single, batch, plain].map(verdict)).toEqual(['accepted', 'accepted', 'accepted']);
    const [singleLog, batchLog, plainLog] = [single, batch, plain].map(
      (it) => (it as Call).pdcp_log_id as string,
    );
    return {
      ...target,
      id,
      single: c.observation_id,
      bundleId: seen.observation_bundle_id,
      scopes: seen.scopes.map((it) => it.observation_id),
      singleLog,
      batchLog,
      plainLog,
      /** What replay says after changes by hand, which are undone. */
      async after(...changes: [sql: string, ...values: unknown[]][]): Promise<string> {
        let said = '';
        const undo = new Error('undo');
        const work = async (transaction: Transaction) => {
          await transaction.execute('ALTER TABLE append_only_pdcp_logs DISABLE TRIGGER append_only');
          for (const [sql, ...values] of changes) await transaction.query(sql, values);
          const answer = await replay(transaction, { target_file_id: id });
          said = answer.status === 'rejected' ? answer.failure_detail : JSON.stringify(answer);
          if (answer.status === 'rejected') expect(answer.failure_reason).toBe('replay_protocol_invalid');
          throw undo;
        };
        await expect(database.transaction(work)).rejects.toBe(undo);
        return said;
      },
    };
  };

  it('needs no scope engine', async () => {
    const { database, id, state, observe } = await scene();
    engine.removed = true;
    try {
      expect(await replay(database, { target_file_id: id })).toMatchObject({
        status: 'success',
        accepted_transactions_replayed: 3,
        materialized_state_matches: true,
      });
      await expect(observe('D')).rejects.toThrow('There is no scope engine.');
    } finally {
      engine.removed = false;
    }
    expect((await state()).current_content).toBe(
      '# A\n\n## X\n\nown words\n\n# B\n\n## X\n\nsame, 🪙\n\n# D\n\nan words\n',
    );
  });

  it('requires the one observation of an edit, as it was issued and used up', async () => {
    const { after, single, singleLog, plainLog, scopes } = await scene();
    const set = (change: string, ...values: unknown[]) =>
      after([`UPDATE target_scope_observations SET ${change} WHERE observation_id = $1`, single, ...values]);
    expect(await after()).toContain('"materialized_state_matches":true');
    expect(await after(['DELETE FROM target_scope_observations WHERE observation_id = $1', single])).toBe(
      `Observation ${single} is missing.`,
    );
    const unused = 'was not used up by this attempt';
    expect(await set('consumed_by_pdcp_log_id = NULL')).toContain(unused);
    expect(await set('consumed_by_pdcp_log_id = $2', plainLog)).toContain(unused);
    expect(
      await set(
        'target_file_id = (SELECT target_file_id FROM editing_cycles WHERE target_file_id <> target_scope_observations.target_file_id LIMIT 1)',
      ),
    ).toContain('is of another target');
    expect(
      await set(
        'editing_cycle_id = (SELECT active_editing_cycle_id FROM cloud_target_files WHERE target_file_id = target_scope_observations.target_file_id)',
      ),
    ).toContain('is of another editing cycle');
    expect(await set('target_version = 1')).toContain('is of another version');
    expect(await set(`target_current_hash = 'x'`)).toContain('is of another text');
    expect(await set(`observed_scope_hash = 'x'`)).toContain('does not fit the text');
    expect(await set('scope_start = scope_start + 1')).toContain('does not fit the text');
    expect(await set('scope_end = scope_end - 1')).toContain('does not fit the text');
    expect(await set('scope_end = 9999')).toContain('reaches past the text');
    // Other bounds around the same words, and what the attempt kept of the scope.
    const recorded = 'The scopes are not those that the attempt recorded.';
    const evidence = (value: string) =>
      after([`UPDATE append_only_pdcp_logs SET evidence_json = ${value} WHERE pdcp_log_id = $1`, singleLog]);
    expect(await evidence(`evidence_json - 'scopes'`)).toBe(recorded);
    expect(await evidence(`jsonb_set(evidence_json, '{scopes,0,scope_start}', '3')`)).toBe(recorded);
    expect(await evidence('NULL')).toBe(recorded);
    // What a diagnostic or the attempt says of the place is nothing without the row.
    expect(
      await after(
        [
          `UPDATE append_only_pdcp_logs SET diagnostic_json = '{"scope_start": 49, "scope_end": 67}' WHERE pdcp_log_id = $1`,
          singleLog,
        ],
        ['DELETE FROM target_scope_observations WHERE observation_id = $1', single],
      ),
    ).toContain('is missing');
    const link = (value: string, ...values: unknown[]) =>
      after([
        `UPDATE append_only_pdcp_logs SET observation_id = ${value} WHERE pdcp_log_id = $1`,
        singleLog,
        ...values,
      ]);
    expect(await link('NULL')).toBe('The record and its row name different observations.');
    expect(await link('$2', scopes[0])).toBe('The record and its row name different observations.');
    // An attempt that claims to be unobserved, though an observation says that it was used up by it.
    const unlinked: [string, ...unknown[]] = [
      `UPDATE append_only_pdcp_logs SET observation_id = NULL,
         pdcp_content = (pdcp_content::jsonb - 'observation_id')::text WHERE pdcp_log_id = $1`,
      singleLog,
    ];
    expect(await after(unlinked)).toContain('is used up by an attempt that does not name it');
    expect(
      await after(
        [
          `UPDATE target_scope_observations SET consumed_by_pdcp_log_id = $2 WHERE observation_id = $1`,
          single,
          plainLog,
        ],
        unlinked,
      ),
    ).toContain('is used up by an attempt that does not name it');
  });

  it('does not take the same words elsewhere for the scope', async () => {
    const { database, observe, submit, target, byHand } = await observedScene(await opened(), TWINS);
    const seen = await observe('B.X');
    const answer = await submit(seen, {
      observation_id: seen.observation_id,
      operations: [match('same', 'own', { occurrence_index: 2 })],
    });
    expect(verdict(answer)).toBe('accepted');
    await byHand(
      'UPDATE target_scope_observations SET scope_start = 5, scope_end = 23 WHERE observation_id = $1',
      seen.observation_id,
    );
    expect(seen).toMatchObject({ text: TWINS.slice(5, 23) });
    expect(await replay(database, { target_file_id: target.id })).toMatchObject({
      failure_reason: 'replay_protocol_invalid',
      failure_detail: 'The scopes are not those that the attempt recorded.',
    });
  });

  it('requires of a batch its bundle, every observation, and the mapping of its groups in their order', async () => {
    const { after, scopes, bundleId, batchLog, plainLog } = await scene();
    const [first, second] = scopes;
    const bundle = (change: string) =>
      after([`UPDATE observation_bundles SET ${change} WHERE observation_bundle_id = $1`, bundleId]);
    expect(await bundle('target_version = 7')).toBe(`Bundle ${bundleId} is of another version.`);
    expect(await bundle(`target_current_hash = 'x'`)).toContain('is of another text');
    expect(
      await bundle(
        'editing_cycle_id = (SELECT editing_cycle_id FROM editing_cycles WHERE target_file_id = observation_bundles.target_file_id AND cycle_number = 1)',
      ),
    ).toContain('is of another editing cycle');
    expect(
      await bundle(
        'target_file_id = (SELECT target_file_id FROM editing_cycles WHERE target_file_id <> observation_bundles.target_file_id LIMIT 1)',
      ),
    ).toContain('is of another target');
    const one = (change: string, ...values: unknown[]) =>
      after([`UPDATE target_scope_observations SET ${change} WHERE observation_id = $1`, second, ...values]);
    expect(await after(['DELETE FROM target_scope_observations WHERE observation_id = $1', second])).toBe(
      `Observation ${second} is missing.`,
    );
    expect(await one('observation_bundle_id = NULL, ordinal = NULL')).toContain('is of another bundle');
    expect(await one('consumed_by_pdcp_log_id = NULL')).toContain('was not used up by this attempt');
    expect(await one('target_version = 7')).toContain('is of another version');
    expect(await one(`observed_scope_hash = 'x'`)).toContain('does not fit the text');
    const groups = 'The groups are not those that the attempt recorded.';
    expect(await one('ordinal = 5')).toBe(groups);
    const log = (change: string, ...values: unknown[]) =>
      after([`UPDATE append_only_pdcp_logs SET ${change} WHERE pdcp_log_id = $1`, batchLog, ...values]);
    expect(await log(`evidence_json = evidence_json #- '{extras,groups}'`)).toBe(groups);
    expect(await log(`evidence_json = evidence_json #- '{extras,groups,1}'`)).toBe(groups);
    expect(await log(`evidence_json = jsonb_set(evidence_json, '{extras,groups,0,change_count}', '1')`)).toBe(
      groups,
    );
    expect(await log(`evidence_json = evidence_json #- '{scopes,1}'`)).toBe(
      'The scopes are not those that the attempt recorded.',
    );
    const swapped = `jsonb_set(pdcp_content::jsonb, '{groups}', jsonb_build_array(pdcp_content::jsonb #> '{groups,1}', pdcp_content::jsonb #> '{groups,0}'))`;
    expect(await log(`pdcp_content = (${swapped})::text`)).toBe(
      'The scopes are not those that the attempt recorded.',
    );
    expect(await log(`pdcp_content = (pdcp_content::jsonb #- '{groups,1}')::text`)).toContain('recorded');
    expect(await log(`pdcp_content = (pdcp_content::jsonb #- '{groups,1,observation_id}')::text`)).toContain(
      'names no observation',
    );
    expect(await log(`pdcp_content = (pdcp_content::jsonb - 'groups')::text`)).toContain('is not a batch');
    expect(await log(`pdcp_content = (pdcp_content::jsonb - 'observation_bundle_id')::text`)).toContain(
      'different bundles',
    );
    expect(await log('observation_bundle_id = NULL')).toContain('different bundles');
    expect(await log(`runtime_version = 'patchdiff-observed-batch-r2'`)).toContain('No runtime');
    expect(
      await log(`protocol_version = 'patchdiff-tx/2', runtime_version = 'patchdiff-mvp-0.5.0'`),
    ).not.toContain('success');
    const third =
      'INSERT INTO target_scope_observations SELECT (o).* FROM (SELECT jsonb_populate_record(o, $2::jsonb) AS o FROM target_scope_observations AS o WHERE observation_id = $1) AS copy';
    const more = { observation_id: 'c0ffee00-0000-4000-8000-000000000000', ordinal: 9 };
    expect(await after([third, first, JSON.stringify(more)])).toContain(
      'is used up by an attempt that does not name it',
    );
    expect(
      await after([third, first, JSON.stringify({ ...more, consumed_by_pdcp_log_id: plainLog })]),
    ).toContain('is used up by an attempt that does not name it');
    expect(await after([third, first, JSON.stringify({ ...more, consumed_by_pdcp_log_id: null })])).toContain(
      '"status":"success"',
    );
  });
});
