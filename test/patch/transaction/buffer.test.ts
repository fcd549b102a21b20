import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SequentialBuffer } from '../../../src/patch/transaction/buffer.js';
import { firstOverlap, mapBack } from '../../../src/patch/transaction/change.js';
import { findAll } from '../../../src/patch/transaction/exact-search.js';
import { findEach } from '../../../src/patch/transaction/many-search.js';

const UNITS = ['a', 'b', '\n', '😀', '\u0301'];
const text = (maxLength: number, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(...UNITS), minLength, maxLength });

/** Where `needle` occurs in `points`, by looking everywhere. */
function naiveOccurrences(points: readonly string[], needle: string): number[] {
  const wanted = Array.from(needle);
  const found: number[] = [];
  for (let i = 0; i + wanted.length <= points.length; i++) {
    if (wanted.every((point, k) => points[i + k] === point)) found.push(i);
  }
  return found;
}

function allOf(occurrences: { count: number; at(nth: number): number }): number[] {
  return Array.from({ length: occurrences.count }, (_, i) => occurrences.at(i + 1));
}

describe('exact search', () => {
  it('finds what looking everywhere finds, in runs too', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 }),
        (haystack, needle) => {
          expect(findAll(haystack, needle)).toEqual(naiveOccurrences(Array.from(haystack), needle));
        },
      ),
      { numRuns: 3000 },
    );
    expect(findAll('a'.repeat(40), 'a'.repeat(20))).toHaveLength(21);
  });

  it('takes time in proportion to the text where a long needle overlaps itself everywhere', () => {
    expect(findAll('a'.repeat(1_000_000), 'a'.repeat(10_000))).toHaveLength(990_001);
  });
});

describe('the search for many texts in one pass', () => {
  it('finds for each what a search of its own finds', () => {
    const needle = fc.string({ unit: fc.constantFrom('a', 'b', '😀', 'é'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(text(60), fc.uniqueArray(needle, { maxLength: 30 }), (haystack, needles) => {
        const found = findEach(haystack, needles, 10_000);
        expect([...found!]).toEqual(needles.map((it) => [it, findAll(haystack, it)]));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives up where it would have to keep too many', () => {
    expect(findEach('a'.repeat(100), ['a', 'aa', 'aaa'], 200)).toBeNull();
    const buffer = new SequentialBuffer('a'.repeat(100));
    buffer.expect(Array.from({ length: 60 }, (_, i) => 'a'.repeat(i + 1)));
    expect(buffer.occurrences('a'.repeat(60)).count).toBe(41);
  });

  it('changes nothing of what a buffer finds', () => {
    const needles = UNITS.flatMap((a) => UNITS.flatMap((b) => UNITS.map((c) => a + b + c)));
    fc.assert(
      fc.property(text(60), fc.nat(), text(5), (start, at, inserted) => {
        const plain = new SequentialBuffer(start);
        const prepared = new SequentialBuffer(start, 2);
        prepared.expect(needles);
        for (const buffer of [plain, prepared]) {
          const from = at % (buffer.length + 1);
          buffer.replace(from, Math.min(buffer.length, from + 2), inserted);
        }
        for (const it of needles)
          expect(allOf(prepared.occurrences(it))).toEqual(allOf(plain.occurrences(it)));
      }),
      { numRuns: 150 },
    );
  });
});

describe('the sequential buffer', () => {
  it('agrees with a list of code points on every slice, edit and search', () => {
    const edit = fc.record({ at: fc.nat(), size: fc.nat(6), text: text(8), needle: text(4, 1) });
    fc.assert(
      fc.property(
        text(40),
        fc.array(edit, { maxLength: 8 }),
        fc.constantFrom(2, 5, 1024),
        (start, edits, pieces) => {
          const buffer = new SequentialBuffer(start, pieces);
          let points = Array.from(start);
          for (const { at, size, text: inserted, needle } of edits) {
            const from = at % (points.length + 1);
            const to = Math.min(points.length, from + size);
            expect(buffer.slice(from, to)).toBe(points.slice(from, to).join(''));
            buffer.replace(from, to, inserted);
            points = [...points.slice(0, from), ...Array.from(inserted), ...points.slice(to)];
            expect(buffer.length).toBe(points.length);
            expect(buffer.toString()).toBe(points.join(''));
            const expected = naiveOccurrences(points, needle);
            const found = buffer.occurrences(needle);
            expect(allOf(found)).toEqual(expected);
            expect(found.countBefore(from)).toBe(expected.filter((it) => it < from).length);
            expect(allOf(buffer.originalOccurrences(needle))).toEqual(
              naiveOccurrences(Array.from(start), needle),
            );
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('clamps slices to the text', () => {
    const buffer = new SequentialBuffer('a😀b');
    expect(buffer.slice(-5, 2)).toBe('a😀');
    expect(buffer.slice(1, 99)).toBe('😀b');
    expect(buffer.slice(3, 3)).toBe('');
  });
});

describe('mapping spans through changes', () => {
  /** A text whose characters know where they were at the start (-1 for those that a change made). */
  function simulate(size: number, changes: { at: number; size: number; inserted: number }[]) {
    let origins = Array.from({ length: size }, (_, i) => i);
    const spans = changes.map(({ at, size: taken, inserted }) => {
      const start = at % (origins.length + 1);
      const end = Math.min(origins.length, start + taken);
      origins = [...origins.slice(0, start), ...Array(inserted).fill(-1), ...origins.slice(end)];
      return { span_start: start, span_end: end, replacement_chars: inserted };
    });
    return { origins, spans };
  }
  const changes = fc.array(fc.record({ at: fc.nat(), size: fc.nat(4), inserted: fc.nat(3) }), {
    maxLength: 5,
  });

  it('gives the place that a span had, and null for one that changes made or cut', () => {
    fc.assert(
      fc.property(fc.nat(20), changes, fc.nat(), fc.integer({ min: 1, max: 4 }), (size, list, at, width) => {
        const { origins, spans } = simulate(size, list);
        if (origins.length < width) return;
        const start = at % (origins.length - width + 1);
        const held = origins.slice(start, start + width);
        const whole = held.every((it, i) => it >= 0 && it === held[0] + i);
        const mapped = mapBack(spans, start, start + width);
        if (!whole) expect(mapped).toBeNull();
        else if (mapped !== null) expect(mapped).toEqual({ start: held[0], end: held[0] + width });
      }),
      { numRuns: 5000 },
    );
  });

  it('finds the first change that touched a span', () => {
    fc.assert(
      fc.property(fc.nat(20), changes, fc.nat(), fc.integer({ min: 1, max: 4 }), (size, list, at, width) => {
        if (size < width) return;
        const start = at % (size - width + 1);
        const listed = (points: number[]) => `,${points.join()},`;
        const wanted = listed(Array.from({ length: width }, (_, i) => start + i));
        const intact = (count: number) =>
          listed(simulate(size, list.slice(0, count)).origins).includes(wanted);
        const first = firstOverlap(simulate(size, list).spans, start, start + width);
        const broken = list.findIndex((_, i) => !intact(i + 1));
        // An overlap that puts nothing in and takes nothing out touches a span without breaking it.
        if (broken >= 0) expect(first).toBeLessThanOrEqual(broken);
        if (first >= 0 && broken !== first) {
          const { span_start, span_end, replacement_chars } = simulate(size, list).spans[first];
          expect([span_end - span_start, replacement_chars]).toEqual([0, 0]);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
