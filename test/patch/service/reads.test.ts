import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findOccurrences, type OccurrencePage } from '../../../src/patch/service/find.js';
import {
  type LinePage,
  type LineStart,
  readLines,
  readTarget,
  type TargetPage,
} from '../../../src/patch/service/read.js';
import { initializeTarget } from '../../../src/patch/service/targets.js';
import type { Database } from '../../../src/patch/store/database.js';
import { canonicalText } from '../../../src/patch/text/canonical.js';
import { onBothDrivers } from '../support/databases.js';
import { awkwardText } from '../support/texts.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function stored(database: Database, content: string): Promise<string> {
  const made = await initializeTarget(database, { filename: 'a.txt', content });
  if (made.status !== 'ok') throw new Error(made.failure_detail);
  return made.target_file_id;
}

/** The same by arrays of code points. */
function naiveOccurrences(text: string, needle: string): number[] {
  const [points, wanted] = [[...text], [...needle]];
  return points.flatMap((_, i) => (wanted.every((point, j) => points[i + j] === point) ? [i] : []));
}

function naiveLines(text: string): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + [...line].length + 1;
    lines.push({ start, end });
    start = end;
  }
  return lines.map(({ start, end }) => ({ start, end: Math.min(end, [...text].length) }));
}

async function ok<T extends { status: string }>(answer: Promise<T>): Promise<Extract<T, { status: 'ok' }>> {
  const value = await answer;
  if (value.status !== 'ok') throw new Error(JSON.stringify(value));
  return value as Extract<T, { status: 'ok' }>;
}

