import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodePointIndex, codePointLength, hasSurrogates, sliceCodePoints } from '../../src/document/index.js';

/** Any string at all, lone surrogates included, with plenty of pairs. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('😀', '👨‍👩‍👧', '𝒳', '\ud83d', '\ude00', 'é', '付'),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('code points', () => {
  it('are what iterating a string gives, whatever it holds', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 30 }), fc.nat({ max: 30 }), (s, from, length) => {
        const points = Array.from(s);
        expect(codePointLength(s)).toBe(points.length);
        expect(sliceCodePoints(s, from, from + length)).toBe(points.slice(from, from + length).join(''));
        expect(sliceCodePoints(s, from)).toBe(points.slice(from).join(''));
        expect(hasSurrogates(s)).toBe(/[\ud800-\udfff]/.test(s));
      }),
      { numRuns: 2000 },
    );
  });

  it('convert to UTF-16 units and back', () => {
    fc.assert(
      fc.property(text, (s) => {
        const index = new CodePointIndex(s);
        const points = Array.from(s);
        expect(index.length).toBe(points.length);
        let unit = 0;
        points.forEach((point, i) => {
          expect(index.toUnit(i)).toBe(unit);
          for (let k = 0; k < point.length; k++) expect(index.toPoint(unit + k)).toBe(i);
          unit += point.length;
        });
        expect(index.toUnit(points.length)).toBe(s.length);
        expect(index.toPoint(s.length)).toBe(points.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('outside a text are taken to its ends', () => {
    const index = new CodePointIndex('😀x');
    expect([index.toUnit(-1), index.toUnit(9), index.toPoint(-1), index.toPoint(9)]).toEqual([0, 3, 0, 2]);
    expect(sliceCodePoints('😀x', 5)).toBe('');
  });

  it('differ from UTF-16 units after an emoji', () => {
    expect('😀 x'.indexOf('x')).toBe(3);
    expect(new CodePointIndex('😀 x').toPoint(3)).toBe(2);
    expect(sliceCodePoints('😀 x', 2)).toBe('x');
  });
});
