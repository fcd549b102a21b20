import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { asciiJsonBytes } from '../../../src/patch/text/json.js';
import { applyTransaction } from '../../../src/patch/transaction/apply.js';
import { SequentialBuffer } from '../../../src/patch/transaction/buffer.js';
import { exactCandidates } from '../../../src/patch/transaction/candidates.js';
import {
  currentContext,
  failureContext,
  unavailableContext,
} from '../../../src/patch/transaction/context.js';
import { decodeRecord } from '../../../src/patch/transaction/decode.js';
import { diagnosticOf, judgeTransaction } from '../../../src/patch/transaction/evaluate.js';
import { profileForNew } from '../../../src/patch/transaction/profile.js';
import { warningFields } from '../../../src/patch/transaction/warnings.js';

const identity = { version: 7, hash: sha256Hex('x') };
const view = (text: string) => new SequentialBuffer(text);

describe('a rejection’s context', () => {
  it('is the whole of a short text, as a prefix, wherever the failure is', () => {
    expect(failureContext(view('short 😀'), 0, 6, identity)).toEqual({
      available: true,
      unavailable_reason: null,
      selection: 'prefix',
      buffer_stage: 'canonical_target',
      prior_changes: 0,
      start: 0,
      end: 7,
      total_chars: 7,
      text: 'short 😀',
      truncated: false,
      observed_target_version: 7,
      observed_target_hash: identity.hash,
    });
    const whole = failureContext(view('x'.repeat(256)), 2, 255, identity);
    expect(whole).toMatchObject({
      selection: 'prefix',
      truncated: false,
      buffer_stage: 'intermediate_buffer',
    });
  });

  it('is empty but available for an empty text', () => {
    expect(failureContext(view(''), 0, 0, identity)).toMatchObject({
      available: true,
      selection: 'prefix',
      start: 0,
      end: 0,
      total_chars: 0,
      text: '',
      truncated: false,
    });
  });

  it('is a window where fewer than 64 code points of the failure would be seen', () => {
    const text = Array.from({ length: 1000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    const at = (location: number | null) => failureContext(view(text), 0, location, identity);
    expect(at(null)).toMatchObject({ selection: 'prefix', start: 0, end: 256, truncated: true });
    expect(at(192)).toMatchObject({ selection: 'prefix', end: 256 });
    expect(at(193)).toMatchObject({ selection: 'failure_window', start: 65, end: 321, truncated: true });
    expect(at(500).text).toBe(text.slice(372, 628));
    expect(at(990)).toMatchObject({ selection: 'failure_window', start: 744, end: 1000 });
    expect(at(1000)).toMatchObject({ selection: 'failure_window', start: 744, end: 1000 });
  });

  it('keeps to 4,096 bytes, and 8,192 with the current one; a corrupt hash shortens the text and stays whole', () => {
    const corrupt = { version: 7, hash: '😀'.repeat(64) };
    const text = '😀'.repeat(2000);
    const failure = failureContext(view(text), 1, 1500, corrupt);
    const current = currentContext(view(text), corrupt, failure);
    for (const context of [failure, current]) {
      expect(asciiJsonBytes(context)).toBeLessThanOrEqual(4096);
      expect(asciiJsonBytes(context)).toBeGreaterThan(4040);
      expect(context.observed_target_hash).toBe(corrupt.hash);
    }
    expect(failure.start!).toBeLessThanOrEqual(1500);
    expect(failure.end!).toBeGreaterThan(1500);
    expect(Array.from(failure.text!)).toHaveLength(failure.end! - failure.start!);
    expect(asciiJsonBytes({ failure_context: failure, current_context: current })).toBeLessThanOrEqual(8192);
    const normal = failureContext(view(text), 1, 1500, identity);
    expect(normal.end! - normal.start!).toBe(256);
  });

  it('has every field when it is unavailable, all null but two', () => {
    const context = unavailableContext('target_not_found');
    expect(Object.keys(context)).toEqual(Object.keys(failureContext(view(''), 0, null, identity)));
    expect(Object.values(context).filter((it) => it !== null)).toEqual([false, 'target_not_found']);
  });
});

describe('exact candidates', () => {
  it('are the first five, with where to go on', () => {
    const buffer = view('x'.repeat(7));
    const found = exactCandidates(buffer, 'x', buffer.occurrences('x'), 0, identity);
    expect(found).toMatchObject({
      occurrence_count: 7,
      returned_count: 5,
      truncated: true,
      next_occurrence_index: 6,
    });
    const five = view('x'.repeat(5));
    expect(exactCandidates(five, 'x', five.occurrences('x'), 0, identity)).toMatchObject({
      returned_count: 5,
      truncated: false,
      next_occurrence_index: null,
    });
  });

  it('show 20 code points on each side and 64 of the match', () => {
    const text = `${'😀'.repeat(30)}${'m'.repeat(70)}${'é'.repeat(30)}`.repeat(2);
    const buffer = view(text);
    const match = 'm'.repeat(70);
    const [first] = exactCandidates(buffer, match, buffer.occurrences(match), 0, identity).candidates;
    expect(first).toEqual({
      occurrence_index: 1,
      start: 30,
      end: 100,
      before: '😀'.repeat(20),
      match_preview: 'm'.repeat(64),
      match_truncated: true,
      after: 'é'.repeat(20),
    });
  });

  it('keep to 8,192 bytes', () => {
    const text = '😀'.repeat(400);
    const buffer = view(text);
    const match = '😀'.repeat(64);
    const found = exactCandidates(buffer, match, buffer.occurrences(match), 0, identity);
    expect(found.returned_count).toBe(5);
    expect(asciiJsonBytes({ exact_candidates: found })).toBeLessThanOrEqual(8192);
    const corrupt = { version: 1, hash: '😀'.repeat(400) };
    const fewer = exactCandidates(buffer, match, buffer.occurrences(match), 0, corrupt);
    expect(asciiJsonBytes({ exact_candidates: fewer })).toBeLessThanOrEqual(8192);
    expect(fewer).toMatchObject({ truncated: true, next_occurrence_index: fewer.returned_count + 1 });
  });
});

function applied(content: string, ...operations: Record<string, unknown>[]) {
  const record = { intent: 'x', operations };
  const decoded = decodeRecord(profileForNew('patchdiff-tx/2', record), record);
  if (!decoded.ok) throw new Error(decoded.fault.detail);
  const result = applyTransaction({ content, version: 0, hash: sha256Hex(content) }, decoded.transaction);
  if (!result.ok) throw new Error(result.failure.detail);
  return result.warnings;
}
const match = (text: string, replace: string, more = {}) => ({ op: 'match', match: text, replace, ...more });
const insert = (at: number, replace: string) => ({
  op: 'span',
  start: at,
  end: at,
  expected_text: '',
  replace,
});

describe('warnings', () => {
  it('say when a change leaves its text as it was, and when all of them do', () => {
    expect(applied('ab', match('a', 'a'), match('b', 'c')).warnings).toMatchObject([
      { code: 'no_op_change', change_id: 'chg_001', change_index: 1 },
    ]);
    expect(applied('ab', match('a', 'a')).warnings.map((it) => it.code)).toEqual([
      'no_op_change',
      'no_op_transaction',
    ]);
    expect(
      applied('ab', match('a', 'b', { occurrence_index: 1 }), insert(0, ''), match('bb', 'ab')).warnings.map(
        (it) => it.code,
      ),
    ).toEqual(['no_op_change', 'no_op_transaction']);
  });

  it('say when an index chose another occurrence than it named when the transaction started', () => {
    const second = match('x', 'y', { occurrence_index: 1 });
    const { warnings } = applied('x x x', second, { ...second, occurrence_index: 2 });
    expect(warnings).toMatchObject([
      {
        code: 'occurrence_index_basis_shift',
        change_id: 'chg_002',
        change_index: 2,
        occurrence_index: 2,
        transaction_start_occurrence_index: 3,
      },
    ]);
  });

  it('say so with null where the text is the transaction’s own', () => {
    const { warnings } = applied('x x', insert(0, 'x '), match('x', 'y', { occurrence_index: 1 }));
    expect(warnings).toMatchObject([
      { code: 'occurrence_index_basis_shift', occurrence_index: 1, transaction_start_occurrence_index: null },
    ]);
  });

  it('do not mind an index that means the same', () => {
    expect(applied('x y x', match('y', 'z'), match('x', 'w', { occurrence_index: 2 })).warning_count).toBe(0);
    expect(applied('x x', match('x', 'y', { occurrence_index: 2 })).warning_count).toBe(0);
  });

  it('say where a boundary falls inside what is likely one character', () => {
    const text = 'e\u0301 🇩🇪🇫🇷';
    expect(applied(text, insert(1, '-')).warnings).toMatchObject([
      { code: 'grapheme_boundary_split', boundary: 'insertion', offset: 1, change_id: 'chg_001' },
    ]);
    expect(
      applied(text, { op: 'span', start: 1, end: 4, expected_text: '\u0301 🇩', replace: '' }).warnings,
    ).toMatchObject([
      { boundary: 'start', offset: 1 },
      { boundary: 'end', offset: 4 },
    ]);
    expect(applied(text, insert(5, '-')).warning_count).toBe(0);
    expect(applied(text, insert(3, '-')).warning_count).toBe(0);
    expect(applied(`${'🇩🇪'.repeat(5000)}`, insert(9999, '-')).warning_count).toBe(1);
    expect(applied(`${'🇩🇪'.repeat(5000)}`, insert(5000, '-')).warning_count).toBe(0);
  });

  it('come by change, within a change in the order of the codes, the transaction’s last', () => {
    const codes = applied(
      'x\u0301 x\u0301',
      { op: 'span', start: 0, end: 1, expected_text: 'x', replace: 'x' },
      match('x', 'x', { occurrence_index: 1 }),
    ).warnings.map((it) => `${it.change_index}:${it.code}`);
    expect(codes).toEqual([
      '1:no_op_change',
      '1:grapheme_boundary_split',
      '2:no_op_change',
      '2:occurrence_index_basis_shift',
      '2:grapheme_boundary_split',
      'undefined:no_op_transaction',
    ]);
  });

  it('are kept up to sixteen, the same in both lists, and all counted', () => {
    const stored = applied('ab', ...Array.from({ length: 20 }, () => match('a', 'a')));
    expect(stored).toMatchObject({ warning_count: 21, warnings_truncated: true });
    const fields = warningFields(stored);
    expect(fields.warnings).toHaveLength(16);
    expect(fields.warnings).toEqual(fields.warning_details.map(({ code, detail }) => `${code}: ${detail}`));
    expect(warningFields(null)).toEqual({
      warnings: [],
      warning_details: [],
      warning_count: 0,
      warnings_truncated: false,
    });
  });
});

describe('the evidence of any rejection', () => {
  it('keeps to 18,432 bytes, near misses and current context included', () => {
    const wide = fc.constantFrom('😀', '𝒳', '\u0001', '"', '\\', 'é');
    const text = (min: number, max: number) => fc.string({ unit: wide, minLength: min, maxLength: max });
    fc.assert(
      fc.property(text(0, 400), text(1, 90), text(0, 90), fc.nat(500), (piece, needle, other, at) => {
        const content = (piece + needle).repeat(3);
        const operations = [
          { op: 'match', match: needle, replace: other, change_id: 'c'.repeat(64), occurrence_index: 1 },
          { op: 'match', match: needle, replace: '' },
          { op: 'span', start: at, end: at + 70, expected_text: needle, replace: '', expected_before: 'x' },
        ];
        for (const list of [operations, operations.slice(1), operations.slice(2)]) {
          const record = { intent: 'x', operations: list };
          const decoded = decodeRecord(profileForNew('patchdiff-tx/2', record), record);
          if (!decoded.ok) return;
          const target = { content, version: 2 ** 40, hash: sha256Hex(content) };
          const judged = judgeTransaction(target, decoded.transaction);
          if (judged.ok) continue;
          const buffer = view(content);
          const diagnostic = diagnosticOf(judged.rejection, 'patchdiff-tx/2', buffer, target);
          const context = diagnostic.failure_context as ReturnType<typeof failureContext>;
          const whole = { ...diagnostic, current_context: currentContext(buffer, target, context) };
          // Near misses are bounded on their own, to 8,192 bytes, and never come together with candidates.
          const allowed = 'near_miss_query' in diagnostic ? 18_432 - 8192 : 18_432;
          expect(asciiJsonBytes(whole)).toBeLessThanOrEqual(allowed);
        }
      }),
      { numRuns: 2500 },
    );
  });
});
