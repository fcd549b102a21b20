import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiJsonBytes } from '../../../src/patch/text/json.js';
import { SequentialBuffer } from '../../../src/patch/transaction/buffer.js';
import { failureContext } from '../../../src/patch/transaction/context.js';
import { nearMissThreshold, searchNearMisses } from '../../../src/patch/transaction/near-miss.js';
import {
  freshNearMisses,
  nearMissQuery,
  recoveredNearMisses,
  scanCopy,
} from '../../../src/patch/transaction/near-miss-report.js';

/** Levenshtein distance of two lists, by the whole table. */
function levenshtein(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** The answer by measuring every window and ranking as the contract says. */
function exhaustive(query: string, text: string) {
  const needle = Array.from(query);
  const points = Array.from(text);
  const threshold = Math.min(4, Math.max(1, Math.floor(needle.length / 4)));
  const all: { start: number; end: number; distance: number }[] = [];
  for (let start = 0; start < points.length; start++) {
    for (const size of [needle.length - 1, needle.length, needle.length + 1]) {
      if (size < 1 || start + size > points.length) continue;
      const distance = levenshtein(needle, points.slice(start, start + size));
      if (distance >= 1 && distance <= threshold) all.push({ start, end: start + size, distance });
    }
  }
  all.sort((a, b) => a.distance - b.distance || a.start - b.start || a.end - b.end);
  const chosen: typeof all = [];
  for (const it of all) if (chosen.every((c) => it.end <= c.start || c.end <= it.start)) chosen.push(it);
  return { candidates: chosen.slice(0, 3), truncated: chosen.length > 3 };
}

const letters = fc.constantFrom('a', 'b', 'c', '😀');

describe('near misses', () => {
  it('are what measuring every window finds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: letters, minLength: 1, maxLength: 20 }),
        fc.string({ unit: letters, maxLength: 60 }),
        (query, text) => {
          const search = searchNearMisses(query, text);
          const expected = exhaustive(query, text);
          expect(search.candidates).toEqual(expected.candidates);
          expect(search.candidatesTruncated).toBe(expected.truncated);
          expect(search.scannedEnd).toBe(Array.from(text).length);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('are found where copies of the query were damaged', () => {
    const word = fc.constantFrom('payment ', 'supplier ', 'notice ', 'thirty ', 'días ', '😀 ', 'clause\n');
    const sentence = fc.array(word, { minLength: 3, maxLength: 7 }).map((it) => it.join(''));
    const damage = fc.array(fc.record({ at: fc.nat(), cut: fc.nat(1), put: fc.constantFrom('', 'x', 'é') }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(sentence, sentence, damage, (query, filler, damages) => {
        const needle = Array.from(query).slice(0, 64);
        const broken = [...needle];
        for (const { at, cut, put } of damages)
          broken.splice(at % (broken.length + 1), cut, ...Array.from(put));
        const text = filler + broken.join('') + filler;
        const search = searchNearMisses(needle.join(''), text);
        const expected = exhaustive(needle.join(''), text);
        expect(search.candidates).toEqual(expected.candidates);
        expect(search.candidatesTruncated).toBe(expected.truncated);
      }),
      { numRuns: 150 },
    );
  });

  it('may be a quarter of the query away, from one to four errors', () => {
    expect([1, 4, 7, 8, 12, 16, 64].map(nearMissThreshold)).toEqual([1, 1, 1, 2, 3, 4, 4]);
  });

  it('count the cells of each window start that is measured, and skip the starts that cannot match', () => {
    // Threshold 1, band radius 1: three cells a row. Only the start of "paymant" and its neighbours hold half of it.
    const search = searchNearMisses('payment', `${'.'.repeat(1000)}paymant${'.'.repeat(1000)}`);
    expect(search.candidates[0]).toEqual({ start: 1000, end: 1007, distance: 1 });
    expect(search.comparisonCells % 3).toBe(0);
    expect(search.comparisonCells).toBeLessThanOrEqual(3 * 3 * 7);
    expect(search.scannedEnd).toBe(2007);
  });

  it('stop at a million cells and keep the exact ranking of what was scanned', () => {
    const text = 'a'.repeat(65_536);
    const query = `${'a'.repeat(63)}b`;
    const search = searchNearMisses(query, text);
    expect(search.comparisonCells).toBeLessThanOrEqual(1_000_000);
    // The last window start is measured whole before it is weighed: less than one window of budget is left.
    expect(search.comparisonCells).toBeGreaterThan(1_000_000 - 64 * 5);
    expect(search.scannedEnd).toBeLessThan(65_536);
    expect(search.exhausted).toBe(false);
    const head = exhaustive(query, text.slice(0, 400));
    expect(search.candidates).toEqual(head.candidates);
  });

  it('are exhausted only when not one window start fits the budget', () => {
    expect(searchNearMisses('payment', 'paymant', 2).exhausted).toBe(true);
    expect(searchNearMisses('payment', 'paymant').exhausted).toBe(false);
  });

  it('keep to their budget on the longest queries of the widest characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('😀', '\u0001', '𝒳', '"'), { minLength: 40, maxLength: 64 }),
        (it) => {
          const broken = [...it.slice(0, 20), 'Q', ...it.slice(21)];
          const text = Array.from({ length: 6 }, () => `${'𝒵'.repeat(30)}${broken.join('')}`).join('');
          const found = freshNearMisses({ query: it.join(''), omission_reason: null }, { text, total: 9999 });
          expect(found.candidates!.length).toBeGreaterThan(0);
          expect(asciiJsonBytes({ near_misses: found })).toBeLessThanOrEqual(8192);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the near-miss report', () => {
  const query = (match: string, raw = Array.from(match).length) =>
    nearMissQuery({
      op: 'match',
      match,
      raw_match_chars: raw,
      replace: '',
      change_id: 'c',
      rationale: null,
      risk: null,
      occurrence_index: null,
      anchor_before: null,
      anchor_after: null,
    });

  it('shows each place with sixteen code points around it', () => {
    const text = `${'😀'.repeat(20)}The supplyer shall deliver${'😀'.repeat(20)}`;
    const found = freshNearMisses(query('The supplier shall deliver'), scanCopy(new SequentialBuffer(text)));
    expect(found).toEqual({
      omission_reason: null,
      scan_source: 'failing_buffer',
      candidates: [
        {
          start: 20,
          end: 46,
          distance: 1,
          before: '😀'.repeat(16),
          text: 'The supplyer shall deliver',
          after: '😀'.repeat(16),
        },
      ],
      returned_count: 1,
      comparison_cells: found.comparison_cells,
      scanned_start: 0,
      scanned_end: 66,
      scope_truncated: false,
      candidates_truncated: false,
      truncated: false,
    });
  });

  it('names up to three distinct places and says that there are more', () => {
    const text = 'pay 30 days; '.repeat(5);
    const found = freshNearMisses(query('pay 31 days'), scanCopy(new SequentialBuffer(text)));
    expect(found.candidates!.map(({ start }) => start)).toEqual([0, 13, 26]);
    expect(found).toMatchObject({ candidates_truncated: true, truncated: true, scope_truncated: false });
  });

  it('points to the search tool when nothing is near', () => {
    const found = freshNearMisses(query('zzzzzzzz'), scanCopy(new SequentialBuffer('abc')));
    expect(found).toMatchObject({ candidates: [], returned_count: 0 });
    expect(found.hint).toContain('patchdiff_find_occurrences');
  });

  it('scans the first 65,536 code points of a failing buffer', () => {
    const copy = scanCopy(new SequentialBuffer(`${'😀'.repeat(65_536)}payment`));
    expect(Array.from(copy.text)).toHaveLength(65_536);
    const found = freshNearMisses(query('paymant'), copy);
    expect(found).toMatchObject({
      candidates: [],
      scanned_end: 65_536,
      scope_truncated: true,
      truncated: true,
    });
  });

  it('keeps a query of up to 64 code points as sent', () => {
    expect(query('x'.repeat(64))).toEqual({ query: 'x'.repeat(64), omission_reason: null });
    expect(query('x'.repeat(65))).toEqual({ query: null, omission_reason: 'match_too_large' });
    // 64 canonical code points were 65 as sent, with a CRLF.
    expect(query(`\n${'x'.repeat(63)}`, 65).omission_reason).toBe('match_too_large');
    expect(asciiJsonBytes({ near_miss_query: query('😀'.repeat(64)) })).toBeLessThanOrEqual(1024);
    expect(freshNearMisses(query('x'.repeat(65)), { text: 'x', total: 1 })).toMatchObject({
      omission_reason: 'match_too_large',
      candidates: null,
    });
  });

  it('is narrower when recovered: it looks in the stored context only', () => {
    const buffer = new SequentialBuffer(`${'.'.repeat(300)}The supplyer${'.'.repeat(300)}`);
    const identity = { version: 0, hash: 'h' };
    const wanted = query('The supplier');
    expect(recoveredNearMisses(wanted, failureContext(buffer, 0, null, identity))).toMatchObject({
      scan_source: 'stored_failure_context',
      candidates: [],
      scanned_start: 0,
      scanned_end: 256,
      scope_truncated: true,
    });
    expect(recoveredNearMisses(wanted, failureContext(buffer, 0, 300, identity))).toMatchObject({
      candidates: [{ start: 300, end: 312, distance: 1, text: 'The supplyer' }],
      scanned_start: 172,
      scanned_end: 428,
    });
  });

  it('cannot be recovered from a row that stored no query or no context', () => {
    expect(recoveredNearMisses(null, null).omission_reason).toBe('historical_context_unavailable');
    expect(recoveredNearMisses(query('x'), null).omission_reason).toBe('historical_context_unavailable');
    expect(recoveredNearMisses(query('x'.repeat(65)), null).omission_reason).toBe('match_too_large');
  });
});
