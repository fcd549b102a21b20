import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { applyTransaction } from '../../../src/patch/transaction/apply.js';
import { applyBatch, replayBatch } from '../../../src/patch/transaction/apply-batch.js';
import { decodeRecord } from '../../../src/patch/transaction/decode.js';
import { decodeBatch } from '../../../src/patch/transaction/decode-batch.js';
import type { ObservedTarget } from '../../../src/patch/transaction/observed.js';
import type { Operation } from '../../../src/patch/transaction/operation.js';
import { profileOf } from '../../../src/patch/transaction/profile.js';
import { scopeRule } from '../../../src/patch/transaction/scope-rule.js';

const PROFILE = profileOf('patchdiff-tx/2', 'patchdiff-mvp-0.5.0')!;

function decoded(operations: readonly object[]): readonly Operation[] {
  const result = decodeRecord(PROFILE, { format: 'patchdiff-tx/2', intent: 'i', operations });
  if (!result.ok) throw new Error(result.fault.detail);
  return result.transaction.operations;
}

const targetOf = (content: string): ObservedTarget => ({ content, version: 0, hash: sha256Hex(content) });

/** `aa[bbbb]cc🪙`: the scope is the four b. */
const TEXT = 'aabbbbcc🪙';
const SCOPE = { start: 2, end: 6 };

/** The text after operations on the scope; of a refusal its reason, code and check. */
function edit(...operations: object[]): string | unknown[] {
  const rule = scopeRule(SCOPE, 9);
  const result = applyTransaction(targetOf(TEXT), { intent: 'i', operations: decoded(operations) }, rule);
  if (result.ok) return result.text;
  const { reason, code = null, evidence } = result.failure;
  return [reason, code, evidence.span_check];
}

const span = (start: number, end: number, expected_text: string, replace: string, more = {}) => ({
  ...{ op: 'span', start, end, expected_text, replace },
  ...more,
});
const OUTSIDE = ['span_out_of_bounds', 'OPERATION_OUTSIDE_OBSERVED_SCOPE', 'bounds'];

