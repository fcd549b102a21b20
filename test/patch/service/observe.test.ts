import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { observeScope } from '../../../src/patch/service/observe.js';
import type {
  ObservedBundle,
  ObservedReceipt,
  ObserveScopeResponse,
} from '../../../src/patch/service/observe-response.js';
import { submitReplacement } from '../../../src/patch/service/submit.js';
import { submitObservedOperations } from '../../../src/patch/service/submit-observed.js';
import type { Database } from '../../../src/patch/store/database.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { asciiJsonBytes } from '../../../src/patch/text/json.js';
import { initializeTarget } from '../../../src/patch/workspace/initialize.js';
import { save } from '../../../src/patch/workspace/save.js';
import { onBothDrivers } from '../support/databases.js';
import { awkwardText } from '../support/texts.js';
import { type FixtureTarget, newTarget } from './fixture-target.js';

/** A call as a client makes it: any value may stand for any argument. */
// biome-ignore lint/suspicious/noExplicitAny: the tools judge values of every type
type Call = Record<string, any>;

const TEXT = `# Terms

## 1. Payment

Pay 🪙 in 30 days.

## 2. Notice (written)

Give *notice*.

| who | days |
|-----|------|
| A   | 30   |
| B   | 60   |

## 3. Payment

Once more.
`;
/** Where section 1 of it stands, in code points. */
const [START, END] = [9, 43];
const PAYMENT = '## 1. Payment\n\nPay 🪙 in 30 days.\n\n';

const count = async (database: Database, target: FixtureTarget) => {
  const [row] = await database.query<{ observations: number; bundles: number }>(
    `SELECT (SELECT count(*) FROM target_scope_observations WHERE target_file_id = $1)::int AS observations,
            (SELECT count(*) FROM observation_bundles WHERE target_file_id = $1)::int AS bundles`,
    [target.id],
  );
  return [row.observations, row.bundles];
};

/** `[status, code]` of an answer, with the index of the selection that it is about. */
const verdict = (answer: ObserveScopeResponse) => {
  const { status, code, selection_index } = answer as Call;
  return selection_index === undefined ? [status, code] : [status, code, selection_index];
};

