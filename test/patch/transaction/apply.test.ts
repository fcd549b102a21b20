import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { applyRecorded, applyTransaction, ReplayError } from '../../../src/patch/transaction/apply.js';
import { decodeRecord } from '../../../src/patch/transaction/decode.js';
import type { ObservedTarget } from '../../../src/patch/transaction/observed.js';
import { type Protocol, profileForNew } from '../../../src/patch/transaction/profile.js';

function targetOf(content: string): ObservedTarget {
  return { content, version: 3, hash: sha256Hex(content) };
}

function run(content: string, protocol: Protocol, record: Record<string, unknown>) {
  const whole = { format: protocol, intent: 'test', ...record };
  const decoded = decodeRecord(profileForNew(protocol, whole), whole);
  if (!decoded.ok) throw new Error(decoded.fault.detail);
  return applyTransaction(targetOf(content), decoded.transaction);
}

const edits = (content: string, ...list: Record<string, unknown>[]) =>
  run(content, 'patchdiff-tx/1', { edits: list });
const operations = (content: string, ...list: Record<string, unknown>[]) =>
  run(content, 'patchdiff-tx/2', { operations: list });

function textOf(result: ReturnType<typeof run>): string {
  if (!result.ok) throw new Error(`${result.failure.reason}: ${result.failure.detail}`);
  return result.text;
}
function failureOf(result: ReturnType<typeof run>) {
  if (result.ok) throw new Error(`accepted: ${result.text}`);
  return result.failure;
}

