import { expect, test } from 'vitest';
import {
  compareVersions,
  type PlannedEdit,
  planEdits,
  previewPlan,
  submit,
  submitGated,
} from '../../src/bridge/index.js';
import { getPdcpLog, getTarget, initializeTarget, replay, save, submitEdits } from '../../src/patch/index.js';
import { onBothDrivers } from '../patch/support/databases.js';

const TERMS = `# Terms

## 1. Fees

1.1 Fees are due within thirty days of the invoice.

1.2 Interest runs at four per cent.

## 2. Term

2.1 The term is one year.

2.2 Either party may end it on notice.
`;

onBothDrivers('an agent', (database) => {
  test('plans, previews, submits, meets a conflict, plans anew, saves, replays and compares', async () => {
    const store = await database();
    const started = await initializeTarget(store, {
      filename: 'terms.md',
      content: TERMS,
      content_type: 'text/markdown',
    });
    if (started.status !== 'ok') throw new Error(started.failure_detail);
    const { target_file_id } = started;

    // A change in each of the two sections.
    const change = (text: string) =>
      text.replace('thirty days', 'sixty days').replace('one year', 'two years');
    const first = (await planEdits(store, {
      target_file_id,
      intent: 'Longer terms',
      proposed_text: change(TERMS),
      expected_target_version: 0,
    })) as PlannedEdit;
    expect(first).toMatchObject({
      status: 'planned',
      method: 'observed',
      target_version: 0,
      target_current_hash: started.current_hash,
      operation_count: 2,
      fallback: null,
      scopes: [
        { symbol_name: '1.1', kind: 'clause' },
        { symbol_name: '2.1', kind: 'clause' },
      ],
      submission: { tool: 'patchdiff_submit_observed_operations' },
    });
    expect(await previewPlan(store, first)).toMatchObject({
      status: 'accepted',
      after_hash: first.proposed_hash,
    });

    // Somebody else is faster, in another clause of the same document.
    const other = await submitEdits(store, {
      target_file_id,
      intent: 'Raise the interest',
      edits: [{ match: 'four per cent', replace: 'five per cent' }],
      expected_target_version: 0,
    });
    expect(other.status).toBe('accepted');
    expect(await submit(store, first.submission)).toMatchObject({
      status: 'rejected',
      failure_reason: 'target_version_mismatch',
      current_version: 1,
    });

    // A text made from the old version would take the other edit back: no plan is made of it.
    const stale = {
      target_file_id,
      intent: 'Longer terms',
      proposed_text: change(TERMS),
      expected_target_version: 0,
    };
    expect(await planEdits(store, stale)).toMatchObject({
      status: 'rejected',
      code: 'target_version_mismatch',
      current_version: 1,
    });

    const now = await getTarget(store, { target_file_id });
    if (now.status !== 'ok') throw new Error(now.failure_detail);
    const wanted = change(now.current_content);
    const second = (await planEdits(store, {
      ...stale,
      proposed_text: wanted,
      expected_target_version: now.version,
    })) as PlannedEdit;
    expect(await submitGated(store, second.submission, { labels: ['1.1'] })).toMatchObject({
      status: 'rejected',
      failure_reason: 'context_invalid',
      diagnostic: {
        code: 'OUT_OF_ALLOWED_SCOPE',
        out_of_scope: [
          { kind: 'modify', source_address: expect.stringMatching(/^\/section\[1\]\/section\[2\]/) },
        ],
      },
    });
    // The gate's refusal has the key; the same plan under another key is another attempt.
    const retried = {
      ...second.submission,
      arguments: { ...second.submission.arguments, client_request_id: 'second-try' },
    } as typeof second.submission;
    expect(await submitGated(store, retried, { labels: ['1.1', '2.1'] })).toMatchObject({
      status: 'accepted',
      version: 2,
      after_hash: second.proposed_hash,
    });

    expect(await save(store, { target_file_id, expected_target_version: 2 })).toMatchObject({
      status: 'saved',
    });
    expect(await replay(store, { target_file_id })).toMatchObject({
      status: 'success',
      accepted_transactions_replayed: 2,
      materialized_state_matches: true,
    });
    expect(await getTarget(store, { target_file_id })).toMatchObject({ version: 2, current_content: wanted });

    const compared = await compareVersions(store, { target_file_id, from_version: 0, to_version: 2 });
    if (compared.status !== 'compared') throw new Error(compared.failure_detail);
    expect(compared.from_hash).toBe(started.current_hash);
    expect(compared.to_hash).toBe(second.proposed_hash);
    expect(
      compared.comparison.changes.map(({ kind, source_label, inline }) => [
        kind,
        source_label,
        inline.map(({ source_text, test_text }) => `${source_text} > ${test_text}`),
      ]),
    ).toEqual([
      ['modify', '1.1', ['thirty > sixty']],
      ['modify', '1.2', ['four > five']],
      ['modify', '2.1', ['one year > two years']],
    ]);
    const { entries } = await getPdcpLog(store, { target_file_id });
    expect(entries.map(({ status }) => status)).toEqual(['accepted', 'rejected', 'rejected', 'accepted']);
  });
});
