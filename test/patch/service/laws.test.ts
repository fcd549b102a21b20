import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../../../src/patch/present.js';
import { observeScope } from '../../../src/patch/service/observe.js';
import { preview } from '../../../src/patch/service/preview.js';
import { replay } from '../../../src/patch/service/replay.js';
import { submitEdits, submitOperations, submitReplacement } from '../../../src/patch/service/submit.js';
import { submitObservedOperations } from '../../../src/patch/service/submit-observed.js';
import { canonicalText } from '../../../src/patch/text/canonical.js';
import { asciiJsonBytes } from '../../../src/patch/text/json.js';
import { MemoryDatabase } from '../support/memory.js';
import { awkwardText } from '../support/texts.js';

// biome-ignore lint/suspicious/noExplicitAny: the tools judge values of every type
type Call = Record<string, any>;

const SUBMIT = {
  'patchdiff-tx/1': submitEdits,
  'patchdiff-tx/2': submitOperations,
  'patchdiff-tx/3': submitReplacement,
} as const;
type Format = keyof typeof SUBMIT;

const submit = (database: MemoryDatabase, format: Format, body: Call): Promise<Call> =>
  SUBMIT[format](database, { target_file_id: database.id, intent: 'i', ...body } as never) as Promise<Call>;

const short = awkwardText.map((text) => text.slice(0, 8).replace(/[\ud800-\udbff]$/, ''));