describe('match operations', () => {
  it('replace the one exact occurrence and state what they did', () => {
    const result = edits('alpha beta\n', { match: 'beta', replace: 'γ😀' });
    expect(result).toMatchObject({ ok: true, text: 'alpha γ😀\n', hash: sha256Hex('alpha γ😀\n') });
    expect(result.ok && result.changes).toStrictEqual([
      {
        change_id: 'chg_001',
        change_index: 1,
        span_start: 6,
        span_end: 10,
        matched_chars: 4,
        replacement_chars: 2,
        matched_sha256: sha256Hex('beta'),
        replacement_sha256: sha256Hex('γ😀'),
      },
    ]);
  });

  it('compare canonical text: line ends in match, replacement and anchors are made LF', () => {
    const edit = { match: 'a\r\nb', replace: 'x\ry', anchor_before: 'q\r', anchor_after: '\r\nz' };
    expect(textOf(edits('q\na\nb\nz', edit))).toBe('q\nx\ny\nz');
  });

  it('delete with an empty replacement', () => {
    expect(textOf(edits('abc', { match: 'b', replace: '' }))).toBe('ac');
  });

  it('see what the edits before them left', () => {
    expect(textOf(edits('a b', { match: 'a', replace: 'c' }, { match: 'c', replace: 'd' }))).toBe('d b');
  });

  it('count overlapping occurrences', () => {
    expect(failureOf(edits('aaa', { match: 'aa', replace: '' })).evidence.occurrence_count).toBe(2);
    expect(textOf(edits('aaa', { match: 'aa', replace: 'X', occurrence_index: 2 }))).toBe('aX');
  });

  it('take an occurrence index as one-based, in the buffer they see', () => {
    const first = { match: 'x', replace: 'y', occurrence_index: 1 };
    expect(textOf(edits('x x x', first, { ...first, occurrence_index: 2 }))).toBe('y x y');
  });

  it('enforce an index even where there is one occurrence', () => {
    expect(textOf(edits('abc', { match: 'b', replace: 'X', occurrence_index: 1 }))).toBe('aXc');
    const failure = failureOf(edits('abc', { match: 'b', replace: 'X', occurrence_index: 2 }));
    expect(failure).toMatchObject({ reason: 'disambiguation_invalid', evidence: { occurrence_count: 1 } });
  });

  it('find anchors anywhere before and after the match', () => {
    const text = 'one: x; two: x; three: x; end';
    expect(textOf(edits(text, { match: 'x', replace: 'Y', anchor_before: 'three' }))).toContain('three: Y');
    expect(textOf(edits(text, { match: 'x', replace: 'Y', anchor_after: 'two' }))).toContain('one: Y');
    expect(
      textOf(edits(text, { match: 'x', replace: 'Y', anchor_before: 'two', anchor_after: 'three' })),
    ).toContain('two: Y');
  });

  it('reject one occurrence that an anchor excludes', () => {
    expect(failureOf(edits('b a', { match: 'b', replace: '', anchor_before: 'a' })).reason).toBe(
      'disambiguation_invalid',
    );
    // An anchor that overlaps the match does not stand before it.
    expect(failureOf(edits('ab', { match: 'b', replace: '', anchor_before: 'ab' })).reason).toBe(
      'disambiguation_invalid',
    );
    expect(failureOf(edits('ab', { match: 'a', replace: '', anchor_after: 'ab' })).reason).toBe(
      'disambiguation_invalid',
    );
    expect(failureOf(edits('ab', { match: 'a', replace: '', anchor_after: 'zz' })).reason).toBe(
      'disambiguation_invalid',
    );
  });

  it('need all selectors to hold together', () => {
    const text = 'x 1 x 2 x';
    const edit = { match: 'x', replace: 'Y', anchor_before: '1', occurrence_index: 1 };
    expect(failureOf(edits(text, edit)).reason).toBe('disambiguation_invalid');
    expect(textOf(edits(text, { ...edit, occurrence_index: 3 }))).toBe('x 1 x 2 Y');
  });

  it('are ambiguous where the selectors leave several occurrences', () => {
    const failure = failureOf(edits('x 1 x 2 x', { match: 'x', replace: 'Y', anchor_before: '1' }));
    expect(failure).toMatchObject({ reason: 'match_ambiguous', evidence: { occurrence_count: 3 } });
    expect(failure.detail).toContain('leave 2 occurrences');
  });

  it('say in which buffer selectors count once earlier changes were simulated', () => {
    const failure = failureOf(edits('a b b', { match: 'a', replace: 'c' }, { match: 'b', replace: '' }));
    expect(failure.detail).toContain('MATCH text appears multiple times without disambiguation.');
    expect(failure.detail).toContain('sequential buffer after 1 simulated change');
    expect(failure.evidence.exact_candidates).toMatchObject({
      buffer_stage: 'intermediate_buffer',
      prior_changes: 1,
    });
    const none = failureOf(edits('b b', { match: 'b', replace: '' }));
    expect(none.detail).toBe('MATCH text appears multiple times without disambiguation.');
  });

  it('are consumed when an earlier change of the transaction took their text', () => {
    const failure = failureOf(
      edits(
        'one two; one two',
        { match: 'e two;', replace: '', change_id: 'first' },
        { match: 'one', replace: 'x', change_id: 'second' },
        { match: 'one two', replace: 'y', change_id: 'third' },
      ),
    );
    expect(failure).toMatchObject({
      reason: 'sequential_match_invalid',
      detail: 'MATCH text was consumed by earlier change in this transaction.',
      change_id: 'third',
      priorChanges: 2,
    });
    expect(failure.evidence).toStrictEqual({
      occurrence_count: 0,
      original_occurrence_count: 2,
      original_occurrences: [
        {
          occurrence_index: 1,
          start: 0,
          end: 7,
          consumed_by_change_id: 'first',
          consumed_by_change_index: 1,
        },
        {
          occurrence_index: 2,
          start: 9,
          end: 16,
          consumed_by_change_id: 'second',
          consumed_by_change_index: 2,
        },
      ],
    });
  });

  it('are consumed by an insertion into the middle of their text', () => {
    const insertion = { op: 'span', start: 2, end: 2, expected_text: '', replace: 'X' };
    const failure = failureOf(operations('beta', insertion, { op: 'match', match: 'beta', replace: '' }));
    expect(failure.reason).toBe('sequential_match_invalid');
  });

  it('list at most five consumed occurrences', () => {
    const all = { op: 'span', start: 0, end: 7, expected_text: 'aaaaaaa', replace: '' };
    const { evidence } = failureOf(operations('aaaaaaa', all, { op: 'match', match: 'a', replace: '' }));
    expect(evidence).toMatchObject({ original_occurrence_count: 7 });
    expect(evidence.original_occurrences).toHaveLength(5);
  });

  it('are absent when their text was there neither now nor at the start', () => {
    const failure = failureOf(edits('abc', { match: 'b', replace: 'x' }, { match: 'q', replace: '' }));
    expect(failure).toMatchObject({
      reason: 'match_absent',
      location: null,
      change_index: 2,
      change_id: 'chg_002',
    });
    expect(failure.evidence).toStrictEqual({
      occurrence_count: 0,
      near_miss_query: { query: 'q', omission_reason: null },
    });
  });
});

