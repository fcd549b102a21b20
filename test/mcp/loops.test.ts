import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/patch/index.js';
import { openMigrated } from '../patch/support/databases.js';
import { type Connected, connected } from './connected.js';

describe('writing a profile', () => {
  const MINUTES = `MINUTES OF THE COMMITTEE

Item 1: Apologies. None were received.

Item 2: Budget. The budget of £1,200 was agreed.

Action: the treasurer to pay the deposit.
`;

  it('goes from a document that is not understood to a comparison that is', async () => {
    const here = await connected({ profile: 'compare' });
    const document = { document: MINUTES, document_format: 'text' };
    const before = await here.call('preview_structure', { ...document, profile: 'generic' });
    expect(before.value.outline.map((line: { label: string | null }) => line.label)).not.toContain('2');

    // The first draft has two faults, and both are told at once, with their places.
    const draft = `name: minutes
label_patterns:
  - { name: item, pattern: '^Item [0-9]+[.:]\\s+', style: decimal }
roles:
  - { role: action, match: text, pattern: '^Action:' }
`;
    const checked = await here.call('validate_profile', { profile: draft });
    expect(checked.value.valid).toBe(false);
    expect(checked.value.problems.map((it: { line: number; path: string }) => [it.line, it.path])).toEqual([
      [3, 'label_patterns[0].pattern'],
      [4, 'roles'],
    ]);
    const second = draft.replace('[0-9]+[.:]', '([0-9]+)[.:]').replace('roles:', 'role_rules:');
    expect((await here.call('validate_profile', { profile: second })).value.valid).toBe(true);

    // The second one misses nothing but an extractor that finds nothing.
    const third = `${second}span_extractors:\n  - { type: amount, pattern: '[$][0-9,]+' }\n`;
    const missed = await here.call('preview_structure', { ...document, profile: third });
    expect(missed.value.unused).toEqual({ label_patterns: [], roles: [], span_types: ['amount'] });
    const profile = third.replace('[$]', '£');
    const after = await here.call('preview_structure', { ...document, profile });
    expect(after.value.unused).toEqual({ label_patterns: [], roles: [], span_types: [] });
    expect(after.value.fallback_count).toBeLessThanOrEqual(before.value.fallback_count);
    expect(after.value.outline.flatMap((line: { label: string | null }) => line.label ?? [])).toEqual([
      '1',
      '2',
    ]);
    expect(after.value.roles.action).toBe(1);

    const later = MINUTES.replace('Item 1: Apologies. None were received.\n\n', '').replace(
      'Item 2',
      'Item 1',
    );
    const formats = { source_format: 'text', test_format: 'text' };
    const { value } = await here.call('compare', { source: MINUTES, test: later, ...formats, profile });
    expect(value.changes.map((it: { kind: string }) => it.kind).sort()).toEqual(['delete', 'renumber']);
    await here.close();
  });
});

const TERMS = `# Terms

## Payment

Pay within thirty days.

## Notices

Give notice in writing.
`;

