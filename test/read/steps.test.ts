import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainParagraph } from '../../src/read/inline.js';
import { SourceIndex } from '../../src/read/origin.js';
import type { PlacedBlocks, RawBlock } from '../../src/read/raw.js';
import { defaultProfile } from '../../src/read/read-document.js';
import { StepMaker, Steps } from '../../src/read/steps.js';
import type { Step } from '../../src/read/units.js';

/** Blocks that make one step, none and two. */
const block: fc.Arbitrary<RawBlock> = fc
  .constantFrom('1.1 Fees are due.', 'Words.', '', 'as follows:\n(a) first;\n(b) second.')
  .map((text) => plainParagraph(text, 0, text.length));
const parts: fc.Arbitrary<PlacedBlocks[]> = fc.array(
  fc.record({ blocks: fc.array(block, { maxLength: 300 }), base: fc.nat(1000) }),
  { maxLength: 5 },
);

const said = (step: Step | undefined) =>
  step && [
    step.raw,
    step.base,
    step.start,
    step.end,
    step.unit?.from,
    step.unit?.to,
    step.unit?.label?.label,
  ];

describe('the steps of a document', () => {
  it('are the same whether they are made one by one or at once', () => {
    fc.assert(
      fc.property(parts, fc.nat(1500), fc.nat(3), (placed, whole, ahead) => {
        const maker = new StepMaker(defaultProfile('markdown'), new SourceIndex('x'.repeat(2000)), true);
        const expected = placed.flatMap(({ blocks, base }) => maker.all(blocks, base, null));
        const steps = Steps.of(placed, maker);
        for (let i = 0; i <= expected.length; i++) {
          steps.pass(i);
          for (const at of [i - 1, i, i + ahead]) {
            if (at >= 0) expect(said(steps.at(at))).toEqual(said(expected[at]));
          }
          if (i === whole) expect(steps.all().map(said)).toEqual(expected.map(said));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are made ahead of the last that was passed, and no further', () => {
    let made = 0;
    const counted: RawBlock[] = Array.from({ length: 5000 }, () => {
      const paragraph = plainParagraph('Words.', 0, 6);
      return {
        type: 'paragraph' as const,
        start: 0,
        end: 6,
        get inline() {
          made++;
          return paragraph.inline;
        },
      };
    });
    const maker = new StepMaker(defaultProfile('markdown'), new SourceIndex('Words.'), true);
    const steps = Steps.of([{ blocks: counted, base: 0 }], maker);
    steps.at(9);
    const perBlock = made / 10;
    expect(perBlock).toBeLessThan(10);
    for (let i = 0; i < 1000; i++) {
      steps.pass(i);
      steps.at(i);
    }
    expect(made).toBe(1000 * perBlock);
  });
});
