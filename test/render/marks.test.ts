import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarkStyle, readMarks, writeChange, writeNote, writeSame } from '../../src/render/marks.js';

/** Text out of everything that looks like a mark or a part of one. */
const fragments = fc
  .array(
    fc.constantFrom(
      ...['{', '}', '+', '-', '~', '>', '<', '=', '\\', '/', '"', ' ', 'a'],
      ...['{++', '++}', '{--', '--}', '{~~', '~>', '~~}', '{>>', '<<}', '{=='],
      ...[
        '<ins>',
        '</ins>',
        '<del>',
        '</del>',
        '<moved ',
        '</moved>',
        '<renumbered from="1" to="2">',
        '<ins',
      ],
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

interface Part {
  readonly same: string;
  readonly before: string;
  readonly after: string;
  readonly together: boolean;
  readonly note: boolean;
}
const parts: fc.Arbitrary<Part[]> = fc.array(
  fc.record({
    same: fragments,
    before: fragments,
    after: fragments,
    together: fc.boolean(),
    note: fc.boolean(),
  }),
  { maxLength: 4 },
);

function written(list: readonly Part[], end: string, style: MarkStyle): string {
  let text = '';
  for (const { same, before, after, together, note } of list) {
    const change = writeChange(before, after, style, together);
    if (change === '' && !note) continue;
    text += writeSame(same, style, false);
    text += note ? writeNote({ kind: 'moved', from: before, to: after }, change, style) : change;
  }
  return text + writeSame(end, style, true);
}

describe.each(['critic', 'tags'] as const)('marks in style %s', (style) => {
  it('read back as what was written, whatever the texts hold', () => {
    fc.assert(
      fc.property(parts, fragments, (list, end) => {
        const marked = readMarks(written(list, end, style), style);
        const told = list.filter(({ before, after, note }) => note || before !== '' || after !== '');
        const before = told.map((part) => part.same + part.before).join('') + end;
        const after = told.map((part) => part.same + part.after).join('') + end;
        if (marked.map((piece) => piece.before).join('') !== before) throw new Error('before');
        if (marked.map((piece) => piece.after).join('') !== after) throw new Error('after');
      }),
      { numRuns: 2000 },
    );
  });

  it('leave a text without marks as it is', () => {
    const text = 'A \\ b { c } *d* [e](f) C:\\g\\h <b>i</b> a + b - c ~ d -- e ++ f';
    expect(writeSame(text, style, true)).toBe(text);
    expect(writeSame(text, style, false)).toBe(text);
  });
});