describe('editing observed scopes', () => {
  let database: Database;
  let here: Connected;
  beforeAll(async () => {
    database = await openMigrated('embedded');
    here = await connected({ database, profile: 'full' });
  });
  afterAll(async () => {
    await here?.close();
    await database?.close();
  });

  const make = async (content = TERMS) =>
    (await here.call('patchdiff_initialize_target', { filename: 'terms.md', content })).value
      .target_file_id as string;
  const observe = async (on: Connected, target_file_id: string, more: object = {}) =>
    (await on.call('patchdiff_observe_scope', { target_file_id, ...more })).value;
  /** A submission under a receipt, with its guards. */
  const under = (receipt: Record<string, unknown>, operations: object[], more: object = {}) => ({
    target_file_id: receipt.target_file_id as string,
    observation_id: receipt.observation_id,
    intent: 'Edit',
    operations,
    expected_target_version: receipt.target_version,
    expected_current_hash: receipt.target_current_hash,
    ...more,
  });

  it('goes from a list of scopes to an accepted edit, through every rejection on the way', async () => {
    const agent = await connected({ database, profile: 'observed' });
    const submit = async (args: object) =>
      (await agent.call('patchdiff_submit_observed_operations', args as Record<string, unknown>)).value;
    const id = await make();

    const listed = await observe(agent, id, { query: 'PAY' });
    expect([listed.status, listed.observation_id]).toEqual(['candidates', null]);
    expect(listed.candidates.map((it: { name: string }) => it.name)).toEqual(['Payment']);
    expect((await observe(agent, id, { symbol_name: 'Paymnt' })).code).toBe('SCOPE_NOT_FOUND');
    const receipt = await observe(agent, id, { symbol_name: 'Payment', kind: 'section' });
    expect([receipt.status, receipt.text]).toEqual(['observed', '## Payment\n\nPay within thirty days.\n\n']);

    // Outside the scope, then in it but not there, then from a state that has gone.
    const outside = await submit(under(receipt, [{ op: 'match', match: 'in writing', replace: 'by post' }]));
    expect([outside.status, outside.diagnostic.code]).toEqual([
      'rejected',
      'OPERATION_OUTSIDE_OBSERVED_SCOPE',
    ]);
    const absent = await submit(
      under(receipt, [{ op: 'match', match: 'thirty dais', replace: 'sixty days' }], {
        parent_pdcp_log_id: outside.pdcp_log_id,
        attempt: 2,
      }),
    );
    expect([absent.failure_reason, absent.near_misses.candidates[0].text]).toEqual([
      'match_absent',
      'thirty days',
    ]);
    await here.call('patchdiff_submit_edits', {
      target_file_id: id,
      intent: 'Meanwhile',
      edits: [{ match: 'in writing', replace: 'by letter' }],
      expected_target_version: 0,
    });
    const sixty = [{ op: 'match', match: 'thirty days', replace: 'sixty days' }];
    const stale = await submit(under(receipt, sixty, { parent_pdcp_log_id: absent.pdcp_log_id, attempt: 3 }));
    expect([stale.failure_reason, stale.diagnostic.retryable]).toEqual(['target_version_mismatch', true]);

    const fresh = await observe(agent, id, { symbol_name: 'Payment' });
    const proposal = under(fresh, sixty, {
      parent_pdcp_log_id: stale.pdcp_log_id,
      attempt: 4,
      client_request_id: 'sixty-1',
    });
    const accepted = await submit(proposal);
    expect([accepted.status, accepted.version, accepted.deduplicated]).toEqual(['accepted', 2, false]);
    // The answer was lost: the identical request gives it again, and changes nothing.
    expect(await submit(proposal)).toMatchObject({ status: 'accepted', version: 2, deduplicated: true });
    const used = await submit({
      ...proposal,
      client_request_id: 'sixty-2',
      expected_target_version: 2,
      expected_current_hash: accepted.after_hash,
    });
    expect([used.status, used.diagnostic.code]).toEqual(['rejected', 'OBSERVATION_ALREADY_CONSUMED']);

    const read = await agent.call('patchdiff_read_lines', { target_file_id: id });
    expect(read.value.text).toBe(TERMS.replace('thirty', 'sixty').replace('in writing', 'by letter'));
    const history = await agent.call('patchdiff_get_pdcp_log', { target_file_id: id });
    expect(history.value.entries).toHaveLength(6);
    await expect(agent.call('patchdiff_submit_edits', {})).rejects.toThrow('the profile is observed');
    await agent.close();
  });

  it('from a proposed text plans, previews and submits; a gate keeps it to what is allowed', async () => {
    const id = await make();
    const proposed_text = TERMS.replace('thirty', 'sixty').replace('in writing', 'by post');
    const args = { target_file_id: id, proposed_text, intent: 'Both', expected_target_version: 0 };
    const { value: plan } = await here.call('plan_edits', { ...args, preview: true });
    expect([plan.status, plan.method, plan.preview.status]).toEqual(['planned', 'observed', 'accepted']);
    expect(plan.preview.after_hash).toBe(plan.proposed_hash);
    const { submission } = plan;
    const payment = { symbols: [{ symbol_name: 'Payment' }] };
    const strayed = await here.call('submit_gated', { submission, allowed: payment });
    expect([strayed.value.status, strayed.value.diagnostic.code]).toEqual([
      'rejected',
      'OUT_OF_ALLOWED_SCOPE',
    ]);
    expect(strayed.value.diagnostic.out_of_scope[0].source_text).toBe('Give notice in writing.');
    const inner = await here.call('submit_gated', {
      submission: { tool: submission.tool, arguments: { ...submission.arguments, operation: 1 } },
      allowed: payment,
    });
    expect([inner.value.code, inner.value.unknown_arguments]).toEqual(['unknown_argument', ['operation']]);
    for (const bad of [{}, { tool: 'patchdiff_save', arguments: {} }, { tool: submission.tool }]) {
      const { value } = await here.call('submit_gated', { submission: bad, allowed: payment });
      expect(value.status).toBe('invalid_argument');
    }
    const allowed = { symbols: [{ symbol_name: 'Payment' }, { symbol_name: 'Notices' }] };
    const again = { ...submission, arguments: { ...submission.arguments, client_request_id: 'both-again' } };
    const accepted = await here.call('submit_gated', { submission: again, allowed });
    expect([accepted.value.status, accepted.value.after_hash]).toEqual(['accepted', plan.proposed_hash]);
    const late = await here.call('plan_edits', args);
    expect([late.value.status, late.value.code]).toEqual(['rejected', 'target_version_mismatch']);
    const { value } = await here.call('compare_versions', { target_file_id: id });
    expect([value.from_version, value.to_version]).toEqual([0, 1]);
    expect(value.changes.map((it: { kind: string }) => it.kind)).toEqual(['modify', 'modify']);
    const moves = await here.call('compare_versions', { target_file_id: id, filter: { kinds: ['move'] } });
    expect(moves.value.total_changes).toBe(0);
  });

  it('in compact mode leaves out what its tools announce, and recovers either way', async () => {
    const brief = await connected({ database, responseMode: 'compact' });
    const id = await make();
    const selections = [{ symbol_name: 'Payment' }, { symbol_name: 'Notices' }];
    const listed = await observe(brief, id);
    expect(listed.presentation).toEqual({ mode: 'compact', omitted: ['candidate_details'] });
    expect(Object.keys(listed.candidates[0])).toEqual(['name', 'kind', 'parent', 'start_line', 'end_line']);
    const bundle = await observe(brief, id, { selections });
    expect(bundle.presentation).toEqual({ mode: 'compact', omitted: ['duplicate_page_metadata'] });
    const single = await observe(brief, id, { symbol_name: 'Payment' });
    expect('presentation' in single).toBe(false);
    const [payment, notices] = bundle.scopes;
    const proposal = {
      target_file_id: id,
      observation_bundle_id: bundle.observation_bundle_id,
      intent: 'Both',
      groups: [
        {
          observation_id: notices.observation_id,
          // From the start of the scope's own text.
          operations: [{ op: 'span', start: 4, end: 4 + 7, expected_text: 'otices\n', replace: 'otice\n' }],
        },
        {
          observation_id: payment.observation_id,
          operations: [{ op: 'match', match: 'thirty', replace: 'sixty' }],
        },
      ],
      expected_target_version: bundle.target_version,
      expected_current_hash: bundle.target_current_hash,
      client_request_id: 'both-1',
    };
    const { value } = await brief.call('patchdiff_submit_observed_operations', proposal);
    expect(value).toMatchObject({ status: 'accepted', group_count: 2, change_count: 2 });
    expect(value.presentation.mode).toBe('compact');
    expect(['evidence' in value, 'groups' in value]).toEqual([false, false]);
    const again = await here.call('patchdiff_submit_observed_operations', proposal);
    expect([again.value.deduplicated, again.value.groups.length, 'presentation' in again.value]).toEqual([
      true,
      2,
      false,
    ]);
    await brief.close();
  });

  it('in the workspace goes from a file to a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redtree-workspace-'));
    writeFileSync(join(folder, 'terms.md'), TERMS.replaceAll('\n', '\r\n'));
    const agent = await connected({
      database,
      profile: 'workspace',
      workspace: { root: folder, syncOnSave: false },
    });
    const inline = await agent.call('patchdiff_initialize_target', { filename: 'a', content: 'x' });
    expect(inline.value.code).toBe('unknown_argument');
    const opened = await agent.call('patchdiff_initialize_target', { filename: 'terms.md' });
    expect([opened.value.status, opened.value.source_line_endings.style]).toEqual(['ok', 'crlf']);
    const receipt = await observe(agent, opened.value.target_file_id, { symbol_name: 'Payment' });
    const edit = under(receipt, [{ op: 'match', match: 'thirty', replace: 'sixty' }]);
    expect((await agent.call('patchdiff_submit_observed_operations', edit)).value.status).toBe('accepted');
    const saved = await agent.call('patchdiff_save', {
      target_file_id: receipt.target_file_id,
      expected_target_version: 1,
    });
    expect([saved.value.status, saved.value.workspace_sync?.publication]).toEqual(['saved', 'installed']);
    expect(readFileSync(join(folder, 'terms.md'), 'utf8')).toBe(
      TERMS.replaceAll('\n', '\r\n').replace('thirty', 'sixty'),
    );
    await agent.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('in strict mode is the only way to write', async () => {
    const strict = await connected({ database, strictObservation: true });
    const id = await make();
    const refused = await strict.call('patchdiff_submit_replacement', {
      target_file_id: id,
      intent: 'Anew',
      replacement: 'x',
      expected_target_version: 0,
    });
    expect(refused.value.diagnostic.code).toBe('OBSERVATION_REQUIRED');
    const receipt = await observe(strict, id, { symbol_name: 'Payment' });
    const edit = under(receipt, [{ op: 'match', match: 'thirty', replace: 'sixty' }]);
    expect((await strict.call('patchdiff_submit_observed_operations', edit)).value.status).toBe('accepted');
    await strict.close();
  });
});