describe('an operation on a scope', () => {
  it('may replace any part of it, and all of it', () => {
    expect(edit(span(2, 4, 'bb', 'x'))).toBe('aaxbbcc🪙');
    expect(edit(span(2, 6, 'bbbb', 'x'))).toBe('aaxcc🪙');
    expect(edit(span(2, 6, 'bbbb', ''))).toBe('aacc🪙');
    expect(edit({ op: 'match', match: 'bbbb', replace: 'y' })).toBe('aaycc🪙');
  });

  it('may not reach outside it, whatever stands there', () => {
    expect(edit(span(1, 3, 'ab', 'x'))).toEqual(OUTSIDE);
    expect(edit(span(5, 7, 'bc', 'x'))).toEqual(OUTSIDE);
    expect(edit(span(0, 2, 'aa', 'x'))).toEqual(OUTSIDE);
    expect(edit(span(6, 9, 'cc🪙', 'x'))).toEqual(OUTSIDE);
    expect(edit(span(5, 99, 'whatever', 'x'))).toEqual(OUTSIDE);
    expect(edit({ op: 'match', match: 'cc', replace: 'x' })).toEqual([...OUTSIDE]);
    expect(edit({ op: 'match', match: 'abbbbc', replace: 'x' })).toEqual([...OUTSIDE]);
    // The text outside is not compared, so nothing of it is told.
    expect(edit(span(0, 2, 'zz', 'x'))).toEqual(OUTSIDE);
  });

  it('inserts strictly inside it, between two texts of it that it names', () => {
    const around = { expected_before: 'bb', expected_after: 'bb' };
    expect(edit(span(4, 4, '', 'x', around))).toBe('aabbxbbcc🪙');
    expect(edit(span(3, 3, '', 'x', { expected_before: 'b', expected_after: 'bbb' }))).toBe('aabxbbbcc🪙');
    for (const start of [2, 6]) {
      const [before, after] = start === 2 ? ['a', 'b'] : ['b', 'c'];
      const guards = { expected_before: before, expected_after: after };
      expect(edit(span(start, start, '', 'x', guards)), `${start}`).toEqual(OUTSIDE);
      expect(edit(span(start, start, '', 'x'))).toEqual(OUTSIDE);
    }
    for (const start of [0, 1, 7, 9]) expect(edit(span(start, start, '', 'x', around))).toEqual(OUTSIDE);
    const required = (check: string) => [
      'span_expected_text_mismatch',
      'OBSERVED_INSERTION_GUARDS_REQUIRED',
      check,
    ];
    expect(edit(span(4, 4, '', 'x'))).toEqual(required('expected_before'));
    expect(edit(span(4, 4, '', 'x', { expected_after: 'b' }))).toEqual(required('expected_before'));
    expect(edit(span(4, 4, '', 'x', { expected_before: 'b' }))).toEqual(required('expected_after'));
    expect(edit(span(4, 4, '', 'x', { expected_before: 'b', expected_after: null }))).toEqual(
      required('expected_after'),
    );
    const mismatch = ['span_expected_text_mismatch', null];
    expect(edit(span(4, 4, '', 'x', { ...around, expected_before: 'zz' }))).toEqual([
      ...mismatch,
      'expected_before',
    ]);
    expect(edit(span(4, 4, '', 'x', { ...around, expected_after: 'z' }))).toEqual([
      ...mismatch,
      'expected_after',
    ]);
  });

  it('expects nothing beside itself that lies outside', () => {
    expect(edit(span(4, 4, '', 'x', { expected_before: 'abb', expected_after: 'bb' }))).toEqual(OUTSIDE);
    expect(edit(span(4, 4, '', 'x', { expected_before: 'bb', expected_after: 'bbc' }))).toEqual(OUTSIDE);
    expect(edit(span(2, 3, 'b', 'x', { expected_before: 'a' }))).toEqual(OUTSIDE);
    expect(edit(span(5, 6, 'b', 'x', { expected_before: 'bbb' }))).toBe('aabbbxcc🪙');
  });

  it('sees the end of the scope where the operations before it have moved it', () => {
    expect(edit(span(3, 4, 'b', '12🪙4'), span(8, 9, 'b', 'x'))).toBe('aab12🪙4bxcc🪙');
    expect(edit(span(3, 4, 'b', '12🪙4'), span(9, 10, 'c', 'x'))).toEqual(OUTSIDE);
    expect(edit(span(2, 5, 'bbb', ''), span(3, 4, 'c', 'x'))).toEqual(OUTSIDE);
    expect(edit(span(2, 5, 'bbb', ''), span(2, 3, 'b', 'x'))).toBe('aaxcc🪙');
    // Of a scope that is emptied nothing can be changed any more.
    expect(edit(span(2, 6, 'bbbb', ''), span(2, 2, '', 'x'))).toEqual(OUTSIDE);
  });

  it('says where the scope is then', () => {
    const operations = decoded([span(2, 3, 'b', ''), span(5, 6, 'c', 'x')]);
    const result = applyTransaction(targetOf(TEXT), { intent: 'i', operations }, scopeRule(SCOPE, 9));
    expect(result).toMatchObject({
      ok: false,
      failure: {
        detail: 'EDIT [5, 6) is not inside the observed scope, which is [2, 5) of the text as it is then.',
        evidence: { span_check: 'bounds', buffer_length: 8, scope_start: 2, scope_end: 5 },
        location: 5,
        change_id: 'chg_002',
      },
    });
  });
});

/** Texts in which code points, UTF-16 units and repetitions differ. */
const text = (maxLength: number) =>
  fc
    .array(fc.constantFrom('a', 'b', 'ab', '\u{1F600}', 'e\u0301', '\n'), { maxLength })
    .map((it) => it.join(''));

interface Drawn {
  readonly at: number;
  readonly size: number;
  readonly replace: string;
  readonly match: boolean;
}
const draw = fc.record({ at: fc.nat(12), size: fc.nat(5), replace: text(4), match: fc.boolean() });

/** An operation on `points`, and what it makes of them; it may break the rules. */
function draft(points: readonly string[], { at, size, replace, match }: Drawn) {
  const start = at % (points.length + 1);
  const end = Math.min(start + size, points.length);
  const after = [...points.slice(0, start), ...replace, ...points.slice(end)];
  const expected_text = points.slice(start, end).join('');
  if (match && expected_text !== '' && points.join('').split(expected_text).length === 2) {
    return { operation: { op: 'match', match: expected_text, replace }, after };
  }
  const context =
    start === end ? { expected_before: points[start - 1] ?? null, expected_after: points[end] ?? null } : {};
  const operation = {
    op: 'span',
    start,
    end,
    expected_text,
    replace,
    ...context,
  };
  return { operation, after };
}

