import { describe, expect, it } from 'vitest';
import { errorPage } from '../../src/patch/error-page.js';
import { REJECTIONS, rejectionRow } from '../../src/patch/errors.js';

describe('the table of rejections', () => {
  it('has one row for each pair of reason and code', () => {
    const pairs = REJECTIONS.map((it) => `${it.reason}/${it.code}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('calls retryable what a fresh read can cure, and nothing else', () => {
    const retryable = new Set(REJECTIONS.filter((it) => it.retryable).map((it) => it.reason));
    expect([...retryable].sort()).toEqual([
      'disambiguation_invalid',
      'match_absent',
      'match_ambiguous',
      'sequential_match_invalid',
      'span_expected_text_mismatch',
      'span_out_of_bounds',
      'target_diverged',
      'target_hash_mismatch',
      'target_version_mismatch',
    ]);
    expect(REJECTIONS.filter((it) => retryable.has(it.reason)).every((it) => it.retryable)).toBe(true);
  });

  it('is closed: an unlisted pair is a fault of the service', () => {
    expect(rejectionRow('match_absent', null).stage).toBe('transaction_applicability');
    expect(() => rejectionRow('match_absent', 'guard_required')).toThrow(RangeError);
  });

  it('is what the page of errors says', async () => {
    await expect(errorPage()).toMatchFileSnapshot('../../docs/patch-errors.md');
  });
});
