import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTree, type DraftBlock } from '../../src/document/build.js';
import { columns } from '../../src/render/layout.js';
import { renderTerminal } from '../../src/render/terminal.js';
import { CHANGES, change, compact, counts, document } from './agreement.js';

const plain = (text: string) => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

describe('the terminal redline', () => {
  it('tells a small agreement’s changes under their headings', () => {
    expect(`\n${renderTerminal(document(), { names: { source: 'old.md', test: 'new.md' } })}`).toBe(`
old.md → new.md

1 Fees
  ~ 1.1 edited (list item, clause, touches date)
      The Customer pays each undisputed invoice within [-thirty (30)-]{+sixty
      (60)+} days of its date, by bank transfer to the account named on the …
  < 1.2 moved to 2.2 in “2 Term”  The Supplier may suspend the Services on ten …
  # 1.3 → 1.2 renumbered (list item, clause)  Fees exclude taxes.

2 Term
  > 2.2 moved from 1.2 in “1 Fees” (list item, clause)
      The Supplier may suspend the Services on ten days’ written notice if an …
  - 2.2 deleted (list item, clause)
    - Notices are given in writing and take effect when they are received.

Services Agreement
  + 3 Data protection inserted (section, 4 blocks)
    + 3.1 Each party keeps personal data safe.
    +   (a) The Supplier reports a breach within 24 hours.

Schedule
  + row inserted
    + Pilot | 1 May
  ~ cell edited (row “Go-live sign-off”, column “Due”, touches date)
      1 [-June-]{+July+}

7 changes: 2 inserted, 1 deleted, 2 edited, 1 moved, 1 renumbered
In the text: 2 replacements; 14 characters added and 15 deleted
`);
  });

  it('says what the changes alone say when there are no trees', () => {
    const text = renderTerminal(compact());
    expect(text).toContain('  < 1.2 moved to 2.2 in “Term”');
    expect(text).toContain('  + section inserted at /section[1]/section[3]\n');
    expect(text).toContain('      1 [-June-]{+July+}\n');
  });

  it('strikes and underlines words in colour, and writes no marks', () => {
    const text = renderTerminal(document(), { color: true, width: 100 });
    expect(text).toContain('\u001b[31;9mthirty (30)\u001b[0m\u001b[32;4msixty (60)\u001b[0m days');
    expect(text).not.toMatch(/\[-|\{\+/);
  });

  it('writes no escape sequence without colour', () => {
    expect(renderTerminal(document(), { color: false })).not.toContain('\u001b');
  });

  it('puts a pointer where a block left, also without trees', () => {
    for (const doc of [document(), compact()]) {
      const text = renderTerminal(doc);
      expect(text.indexOf('< 1.2 moved to 2.2')).toBeGreaterThan(text.indexOf('~ 1.1 edited'));
      expect(text.indexOf('< 1.2 moved to 2.2')).toBeLessThan(text.indexOf('# 1.3 → 1.2'));
    }
  });

  it('keeps the edits of a block that was moved or renumbered', () => {
    const edited = change('renumber', '/section[1]/list_item[3]', '/section[1]/list_item[2]', {
      source_label: '1.3',
      test_label: '1.2',
      source_text: 'Fees exclude taxes.',
      test_text: 'Fees include taxes.',
    });
    const text = renderTerminal(document([edited]));
    expect(text).toContain('# 1.3 → 1.2 renumbered and edited');
    expect(text).toContain('Fees [-exclude-]{+include+} taxes.');
  });

  it('says what an unlabelled section that moved among its siblings stood after', () => {
    const moved = change('move', '/section[2]', '/section[1]', { block_kind: 'section', role: null });
    const text = renderTerminal(document([moved]));
    // Its neighbour is called as it is itself, so the neighbour's first words tell.
    expect(text).toContain('> 1 Fees moved from after “1 Fees”, “The Customer pays each undisputed …”');
    expect(text).toContain('< 2 Term moved to the beginning');
    expect(renderTerminal(compact([moved]))).toContain('moved from /section[1]/section[2]');
  });

  it('keeps room for words however deep an inserted block nests', () => {
    let deep: DraftBlock = {
      kind: 'list_item',
      text: 'the innermost',
      matched_by: 'markdown:list',
      confidence: 1,
    };
    for (let i = 0; i < 90; i++) deep = { ...deep, text: `level ${i}`, children: [deep] };
    const root: DraftBlock = { kind: 'document', matched_by: 'document', confidence: 1 };
    const inserted = { ...change('insert', null, '/x', {}), test_address: '/list_item[1]', breadcrumb: [] };
    const doc = {
      ...compact([inserted]),
      source: buildTree(root),
      test: buildTree({ ...root, children: [deep] }),
    };
    const text = renderTerminal(doc, { width: 40 });
    expect(text).toContain('the innermost');
    for (const line of text.split('\n')) expect(columns(line)).toBeLessThanOrEqual(40);
  });

  it('names a label that came or went', () => {
    const gone = change('renumber', '/section[1]/list_item[3]', '/section[1]/list_item[2]', {
      source_label: '1.3',
      source_text: 'Fees exclude taxes.',
    });
    expect(renderTerminal(compact([gone]))).toContain('# 1.3 → no label renumbered');
  });

  it('says so when nothing changed', () => {
    expect(renderTerminal(document([]))).toBe('No changes (22 and 27 blocks compared)\n');
  });

  it('says which filter made the list', () => {
    const doc = document([CHANGES[0]]);
    const filter = {
      kinds: ['modify' as const],
      address_prefixes: [],
      labels: [],
      roles: [],
      min_chars: 20,
      has_inline: null,
    };
    expect(renderTerminal({ ...doc, config: { ...doc.config, filter } })).toContain(
      'Only changes of kind modify, at least 20 changed characters are shown.\n',
    );
  });

  it('warns when the search stopped at its limit', () => {
    const doc = document();
    expect(renderTerminal({ ...doc, config: { filter: null, budget_exhausted: true } })).toContain(
      'stopped at its limit',
    );
  });

  it('says what the readers left out', () => {
    const doc = document();
    const dropped = [{ kind: 'front_matter', count: 1, reason: 'metadata' }];
    expect(renderTerminal({ ...doc, source: { ...doc.source!, dropped } })).toContain(
      'Not compared, in the first document: front matter (1)\n',
    );
  });

  it('keeps the lines of a code block', () => {
    const code = change('modify', '/paragraph[1]', '/paragraph[1]', {
      block_kind: 'paragraph',
      role: 'code',
      source_text: 'if (a) {\n  b();\n}',
      test_text: 'if (a) {\n  c();\n}',
    });
    expect(renderTerminal(document([code]))).toContain('      if (a) {\n        [-b();-]{+c();+}\n      }\n');
  });

  it('lets no document act on the terminal', () => {
    const evil = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eesrever\u2066\r\u0008';
    const bad = change('modify', '/list_item[1]', '/list_item[1]', {
      source_label: evil,
      test_label: evil,
      role: evil,
      span_types: [evil],
      breadcrumb: [evil],
      source_text: `${evil} one`,
      test_text: `${evil} two`,
    });
    const names = { source: evil, test: evil };
    for (const kind of ['modify', 'move', 'renumber'] as const) {
      const text = renderTerminal(compact([{ ...bad, kind }]), { names });
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(text).toContain('<U+001B>');
      expect(text).toContain('<U+202E>');
    }
  });

  it('fills no more than the width it was given, whatever the text', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'word ',
        ' ',
        '漢',
        '字',
        '👩‍👩‍👧',
        'é',
        '\n',
        '،',
        'ไทย',
        '\u001b',
        'antidisestablishmentarianism',
      ),
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.integer({ min: 30, max: 120 }),
        fc.boolean(),
        (before, after, label, width, color) => {
          const one = change('modify', '/list_item[1]', '/list_item[1]', {
            source_text: before,
            test_text: after,
            test_label: label.slice(0, 12) || null,
            breadcrumb: [label, before],
          });
          const doc = compact([one, { ...one, kind: 'move' }, { ...one, kind: 'delete', inline: [] }]);
          for (const line of plain(renderTerminal(doc, { width, color })).split('\n')) {
            expect(columns(line)).toBeLessThanOrEqual(width);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('shows the same words in colour and without', () => {
    const colored = plain(renderTerminal(document(), { color: true, width: 2000 }));
    const bare = renderTerminal(document(), { width: 2000 }).replaceAll(/\[-|-\]|\{\+|\+\}/g, '');
    expect(colored).toBe(bare);
  });

  it('draws ten thousand changes in good time', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      ...CHANGES[i % 4],
      test_address: CHANGES[i % 4].test_address === null ? null : `/section[${i + 1}]/list_item[1]`,
      source_address: `/section[${i + 1}]/list_item[1]`,
    }));
    const doc = compact();
    const text = renderTerminal({
      ...doc,
      changes: many,
      statistics: { ...doc.statistics, counts: counts(many) },
    });
    expect(text.split('\n').length).toBeGreaterThan(20_000);
  });
});