describe('operations on scopes', () => {
  it('touch nothing outside of the scope: what is before and after it stays, code point for code point', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        text(6),
        text(10),
        text(6),
        fc.array(draw, { maxLength: 4 }),
        fc.nat(2),
        (before, scope, after, draws, slip) => {
          const content = before + scope + after;
          const [lead, size, all] = [before, scope, content].map((it) => [...it].length);
          let whole: string[] = [...content];
          const operations = draws.map((it) => {
            const made = draft(whole, { ...it, at: Math.max(0, lead + it.at - slip), match: false });
            whole = made.after;
            return made.operation;
          });
          if (operations.length === 0) return;
          const rule = scopeRule({ start: lead, end: lead + size }, all);
          const result = applyTransaction(
            targetOf(content),
            { intent: 'i', operations: decoded(operations) },
            rule,
          );
          if (!result.ok) return;
          accepted++;
          const points = [...result.text];
          expect(points.slice(0, lead).join('')).toBe(before);
          expect(points.slice(points.length - (all - lead - size)).join('')).toBe(after);
          expect(result.text).toBe(whole.join(''));
        },
      ),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('of a batch give each scope what its own operations make of its text alone, in any order of the groups', () => {
    let accepted = 0;
    const piece = fc.record({
      between: text(4),
      scope: text(8),
      draws: fc.array(draw, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        text(4),
        fc.nat(),
        (pieces, tail, turn) => {
          let content = '';
          const drafts = pieces.map(({ between, scope, draws }) => {
            const start = [...content, ...between].length;
            content += between + scope;
            let points: string[] = [...scope];
            const operations = draws.map((it) => {
              const made = draft(points, it);
              points = made.after;
              return made.operation;
            });
            return { scope: { start, end: start + [...scope].length }, operations, after: points.join('') };
          });
          content += tail;
          const order = drafts.map((_, i) => (i + turn) % drafts.length);
          const record = {
            format: 'patchdiff-observed-batch/1',
            intent: 'i',
            observation_bundle_id: 'b',
            groups: order.map((i) => ({ observation_id: `${i}`, operations: drafts[i].operations })),
          };
          const batch = decodeBatch(record);
          if (!batch.ok) throw new Error(batch.fault.detail);
          const groups = batch.batch.groups.map(({ operations }, i) => ({
            scope: drafts[order[i]].scope,
            operations,
          }));
          const result = applyBatch(targetOf(content), groups);
          if (!result.ok) return;
          accepted++;
          const expected = pieces.map(({ between }, i) => between + drafts[i].after).join('') + tail;
          expect(result.text).toBe(expected);
          expect(replayBatch(content, groups)).toBe(expected);
          // The facts, in their order, are the edit of the whole text.
          let points: string[] = [...content];
          result.changes.forEach((fact, i) => {
            expect(fact.change_index).toBe(i + 1);
            expect(fact.change_id).toBe(result.operations[i].change_id);
            expect(sha256Hex(points.slice(fact.span_start, fact.span_end).join(''))).toBe(
              fact.matched_sha256,
            );
            points = [
              ...points.slice(0, fact.span_start),
              ...result.operations[i].replace,
              ...points.slice(fact.span_end),
            ];
          });
          expect(points.join('')).toBe(expected);
          result.results.forEach(({ start, end }, i) => {
            expect([...expected].slice(start, end).join('')).toBe(drafts[order[i]].after);
          });
        },
      ),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('of a batch warn in the order of the changes, with offsets of the whole text', () => {
    const groups = [
      { scope: { start: 0, end: 3 }, operations: decoded([span(1, 2, 'b', 'b')]) },
      { scope: { start: 4, end: 8 }, operations: decoded([span(1, 2, 'e', 'x', { change_id: 'cut' })]) },
    ];
    const result = applyBatch(targetOf('abc de\u0301f'), groups);
    expect(result).toMatchObject({
      ok: true,
      text: 'abc dx\u0301f',
      warnings: {
        warning_count: 2,
        warnings: [
          { code: 'grapheme_boundary_split', change_id: 'cut', change_index: 1, boundary: 'end', offset: 6 },
          { code: 'no_op_change', change_id: 'chg_001', change_index: 2 },
        ],
      },
    });
    const idle = applyBatch(targetOf('abc de'), groups.slice(0, 1));
    expect(idle).toMatchObject({
      warnings: { warning_count: 2, warnings: [{ code: 'no_op_change' }, { code: 'no_op_transaction' }] },
    });
  });

  it('of a batch fail alone, in the text of their scope', () => {
    const groups = [
      { scope: { start: 0, end: 3 }, operations: decoded([span(1, 2, 'b', 'x')]) },
      {
        scope: { start: 4, end: 8 },
        operations: decoded([
          { op: 'match', match: 'd', replace: 'ee', change_id: 'one' },
          { op: 'match', match: 'e', replace: 'x', change_id: 'two' },
        ]),
      },
    ];
    const result = applyBatch(targetOf('abc deef'), groups);
    expect(result).toMatchObject({
      ok: false,
      group: 1,
      failure: {
        reason: 'match_ambiguous',
        change_id: 'two',
        change_index: 2,
        priorChanges: 1,
        evidence: {
          occurrence_count: 4,
          exact_candidates: {
            buffer_stage: 'intermediate_buffer',
            candidates: [{ start: 0 }, { start: 1 }, {}, {}],
          },
        },
      },
    });
  });
});
