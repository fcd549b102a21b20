import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compare/compare.js';
import { differenceBetween } from '../../src/compare/difference.js';
import { type KeptComparison, keptText, readKept } from '../../src/compare/kept.js';
import { differenceTotals, renderDifference } from '../../src/render/difference.js';

const BEFORE = `# Terms

1. The Customer pays each invoice within thirty days of its receipt.

2. Notices are given in writing to the address of the other party.

3. The Supplier keeps the data for one year after the end of the term.
`;
const AFTER = BEFORE.replace('thirty', 'sixty').replace('one year', 'two years');

const kept = (source: string, test: string): KeptComparison =>
  readKept(JSON.parse(keptText(compare(source, test).toJSON({ trees: false }))));
const expected = kept(BEFORE, AFTER);
const draw = (actual: KeptComparison, options = {}) =>
  renderDifference(differenceBetween(expected, actual), options);

describe('the redline of a comparison', () => {
  it('is empty when nothing differs', () => {
    expect(draw(kept(BEFORE, AFTER))).toBe('');
  });

  it('shows what appeared and what went with its words, and what is told otherwise with both', () => {
    const actual = kept(
      BEFORE,
      AFTER.replace('two years', 'one year').replace('sixty', 'ninety').replace('in writing', 'by letter'),
    );
    expect(draw(actual)).toBe(`in Terms
  ~ changed: 1 edited (list item, clause) at /section[1]/list_item[1]
      test_text       The Customer pays each invoice within [-sixty-]{+ninety+} days of its receipt.
      edits were      The Customer pays each invoice within [-thirty-]{+sixty+} days of its receipt.
      edits are       The Customer pays each invoice within [-thirty-]{+ninety+} days of its receipt.
  - went: 3 edited (list item, clause) at /section[1]/list_item[3]
      The Supplier keeps the data for [-one year-]{+two years+} after the end of the term.
  + appeared: 2 edited (list item, clause) at /section[1]/list_item[2]
      Notices are given [-in writing-]{+by letter+} to the address of the other party.
`);
  });

  it('shows values that went from one to another', () => {
    const change = { ...expected.changes[0], role: null, matched_by: 'fuzzy' as const, span_types: ['date'] };
    const actual = { ...expected, changes: [change, ...expected.changes.slice(1)] };
    expect(draw(actual)).toContain(
      `
      role            clause → none
      span_types      none → date
      matched_by      exact → fuzzy`.replace('exact', expected.changes[0].matched_by),
    );
  });

  it('tells counts only where they do not follow from the changes', () => {
    const statistics = { ...(expected.statistics as object), source_blocks: 9 };
    expect(draw({ ...expected, statistics })).toMatch(/^statistics\.source_blocks: \d → 9\n$/);
    const fewer = kept(BEFORE, AFTER.replace('sixty', 'thirty'));
    expect(draw(fewer)).toMatch(/statistics\.counts\.modified: 2 → 1\nstatistics\.counts\.total: 2 → 1\n$/);
  });

  it('counts what is beyond the limit', () => {
    expect(draw(kept(BEFORE, BEFORE), { limit: 1 })).toContain('… and 1 more difference between the changes');
  });

  it('colours the marks alone, and lets no text act on the terminal', () => {
    const change = { ...expected.changes[0], role: '\u001b[2J', breadcrumb: ['a\u001b[2Jb'] };
    const actual = { ...expected, changes: [change, ...expected.changes.slice(1)] };
    expect(draw(actual)).not.toContain('\u001b');
    expect(draw(actual, { color: true })).toContain('\u001b[1;33m~ changed\u001b[0m: 1 edited');
  });

  it('says in one line how much differs', () => {
    const totals = (actual: KeptComparison) => differenceTotals(differenceBetween(expected, actual));
    expect(totals(expected)).toBe('');
    expect(totals({ ...expected, statistics: {} })).toMatch(/^\d+ values changed$/);
    expect(totals({ ...expected, changes: [] })).toBe('2 changes went');
    expect(totals(kept(BEFORE, BEFORE))).toBe('2 changes went, 2 other values changed');
  });
});
