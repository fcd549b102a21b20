import { expect, it } from 'vitest';
import { present } from '../../../src/patch/present.js';
import { getManifestLedger } from '../../../src/patch/service/ledger.js';
import { submitEdits } from '../../../src/patch/service/submit.js';
import { initializeTarget } from '../../../src/patch/service/targets.js';
import { onBothDrivers } from '../support/databases.js';

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const BEFORE = expect.stringMatching(/^b22ebf77[0-9a-f]{56}$/);
const AFTER = expect.stringMatching(/^adf7157c[0-9a-f]{56}$/);

const HASH_OF_UPLOAD = expect.stringMatching(/^0e66cb5c[0-9a-f]{56}$/);

onBothDrivers('the examples of the contract that are marked live', (database) => {
  const upload = async () => {
    const made = await initializeTarget(await database(), {
      filename: 'doc.md',
      content: 'alpha beta alpha\r\n',
      content_type: 'text/markdown',
    });
    if (made.status !== 'ok') throw new Error(made.failure_detail);
    return { made, id: made.target_file_id, hash: made.current_hash };
  };

  it('initialises a one-line CRLF upload', async () => {
    const { made } = await upload();
    expect(present('patchdiff_initialize_target', made)).toStrictEqual({
      status: 'ok',
      target_file_id: UUID,
      filename: 'doc.md',
      target_type: 'text/markdown',
      version: 0,
      current_hash: BEFORE,
      active_editing_cycle_id: UUID,
      source_line_endings: {
        style: 'crlf',
        lf: 0,
        crlf: 1,
        cr: 0,
        normalized: true,
        source_code_points: 18,
        source_utf8_bytes: 18,
        source_sha256: HASH_OF_UPLOAD,
      },
    });
  });

  it('rejects an unselected word that occurs twice', async () => {
    const target = await upload();
    const response = await submitEdits(await database(), {
      target_file_id: target.id,
      intent: 'Rename alpha',
      edits: [{ match: 'alpha', replace: 'gamma' }],
      expected_target_version: 0,
      client_request_id: 'req-001',
    });
    expect(present('patchdiff_submit_edits', response)).toStrictEqual({
      status: 'rejected',
      target_file_id: target.id,
      failure_reason: 'match_ambiguous',
      failure_detail: 'MATCH text appears multiple times without disambiguation.',
      failed_change_id: 'chg_001',
      before_hash: BEFORE,
      after_hash: null,
      current_version: 0,
      current_hash: BEFORE,
      pdcp_log_id: UUID,
      diagnostic: {
        format: 'patchdiff-tx/1',
        occurrence_count: 2,
        exact_candidates: {
          kind: 'exact_occurrences',
          occurrence_count: 2,
          returned_count: 2,
          candidates: [
            {
              occurrence_index: 1,
              start: 0,
              end: 5,
              before: '',
              match_preview: 'alpha',
              match_truncated: false,
              after: ' beta alpha\n',
            },
            {
              occurrence_index: 2,
              start: 11,
              end: 16,
              before: 'alpha beta ',
              match_preview: 'alpha',
              match_truncated: false,
              after: '\n',
            },
          ],
          truncated: false,
          next_occurrence_index: null,
          buffer_stage: 'canonical_target',
          prior_changes: 0,
          observed_target_version: 0,
          observed_target_hash: BEFORE,
        },
        retryable: true,
        requires_new_submission: true,
        validation_stage: 'transaction_applicability',
        failure_context: {
          available: true,
          unavailable_reason: null,
          selection: 'prefix',
          buffer_stage: 'canonical_target',
          prior_changes: 0,
          start: 0,
          end: 17,
          total_chars: 17,
          text: 'alpha beta alpha\n',
          truncated: false,
          observed_target_version: 0,
          observed_target_hash: BEFORE,
        },
      },
      current_context: {
        available: false,
        unavailable_reason: 'same_as_failure_context',
        selection: null,
        buffer_stage: null,
        prior_changes: null,
        start: null,
        end: null,
        total_chars: null,
        text: null,
        truncated: null,
        observed_target_version: null,
        observed_target_hash: null,
      },
      validity: {
        protocol_valid: true,
        transaction_valid: false,
        task_correct: 'not_evaluated',
        semantic: 'not_evaluated',
      },
      deduplicated: false,
      client_request_id: 'req-001',
    });
  });

  it('accepts the second occurrence', async () => {
    const target = await upload();
    const response = await submitEdits(await database(), {
      target_file_id: target.id,
      intent: 'Rename alpha',
      edits: [{ match: 'alpha', replace: 'gamma', occurrence_index: 2 }],
      expected_target_version: 0,
      expected_current_hash: target.hash,
      client_request_id: 'req-002',
    });
    expect(present('patchdiff_submit_edits', response)).toStrictEqual({
      status: 'accepted',
      target_file_id: target.id,
      before_hash: BEFORE,
      after_hash: AFTER,
      version: 1,
      current_version: 1,
      current_hash: AFTER,
      pdcp_log_id: UUID,
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
        changes: [
          {
            change_id: 'chg_001',
            change_index: 1,
            span_start: 11,
            span_end: 16,
            matched_chars: 5,
            replacement_chars: 5,
            matched_sha256: expect.stringMatching(/^8ed3f6ad/),
            replacement_sha256: expect.stringMatching(/^be9d587d/),
          },
        ],
      },
      deduplicated: false,
      client_request_id: 'req-002',
    });
  });

  it('lists the accepted change in the ledger', async () => {
    const target = await upload();
    await submitEdits(await database(), {
      target_file_id: target.id,
      intent: 'Rename alpha',
      edits: [{ match: 'alpha', replace: 'gamma', occurrence_index: 2 }],
      expected_target_version: 0,
    });
    const page = await getManifestLedger(await database(), { target_file_id: target.id });
    expect(present('patchdiff_get_manifest_ledger', page)).toStrictEqual({
      entries: [
        {
          ledger_sequence: expect.any(Number),
          pdcp_log_id: UUID,
          log_sequence: expect.any(Number),
          before_version: 0,
          after_version: 1,
          editing_cycle_id: target.made.active_editing_cycle_id,
          change_index: 1,
          change_id: 'chg_001',
          intent: 'Rename alpha',
          transaction_intent: 'Rename alpha',
          rationale: null,
          input_state: null,
          output_state: null,
          affected_region: null,
          user_visible_change: null,
          risk: null,
          origin: 'typed',
          derived: {
            change_id: 'chg_001',
            change_index: 1,
            span_start: 11,
            span_end: 16,
            matched_chars: 5,
            replacement_chars: 5,
            matched_sha256: expect.stringMatching(/^8ed3f6ad/),
            replacement_sha256: expect.stringMatching(/^be9d587d/),
          },
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
        },
      ],
      has_more: false,
      next_sequence: null,
    });
  });
});