/** What a proposal is drawn from, before there is a text to make it for. */
const draw = fc.record({
  format: fc.constantFrom<Format>('patchdiff-tx/1', 'patchdiff-tx/2', 'patchdiff-tx/2', 'patchdiff-tx/3'),
  parts: fc.array(
    fc.record({
      at: fc.nat(),
      size: fc.nat(4),
      replace: short,
      match: fc.boolean(),
      context: fc.boolean(),
      slip: fc.nat(9),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
type Draw = typeof draw extends fc.Arbitrary<infer T> ? T : never;

/** A proposal for a text, mostly one that applies: each part is made for the text that the ones before leave. */
function proposalFor(content: string, { format, parts }: Draw): Call {
  if (format === 'patchdiff-tx/3') return { replacement: parts[0].replace };
  let points: string[] = [...content];
  const operations = parts.map(({ at, size, replace, match, context, slip }) => {
    const start = at % (points.length + 1);
    const end = Math.min(points.length, start + size);
    const expected_text = points.slice(start, end).join('');
    const before = points;
    points = [...points.slice(0, start), ...canonicalText(replace), ...points.slice(end)];
    if (format === 'patchdiff-tx/1' || (match && expected_text !== '')) {
      const needle = expected_text || 'a';
      const nth = 1 + occurrencesBefore(before, [...needle], start);
      const edit = { match: needle, replace, occurrence_index: slip === 0 ? nth + 1 : nth };
      return format === 'patchdiff-tx/1' ? edit : { op: 'match', ...edit };
    }
    const beside = {
      expected_before: before.slice(Math.max(0, start - 2), start).join('') || null,
      expected_after: before[end] ?? null,
    };
    return {
      op: 'span',
      start,
      end: slip === 1 ? end + 1 : end,
      expected_text,
      replace,
      ...(context ? beside : {}),
    };
  });
  return format === 'patchdiff-tx/1' ? { edits: operations } : { operations };
}

function occurrencesBefore(points: readonly string[], needle: readonly string[], start: number): number {
  let count = 0;
  for (let i = 0; i < start; i++) if (needle.every((point, j) => points[i + j] === point)) count++;
  return count;
}

describe('a history of generated edits', () => {
  it('gives the stored text when it is replayed, whatever was proposed', async () => {
    let [accepted, rejected] = [0, 0];
    await fc.assert(
      fc.asyncProperty(awkwardText, fc.array(draw, { maxLength: 8 }), async (start, draws) => {
        const database = new MemoryDatabase(start);
        for (const drawn of draws) {
          const { current_content, version } = database.target;
          const body = { ...proposalFor(current_content, drawn), expected_target_version: version };
          const answer = await submit(database, drawn.format, body);
          if (answer.status === 'accepted') accepted++;
          else rejected++;
        }
        expect(await replay(database, { target_file_id: database.id })).toMatchObject({
          status: 'success',
          materialized_state_matches: true,
          reconstructed_version: database.target.version,
          accepted_transactions_replayed: database.logs.filter((it) => it.status === 'accepted').length,
        });
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(3000);
    expect(rejected).toBeGreaterThan(500);
  });

  it('gives the first outcome again for each request, though the text went on', async () => {
    await fc.assert(
      fc.asyncProperty(
        awkwardText,
        fc.array(draw, { minLength: 1, maxLength: 4 }),
        fc.nat(3),
        async (start, draws, behind) => {
          const database = new MemoryDatabase(start);
          const made: [Format, Call, Call][] = [];
          for (const [i, drawn] of draws.entries()) {
            const { current_content, version } = database.target;
            const body = {
              ...proposalFor(current_content, drawn),
              expected_target_version: version + (behind === 0 ? 1 : 0),
              client_request_id: `key ${i}`,
            };
            made.push([drawn.format, body, await submit(database, drawn.format, body)]);
          }
          const rows = database.logs.length;
          for (const [format, body, first] of made) {
            const again = await submit(database, format, body);
            const { current_version, current_hash, current_context, near_misses, ...outcome } = again;
            expect([current_version, current_hash]).toEqual([
              database.target.version,
              database.target.current_hash,
            ]);
            expect(current_context?.observed_target_version).toBe(first.current_context && current_version);
            expect(near_misses?.omission_reason).toBe(first.near_misses?.omission_reason);
            expect({ ...first, ...outcome, deduplicated: false }).toEqual(first);
            expect(outcome.deduplicated).toBe(true);
          }
          expect(database.logs).toHaveLength(rows);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('replays with edits of observed scopes in it, single and in batches', async () => {
    let [singles, batches] = [0, 0];
    const part = fc.record({
      title: fc.constantFrom('A', 'B', '1. C'),
      body: fc.constantFrom('x y', '🪙 y y', 'é\n\nx', '- x\n- y'),
    });
    const edit = fc.record({
      bundle: fc.boolean(),
      pick: fc.nat(),
      at: fc.nat(),
      size: fc.integer({ min: 1, max: 3 }),
      replace: fc.constantFrom('', 'z', '🪙\n\nzz', '\r\n'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(edit, { maxLength: 5 }),
        async (parts, edits) => {
          const database = new MemoryDatabase(
            parts.map(({ title, body }, i) => `# ${title}${i}\n\n${body}\n`).join('\n'),
          );
          const target_file_id = database.id;
          for (const { bundle, pick, at, size, replace } of edits) {
            const listed = await observeScope(database, { target_file_id, kind: 'section' });
            const names = (listed as Call).candidates.map((it: Call) => it.name) as string[];
            const unique = names.filter((name) => names.filter((it) => it === name).length === 1);
            if (unique.length === 0) continue;
            const some = bundle
              ? unique.slice(0, 1 + (pick % unique.length))
              : [unique[pick % unique.length]];
            const seen = (await observeScope(database, {
              target_file_id,
              ...(bundle
                ? { selections: some.map((symbol_name) => ({ symbol_name })) }
                : { symbol_name: some[0] }),
            })) as Call;
            // Sections can come to lie in one another; a bundle of such is refused.
            if (!seen.status.startsWith('observed')) continue;
            const operation = (scope: Call, base: number) => {
              const points = [...scope.text];
              const from = at % points.length;
              const expected_text = points.slice(from, from + size).join('');
              return {
                op: 'span',
                start: base + from,
                end: base + from + [...expected_text].length,
                expected_text,
                replace,
              };
            };
            const answer = (await submitObservedOperations(database, {
              target_file_id,
              intent: 'i',
              expected_target_version: seen.target_version,
              expected_current_hash: seen.target_current_hash,
              client_request_id: `key ${database.logs.length}`,
              ...(bundle
                ? {
                    observation_bundle_id: seen.observation_bundle_id,
                    groups: seen.scopes.map((it: Call) => ({
                      observation_id: it.observation_id,
                      operations: [operation(it, 0)],
                    })),
                  }
                : { observation_id: seen.observation_id, operations: [operation(seen, seen.scope_start)] }),
            } as never)) as Call;
            expect(answer.status, JSON.stringify(answer)).toBe('accepted');
            if (bundle) batches++;
            else singles++;
          }
          expect(await replay(database, { target_file_id })).toMatchObject({
            status: 'success',
            materialized_state_matches: true,
          });
        },
      ),
      { numRuns: 200 },
    );
    expect(Math.min(singles, batches)).toBeGreaterThan(100);
  });
});

describe('an answer to a hostile proposal', () => {
  const wide = fc.string({ unit: fc.constantFrom('😀', '\u0301', '\u0001', '"', '𝒳'), maxLength: 70 });
  const id = (i: number) => `${'x'.repeat(58)}${i}`;
  const span = fc.record({ start: fc.nat(200), size: fc.nat(70), replace: wide, quote: fc.boolean() });
  const proposal = fc.oneof(
    fc.record({ match: wide, count: fc.integer({ min: 1, max: 3 }) }).map(({ match, count }) => ({
      format: 'patchdiff-tx/1' as const,
      edits: Array.from({ length: count }, (_, i) => ({ match, replace: `${match}Q`, change_id: id(i) })),
    })),
    fc.array(span, { minLength: 1, maxLength: 60 }).map((list) => ({
      format: 'patchdiff-tx/2' as const,
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

  it('keeps to its byte budgets: a preview to 32,768, the evidence of a rejection to 18,432', async () => {
    await fc.assert(
      fc.asyncProperty(proposal, wide, async (draft, text) => {
        const database = new MemoryDatabase(`${'😀\u0301'.repeat(300)}${text}end`);
        const common = { target_file_id: database.id, intent: text, expected_target_version: 0 };
        const seen = (await preview(database, { ...common, ...draft } as never)) as Call;
        expect(asciiJsonBytes(seen)).toBeLessThanOrEqual(32_768);
        expect(asciiJsonBytes(present('patchdiff_preview', seen))).toBeLessThanOrEqual(32_768);
        expect(asciiJsonBytes({ diagnostic: seen.diagnostic ?? null })).toBeLessThanOrEqual(16_384);
        expect(asciiJsonBytes({ change_facts: seen.change_facts ?? [] })).toBeLessThanOrEqual(16_384);
        const { format, ...body } = draft;
        const answer = await submit(database, format, { ...common, ...body });
        expect(answer.status).toBe(seen.status);
        if (answer.status !== 'rejected') return;
        const { diagnostic, current_context, near_misses } = answer;
        expect(asciiJsonBytes({ diagnostic, current_context, near_misses })).toBeLessThanOrEqual(18_432);
      }),
      { numRuns: 2000 },
    );
  });
});
