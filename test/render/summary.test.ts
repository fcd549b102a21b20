import { describe, expect, it } from 'vitest';
import { renderSummary } from '../../src/render/summary.js';
import { change, compact, document } from './agreement.js';

describe('the summary', () => {
  it('tells a small agreement’s changes, a line each, and the totals last', () => {
    expect(`\n${renderSummary(document())}`).toBe(`
edited 1.1 (list_item, clause) at /section[1]/section[1]/list_item[1] in "1 Fees": The Customer pays each undisputed invoice within [-thirty (30)-]{+sixty (60)+} days of its date, by bank transfer to the account named on the …
renumbered 1.3 → 1.2 (list_item, clause) from /section[1]/section[1]/list_item[3] to /section[1]/section[1]/list_item[2] in "1 Fees": Fees exclude taxes.
moved 1.2 → 2.2 (list_item, clause) from /section[1]/section[1]/list_item[2] to /section[1]/section[2]/list_item[2] in "2 Term": The Supplier may suspend the Services on ten days’ written notice if an undisputed invoice stays unpaid after a reminder.
deleted 2.2 (list_item, clause) at /section[1]/section[2]/list_item[2] in "2 Term": [-Notices are given in writing and take effect when they are received.-]
inserted 3 Data protection (section) at /section[1]/section[3] in "Services Agreement": {+Data protection / 3.1 Each party keeps personal data safe. / (a) The Supplier reports a breach within 24 hours.+}
inserted (row) at /section[1]/section[4]/table[1]/row[3] in "Schedule": {+Pilot | 1 May+}
edited (cell) from /section[1]/section[3]/table[1]/row[3]/cell[2] to /section[1]/section[4]/table[1]/row[4]/cell[2] in "Schedule": 1 [-June-]{+July+}

Sections:
/section[1]/section[1] "Fees": 2 changes (1 edited, 1 renumbered); 4 blocks, 0.5 changes per block
/section[1]/section[2] "Term": 2 changes (1 deleted, 1 moved); 4 blocks, 0.5 changes per block
/section[1]/section[3] "Data protection": 1 change (1 inserted); 4 blocks, 0.25 changes per block
/section[1]/section[4] "Schedule": 2 changes (1 inserted, 1 edited); 14 blocks, 0.1429 changes per block

Total: 7 changes (2 inserted, 1 deleted, 2 edited, 1 moved, 1 renumbered); in the text 2 replacements; 14 characters added and 15 deleted.
`);
  });

  it('has a line for each change, with trees and without', () => {
    for (const doc of [document(), compact()]) {
      expect(renderSummary(doc).split('\n\n')[0].split('\n')).toHaveLength(doc.changes.length);
    }
  });

  it('keeps a code block’s change on one line and shows control characters', () => {
    const code = change('modify', '/paragraph[1]', '/paragraph[1]', {
      block_kind: 'paragraph',
      role: 'code',
      source_text: 'a\n\u001bb',
      test_text: 'a\n\u001bc',
    });
    expect(renderSummary(compact([code])).split('\n')[0]).toBe(
      'edited (paragraph, code) at /section[1]/paragraph[1] in "Services Agreement": a⏎[-<U+001B>b-]{+<U+001B>c+}',
    );
  });

  it('cuts a long insert at a word and says that it did', () => {
    const long = change('insert', null, '/list_item[1]', { test_text: 'word '.repeat(200).trim() });
    const [line] = renderSummary(compact([long]), { limit: 20 }).split('\n');
    expect(line).toContain(': {+word word word word …+}');
  });

  it('says so when nothing changed', () => {
    expect(renderSummary(compact([]))).toBe('No changes; 22 and 27 blocks compared.\n');
  });
});

describe('a summary within a size', () => {
  const whole = renderSummary(document());
  const size = (text: string) => [...text].length;

  it('is the whole one when that fits', () => {
    expect(renderSummary(document(), { budget: size(whole) })).toBe(whole);
  });

  it('keeps whole changes, the most important ones, in the document’s order, and says what it leaves out', () => {
    const text = renderSummary(document(), { budget: 900 });
    const [lines, closing] = text.split('\n\n');
    expect(lines.split('\n').map((line) => line.split(' (')[0])).toEqual([
      'edited 1.1',
      'inserted 3 Data protection',
      'edited',
    ]);
    expect(closing.split('\n').at(-2)).toBe(
      'Left out for want of room: 4 changes (1 inserted, 1 deleted, 1 moved, 1 renumbered) and the totals of the sections.',
    );
    for (const line of lines.split('\n')) expect(whole).toContain(`${line}\n`);
  });

  it('never passes the size, as long as the closing lines fit', () => {
    for (let budget = 330; budget <= size(whole) + 10; budget += 40) {
      expect(size(renderSummary(document(), { budget }))).toBeLessThanOrEqual(budget);
    }
  });

  it('leaves new numbers out first', () => {
    const text = renderSummary(document(), { budget: size(whole) - 800 });
    expect(text).not.toContain('renumbered 1.3');
    expect(text).toContain('edited 1.1');
  });
});
