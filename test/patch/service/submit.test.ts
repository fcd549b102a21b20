import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { decodeInvalidInput } from '../../../src/patch/service/invalid-input.js';
import type { RejectedResponse, SubmissionResponse } from '../../../src/patch/service/responses.js';
import { submitEdits, submitOperations, submitReplacement } from '../../../src/patch/service/submit.js';
import type { Database } from '../../../src/patch/store/database.js';
import type { LedgerRow, LogRow, TargetRow } from '../../../src/patch/store/rows.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { asciiJsonBytes } from '../../../src/patch/text/json.js';
import { onBothDrivers } from '../support/databases.js';
import { type FixtureTarget, newTarget } from './fixture-target.js';

/** What happened in which order, and whether the search is to fail, in the tests that ask for it. */
const { events, search } = vi.hoisted(() => ({ events: [] as string[], search: { fails: false } }));
vi.mock('../../../src/patch/transaction/near-miss.js', async (original) => {
  const module = await original<typeof import('../../../src/patch/transaction/near-miss.js')>();
  const searchNearMisses = (query: string, text: string) => {
    events.push('search');
    if (search.fails) throw new Error('no memory');
    return module.searchNearMisses(query, text);
  };
  return { ...module, searchNearMisses };
});

/** A call as a client makes it: any value may stand for any argument. */
// biome-ignore lint/suspicious/noExplicitAny: the tools judge values of every type
type Call = Record<string, any>;

const edits = (database: Database, args: Call, options = {}) =>
  submitEdits(database, args as Parameters<typeof submitEdits>[1], options);
const operations = (database: Database, args: Call) =>
  submitOperations(database, args as Parameters<typeof submitOperations>[1]);
const replacement = (database: Database, args: Call) =>
  submitReplacement(database, args as Parameters<typeof submitReplacement>[1]);

function rejected(response: SubmissionResponse): RejectedResponse {
  if (response.status !== 'rejected') throw new Error(`not rejected: ${JSON.stringify(response)}`);
  return response;
}
const verdict = (response: SubmissionResponse) => {
  if (response.status !== 'rejected')
    return [response.status, 'code' in response ? response.code : undefined];
  return [response.failure_reason, response.diagnostic.code];
};

const rowsOf = (database: Database, target: FixtureTarget) =>
  database.query<LogRow>(
    'SELECT * FROM append_only_pdcp_logs WHERE target_file_id = $1 ORDER BY log_sequence',
    [target.id],
  );
const ledgerOf = (database: Database, target: FixtureTarget) =>
  database.query<LedgerRow>(
    'SELECT * FROM manifest_ledger WHERE target_file_id = $1 ORDER BY ledger_sequence',
    [target.id],
  );
async function targetOf(database: Database, target: FixtureTarget): Promise<TargetRow> {
  const [row] = await database.query<TargetRow>(
    'SELECT * FROM cloud_target_files WHERE target_file_id = $1',
    [target.id],
  );
  return row;
}