describe('span operations', () => {
  const span = (start: number, end: number, expected_text: string, replace: string, more = {}) => ({
    op: 'span',
    start,
    end,
    expected_text,
    replace,
    ...more,
  });

  it('count code points and state that they are spans', () => {
    const result = operations('a😀b', span(1, 2, '😀', 'x'));
    expect(textOf(result)).toBe('axb');
    expect(result.ok && result.changes[0]).toMatchObject({ operation: 'span', span_start: 1, span_end: 2 });
  });

  it('insert at an offset, the end of the text included', () => {
    expect(textOf(operations('ab', span(1, 1, '', 'X')))).toBe('aXb');
    expect(textOf(operations('ab', span(2, 2, '', 'X')))).toBe('abX');
    expect(textOf(operations('', span(0, 0, '', 'X')))).toBe('X');
  });

  it('see the text after the operations before them', () => {
    expect(textOf(operations('abcd', span(0, 1, 'a', ''), span(0, 1, 'b', 'B')))).toBe('Bcd');
    expect(textOf(operations('abcd', span(2, 3, 'c', ''), span(0, 1, 'a', '')))).toBe('bd');
  });

  it('compare canonical text', () => {
    expect(textOf(operations('a\nb', span(1, 2, '\r\n', '\r\r\n', { expected_after: 'b' })))).toBe('a\n\nb');
  });

  it('are out of bounds past the end of the buffer', () => {
    const failure = failureOf(operations('a😀b', span(1, 4, 'xxx', '')));
    expect(failure).toMatchObject({ reason: 'span_out_of_bounds', location: 3 });
    expect(failure.evidence).toStrictEqual({ span_check: 'bounds', buffer_length: 3 });
    expect(failureOf(operations('abc', span(2 ** 63, 2 ** 63, '', ''))).reason).toBe('span_out_of_bounds');
  });

  it('say what is really there', () => {
    const failure = failureOf(operations('a😀bc', span(1, 3, 'xy', '')));
    expect(failure).toMatchObject({ reason: 'span_expected_text_mismatch', location: 1 });
    expect(failure.evidence).toStrictEqual({
      span_check: 'expected_text',
      buffer_length: 4,
      actual_text: '😀b',
      actual_text_truncated: false,
      expected_chars: 2,
      actual_chars: 2,
    });
  });

  it('show at most 64 code points, the end nearest the span', () => {
    const text = `${'x'.repeat(100)}|${'y'.repeat(100)}`;
    const wrong = 'z'.repeat(100);
    const before = failureOf(operations(text, span(100, 101, '|', '', { expected_before: wrong })));
    expect(before).toMatchObject({ location: 100 });
    expect(before.evidence).toStrictEqual({
      span_check: 'expected_before',
      buffer_length: 201,
      actual_text: 'x'.repeat(64),
      actual_text_truncated: true,
      expected_chars: 100,
      actual_chars: 100,
    });
    const near = failureOf(
      operations(`q${'x'.repeat(70)}|`, span(71, 72, '|', '', { expected_before: 'z'.repeat(71) })),
    );
    expect(near.evidence.actual_text).toBe('x'.repeat(64));
    const after = failureOf(operations(text, span(100, 101, '|', '', { expected_after: wrong })));
    expect(after).toMatchObject({
      location: 101,
      evidence: { span_check: 'expected_after', actual_chars: 100 },
    });
    const all = failureOf(operations(text, span(0, 201, 'no', '')));
    expect(all.evidence).toMatchObject({ actual_chars: 201, expected_chars: 2, actual_text: 'x'.repeat(64) });
  });

  it('check the context directly beside the span, inside the text', () => {
    const context = { expected_before: 'a', expected_after: 'b' };
    expect(textOf(operations('ab', span(1, 1, '', 'X', context)))).toBe('aXb');
    expect(textOf(operations('ab', span(1, 1, '', 'X', { expected_before: null })))).toBe('aXb');
    const far = failureOf(operations('a b', span(2, 2, '', 'X', { expected_before: 'a' })));
    expect(far.evidence).toMatchObject({ span_check: 'expected_before', actual_text: ' ' });
    const start = failureOf(operations('ab', span(0, 0, '', 'X', { expected_before: 'b' })));
    expect(start.evidence).toMatchObject({ actual_text: '', actual_chars: 0, expected_chars: 1 });
    const end = failureOf(operations('ab', span(1, 2, 'b', 'X', { expected_after: 'bb' })));
    expect(end.evidence).toMatchObject({ span_check: 'expected_after', actual_text: '', actual_chars: 0 });
  });

  it('check bounds, then text, then what is before, then what is after', () => {
    const bad = { expected_before: 'q', expected_after: 'q' };
    const check = (operation: object) =>
      failureOf(operations('abc', operation as Record<string, unknown>)).evidence.span_check;
    expect(check(span(1, 9, 'q', '', bad))).toBe('bounds');
    expect(check(span(1, 2, 'q', '', bad))).toBe('expected_text');
    expect(check(span(1, 2, 'b', '', bad))).toBe('expected_before');
    expect(check(span(1, 2, 'b', '', { ...bad, expected_before: 'a' }))).toBe('expected_after');
  });

  it('mix with matches, whose facts stay as they are', () => {
    const result = operations('ab', { op: 'match', match: 'a', replace: 'A' }, span(1, 2, 'b', 'B'));
    expect(textOf(result)).toBe('AB');
    expect(result.ok && result.changes.map((it) => it.operation)).toEqual([undefined, 'span']);
  });
});

