import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../../../src/patch/present.js';
import { type PreviewResponse, preview } from '../../../src/patch/service/preview.js';
import {
  type AcceptedPreview,
  projectAccepted,
  projectRejected,
  type RejectedPreview,
} from '../../../src/patch/service/preview-projection.js';
import { submitEdits, submitOperations, submitReplacement } from '../../../src/patch/service/submit.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { asciiJsonBytes } from '../../../src/patch/text/json.js';
import { SequentialBuffer } from '../../../src/patch/transaction/buffer.js';
import type { ChangeFact } from '../../../src/patch/transaction/change.js';
import { failureContext, unavailableContext } from '../../../src/patch/transaction/context.js';
import { validityOf } from '../../../src/patch/transaction/evaluate.js';
import { NO_WARNINGS, warningFields } from '../../../src/patch/transaction/warnings.js';
import { onBothDrivers } from '../support/databases.js';
import { newTarget } from './fixture-target.js';

// biome-ignore lint/suspicious/noExplicitAny: the tools judge values of every type
type Call = Record<string, any>;

onBothDrivers('a preview', (opened, driver) => {
  const scene = async (content = 'alpha beta alpha\n') => {
    const database = await opened();
    const target = await newTarget(database, content);
    const ask = (more: Call): Promise<PreviewResponse> =>
      preview(database, {
        target_file_id: target.id,
        format: 'patchdiff-tx/1',
        intent: 'x',
        expected_target_version: 0,
        ...more,
      } as Parameters<typeof preview>[1]);
    return { database, target, ask };
  };

  it('says what a submission would come to, and writes nothing', async () => {
    const { database, target, ask } = await scene();
    expect(await ask({ edits: [{ match: 'beta', replace: 'beta' }] })).toStrictEqual({
      status: 'accepted',
      preview: true,
      advisory: true,
      target_file_id: target.id,
      format: 'patchdiff-tx/1',
      runtime_version: 'patchdiff-mvp-0.2.2',
      current_version: 0,
      current_hash: target.hash,
      before_version: 0,
      before_hash: target.hash,
      stage: 'transaction_applicability',
      validity: validityOf(null),
      after_hash: target.hash,
      warnings: [expect.stringMatching(/^no_op_change/), expect.stringMatching(/^no_op_transaction/)],
      warning_details: [
        { code: 'no_op_change', detail: expect.any(String), change_id: 'chg_001', change_index: 1 },
        expect.anything(),
      ],
      warning_count: 2,
      warnings_truncated: false,
      change_facts: [
        {
          change_id: 'chg_001',
          change_index: 1,
          span_start: 6,
          span_end: 10,
          matched_chars: 4,
          replacement_chars: 4,
          matched_sha256: sha256Hex('beta'),
          replacement_sha256: sha256Hex('beta'),
        },
      ],
      total_change_count: 1,
      returned_fact_count: 1,
      change_facts_truncated: false,
      change_facts_omission_reason: null,
      evidence_omissions: [],
    });
    const [{ count }] = await database.query<{ count: number }>(
      'SELECT count(*) AS count FROM append_only_pdcp_logs WHERE target_file_id = $1',
      [target.id],
    );
    expect(count).toBe(0);
  });

  it('shows a rejection with its diagnostic, a context once, near misses at once, and no partial facts', async () => {
    const { target, ask } = await scene();
    const list = [
      { match: 'beta', replace: 'b' },
      { match: 'alpho', replace: '' },
    ];
    const response = await ask({ edits: list });
    expect(response).toMatchObject({
      status: 'rejected',
      stage: 'transaction_applicability',
      failure_reason: 'match_absent',
      failed_change_id: 'chg_002',
      after_hash: null,
      before_hash: target.hash,
      diagnostic: { near_miss_query: { query: 'alpho' }, retryable: true },
      near_misses: { scan_source: 'failing_buffer', omission_reason: null },
      evidence_omissions: [],
    });
    expect(response).not.toHaveProperty('change_facts');
    const alone = await ask({ edits: [{ match: 'alpha', replace: '' }] });
    expect(present('patchdiff_preview', alone)).toMatchObject({
      current_context: { available: false, unavailable_reason: 'same_as_failure_context' },
      diagnostic: { failure_context: { available: true } },
    });
  });

  it('computes near misses in a caller’s transaction too: it holds no lock', async () => {
    const { database, target } = await scene();
    const response = await database.transaction((transaction) =>
      preview(transaction, {
        target_file_id: target.id,
        format: 'patchdiff-tx/1',
        intent: 'x',
        expected_target_version: 0,
        edits: [{ match: 'betta', replace: '' }],
      }),
    );
    expect(response).toMatchObject({ near_misses: { omission_reason: null, returned_count: 1 } });
  });

  it('has three formats, and a field of another one is a fault even when null', async () => {
    const { ask } = await scene();
    const edits = [{ match: 'beta', replace: '' }];
    for (const [format, own] of [
      ['patchdiff-tx/1', 'edits'],
      ['patchdiff-tx/2', 'operations'],
      ['patchdiff-tx/3', 'replacement'],
    ]) {
      for (const foreign of ['edits', 'operations', 'replacement'].filter((it) => it !== own)) {
        expect(await ask({ format, [own]: edits, [foreign]: null })).toEqual({
          status: 'invalid_argument',
          code: 'foreign_format_field',
          detail: expect.stringContaining(foreign),
          failure_detail: expect.stringContaining(foreign),
        });
      }
    }
    for (const format of ['patchdiff-tx/4', null, undefined, 5]) {
      expect(await ask({ format, edits })).toMatchObject({
        status: 'invalid_argument',
        code: 'unsupported_format',
        allowed_formats: ['patchdiff-tx/1', 'patchdiff-tx/2', 'patchdiff-tx/3'],
      });
    }
    const operations = [
      { op: 'span', start: 0, end: 0, expected_text: '', replace: 'x', expected_after: 'alpha' },
    ];
    expect(await ask({ format: 'patchdiff-tx/2', operations })).toMatchObject({
      status: 'accepted',
      runtime_version: 'patchdiff-mvp-0.5.0',
    });
  });

  it('gives the verdict of submission for what never reaches the text', async () => {
    const { ask } = await scene();
    const edits = [{ match: 'beta', replace: '' }];
    expect(await ask({ edits, expected_target_version: null })).toMatchObject({
      status: 'rejected',
      stage: 'protocol_validation',
      failure_reason: 'context_invalid',
      diagnostic: { code: 'guard_required' },
    });
    expect(await ask({ edits, target_file_id: 'nobody' })).toMatchObject({
      failure_reason: 'invalid_target_id',
      target_file_id: 'nobody',
      current_version: null,
      current_context: { unavailable_reason: 'invalid_target_id' },
    });
    expect(await ask({ edits, target_file_id: randomUUID() })).toMatchObject({
      failure_reason: 'target_not_found',
    });
    expect(await ask({ edits, intent: '\0' })).toMatchObject({ failure_reason: 'target_encoding_invalid' });
    expect(await ask({ format: 'patchdiff-tx/3', replacement: 'x'.repeat(1_000_001) })).toMatchObject({
      status: 'invalid_argument',
      code: 'replacement_too_large',
      detail: expect.any(String),
      pdcp_log_id: null,
      diagnostic: { limit_exceeded: 'raw_code_points' },
    });
  });

  it('never repeats a target id that is too large, nor a part of it', async () => {
    const { ask } = await scene();
    const response = await ask({ edits: [], target_file_id: '😀'.repeat(1025) });
    expect(response).toMatchObject({
      failure_reason: 'invalid_target_id',
      target_file_id: null,
      evidence_omissions: [{ field: 'target_file_id', reason: 'identity_too_large' }],
    });
  });

  it('judges anew what a keyed submission was refused for', async () => {
    const { database, target, ask } = await scene();
    const edits = [{ match: 'gamma', replace: '' }];
    const keyed = {
      target_file_id: target.id,
      intent: 'x',
      edits,
      expected_target_version: 1,
      client_request_id: 'k',
    };
    expect(await submitEdits(database, keyed)).toMatchObject({ failure_reason: 'target_version_mismatch' });
    const more = [{ match: 'beta', replace: 'gamma' }];
    await submitEdits(database, {
      ...keyed,
      edits: more,
      expected_target_version: 0,
      client_request_id: 'k2',
    });
    expect(await submitEdits(database, keyed)).toMatchObject({ failure_reason: 'target_version_mismatch' });
    expect(await ask({ edits, expected_target_version: 1 })).toMatchObject({ status: 'accepted' });
  });

  // The embedded database has one session, so nothing can be locked against it.
  it.runIf(driver === 'server')('waits for no lock', async () => {
    const { database, target, ask } = await scene();
    await database.transaction(async (transaction) => {
      await transaction.query('SELECT 1 FROM cloud_target_files WHERE target_file_id = $1 FOR UPDATE', [
        target.id,
      ]);
      expect(await ask({ edits: [{ match: 'beta', replace: '' }] })).toMatchObject({ status: 'accepted' });
    });
  });

  it('keeps its payload within 32,768 bytes and its facts within 16,384 for hostile proposals', async () => {
    const { ask } = await scene(`${'😀\u0301'.repeat(3000)}end`);
    const wide = fc.string({ unit: fc.constantFrom('😀', '\u0301', '\u0001', '"', '𝒳'), maxLength: 70 });
    const id = (i: number) => `${'x'.repeat(58)}${i}`;
    const span = fc.record({ start: fc.nat(200), size: fc.nat(70), replace: wide, quote: fc.boolean() });
    const proposal = fc.oneof(
      fc.record({ match: wide, count: fc.integer({ min: 1, max: 3 }) }).map(({ match, count }) => ({
        format: 'patchdiff-tx/1',
        edits: Array.from({ length: count }, (_, i) => ({ match, replace: `${match}Q`, change_id: id(i) })),
      })),
      fc.array(span, { minLength: 1, maxLength: 60 }).map((list) => ({
        format: 'patchdiff-tx/2',
        operations: list.map(({ start, size, replace, quote }, i) => ({
          op: 'span',
          start: quote ? 0 : start,
          end: quote ? 0 : start + size,
          expected_text: quote ? '' : replace,
          replace,
          change_id: id(i),
        })),
      })),
    );
    await fc.assert(
      fc.asyncProperty(proposal, async (draft) => {
        const response = (await ask(draft)) as Call;
        expect(asciiJsonBytes(response)).toBeLessThanOrEqual(32_768);
        expect(asciiJsonBytes(present('patchdiff_preview', response))).toBeLessThanOrEqual(32_768);
        expect(asciiJsonBytes({ diagnostic: response.diagnostic ?? null })).toBeLessThanOrEqual(16_384);
        expect(asciiJsonBytes({ change_facts: response.change_facts ?? [] })).toBeLessThanOrEqual(16_384);
      }),
      { numRuns: 120 },
    );
  });

  it('agrees with submission on every proposal', async () => {
    const { database, target, ask } = await scene('ab\nba 😀 ab\n');
    const word = fc.constantFrom('a', 'ab', 'b', '😀', '\n', 'abc', 'a\r\n');
    const option = <T>(it: fc.Arbitrary<T>) => fc.option(it, { nil: null });
    const edit = fc.record({
      match: word,
      replace: word,
      occurrence_index: option(fc.integer({ min: 0, max: 3 })),
    });
    const span = fc.record({
      op: fc.constant('span'),
      start: fc.nat(12),
      end: fc.nat(14),
      expected_text: word,
      replace: word,
    });
    const proposal = fc.oneof(
      fc.record({ format: fc.constant('patchdiff-tx/1'), edits: fc.array(edit, { maxLength: 3 }) }),
      fc.record({ format: fc.constant('patchdiff-tx/2'), operations: fc.array(span, { maxLength: 3 }) }),
      fc.record({ format: fc.constant('patchdiff-tx/3'), replacement: word }),
    );
    const undo = new Error('undo');
    const submitIn = {
      'patchdiff-tx/1': submitEdits,
      'patchdiff-tx/2': submitOperations,
      'patchdiff-tx/3': submitReplacement,
    };
    await fc.assert(
      fc.asyncProperty(proposal, fc.constantFrom(0, 0, 0, 1), async (draft, expected_target_version) => {
        const { format, ...body } = draft as Call;
        const previewed = (await ask({ ...draft, expected_target_version })) as Call;
        let submitted: Call = {};
        await database
          .transaction(async (transaction) => {
            submitted = (await submitIn[format as 'patchdiff-tx/1'](transaction, {
              target_file_id: target.id,
              intent: 'x',
              expected_target_version,
              ...body,
            } as never)) as Call;
            throw undo;
          })
          .catch((error: unknown) => {
            if (error !== undo) throw error;
          });
        for (const field of [
          'status',
          'validity',
          'after_hash',
          'failure_reason',
          'failure_detail',
          'failed_change_id',
          'warnings',
          'diagnostic',
          'current_context',
        ]) {
          expect(previewed[field]).toEqual(submitted[field]);
        }
        expect(previewed.change_facts).toEqual(submitted.evidence?.changes);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the bounded projection of a preview', () => {
  const frame = {
    preview: true,
    advisory: true,
    target_file_id: randomUUID(),
    format: 'patchdiff-tx/2',
    runtime_version: 'patchdiff-mvp-0.3.0',
    stage: 'transaction_applicability',
    current_version: 1,
    current_hash: sha256Hex('x'),
    before_version: 1,
    before_hash: sha256Hex('x'),
  } as const;
  const fact = (index: number, id = `chg_${index}`): ChangeFact => ({
    change_id: id,
    change_index: index,
    span_start: 1,
    span_end: 2,
    matched_chars: 1,
    replacement_chars: 1,
    matched_sha256: sha256Hex('a'),
    replacement_sha256: sha256Hex('b'),
  });
  const accepted = (facts: ChangeFact[], warnings = warningFields(NO_WARNINGS)): AcceptedPreview =>
    projectAccepted(
      { ...frame, status: 'accepted', validity: validityOf(null), after_hash: sha256Hex('y'), ...warnings },
      facts,
    );
  const rejected = (more: Partial<RejectedPreview>): RejectedPreview =>
    projectRejected({
      ...frame,
      status: 'rejected',
      validity: validityOf({ stage: 'transaction_applicability' }),
      after_hash: null,
      failure_reason: 'match_absent',
      failure_detail: 'detail',
      failed_change_id: 'chg_001',
      diagnostic: { format: 'patchdiff-tx/2', retryable: true },
      current_context: unavailableContext('target_not_found'),
      ...more,
    });

  it('returns at most 32 whole facts and says how many there were', () => {
    const projected = accepted(Array.from({ length: 40 }, (_, i) => fact(i + 1)));
    expect(projected.change_facts).toHaveLength(32);
    expect(projected).toMatchObject({
      total_change_count: 40,
      returned_fact_count: 32,
      change_facts_truncated: true,
      change_facts_omission_reason: 'fact_count_limit',
    });
    expect(asciiJsonBytes({ change_facts: projected.change_facts })).toBeLessThanOrEqual(16_384);
  });

  it('ends the prefix before a fact of more than 2,048 bytes, and before 16,384 bytes in all', () => {
    const large = accepted([fact(1), fact(2, 'x'.repeat(2048)), fact(3)]);
    expect(large).toMatchObject({ returned_fact_count: 1, change_facts_omission_reason: 'fact_too_large' });
    const many = accepted(Array.from({ length: 20 }, (_, i) => fact(i, 'x'.repeat(1500))));
    expect(many.change_facts_omission_reason).toBe('facts_byte_budget');
    expect(asciiJsonBytes({ change_facts: many.change_facts })).toBeLessThanOrEqual(16_384);
    expect(
      asciiJsonBytes({ change_facts: [...many.change_facts, fact(1, 'x'.repeat(1500))] }),
    ).toBeGreaterThan(16_384);
  });

  it('drops warning details and strings before facts, then trailing facts', () => {
    const detail = 'w'.repeat(2000);
    const warnings = warningFields({
      warnings: Array.from({ length: 16 }, () => ({ code: 'no_op_change' as const, detail })),
      warning_count: 16,
      warnings_truncated: false,
    });
    const projected = accepted(
      Array.from({ length: 32 }, (_, i) => fact(i)),
      warnings,
    );
    expect(projected.evidence_omissions).toEqual([
      { field: 'warning_details', reason: 'payload_byte_budget' },
      { field: 'warnings', reason: 'payload_byte_budget' },
    ]);
    expect(projected.warning_count).toBe(16);
    expect(projected.returned_fact_count).toBe(32);
  });

  it('shortens long text to 1,024 code points and 8,192 bytes, and records it', () => {
    const ascii = rejected({ failure_detail: 'x'.repeat(5000) });
    expect(ascii.failure_detail).toHaveLength(1024);
    expect(ascii.evidence_omissions).toEqual([{ field: 'failure_detail', reason: 'text_limit' }]);
    const wide = rejected({ failure_detail: '😀'.repeat(1024) });
    expect(asciiJsonBytes({ failure_detail: wide.failure_detail })).toBeLessThanOrEqual(8192);
    expect(asciiJsonBytes({ failure_detail: `${wide.failure_detail}😀` })).toBeGreaterThan(8192);
    expect(rejected({ failed_change_id: 'x'.repeat(1025) })).toMatchObject({
      failed_change_id: null,
      evidence_omissions: [{ field: 'failed_change_id', reason: 'identity_too_large' }],
    });
  });

  it('keeps the failure context of a diagnostic that is too large, when it fits', () => {
    const failure_context = failureContext(new SequentialBuffer('text'), 0, null, { version: 1, hash: 'h' });
    const evidence = Array.from({ length: 200 }, () => 'y'.repeat(100));
    const projected = rejected({
      diagnostic: { format: 'f', code: 'c', evidence, retryable: true, failure_context },
    });
    expect(projected.diagnostic).toEqual({ format: 'f', code: 'c', retryable: true, failure_context });
    expect(projected.evidence_omissions).toEqual([
      { field: 'diagnostic.evidence', reason: 'diagnostic_byte_budget' },
    ]);
  });

  it('gives way in the contract’s order until the payload fits, keeping verdict and identities', () => {
    const huge = { blob: 'z'.repeat(40_000) } as never;
    const failure_context = failureContext(new SequentialBuffer('text'), 0, null, { version: 1, hash: 'h' });
    const projected = rejected({
      failure_reason: 'invalid_target_id',
      near_misses: huge,
      current_context: huge,
      diagnostic: { format: 'f', retryable: true, failure_context },
      failure_detail: 'd',
    });
    expect(projected.evidence_omissions.map((it) => it.field)).toEqual([
      'near_misses',
      'diagnostic.failure_context',
      'failure_detail',
      'failed_change_id',
      'target_file_id',
      'current_context',
    ]);
    expect(projected).toMatchObject({
      status: 'rejected',
      stage: 'transaction_applicability',
      current_hash: frame.current_hash,
      current_version: 1,
      diagnostic: { format: 'f', retryable: true },
      failure_detail: null,
      failed_change_id: null,
    });
    expect(asciiJsonBytes(projected)).toBeLessThanOrEqual(32_768);
    expect(rejected({ near_misses: huge }).target_file_id).toBe(frame.target_file_id);
  });
});