onBothDrivers('a scope', (opened, driver) => {
  const scene = async (content = TEXT) => {
    const database = await opened();
    const target = await newTarget(database, content);
    const observe = (args: Call = {}, options = {}) =>
      observeScope(
        database,
        { target_file_id: target.id, ...args } as Parameters<typeof observeScope>[1],
        options,
      );
    const observed = async (args: Call) => {
      const answer = await observe(args);
      if (answer.status !== 'observed') throw new Error(JSON.stringify(answer));
      return answer as ObservedReceipt;
    };
    const frame = {
      target_file_id: target.id,
      target_version: 0,
      target_current_hash: target.hash,
      engine: 'redtree-scope@1.0.0',
      language: 'markdown',
    };
    return { database, target, observe, observed, frame };
  };

  it('is listed with its place, and nothing is issued', async () => {
    const { database, target, observe, frame } = await scene();
    const lines = (start_line: number, end_line: number, start: number, end: number) => ({
      kind: 'section',
      parent: 'Terms',
      start_line,
      end_line,
      start,
      end,
    });
    expect(await observe({ query: 'PAY', kind: 'section' })).toEqual({
      status: 'candidates',
      observation_id: null,
      ...frame,
      candidates: [
        { name: '1. Payment', ...lines(3, 6, START, END) },
        { name: '3. Payment', ...lines(16, 18, 144, 170) },
      ],
      total_candidates: 2,
      candidates_truncated: false,
    });
    const all = await observe({ query: null, kind: null, symbol_name: null, selections: null });
    expect((all as Call).candidates.map((it: Call) => `${it.kind} ${it.name}`)).toEqual([
      'section Terms',
      'section 1. Payment',
      'section 2. Notice (written)',
      'table who | days',
      'table_row who',
      'table_row A',
      'table_row B',
      'section 3. Payment',
    ]);
    expect(await count(database, target)).toEqual([0, 0]);
  });

  it('is one of 200 that are listed at most, in 65,536 bytes; a name too long for them hides itself alone', async () => {
    const many = await scene(Array.from({ length: 230 }, (_, i) => `## Part ${i}\n\n`).join(''));
    const listed = (await many.observe({ query: 'part' })) as Call;
    expect(listed.candidates).toHaveLength(200);
    expect(listed).toMatchObject({ total_candidates: 230, candidates_truncated: true });
    expect(listed.candidates[199].name).toBe('Part 199');
    const long = await scene(`- ${'é'.repeat(20_000)}\n- short\n\n# After\n`);
    const shown = (await long.observe()) as Call;
    expect(shown.candidates.map((it: Call) => it.name)).toEqual(['short', 'After']);
    expect(shown).toMatchObject({ total_candidates: 3, candidates_truncated: true });
    const wide = await scene(
      Array.from({ length: 150 }, (_, i) => `## ${'é'.repeat(400)} ${i}\n\n`).join(''),
    );
    const bounded = (await wide.observe()) as Call;
    expect(bounded.candidates_truncated).toBe(true);
    expect(asciiJsonBytes(bounded.candidates)).toBeLessThan(65_540);
  });

  it('that could not be read is named as skipped, in a list and where it is looked for', async () => {
    const database = await opened();
    const content = '{"a": 1, "b": {"c": tru, "d": 2}}';
    const target = await initializeTarget(database, { filename: 'x.json', content });
    const { target_file_id } = target as { target_file_id: string };
    const skipped = {
      skipped: [expect.objectContaining({ reason: 'syntax_error', name: 'b', start: 9, end: 32 })],
      total_skipped: 1,
    };
    expect(await observeScope(database, { target_file_id })).toMatchObject({ language: 'json', ...skipped });
    expect(await observeScope(database, { target_file_id, symbol_name: 'b' })).toMatchObject({
      code: 'SCOPE_NOT_FOUND',
      ...skipped,
    });
  });

  it('is observed by its exact name, or its parent’s and its own, under a receipt that is stored', async () => {
    const { database, target, observe, frame } = await scene();
    const answer = (await observe({ symbol_name: '1. Payment', include_line_starts: true })) as Call;
    const scope = {
      symbol_name: '1. Payment',
      kind: 'section',
      parent: 'Terms',
      scope_start: START,
      scope_end: END,
      observed_scope_hash: sha256Hex(PAYMENT),
    };
    const { observation_id } = answer;
    expect(answer).toEqual({
      status: 'observed',
      observation_id,
      ...frame,
      ...scope,
      offset: 0,
      start: START,
      end: END,
      max_chars: 4000,
      text: PAYMENT,
      truncated: false,
      next_offset: null,
      next_start: null,
      start_line: 3,
      end_line: 6,
      line_starts: [
        { line: 3, start: 9 },
        { line: 4, start: 23 },
        { line: 5, start: 24 },
        { line: 6, start: 42 },
      ],
    });
    const [row] = await database.query('SELECT * FROM target_scope_observations WHERE observation_id = $1', [
      observation_id,
    ]);
    const [cycle] = await database.query<{ id: string }>(
      'SELECT active_editing_cycle_id AS id FROM cloud_target_files WHERE target_file_id = $1',
      [target.id],
    );
    expect(row).toEqual({
      observation_id,
      ...frame,
      editing_cycle_id: cycle.id,
      observation_bundle_id: null,
      ordinal: null,
      ...scope,
      start_line: 3,
      end_line: 6,
      consumed_by_pdcp_log_id: null,
      created_at: expect.any(String),
    });
    expect(await observe({ symbol_name: 'Terms.2. Notice (written)' })).toMatchObject({
      status: 'observed',
      symbol_name: '2. Notice (written)',
    });
    // A query is for lists: beside a name it changes nothing.
    expect(await observe({ symbol_name: 'A', kind: 'table_row', query: 'B' })).toMatchObject({
      status: 'observed',
      text: '| A   | 30   |',
    });
  });

  it('is not observed when its name is nobody’s or several ones’: nothing is issued and none is picked', async () => {
    const { database, target, observe, frame } = await scene('# A\n\n## B\n\none\n\n# C\n\n## B\n\ntwo\n');
    expect(await observe({ symbol_name: 'b' })).toEqual({
      status: 'not_found',
      code: 'SCOPE_NOT_FOUND',
      observation_id: null,
      ...frame,
      failure_detail: expect.any(String),
    });
    expect(verdict(await observe({ symbol_name: 'B', kind: 'function' }))).toEqual([
      'not_found',
      'SCOPE_NOT_FOUND',
    ]);
    // White space that is part of a name is not trimmed away.
    expect(verdict(await observe({ symbol_name: ' B' }))).toEqual(['not_found', 'SCOPE_NOT_FOUND']);
    const one = (parent: string, start: number, end: number, start_line: number, end_line: number) => ({
      ...{ name: 'B', kind: 'section', parent, start_line, end_line, start, end },
    });
    expect(await observe({ symbol_name: 'B' })).toEqual({
      status: 'ambiguous',
      code: 'AMBIGUOUS_SCOPE_SELECTION',
      observation_id: null,
      ...frame,
      failure_detail: expect.any(String),
      candidates: [one('A', 5, 16, 3, 6), one('C', 21, 31, 9, 11)],
      total_candidates: 2,
      candidates_truncated: false,
    });
    expect(await observe({ symbol_name: 'C.B' })).toMatchObject({
      status: 'observed',
      text: '## B\n\ntwo\n',
    });
    const many = await scene('## B\n\n'.repeat(230));
    const ambiguous = (await many.observe({ symbol_name: 'B' })) as Call;
    expect(ambiguous.candidates).toHaveLength(200);
    expect(ambiguous).toMatchObject({ total_candidates: 230, candidates_truncated: true });
    expect(await count(database, target)).toEqual([1, 0]);
  });

  it('by pages under its receipt is its text, whatever the page size, with each of its line starts once', async () => {
    const database = await opened();
    await fc.assert(
      fc.asyncProperty(
        awkwardText,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (body, size, first) => {
          const content = `# Ä🪙\n\nlead\n\n## S\n\n${body.replace(/[#>\-+*=|`~<]/g, 'x').replace(/^\s+/gm, '')}\n\n# Next\n`;
          const target = await newTarget(database, content);
          const named = { target_file_id: target.id, include_line_starts: true, max_chars: size };
          const receipt = (await observeScope(database, { ...named, symbol_name: 'S' })) as ObservedReceipt;
          const whole = [...content.replace(/\r\n?/g, '\n')];
          const { scope_start, scope_end, observation_id } = receipt;
          let text = '';
          const starts: { line: number; start: number }[] = [];
          let page = receipt;
          // The receipt's own page, or the same one asked for by its id.
          if (first) page = (await observeScope(database, { ...named, observation_id })) as ObservedReceipt;
          for (;;) {
            expect(page.start).toBe(scope_start + page.offset);
            expect(page.text).toBe(whole.slice(page.start, page.end).join(''));
            expect(page.end - page.start).toBeLessThanOrEqual(size);
            const lineAt = (point: number) => whole.slice(0, point).filter((it) => it === '\n').length + 1;
            expect([page.start_line, page.end_line]).toEqual([lineAt(page.start), lineAt(page.end - 1)]);
            text += page.text;
            starts.push(...page.line_starts!);
            if (page.next_offset === null) break;
            expect(page).toMatchObject({ truncated: true, next_start: page.end });
            const offset = page.next_offset;
            page = (await observeScope(database, { ...named, observation_id, offset })) as ObservedReceipt;
            expect(page).toMatchObject({ status: 'observed', mode: 'scope_page', observation_id, offset });
          }
          expect(sha256Hex(text)).toBe(receipt.observed_scope_hash);
          const expected = [];
          for (let at = scope_start, line = receipt.start_line; at < scope_end; at++) {
            if (at === 0 || whole[at - 1] === '\n') expected.push({ line, start: at });
            if (whole[at] === '\n') line++;
          }
          expect(starts).toEqual(expected);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('is shown from an offset of its own, 4,000 code points at once when no size is given and 8,000 at most', async () => {
    const { observe, observed } = await scene(`# A\n\n${'ab\n'.repeat(4000)}`);
    const receipt = await observed({ symbol_name: 'A', offset: 5 });
    expect(receipt).toMatchObject({ offset: 5, start: 5, end: 4005, max_chars: 4000, next_offset: 4005 });
    const { observation_id, scope_end } = receipt;
    const page = await observed({ observation_id, max_chars: 90_000, offset: 7 });
    expect(page).toMatchObject({ max_chars: 8000, start: 7, end: 8007, start_line: 3 });
    expect(await observed({ observation_id, offset: scope_end - 1 })).toMatchObject({
      text: '\n',
      truncated: false,
    });
    const inline = await scene('# A\n\n1. one\n   - two\n');
    // A scope that begins within a line has the start of that line outside.
    expect(await inline.observed({ symbol_name: 'two', include_line_starts: true })).toMatchObject({
      start_line: 4,
      text: '- two',
      line_starts: [],
    });
    for (const args of [{ observation_id }, { symbol_name: 'A' }]) {
      expect(verdict(await observe({ ...args, offset: scope_end }))).toEqual([
        'invalid_argument',
        'out_of_range',
      ]);
      expect(verdict(await observe({ ...args, offset: 2 ** 60 }))).toEqual([
        'invalid_argument',
        'out_of_range',
      ]);
    }
  });

  it('is no longer shown under a receipt that does not hold: each reason in its order', async () => {
    const { database, target, observe, observed } = await scene();
    const page = async (args: Call) => verdict(await observe(args));
    const other = await scene();
    const { observation_id } = await observed({ symbol_name: '1. Payment' });
    expect(await page({ observation_id: 'x' })).toEqual(['invalid_argument', 'INVALID_OBSERVATION_ID']);
    expect(await page({ observation_id: randomUUID() })).toEqual(['rejected', 'UNKNOWN_OBSERVATION_ID']);
    expect(verdict(await other.observe({ observation_id }))).toEqual([
      'rejected',
      'OBSERVATION_TARGET_MISMATCH',
    ]);
    expect(await page({ observation_id })).toEqual(['observed', undefined]);
    const byHand = (change: string) =>
      database.transaction((transaction) =>
        transaction.query(`UPDATE target_scope_observations SET ${change} WHERE observation_id = $1`, [
          observation_id,
        ]),
      );
    const rewrite = (content: string) =>
      database.transaction((transaction) =>
        transaction.query('UPDATE cloud_target_files SET current_content = $2 WHERE target_file_id = $1', [
          target.id,
          content,
        ]),
      );
    await rewrite(TEXT.replace('30', '99'));
    expect(await page({ observation_id })).toEqual(['rejected', 'target_diverged']);
    await rewrite(TEXT);
    await byHand(`target_current_hash = 'x'`);
    expect(await page({ observation_id })).toEqual(['rejected', 'STALE_OBSERVATION_HASH']);
    const replaced = await submitReplacement(database, {
      target_file_id: target.id,
      intent: 'i',
      expected_target_version: 0,
      replacement: TEXT,
    });
    expect(await page({ observation_id })).toEqual(['rejected', 'STALE_OBSERVATION_VERSION']);
    await byHand(`consumed_by_pdcp_log_id = '${(replaced as Call).pdcp_log_id}'`);
    expect(await page({ observation_id })).toEqual(['rejected', 'OBSERVATION_ALREADY_CONSUMED']);
    // A save leaves text, hash and version as they are, and closes the cycle all the same.
    const fresh = await observed({ symbol_name: '1. Payment' });
    await save(database, { target_file_id: target.id });
    expect(await page({ observation_id: fresh.observation_id })).toEqual([
      'rejected',
      'OBSERVATION_CYCLE_MISMATCH',
    ]);
    expect(await observe({ observation_id: fresh.observation_id })).toEqual({
      status: 'rejected',
      code: 'OBSERVATION_CYCLE_MISMATCH',
      observation_id: null,
      target_file_id: target.id,
      failure_detail: expect.any(String),
    });
    expect(await page({ observation_id })).toEqual(['rejected', 'OBSERVATION_CYCLE_MISMATCH']);
  });

  it('is observed together with others as a bundle: one state, one reading, in the order asked for', async () => {
    const { database, target, observe, frame } = await scene();
    const selections = [
      { symbol_name: 'B' },
      { symbol_name: '1. Payment', kind: 'section' },
      { symbol_name: 'A', kind: null },
    ];
    const bundle = (await observe({ selections, max_chars: 10 })) as ObservedBundle;
    const { observation_bundle_id, scopes } = bundle;
    expect(bundle).toEqual({ status: 'observed_batch', observation_bundle_id, ...frame, scopes });
    expect(scopes.map((it) => [it.ordinal, it.symbol_name, it.text])).toEqual([
      [0, 'B', '| B   | 60'],
      [1, '1. Payment', '## 1. Paym'],
      [2, 'A', '| A   | 30'],
    ]);
    expect(scopes[1]).toEqual({
      ordinal: 1,
      observation_id: scopes[1].observation_id,
      symbol_name: '1. Payment',
      kind: 'section',
      parent: 'Terms',
      scope_start: START,
      scope_end: END,
      observed_scope_hash: sha256Hex(PAYMENT),
      length: END - START,
      offset: 0,
      start: START,
      end: START + 10,
      max_chars: 10,
      text: '## 1. Paym',
      truncated: true,
      next_offset: 10,
      next_start: START + 10,
      start_line: 3,
      end_line: 3,
    });
    const rows = await database.query(
      `SELECT ordinal, observation_id FROM target_scope_observations WHERE observation_bundle_id = $1 ORDER BY ordinal`,
      [observation_bundle_id],
    );
    expect(rows).toEqual(scopes.map(({ ordinal, observation_id }) => ({ ordinal, observation_id })));
    const [stored] = await database.query(
      'SELECT * FROM observation_bundles WHERE observation_bundle_id = $1',
      [observation_bundle_id],
    );
    expect(stored).toMatchObject({ ...frame, observation_bundle_id });
    const rest = await observe({ observation_id: scopes[0].observation_id, offset: 10 });
    expect(rest).toMatchObject({ status: 'observed', mode: 'scope_page', text: '   |', truncated: false });
    expect(await count(database, target)).toEqual([3, 1]);
  });

  it('that a bundle cannot hold keeps all of it from being issued, and is named', async () => {
    const { database, target, observe } = await scene();
    const bundle = async (...names: string[]) =>
      verdict(await observe({ selections: names.map((symbol_name) => ({ symbol_name })) }));
    expect(await bundle('A', 'nobody')).toEqual(['not_found', 'SCOPE_NOT_FOUND', 1]);
    expect(await bundle('A', 'Terms.A', 'nobody')).toEqual(['not_found', 'SCOPE_NOT_FOUND', 1]);
    expect(await bundle('A', 'B', 'who | days')).toEqual(['rejected', 'OVERLAPPING_SCOPE_SELECTIONS', 2]);
    expect(await bundle('A', 'B', 'A')).toEqual(['rejected', 'DUPLICATE_SCOPE_SELECTION', 2]);
    expect(await count(database, target)).toEqual([0, 0]);
    const twice = await scene('# A\n\n## B\n\n# C\n\n## B\n');
    expect(
      verdict(await twice.observe({ selections: [{ symbol_name: 'A' }, { symbol_name: 'B' }] })),
    ).toEqual(['ambiguous', 'AMBIGUOUS_SCOPE_SELECTION', 1]);
  });

  it('is too large for a bundle over 65,536 code points in all, or 32,768 in the first pages', async () => {
    const part = (name: string, size: number) => `# ${name}\n${'x'.repeat(size - name.length - 4)}\n`;
    const { database, target, observe } = await scene(part('A', 65_530) + part('B', 6) + part('C', 7));
    const bundle = async (names: string[], max_chars?: number) =>
      verdict(await observe({ selections: names.map((symbol_name) => ({ symbol_name })), max_chars }));
    expect(await bundle(['A', 'B'])).toEqual(['observed_batch', undefined]);
    expect(await bundle(['A', 'C'])).toEqual(['rejected', 'BUNDLE_SCOPES_TOO_LARGE']);
    expect(await count(database, target)).toEqual([2, 1]);
    const five = ['A', 'B', 'C', 'D', 'E'];
    const paged = await scene(five.map((name) => part(name, name === 'E' ? 769 : 9_000)).join(''));
    const answer = async (max_chars: number) =>
      verdict(await paged.observe({ selections: five.map((symbol_name) => ({ symbol_name })), max_chars }));
    expect(await answer(8_000)).toEqual(['rejected', 'BUNDLE_RESPONSE_TOO_LARGE']);
    expect(await answer(7_999)).toEqual(['observed_batch', undefined]);
    expect(await count(database, paged.target)).toEqual([5, 1]);
  });

  it('is asked for with arguments that go together, and never with blank ones', async () => {
    const { database, target, observe } = await scene();
    const fault = async (args: Call) => verdict(await observe(args));
    const selections = [{ symbol_name: 'A' }];
    const observation_id = randomUUID();
    for (const blank of ['', ' ', '\t\n', '\u00a0\u2003', '\u3000', '\u0085', '\ufeff', '\u001f']) {
      for (const name of ['query', 'symbol_name', 'kind']) {
        expect(await fault({ [name]: blank }), JSON.stringify([name, blank])).toEqual([
          'invalid_argument',
          'blank_argument',
        ]);
      }
      expect(await fault({ selections: [...selections, { symbol_name: blank }] })).toEqual([
        'invalid_argument',
        'blank_argument',
        1,
      ]);
      expect(await fault({ selections: [{ symbol_name: 'A', kind: blank }] })).toEqual([
        'invalid_argument',
        'blank_argument',
        0,
      ]);
    }
    for (const args of [
      { selections, query: 'A' },
      { selections, symbol_name: 'A' },
      { selections, kind: 'section' },
      { selections, observation_id },
      { selections, offset: 1 },
      { observation_id, symbol_name: 'A' },
      { observation_id, query: 'A' },
      { observation_id, kind: 'section' },
      { offset: 1 },
      { offset: 1, query: 'A' },
    ]) {
      expect(await fault(args), JSON.stringify(args)).toEqual(['invalid_argument', 'conflicting_arguments']);
    }
    for (const [args, code] of [
      [{ selections: [] }, 'invalid_selections'],
      [{ selections: Array.from({ length: 33 }, () => selections[0]) }, 'invalid_selections'],
      [{ selections: 'A' }, 'invalid_selections'],
      [{ query: 5 }, 'invalid_type'],
      [{ symbol_name: true }, 'invalid_type'],
      [{ kind: {} }, 'invalid_type'],
      [{ offset: '1' }, 'invalid_type'],
      [{ offset: 0.5 }, 'invalid_type'],
      [{ offset: -1 }, 'out_of_range'],
      [{ max_chars: 0 }, 'out_of_range'],
      [{ max_chars: true }, 'invalid_type'],
      [{ include_line_starts: 1 }, 'invalid_type'],
      [{ observation_id: 5 }, 'INVALID_OBSERVATION_ID'],
      [{ symbol_name: 'a\0b' }, 'target_encoding_invalid'],
      [{ query: '\ud800' }, 'target_encoding_invalid'],
    ] as const) {
      expect(await fault(args), JSON.stringify(args)).toEqual(['invalid_argument', code]);
    }
    for (const bad of ['A', null, { kind: 'section' }, { symbol_name: 'A', offset: 1 }, { symbol_name: 5 }]) {
      const [status, code, index] = await fault({ selections: [selections[0], bad] });
      expect([status, index]).toEqual(['invalid_argument', 1]);
      expect(['invalid_selections', 'invalid_type']).toContain(code);
    }
    expect(await fault({ target_file_id: 'x' })).toEqual(['invalid_argument', 'invalid_target_id']);
    for (const args of [{}, { observation_id }]) {
      expect(await fault({ ...args, target_file_id: randomUUID() })).toEqual(['not_found', undefined]);
    }
    expect(await count(database, target)).toEqual([0, 0]);
  });

  it('is not looked for in a text that cannot be read or trusted', async () => {
    const { database, target, observe } = await scene();
    const other = async (filename: string, content: string, content_type?: string) => {
      const made = await initializeTarget(database, {
        filename,
        content,
        ...(content_type ? { content_type } : {}),
      });
      return (args: Call, options = {}) =>
        observeScope(database, { target_file_id: (made as Call).target_file_id, ...args }, options);
    };
    const unknown = await other('a.sql', 'select 1', 'application/sql');
    expect(verdict(await unknown({}))).toEqual(['rejected', 'SCOPE_LANGUAGE_UNSUPPORTED']);
    expect(await unknown({ symbol_name: 'x' })).toMatchObject({
      observation_id: null,
      failure_detail: expect.stringContaining('markdown'),
    });
    const huge = await other('a.ini', 'a=b\n'.repeat(500_001));
    expect(verdict(await huge({}))).toEqual(['rejected', 'SCOPE_TEXT_TOO_LARGE']);
    const { ScopeError } = await import('../../../src/scope/index.js');
    const grammars = {
      load: async () => {
        throw new ScopeError('grammar_unavailable', 'it is not here');
      },
    };
    // Of a text of its own: a reading that succeeded is kept.
    const code = await other('a.py', `of_this_${driver} = 1\n`);
    expect(await code({}, { grammars })).toMatchObject({
      code: 'SCOPE_ENGINE_UNAVAILABLE',
      failure_detail: 'It is not here.',
    });
    expect(await code({ symbol_name: `of_this_${driver}` })).toMatchObject({
      status: 'observed',
      kind: 'variable',
    });
    const named = await other('a', '# A\n', 'markdown');
    expect(await named({ symbol_name: 'A' })).toMatchObject({ status: 'observed', language: 'markdown' });
    const byName = await other('a.yaml', 'k: v\n', 'who knows');
    expect(await byName({ symbol_name: 'k' })).toMatchObject({ status: 'observed', language: 'yaml' });
    await database.transaction((transaction) =>
      transaction.query('UPDATE cloud_target_files SET current_content = $2 WHERE target_file_id = $1', [
        target.id,
        '# Other\n',
      ]),
    );
    expect(verdict(await observe({ symbol_name: 'Other' }))).toEqual(['rejected', 'target_diverged']);
    expect(await count(database, target)).toEqual([0, 0]);
  });

  it('observed in a caller’s transaction is issued with it', async () => {
    const { database, target } = await scene();
    const undone = database.transaction(async (transaction) => {
      const args = { target_file_id: target.id, symbol_name: 'A' };
      const seen = (await observeScope(transaction, args)) as ObservedReceipt;
      const { observation_id } = seen;
      const edit = {
        target_file_id: target.id,
        intent: 'i',
        observation_id,
        expected_target_version: 0,
        expected_current_hash: target.hash,
        operations: [{ op: 'match' as const, match: 'A   | 30', replace: 'A   | 31' }],
      };
      expect(await submitObservedOperations(transaction, edit)).toMatchObject({ status: 'accepted' });
      throw new Error('never mind');
    });
    await expect(undone).rejects.toThrow('never mind');
    expect(await count(database, target)).toEqual([0, 0]);
  });
});
