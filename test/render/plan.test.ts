import { describe, expect, it } from 'vitest';
import { planRedline } from '../../src/render/plan.js';
import { CHANGES, change, compact, document } from './agreement.js';

describe('the plan of a redline', () => {
  it('tells every change once, and every move once more where it left', () => {
    for (const doc of [document(), compact()]) {
      const entries = planRedline(doc).flatMap((group) => group.entries);
      expect(entries.filter((entry) => entry.at === 'here').map((entry) => entry.change)).toEqual(CHANGES);
      expect(entries.filter((entry) => entry.at === 'left').map((entry) => entry.change)).toEqual(
        CHANGES.filter((one) => one.kind === 'move'),
      );
    }
  });

  it('keeps what left a renamed section under the section’s new name', () => {
    const heading = change('modify', '/section[1]/heading[1]', '/section[1]/heading[1]', {
      block_kind: 'heading',
      source_label: '1',
      test_label: '1',
      source_text: 'Fees',
      test_text: 'Charges',
    });
    const doc = document([heading, CHANGES[2]]);
    const left = planRedline(doc)
      .flatMap((group) => group.entries)
      .find((entry) => entry.at === 'left')!;
    expect(left.trail).toEqual(['Services Agreement', '1 Charges']);
  });
});