onBothDrivers('a submission', (opened) => {
  const scene = async (content = 'alpha beta alpha\n') => {
    const database = await opened();
    const target = await newTarget(database, content);
    const call = (more: Call = {}): Call => ({
      target_file_id: target.id,
      intent: 'Rename beta',
      edits: [{ match: 'beta', replace: 'gamma' }],
      expected_target_version: 0,
      ...more,
    });
    return { database, target, call };
  };

  it('writes the attempt, the ledger and the target together', async () => {
    const { database, target, call } = await scene();
    const list = [
      { match: 'beta', replace: 'gamma', rationale: 'because', risk: 'low' },
      { match: 'gamma', replace: 'delta', change_id: 'second' },
    ];
    const response = await edits(database, call({ edits: list, source: 'editor', attempt: 1 }));
    expect(response).toMatchObject({ status: 'accepted', version: 1, manifest_entries_added: 2 });
    const after = sha256Hex('alpha delta alpha\n');
    expect(await targetOf(database, target)).toMatchObject({
      current_content: 'alpha delta alpha\n',
      current_hash: after,
      version: 1,
      total_chars: 18,
    });
    const content = JSON.stringify({
      edits: [
        { match: 'beta', rationale: 'because', replace: 'gamma', risk: 'low' },
        { change_id: 'second', match: 'gamma', replace: 'delta' },
      ],
      format: 'patchdiff-tx/1',
      intent: 'Rename beta',
    });
    const [row, ...none] = await rowsOf(database, target);
    expect(none).toEqual([]);
    expect(row).toMatchObject({
      pdcp_log_id: (response as { pdcp_log_id: string }).pdcp_log_id,
      status: 'accepted',
      protocol_version: 'patchdiff-tx/1',
      runtime_version: 'patchdiff-mvp-0.2.2',
      pdcp_content: content,
      pdcp_content_hash: sha256Hex(content),
      before_version: 0,
      after_version: 1,
      before_hash: target.hash,
      after_hash: after,
      failure_reason: null,
      diagnostic_json: null,
      client_request_id: null,
      regeneration_attempt: 1,
      source: 'editor',
    });
    const ledger = await ledgerOf(database, target);
    expect(ledger.map(({ intent, risk, change_id, origin }) => [intent, risk, change_id, origin])).toEqual([
      ['because', 'low', 'chg_001', 'typed'],
      ['Rename beta', null, 'second', 'typed'],
    ]);
    expect(ledger.map((it) => it.derived)).toEqual(row.evidence_json!.changes);
  });

  it('leaves nothing but the attempt when it is rejected', async () => {
    const { database, target, call } = await scene();
    const list = [
      { match: 'beta', replace: 'gamma' },
      { match: 'nowhere', replace: '' },
    ];
    const response = rejected(await edits(database, call({ edits: list })));
    expect(response).toMatchObject({
      failure_reason: 'match_absent',
      failed_change_id: 'chg_002',
      after_hash: null,
    });
    expect(await targetOf(database, target)).toMatchObject({
      version: 0,
      current_content: 'alpha beta alpha\n',
    });
    expect(await ledgerOf(database, target)).toEqual([]);
    const [row] = await rowsOf(database, target);
    expect(row).toMatchObject({
      status: 'rejected',
      failure_reason: 'match_absent',
      failure_detail: response.failure_detail,
      failed_change_id: 'chg_002',
      diagnostic_json: response.diagnostic,
      after_version: null,
      before_version: 0,
    });
  });

  it('judges in the stated order: with everything wrong, each cure shows the next fault', async () => {
    const { database, target, call } = await scene();
    const parent = rejected(await edits(database, call({ expected_target_version: 9 }))).pdcp_log_id;
    await edits(database, call({ client_request_id: 'used' }));
    const other = await newTarget(database, 'other');
    const elsewhere = rejected(
      await edits(database, call({ target_file_id: other.id, expected_target_version: 9 })),
    ).pdcp_log_id;
    const oversized = 'x'.repeat(1_000_001);
    let args: Call = {
      target_file_id: 'no-uuid',
      intent: null,
      replacement: '\ud800',
      expected_target_version: -1,
      expected_current_hash: 'A',
      source: 5,
      attempt: 0,
      parent_pdcp_log_id: elsewhere,
      client_request_id: 'ключ',
      include_correlation_id: 'yes',
    };
    const steps: [cure: Call, verdict: [string, string | undefined]][] = [
      [{}, ['invalid_argument', 'invalid_include_correlation_id']],
      [{ include_correlation_id: false }, ['invalid_target_id', undefined]],
      [{ target_file_id: randomUUID() }, ['target_not_found', undefined]],
      [{ target_file_id: target.id }, ['target_encoding_invalid', undefined]],
      [{ replacement: oversized, intent: 'x' }, ['context_invalid', 'invalid_client_request_id']],
      [{ client_request_id: 'used' }, ['context_invalid', 'request_key_conflict']],
      [{ client_request_id: null }, ['invalid_argument', 'replacement_too_large']],
      [{ replacement: 5 }, ['protocol_invalid', 'invalid_type']],
      [{ replacement: 'new' }, ['context_invalid', 'invalid_expected_target_version']],
      [{ expected_target_version: 7 }, ['context_invalid', 'invalid_expected_current_hash']],
      [{ expected_current_hash: sha256Hex('q') }, ['context_invalid', 'invalid_source']],
      [{ source: null }, ['context_invalid', 'invalid_attempt']],
      [{ attempt: 2 }, ['context_invalid', 'parent_target_mismatch']],
      [{ parent_pdcp_log_id: parent }, ['target_version_mismatch', undefined]],
      [{ expected_target_version: 1 }, ['target_hash_mismatch', undefined]],
      [{ expected_current_hash: null }, ['accepted', undefined]],
    ];
    for (const [cure, expected] of steps) {
      args = { ...args, ...cure };
      expect(verdict(await replacement(database, args))).toEqual(expected);
    }
    // Every step but the four that write no row left one.
    expect(await rowsOf(database, target)).toHaveLength(2 + steps.length - 4);
    expect(await targetOf(database, target)).toMatchObject({ version: 2, current_content: 'new' });
  });

  it('writes no row for a target that is not there, and says what it can', async () => {
    const { database, call } = await scene();
    const id = randomUUID();
    const response = rejected(await edits(database, call({ target_file_id: id, client_request_id: 'k' })));
    expect(response).toMatchObject({
      target_file_id: id,
      failure_reason: 'target_not_found',
      pdcp_log_id: null,
      current_version: null,
      current_hash: null,
      before_hash: null,
      client_request_id: 'k',
      validity: { protocol_valid: false, transaction_valid: false },
      diagnostic: {
        retryable: false,
        validation_stage: 'protocol_validation',
        requires_new_submission: true,
      },
      current_context: { available: false, unavailable_reason: 'target_not_found' },
    });
    expect(
      await database.query('SELECT 1 FROM append_only_pdcp_logs WHERE target_file_id = $1', [id]),
    ).toEqual([]);
    const malformed = rejected(await edits(database, call({ target_file_id: 5 })));
    expect(malformed).toMatchObject({
      failure_reason: 'invalid_target_id',
      target_file_id: null,
      pdcp_log_id: null,
    });
  });

  it('accepts a target id in upper case', async () => {
    const { database, target, call } = await scene();
    const response = await edits(database, call({ target_file_id: target.id.toUpperCase() }));
    expect(response).toMatchObject({ status: 'accepted', target_file_id: target.id });
  });

  it('gives the first outcome for the identical request, with the state of now', async () => {
    const { database, target, call } = await scene();
    const keyed = call({ client_request_id: 'same key', edits: [{ match: 'beta', replace: 'beta' }] });
    const first = await edits(database, keyed);
    await edits(database, call({ expected_target_version: 1 }));
    const again = await edits(database, { ...keyed, include_correlation_id: true });
    const now = await targetOf(database, target);
    expect(again).toStrictEqual({
      ...first,
      current_version: 2,
      current_hash: now.current_hash,
      deduplicated: true,
      correlation_id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
    });
    expect(again).toMatchObject({ version: 1, warning_count: 2, client_request_id: 'same key' });
    expect(await rowsOf(database, target)).toHaveLength(2);
  });

  it('gives a rejection back as it was recorded, with a fresh context', async () => {
    const { database, target, call } = await scene(`alpha betta alpha\n${'x'.repeat(300)}\nbezta`);
    const keyed = call({ client_request_id: 'k1', edits: [{ match: 'bexta', replace: '' }] });
    const first = rejected(await edits(database, keyed));
    expect(first.near_misses).toMatchObject({ scan_source: 'failing_buffer', scope_truncated: false });
    expect(first.near_misses!.candidates!.map((it) => it.text)).toEqual(['betta', 'bezta']);
    await edits(database, call({ edits: [{ match: 'betta', replace: 'beta' }] }));
    const again = rejected(await edits(database, keyed));
    expect(again.diagnostic).toEqual(first.diagnostic);
    expect(again).toMatchObject({
      pdcp_log_id: first.pdcp_log_id,
      before_hash: target.hash,
      current_version: 1,
      deduplicated: true,
      validity: first.validity,
      near_misses: { scan_source: 'stored_failure_context', scanned_end: 256, scope_truncated: true },
    });
    expect(again.near_misses!.candidates!.map((it) => it.text)).toEqual(['betta']);
    expect(again.current_context.text).toContain('alpha beta alpha');
    expect(await rowsOf(database, target)).toHaveLength(2);
  });

  it('gives the first outcome back for any proposal', async () => {
    const { database, target } = await scene('ab ba 😀 ab\n');
    const word = fc.constantFrom('a', 'ab', 'b', '😀', '\n', 'abc', '');
    const edit = fc.record({ match: word, replace: word, occurrence_index: fc.integer({ min: 0, max: 3 }) });
    let key = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 3 }), fc.nat(3), async (list, behind) => {
        const { version } = await targetOf(database, target);
        const args = {
          target_file_id: target.id,
          intent: 'x',
          edits: list,
          expected_target_version: version - Math.max(0, behind - 2),
          client_request_id: `key ${key++}`,
        };
        const first = (await edits(database, args)) as Call;
        await replacement(database, {
          target_file_id: target.id,
          intent: 'y',
          replacement: `ab ba 😀 ab${key}`,
          expected_target_version: first.current_version,
        });
        const again = (await edits(database, args)) as Call;
        const { current_version, current_hash, current_context, near_misses, ...outcome } = again;
        expect(current_version).toBe(first.current_version + 1);
        expect(current_hash).toBe((await targetOf(database, target)).current_hash);
        expect(current_context?.text).toBe(first.current_context && `ab ba 😀 ab${key}`);
        expect(near_misses?.omission_reason).toBe(first.near_misses?.omission_reason);
        expect({ ...first, ...outcome, deduplicated: false }).toEqual(first);
        expect(outcome.deduplicated).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('records a malformed proposal under its key too', async () => {
    const { database, target, call } = await scene();
    const keyed = call({ client_request_id: 'k', edits: [] });
    const first = rejected(await edits(database, keyed));
    const again = rejected(await edits(database, keyed));
    expect(first).toMatchObject({
      failure_reason: 'protocol_invalid',
      diagnostic: { code: 'empty_list', path: 'edits' },
    });
    expect(again).toMatchObject({
      pdcp_log_id: first.pdcp_log_id,
      deduplicated: true,
      diagnostic: first.diagnostic,
    });
    expect(again.validity.protocol_valid).toBe(false);
    expect(await rowsOf(database, target)).toHaveLength(1);
  });

  it('refuses a key that was used for another proposal, every time with a row of its own', async () => {
    const { database, target, call } = await scene();
    const first = call({
      client_request_id: 'key one',
      edits: [{ match: 'beta', replace: 'b', rationale: 'r' }],
    });
    const { pdcp_log_id: original } = (await edits(database, first)) as { pdcp_log_id: string };
    const changed = {
      ...first,
      edits: [{ match: 'beta', replace: 'c', rationale: null }],
      expected_target_version: 1,
    };
    const conflict = rejected(await edits(database, changed));
    expect(conflict).toMatchObject({
      failure_reason: 'context_invalid',
      client_request_id: 'key one',
      deduplicated: false,
      validity: { protocol_valid: true, transaction_valid: false },
      diagnostic: {
        code: 'request_key_conflict',
        existing_pdcp_log_id: original,
        client_request_id_preview: 'key one',
        client_request_id_truncated: false,
        differing_components: ['pdcp_content_hash', 'expected_target_version'],
        differing_fields: ['edits[0].rationale', 'edits[0].replace'],
        differing_fields_truncated: false,
        validation_stage: 'precondition_guard',
        retryable: false,
      },
    });
    await edits(database, changed);
    const rows = await rowsOf(database, target);
    expect(rows.map((it) => it.client_request_id)).toEqual(['key one', null, null]);
    expect(rows[1].request_fingerprint).toBe(rows[2].request_fingerprint);
    expect(rows[1].request_fingerprint).not.toBe(rows[0].request_fingerprint);
    expect(rows[1].pdcp_log_id).toBe(conflict.pdcp_log_id);
    expect(rows[2].pdcp_log_id).not.toBe(conflict.pdcp_log_id);
  });

  it('takes null for other than absent, raw line ends for other than LF, and a guard for part of the request', async () => {
    const { database, call } = await scene('a\nb');
    const edit = { match: 'a\nb', replace: 'x' };
    const first = call({ client_request_id: 'k', edits: [edit] });
    await edits(database, first);
    const differing = async (more: Call) => {
      const { diagnostic } = rejected(await edits(database, { ...first, ...more }));
      return [diagnostic.differing_components, diagnostic.differing_fields];
    };
    expect(await differing({ edits: [{ ...edit, risk: null }] })).toEqual([
      ['pdcp_content_hash'],
      ['edits[0].risk'],
    ]);
    expect(await differing({ edits: [{ ...edit, match: 'a\r\nb' }] })).toEqual([
      ['pdcp_content_hash'],
      ['edits[0].match'],
    ]);
    expect(
      await differing({ expected_target_version: null, expected_current_hash: sha256Hex('a\nb') }),
    ).toEqual([['expected_target_version', 'expected_current_hash'], []]);
    expect(await differing({ parent_pdcp_log_id: randomUUID() })).toEqual([['parent_pdcp_log_id'], []]);
    const protocol = rejected(
      await operations(database, { ...first, edits: undefined, operations: [{ op: 'match', ...edit }] }),
    ).diagnostic;
    expect(protocol.differing_components).toEqual(['protocol_version', 'pdcp_content_hash']);
    expect(protocol.differing_fields).toEqual(['edits', 'format', 'operations']);
    // Source, attempt and the correlation option are not part of the request's identity.
    const same = await edits(database, {
      ...first,
      source: 'else',
      attempt: 5,
      include_correlation_id: true,
    });
    expect(same).toMatchObject({ status: 'accepted', deduplicated: true });
  });

  it('lists at most ten differing fields', async () => {
    const { database, call } = await scene();
    const many = (replace: string) => Array.from({ length: 12 }, (_, i) => ({ match: `m${i}`, replace }));
    await edits(database, call({ client_request_id: 'k', edits: many('a') }));
    const { diagnostic } = rejected(
      await edits(database, call({ client_request_id: 'k', edits: many('b') })),
    );
    expect(diagnostic.differing_fields).toHaveLength(10);
    expect(diagnostic.differing_fields_truncated).toBe(true);
  });

  it('keeps keys per target', async () => {
    const { database, call } = await scene();
    const other = await newTarget(database, 'beta');
    await edits(database, call({ client_request_id: 'k' }));
    const response = await edits(database, call({ client_request_id: 'k', target_file_id: other.id }));
    expect(response).toMatchObject({ status: 'accepted', deduplicated: false });
  });

  it('allows printable ASCII of 1 to 128 characters as a key', async () => {
    const { database, call } = await scene();
    for (const key of ['', 'x'.repeat(129), 'a\tb', 'é', 5, {}]) {
      const response = rejected(await edits(database, call({ client_request_id: key })));
      expect(verdict(response)).toEqual(['context_invalid', 'invalid_client_request_id']);
      expect(response.client_request_id).toBe(typeof key === 'string' ? key : null);
    }
    const long = ` ~${'x'.repeat(126)}`;
    expect(await edits(database, call({ client_request_id: long }))).toMatchObject({
      client_request_id: long,
    });
  });

  it('keeps invalid text as evidence from which it can be read back, and leaves its key free', async () => {
    const { database, target, call } = await scene();
    const bad = call({
      client_request_id: 'k',
      edits: [{ match: 'beta', replace: 'x\0\ud800é😀' }],
      source: 'x',
    });
    const response = rejected(await edits(database, bad));
    expect(response).toMatchObject({
      failure_reason: 'target_encoding_invalid',
      client_request_id: 'k',
      diagnostic: {
        path: 'edits[0].replace',
        fault: 'nul',
        offset: 1,
        retryable: false,
        validation_stage: 'protocol_validation',
      },
    });
    const [row] = await rowsOf(database, target);
    expect(row.pdcp_content).toMatch(/^[\x20-\x7e]*$/);
    expect(row.pdcp_content_hash).toBe(sha256Hex(row.pdcp_content));
    expect(row.client_request_id).toBeNull();
    expect(decodeInvalidInput(row.pdcp_content)).toEqual({
      protocol_version: 'patchdiff-tx/1',
      arguments: bad,
    });
    for (const place of [
      { intent: '\0' },
      { source: '\udc00' },
      { client_request_id: 'a\0' },
      { expected_current_hash: '\ud800' },
      { edits: [{ match: 'a', replace: 'b', 'k\0': 1 }] },
      { parent_pdcp_log_id: '\0' },
    ]) {
      expect(verdict(await edits(database, call(place)))[0]).toBe('target_encoding_invalid');
    }
    expect(await edits(database, call({ client_request_id: 'k' }))).toMatchObject({ status: 'accepted' });
  });

  it('refuses a fresh replacement that is too large without a row, and records it whole under a used key', async () => {
    const { database, target, call } = await scene();
    const large = call({ edits: undefined, replacement: 'x\r\n'.repeat(400_000) });
    expect(await replacement(database, large)).toEqual({
      status: 'invalid_argument',
      code: 'replacement_too_large',
      failure_detail: expect.stringContaining('LF line ends'),
      pdcp_log_id: null,
      diagnostic: {
        code: 'replacement_too_large',
        limit_exceeded: 'raw_code_points',
        actual: 1_200_000,
        limit: 1_000_000,
        canonical_code_points: 800_000,
        canonical_utf8_bytes: 800_000,
        canonical_would_fit: true,
      },
    });
    expect(await rowsOf(database, target)).toEqual([]);
    await edits(database, call({ client_request_id: 'k' }));
    const conflict = rejected(await replacement(database, { ...large, client_request_id: 'k' }));
    expect(conflict.diagnostic.code).toBe('request_key_conflict');
    const rows = await rowsOf(database, target);
    expect(JSON.parse(rows[1].pdcp_content).replacement).toBe(large.replacement);
  });

  it('links an attempt to the rejected one that it corrects', async () => {
    const { database, target, call } = await scene();
    const first = rejected(await edits(database, call({ edits: [{ match: 'alpha', replace: '' }] })));
    const linked = { parent_pdcp_log_id: first.pdcp_log_id, attempt: 2 };
    const accepted = await edits(database, call(linked));
    expect(accepted.status).toBe('accepted');
    const code = async (more: Call) =>
      verdict(await edits(database, call({ expected_target_version: 1, ...more })))[1];
    expect(await code({ parent_pdcp_log_id: 'x' })).toBe('invalid_parent_pdcp_log_id');
    expect(await code({ parent_pdcp_log_id: randomUUID() })).toBe('parent_not_found');
    expect(await code({ parent_pdcp_log_id: (accepted as { pdcp_log_id: string }).pdcp_log_id })).toBe(
      'parent_not_rejected',
    );
    for (const attempt of [0, -1, 1.5, '1', true]) expect(await code({ attempt })).toBe('invalid_attempt');
    const rows = await rowsOf(database, target);
    expect(rows.map((it) => [it.parent_pdcp_log_id, it.regeneration_attempt])).toEqual([
      [null, null],
      [first.pdcp_log_id, 2],
      ...Array(8).fill([null, null]),
    ]);
    // A malformed retry keeps its link.
    await edits(database, call({ ...linked, edits: [] }));
    expect((await rowsOf(database, target)).at(-1)).toMatchObject({
      failure_reason: 'protocol_invalid',
      parent_pdcp_log_id: first.pdcp_log_id,
      regeneration_attempt: 2,
    });
  });

  it('gives each invocation a new correlation id when asked, and never stores one', async () => {
    const { database, target, call } = await scene();
    const asked = call({ include_correlation_id: true, client_request_id: 'k' });
    const ids = [
      await edits(database, asked),
      await edits(database, asked),
      await edits(database, asked),
    ].map((it) => (it as { correlation_id: string }).correlation_id);
    expect(new Set(ids).size).toBe(3);
    expect(JSON.stringify(await rowsOf(database, target))).not.toContain(ids[0]);
    expect(await edits(database, call())).not.toHaveProperty('correlation_id');
    for (const option of [null, 0, 'true', []]) {
      expect(verdict(await edits(database, call({ include_correlation_id: option })))).toEqual([
        'invalid_argument',
        'invalid_include_correlation_id',
      ]);
    }
  });

  it('records the runtime that the operations need', async () => {
    const { database, target, call } = await scene('abc');
    const span = { op: 'span', start: 1, end: 2, expected_text: 'b', replace: 'B' };
    const context = { ...span, expected_text: 'B', expected_before: null };
    await operations(database, call({ edits: undefined, operations: [span] }));
    await operations(database, call({ edits: undefined, operations: [context], expected_target_version: 1 }));
    await replacement(database, call({ edits: undefined, replacement: 'z', expected_target_version: 2 }));
    const rows = await rowsOf(database, target);
    expect(rows.map((it) => [it.protocol_version, it.runtime_version])).toEqual([
      ['patchdiff-tx/2', 'patchdiff-mvp-0.3.0'],
      ['patchdiff-tx/2', 'patchdiff-mvp-0.5.0'],
      ['patchdiff-tx/3', 'patchdiff-mvp-0.4.0'],
    ]);
    const ledger = await ledgerOf(database, target);
    expect(ledger.map((it) => [it.derived.operation, it.derived.span_start, it.derived.span_end])).toEqual([
      ['span', 1, 2],
      ['span', 1, 2],
      ['replace_all', 0, 3],
    ]);
  });

  it('stores warnings as objects with the accepted row, and advances the version of a text that stays', async () => {
    const { database, target, call } = await scene();
    const response = await edits(database, call({ edits: [{ match: 'beta', replace: 'beta' }] }));
    expect(response).toMatchObject({
      after_hash: target.hash,
      version: 1,
      warnings: [expect.stringMatching(/^no_op_change: /), expect.stringMatching(/^no_op_transaction: /)],
    });
    const [row] = await rowsOf(database, target);
    expect(row.diagnostic_json).toEqual({
      warnings: (response as unknown as { warning_details: object[] }).warning_details,
      warning_count: 2,
      warnings_truncated: false,
    });
  });

  it('recovers rows of older times, which kept less', async () => {
    const { database, target, call } = await scene();
    const keyed = call({ client_request_id: 'k' });
    const absent = call({
      client_request_id: 'k2',
      edits: [{ match: 'zeta', replace: '' }],
      expected_target_version: 1,
    });
    const first = await edits(database, keyed);
    await edits(database, absent);
    await database.transaction(async (transaction) => {
      await transaction.execute('ALTER TABLE append_only_pdcp_logs DISABLE TRIGGER append_only');
      await transaction.query(
        `UPDATE append_only_pdcp_logs SET evidence_json = NULL, request_envelope = NULL,
           diagnostic_json = diagnostic_json - 'failure_context' - 'near_miss_query' WHERE target_file_id = $1`,
        [target.id],
      );
      await transaction.execute('ALTER TABLE append_only_pdcp_logs ENABLE TRIGGER append_only');
    });
    expect(await edits(database, keyed)).toEqual({ ...first, deduplicated: true });
    const recovered = rejected(await edits(database, absent));
    expect(recovered.diagnostic).not.toHaveProperty('failure_context');
    expect(recovered.near_misses!.omission_reason).toBe('historical_context_unavailable');
    const conflict = rejected(await edits(database, { ...keyed, expected_target_version: 1 }));
    expect(conflict.diagnostic.differing_components).toEqual([]);
  });

  it('refuses a target whose storage was altered by hand, and repairs nothing', async () => {
    const { database, target, call } = await scene();
    await database.transaction((transaction) =>
      transaction.query('UPDATE cloud_target_files SET current_content = $2 WHERE target_file_id = $1', [
        target.id,
        'tampered beta',
      ]),
    );
    const response = rejected(await edits(database, call({ expected_target_version: 5 })));
    expect(response).toMatchObject({
      failure_reason: 'target_diverged',
      current_hash: target.hash,
      diagnostic: { retryable: true, validation_stage: 'precondition_guard' },
      current_context: { text: 'tampered beta', observed_target_hash: target.hash },
    });
    expect(await targetOf(database, target)).toMatchObject({ current_content: 'tampered beta', version: 0 });
  });

  it('works in a caller’s transaction, which alone commits, and looks for no near misses there', async () => {
    const { database, target, call } = await scene();
    const undone = new Error('undo');
    const work = database.transaction(async (transaction) => {
      const accepted = await submitEdits(transaction, call() as Parameters<typeof submitEdits>[1]);
      expect(accepted).toMatchObject({ status: 'accepted', version: 1 });
      const absent = call({ edits: [{ match: 'zeta', replace: '' }], expected_target_version: 1 });
      const missed = rejected(await submitEdits(transaction, absent as Parameters<typeof submitEdits>[1]));
      expect(missed.near_misses).toMatchObject({ omission_reason: 'caller_transaction', candidates: null });
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(await targetOf(database, target)).toMatchObject({ version: 0 });
    expect(await rowsOf(database, target)).toEqual([]);
  });

  it('looks for near misses once its transaction is committed', async () => {
    const { database, call } = await scene();
    const watched: Database = {
      ...database,
      transaction: async (work, options) => {
        const result = await database.transaction(work, options);
        events.push('committed');
        return result;
      },
    };
    events.length = 0;
    await edits(watched, call({ edits: [{ match: 'betta', replace: '' }] }));
    expect(events).toEqual(['committed', 'search']);
  });

  it('passes an unexpected error on that comes after its commit, and the attempt stays', async () => {
    const { database, target, call } = await scene();
    search.fails = true;
    try {
      await expect(edits(database, call({ edits: [{ match: 'betta', replace: '' }] }))).rejects.toThrow(
        'no memory',
      );
    } finally {
      search.fails = false;
    }
    expect(await rowsOf(database, target)).toMatchObject([{ failure_reason: 'match_absent' }]);
  });

  it('cannot see by a hash alone that a text was left and came back, by a version it can', async () => {
    const { database, target, call } = await scene();
    await edits(database, call({ edits: [{ match: 'beta', replace: 'beta' }] }));
    const hash = { expected_target_version: null, expected_current_hash: target.hash };
    expect(verdict(await edits(database, call()))[0]).toBe('target_version_mismatch');
    expect(await edits(database, call(hash))).toMatchObject({ status: 'accepted', version: 2 });
  });

  it('omits near misses of a consumed match, and has none for other failures', async () => {
    const { database, call } = await scene();
    const list = [
      { match: 'beta', replace: 'b' },
      { match: 'beta', replace: 'c' },
    ];
    const consumed = rejected(await edits(database, call({ edits: list })));
    expect(consumed.near_misses).toMatchObject({
      omission_reason: 'sequential_match_consumed',
      candidates: null,
    });
    expect(consumed.diagnostic).not.toHaveProperty('near_miss_query');
    const long = rejected(await edits(database, call({ edits: [{ match: 'x'.repeat(65), replace: '' }] })));
    expect(long.near_misses!.omission_reason).toBe('match_too_large');
    expect(long.diagnostic.near_miss_query).toEqual({ query: null, omission_reason: 'match_too_large' });
    const stale = rejected(await edits(database, call({ expected_target_version: 4 })));
    expect(stale).not.toHaveProperty('near_misses');
  });

  it('shows the simulated text where a later change failed, and the target beside it', async () => {
    const { database, call } = await scene();
    const list = [
      { match: 'beta', replace: 'b' },
      { match: 'alpha', replace: '' },
    ];
    const response = rejected(await edits(database, call({ edits: list })));
    expect(response.diagnostic.failure_context).toMatchObject({
      buffer_stage: 'intermediate_buffer',
      prior_changes: 1,
      text: 'alpha b alpha\n',
      observed_target_version: 0,
    });
    expect(response.current_context).toMatchObject({
      buffer_stage: 'canonical_target',
      prior_changes: 0,
      text: 'alpha beta alpha\n',
    });
  });

  it('refuses unobserved edits in strict mode, after the guards', async () => {
    const { database, call } = await scene();
    const strict = { strictObservation: true };
    const response = rejected(await edits(database, call(), strict));
    expect(response).toMatchObject({
      failure_reason: 'context_invalid',
      diagnostic: { code: 'OBSERVATION_REQUIRED', validation_stage: 'precondition_guard', retryable: false },
    });
    expect(response.pdcp_log_id).not.toBeNull();
    expect(verdict(await edits(database, call({ expected_target_version: 3 }), strict))[0]).toBe(
      'target_version_mismatch',
    );
    process.env.PATCHDIFF_STRICT_OBSERVATION_MODE = '1';
    try {
      expect(verdict(await edits(database, call()))[1]).toBe('OBSERVATION_REQUIRED');
    } finally {
      delete process.env.PATCHDIFF_STRICT_OBSERVATION_MODE;
    }
  });

  it('asks the host’s own check with the locked text and the outcome, before anything is written', async () => {
    const { database, target, call } = await scene();
    const asked: unknown[] = [];
    const admit = (preimage: object, outcome: { content: string }) => {
      asked.push(preimage, outcome.content);
      return {
        code: 'OUT_OF_ALLOWED_SCOPE',
        detail: 'Only the title may change.',
        evidence: { addresses: ['2.1'] },
      };
    };
    const response = rejected(await edits(database, call(), { admit }));
    expect(asked).toEqual([
      {
        target_file_id: target.id,
        version: 0,
        hash: target.hash,
        content: 'alpha beta alpha\n',
        filename: 'doc.md',
        target_type: 'text/markdown',
      },
      'alpha gamma alpha\n',
    ]);
    expect(response).toMatchObject({
      failure_reason: 'context_invalid',
      failure_detail: 'Only the title may change.',
      diagnostic: {
        code: 'OUT_OF_ALLOWED_SCOPE',
        addresses: ['2.1'],
        validation_stage: 'precondition_guard',
        retryable: false,
      },
    });
    expect(await targetOf(database, target)).toMatchObject({ version: 0 });
    expect(await edits(database, call(), { admit: async () => null })).toMatchObject({ status: 'accepted' });
  });

  it('lets exactly one of many win a version, and logs every loser', async () => {
    const { database, target, call } = await scene();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        edits(database, call({ edits: [{ match: 'beta', replace: `v${i}` }] })),
      ),
    );
    expect(all.filter((it) => it.status === 'accepted')).toHaveLength(1);
    const losers = all.filter((it) => it.status === 'rejected');
    expect(losers.every((it) => it.failure_reason === 'target_version_mismatch')).toBe(true);
    expect(await rowsOf(database, target)).toHaveLength(20);
    expect(await targetOf(database, target)).toMatchObject({ version: 1 });
  });

  it('keeps its added evidence within 18,432 bytes for hostile text', async () => {
    const wide = '😀'.repeat(64);
    const { database, call } = await scene(
      `${`${'𝒳'.repeat(40)}${wide.slice(0, 126)}Q`.repeat(6)}${'𝒵'.repeat(300)}`,
    );
    for (const edit of [
      { match: wide },
      { match: '𝒳'.repeat(30) },
      { match: '𝒵', anchor_before: 'nowhere' },
    ]) {
      const response = rejected(await edits(database, call({ edits: [{ ...edit, replace: '' }] })));
      const { diagnostic, current_context, near_misses } = response;
      expect(asciiJsonBytes({ diagnostic, current_context, near_misses })).toBeLessThanOrEqual(18_432);
    }
  });

  it('refuses arguments that nest without end', async () => {
    const { database, target, call } = await scene();
    let deep: unknown = 'x';
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(verdict(await edits(database, call({ edits: deep })))).toEqual([
      'invalid_argument',
      'arguments_too_deep',
    ]);
    expect(await rowsOf(database, target)).toEqual([]);
  });
});