onBothDrivers('reading a target', (database) => {
  test('by pages gives the canonical text, whatever the page size', async () => {
    const db = await database();
    await fc.assert(
      fc.asyncProperty(awkwardText, fc.integer({ min: 1, max: 9 }), async (raw, length) => {
        const text = canonicalText(raw);
        const target_file_id = await stored(db, raw);
        let read = '';
        let start: number | null = 0;
        while (start !== null) {
          const page: TargetPage = await ok(readTarget(db, { target_file_id, start, length }));
          expect(page.total_chars).toBe([...text].length);
          expect(page.text).toBe([...text].slice(page.start, page.end).join(''));
          expect(page.truncated).toBe(page.next_start !== null);
          read += page.text;
          start = page.next_start;
        }
        expect(read).toBe(text);
      }),
      { numRuns: 25 },
    );
  });

  test('by lines gives the range, every line start once, over all pages', async () => {
    const db = await database();
    await fc.assert(
      fc.asyncProperty(
        awkwardText,
        fc.integer({ min: 1, max: 12 }),
        fc.nat(30),
        fc.nat(30),
        async (raw, max_chars, from, to) => {
          const text = canonicalText(raw);
          const lines = naiveLines(text);
          const [start_line, end_line] = [from % lines.length, to % lines.length]
            .sort((a, b) => a - b)
            .map((n) => n + 1);
          const target_file_id = await stored(db, raw);
          let read = '';
          const starts: LineStart[] = [];
          let offset: number | null = 0;
          while (offset !== null) {
            const page: LinePage = await ok(
              readLines(db, {
                target_file_id,
                start_line,
                end_line,
                offset,
                max_chars,
                include_line_starts: true,
              }),
            );
            expect([page.range_start, page.range_end]).toEqual([
              lines[start_line! - 1]!.start,
              lines[end_line! - 1]!.end,
            ]);
            expect(page.total_lines).toBe(lines.length);
            expect(page.start).toBe(page.range_start + offset);
            expect(page.next_start).toBe(
              page.next_offset === null ? null : page.range_start + page.next_offset,
            );
            read += page.text;
            starts.push(...page.line_starts!);
            offset = page.next_offset;
          }
          const [first, last] = [lines[start_line! - 1]!, lines[end_line! - 1]!];
          expect(read).toBe([...text].slice(first.start, last.end).join(''));
          expect(starts).toEqual(
            lines.slice(start_line! - 1, end_line).map(({ start }, i) => ({ line: start_line! + i, start })),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test('by search counts overlapping occurrences and cuts context in code points', async () => {
    const db = await database();
    const needle = fc.constantFrom(
      'a',
      'aa',
      'aaa',
      'aba',
      '\u{1F600}',
      '\n',
      '\r\n',
      'e\u0301',
      '\u0301',
      'zz',
    );
    await fc.assert(
      fc.asyncProperty(
        awkwardText,
        needle,
        fc.nat(5),
        fc.integer({ min: 1, max: 4 }),
        async (raw, text, context_chars, max_results) => {
          const content = canonicalText(raw);
          const points = [...content];
          const wanted = [...canonicalText(text)];
          const expected = naiveOccurrences(content, wanted.join(''));
          const target_file_id = await stored(db, raw);
          const found: unknown[] = [];
          let start_occurrence: number | null = 1;
          while (start_occurrence !== null) {
            const page: OccurrencePage = await ok(
              findOccurrences(db, { target_file_id, text, context_chars, start_occurrence, max_results }),
            );
            expect(page.occurrence_count).toBe(expected.length);
            found.push(...page.occurrences);
            start_occurrence = page.next_occurrence_index;
          }
          expect(found).toEqual(
            expected.map((start, i) => ({
              occurrence_index: i + 1,
              start,
              end: start + wanted.length,
              before: points.slice(Math.max(0, start - context_chars), start).join(''),
              after: points.slice(start + wanted.length, start + wanted.length + context_chars).join(''),
            })),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test('shows its whole answer', async () => {
    const db = await database();
    const target_file_id = await stored(db, 'one\r\ntwo\nthree\n');
    const head = {
      status: 'ok',
      target_file_id,
      version: 0,
      current_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(await readTarget(db, { target_file_id, start: 4, length: 3 })).toEqual({
      ...head,
      start: 4,
      end: 7,
      text: 'two',
      total_chars: 14,
      truncated: true,
      next_start: 7,
    });
    expect(await readLines(db, { target_file_id, start_line: 2, include_line_starts: true })).toEqual({
      ...head,
      total_chars: 14,
      total_lines: 4,
      start_line: 2,
      end_line: 4,
      range_start: 4,
      range_end: 14,
      start: 4,
      end: 14,
      text: 'two\nthree\n',
      truncated: false,
      next_offset: null,
      next_start: null,
      line_starts: [
        { line: 2, start: 4 },
        { line: 3, start: 8 },
        { line: 4, start: 14 },
      ],
    });
    expect(await findOccurrences(db, { target_file_id, text: 't', max_results: 1 })).toEqual({
      ...head,
      occurrence_count: 2,
      returned_count: 1,
      start_occurrence: 1,
      occurrences: [{ occurrence_index: 1, start: 4, end: 5, before: 'one\n', after: 'wo\nthree\n' }],
      truncated: true,
      next_occurrence_index: 2,
    });
  });

  test('of an empty target gives one empty line', async () => {
    const db = await database();
    const target_file_id = await stored(db, '');
    expect(await readLines(db, { target_file_id, include_line_starts: true })).toMatchObject({
      total_chars: 0,
      total_lines: 1,
      text: '',
      line_starts: [{ line: 1, start: 0 }],
    });
    expect(await readTarget(db, { target_file_id })).toMatchObject({
      text: '',
      truncated: false,
      next_start: null,
    });
  });

  test('clamps sizes: 4,000 when left out, at most 8,000, at least 1', async () => {
    const db = await database();
    const target_file_id = await stored(db, 'x'.repeat(10_000));
    const ends = async (length: number | null | undefined) =>
      (await ok(readTarget(db, { target_file_id, length }))).end;
    expect([
      await ends(undefined),
      await ends(null),
      await ends(9_999),
      await ends(0),
      await ends(-5),
    ]).toEqual([4_000, 4_000, 8_000, 1, 1]);
    const lines = async (max_chars: number | null) =>
      (await ok(readLines(db, { target_file_id, max_chars }))).end;
    expect([await lines(null), await lines(9_999)]).toEqual([4_000, 8_000]);
    const cut = await ok(
      findOccurrences(db, { target_file_id, text: 'x'.repeat(9_000), context_chars: 500, max_results: 1 }),
    );
    expect([cut.occurrence_count, cut.occurrences[0]!.after.length]).toEqual([1_001, 400]);
  });

  test('refuses arguments of the wrong type or past the end, and tells an unknown target from a malformed id', async () => {
    const db = await database();
    const target_file_id = await stored(db, 'abc\n');
    const wrong = (args: object) => [
      readTarget(db, { target_file_id, ...args } as never),
      readLines(db, { target_file_id, ...args } as never),
      findOccurrences(db, { target_file_id, text: 'a', ...args } as never),
    ];
    const [read, lines, find] = [0, 1, 2];
    const refused: [number, object][] = [
      [read, { start: true }],
      [read, { start: -1 }],
      [read, { start: 5 }],
      [read, { start: 1e300 }],
      [read, { length: '5' }],
      [read, { length: 1.5 }],
      [lines, { start_line: 0 }],
      [lines, { start_line: 3 }],
      [lines, { end_line: 3 }],
      [lines, { end_line: false }],
      [lines, { start_line: 2, end_line: 1 }],
      [lines, { offset: -1 }],
      [lines, { offset: 5 }],
      [lines, { max_chars: 0 }],
      [lines, { include_line_starts: 1 }],
      [lines, { start_line: 1e300 }],
      [find, { text: '' }],
      [find, { text: 5 }],
      [find, { text: '\ud800' }],
      [find, { text: '\0' }],
      ...[-1, true, null, '1', 1.5].map((context_chars): [number, object] => [find, { context_chars }]),
      [find, { start_occurrence: 0 }],
      [find, { max_results: 0 }],
    ];
    for (const [tool, args] of refused) {
      expect(await wrong(args)[tool], JSON.stringify(args)).toMatchObject({
        status: 'invalid_argument',
        failure_detail: expect.any(String),
      });
    }
    expect((await readTarget(db, { target_file_id, start: 4 })).status).toBe('ok');
    expect(await readLines(db, { target_file_id, offset: 4 })).toMatchObject({ text: '', truncated: false });
    for (const answer of [readTarget, readLines, findOccurrences]) {
      expect((await answer(db, { target_file_id: UNKNOWN, text: 'a' } as never)).status).toBe('not_found');
      expect(await answer(db, { target_file_id: 'nonsense', text: 'a' } as never)).toMatchObject({
        status: 'invalid_argument',
        code: 'invalid_target_id',
      });
    }
  });

  test('sees text that was changed by hand, though version and hash stayed', async () => {
    const db = await database();
    const target_file_id = await stored(db, 'before before');
    const count = async () =>
      (await ok(findOccurrences(db, { target_file_id, text: 'before' }))).occurrence_count;
    expect([await count(), await count()]).toEqual([2, 2]);
    await db.transaction((transaction) =>
      transaction.query(
        `UPDATE cloud_target_files SET current_content = 'before\r\n' WHERE target_file_id = $1`,
        [target_file_id],
      ),
    );
    expect(await count()).toBe(1);
    expect(await readTarget(db, { target_file_id })).toMatchObject({
      text: 'before\r\n',
      total_chars: 8,
      version: 0,
    });
  });
});