describe('a replacement', () => {
  it('is one change of the whole text', () => {
    const result = run('old😀', 'patchdiff-tx/3', { replacement: 'new\r\n' });
    expect(textOf(result)).toBe('new\n');
    expect(result.ok && result.changes).toEqual([
      {
        change_id: 'chg_001',
        change_index: 1,
        operation: 'replace_all',
        span_start: 0,
        span_end: 4,
        matched_chars: 4,
        replacement_chars: 4,
        matched_sha256: sha256Hex('old😀'),
        replacement_sha256: sha256Hex('new\n'),
      },
    ]);
    expect(textOf(run('old', 'patchdiff-tx/3', { replacement: '' }))).toBe('');
  });
});

describe('any transaction', () => {
  const unit = fc.constantFrom('a', 'b', '\n', '😀', '\u0301', '\r\n');
  const text = (max: number, min = 0) => fc.string({ unit, minLength: min, maxLength: max });
  const nullable = <T>(it: fc.Arbitrary<T>) => fc.option(it, { nil: null });
  const match = fc.record({
    op: fc.constant('match'),
    match: text(3, 1),
    replace: text(4),
    occurrence_index: nullable(fc.integer({ min: 1, max: 3 })),
    anchor_before: nullable(text(2)),
    anchor_after: nullable(text(2)),
  });
  const span = fc.record({
    op: fc.constant('span'),
    start: fc.nat(12),
    size: fc.nat(3),
    guess: fc.boolean(),
    replace: text(4),
    before: fc.nat(2),
    after: fc.nat(2),
  });
  const canonical = (it: string) => Array.from(it.replace(/\r\n?/g, '\n'));
  const holds = (points: string[], needle: string[], at: number) =>
    at >= 0 && at + needle.length <= points.length && needle.every((it, i) => points[at + i] === it);
  const positions = (points: string[], needle: string[]) =>
    points.map((_, i) => i).filter((i) => holds(points, needle, i));

  /** The outcome by lists of code points, written as the contract reads. */
  function naive(
    content: string,
    list: Record<string, unknown>[],
  ): { text: string } | { reason: string; at: number } {
    let points = Array.from(content);
    for (const [at, operation] of list.entries()) {
      let from: number;
      let size: number;
      if (operation.op === 'match') {
        const needle = canonical(operation.match as string);
        const all = positions(points, needle);
        if (all.length === 0) {
          const original = positions(Array.from(content), needle).length > 0 && at > 0;
          return { reason: original ? 'sequential_match_invalid' : 'match_absent', at };
        }
        const text = (from: number, to: number) => points.slice(from, to).join('');
        const left = all.filter(
          (start, i) =>
            (operation.occurrence_index === null || operation.occurrence_index === i + 1) &&
            (operation.anchor_before === null ||
              text(0, start).includes(canonical(operation.anchor_before as string).join(''))) &&
            (operation.anchor_after === null ||
              text(start + needle.length, points.length).includes(
                canonical(operation.anchor_after as string).join(''),
              )),
        );
        if (left.length === 0) return { reason: 'disambiguation_invalid', at };
        if (left.length > 1) return { reason: 'match_ambiguous', at };
        from = left[0];
        size = needle.length;
      } else {
        from = operation.start as number;
        size = (operation.end as number) - from;
        if (from + size > points.length) return { reason: 'span_out_of_bounds', at };
        const expected = canonical(operation.expected_text as string);
        if (expected.length !== size || !holds(points, expected, from)) {
          return { reason: 'span_expected_text_mismatch', at };
        }
        const before = canonical((operation.expected_before as string | null) ?? '');
        const after = canonical((operation.expected_after as string | null) ?? '');
        if (!holds(points, before, from - before.length) || !holds(points, after, from + size)) {
          return { reason: 'span_expected_text_mismatch', at };
        }
      }
      points = [
        ...points.slice(0, from),
        ...canonical(operation.replace as string),
        ...points.slice(from + size),
      ];
    }
    return { text: points.join('') };
  }

  it('comes to what lists of code points come to, on text of every kind', () => {
    fc.assert(
      fc.property(
        text(14),
        fc.array(fc.oneof(match, span), { minLength: 1, maxLength: 5 }),
        (raw, drafts) => {
          const content = canonical(raw).join('');
          const list = drafts.map((draft) => {
            if (draft.op === 'match') return draft as unknown as Record<string, unknown>;
            const { start, size, guess, replace, before, after } = draft as {
              start: number;
              size: number;
              guess: boolean;
              replace: string;
              before: number;
              after: number;
            };
            // Half of the spans quote the original text, and so often what is there.
            const points = Array.from(content);
            const quote = (from: number, to: number) => points.slice(Math.max(0, from), to).join('') || null;
            return {
              op: 'span',
              start,
              end: start + size,
              expected_text: guess ? 'a'.repeat(size) : points.slice(start, start + size).join(''),
              replace,
              expected_before: before === 0 ? null : quote(start - before, start),
              expected_after: after === 0 ? null : quote(start + size, start + size + after),
            };
          });
          const result = operations(content, ...list);
          const expected = naive(content, list);
          if (result.ok) expect({ text: result.text }).toEqual(expected);
          else {
            const { reason, change_index, priorChanges } = result.failure;
            expect({ reason, at: change_index - 1 }).toEqual(expected);
            expect(priorChanges).toBe(change_index - 1);
          }
          const record = { format: 'patchdiff-tx/2', intent: 'test', operations: list };
          const { runtime } = profileForNew('patchdiff-tx/2', record);
          if (result.ok) expect(applyRecorded('patchdiff-tx/2', runtime, content, record)).toBe(result.text);
          else expect(() => applyRecorded('patchdiff-tx/2', runtime, content, record)).toThrow(ReplayError);
        },
      ),
      { numRuns: 4000 },
    );
  });

  it('leaves facts by which its text can be made from the one before', () => {
    fc.assert(
      fc.property(text(14), fc.array(match, { minLength: 1, maxLength: 4 }), (raw, list) => {
        const content = canonical(raw).join('');
        const result = operations(content, ...(list as unknown as Record<string, unknown>[]));
        if (!result.ok) return;
        let points = Array.from(content);
        result.changes.forEach((fact, i) => {
          const replacement = canonical(list[i].replace);
          expect(fact.replacement_chars).toBe(replacement.length);
          expect(fact.matched_sha256).toBe(sha256Hex(points.slice(fact.span_start, fact.span_end).join('')));
          points = [...points.slice(0, fact.span_start), ...replacement, ...points.slice(fact.span_end)];
        });
        expect(points.join('')).toBe(result.text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('replay by recorded runtime', () => {
  const record = (operation: object) => ({ intent: 'x', operations: [operation] });
  const plain = { op: 'span', start: 0, end: 0, expected_text: '', replace: 'x' };

  it('refuses a runtime that is not known and one that is another protocol’s', () => {
    expect(() => applyRecorded('patchdiff-tx/2', 'patchdiff-mvp-9.9.9', '', record(plain))).toThrow(
      ReplayError,
    );
    expect(() => applyRecorded('patchdiff-tx/1', 'patchdiff-mvp-0.3.0', '', record(plain))).toThrow(
      ReplayError,
    );
    expect(() => applyRecorded('patchdiff-tx/2', 'patchdiff-mvp-0.4.0', '', record(plain))).toThrow(
      ReplayError,
    );
  });

  it('refuses span context under 0.3.0, which never had it', () => {
    const withContext = record({ ...plain, expected_before: null });
    expect(() => applyRecorded('patchdiff-tx/2', 'patchdiff-mvp-0.3.0', '', withContext)).toThrow(
      ReplayError,
    );
    expect(applyRecorded('patchdiff-tx/2', 'patchdiff-mvp-0.5.0', '', withContext)).toBe('x');
    expect(applyRecorded('patchdiff-tx/2', 'patchdiff-mvp-0.3.0', '', record(plain))).toBe('x');
  });

  it('applies no admission limit', () => {
    const replacement = 'x'.repeat(1_000_001);
    expect(
      applyRecorded('patchdiff-tx/3', 'patchdiff-mvp-0.4.0', '', { intent: 'x', replacement }),
    ).toHaveLength(1_000_001);
  });
});
