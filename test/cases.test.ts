/** Inputs that comparison tools get wrong, with the right answers: relatives of one another by the mistake they invite. */
import { describe, expect, test } from 'vitest';
import type { Change } from '../src/change/change.js';
import { compare } from '../src/compare/index.js';

const a = 'The Landlord shall keep the roof, the gutters and the outer walls in good and substantial repair.';
const b = 'The Tenant shall pay the rent by standing order on the first working day of every month.';
const c = 'Neither side may assign this lease without the written consent of the other, given beforehand.';
const d = 'A notice is served when it is left at the premises or sent by post to the registered office.';
const e = 'The deposit is held in a separate account and is returned within a month of the end of the term.';

function changes(before: string, after: string, extension = 'md'): readonly Change[] {
  return compare(before, after, { sourcePath: `a.${extension}`, testPath: `b.${extension}` }).changes;
}

const kinds = (list: readonly Change[]) => list.map((change) => change.kind).sort();
const labels = (list: readonly Change[]) =>
  list.map(({ kind, source_label, test_label }) => [kind, source_label, test_label]);
const words = (list: readonly Change[]) =>
  list.flatMap(({ inline }) => inline.map((edit) => [edit.source_text, edit.test_text]));

/** A document of numbered sections, each a heading and its clauses. */
function numbered(...sections: [string, ...string[]][]): string {
  return sections
    .map(([heading, ...clauses], i) =>
      [`## ${i + 1}. ${heading}`, ...clauses.map((text, k) => `${i + 1}.${k + 1} ${text}`)].join('\n\n'),
    )
    .join('\n\n')
    .concat('\n');
}

describe('numbering', () => {
  test('a clause deleted: those that follow are renumbered, nothing else', () => {
    const list = changes(numbered(['Lease', a, b, c, d]), numbered(['Lease', a, c, d]));
    expect(labels(list)).toEqual([
      ['delete', '1.2', null],
      ['renumber', '1.3', '1.2'],
      ['renumber', '1.4', '1.3'],
    ]);
  });

  test('a section inserted at the front renumbers every heading and clause', () => {
    const list = changes(
      numbered(['Rent', b], ['Repair', a]),
      numbered(['Deposit', e], ['Rent', b], ['Repair', a]),
    );
    expect(kinds(list)).toEqual(['insert', 'renumber', 'renumber', 'renumber', 'renumber']);
    expect(list[0]).toMatchObject({ kind: 'insert', block_kind: 'section', test_address: '/section[1]' });
  });

  test.each([
    [
      'labels in the text become list syntax',
      `1.1 ${a}\n\n1.2 ${b}\n`,
      `1. ${a}\n2. ${b}\n`,
      ['renumber', 'renumber'],
    ],
    ['brackets become full stops', `1) ${a}\n\n2) ${b}\n`, `1. ${a}\n\n2. ${b}\n`, []],
    ['bullets of another sort', `- ${a}\n- ${b}\n`, `* ${a}\n* ${b}\n`, []],
    ['a heading underlined in place of marked', `# Lease\n\n${a}\n`, `Lease\n=====\n\n${a}\n`, []],
  ])('%s: no words changed', (_, before, after, expected) => {
    expect(kinds(changes(before, after))).toEqual(expected);
  });

  test('a sub-clause between sub-clauses: letters move on, and only they', () => {
    const list = (items: string[]) =>
      `1.1 The Tenant shall:\n\n${items.map((item, i) => `(${'abcde'[i]}) ${item}`).join('\n\n')}\n`;
    const kept = [
      'keep the garden tidy and the paths clear of snow;',
      'clean the windows at least every two months;',
    ];
    const found = changes(
      list(kept),
      list([kept[0], 'sweep the chimney once a year before the first of October;', kept[1]]),
    );
    expect(labels(found)).toEqual([
      ['insert', null, '(b)'],
      ['renumber', '(b)', '(c)'],
    ]);
  });
});

describe('moves', () => {
  test('three sections turn round: the two smaller moved', () => {
    const list = changes(
      numbered(['Repair', a], ['Rent', b, e], ['Notices', d, c]),
      numbered(['Notices', d, c], ['Rent', b, e], ['Repair', a]),
    ).filter(({ kind }) => kind !== 'renumber');
    expect(list.every(({ kind, block_kind }) => kind === 'move' && block_kind === 'section')).toBe(true);
    expect(list).toHaveLength(2);
  });

  test('a section moves into a part: one move, not one for each clause', () => {
    const before = `# Part A\n\n## Repair\n\n${a}\n\n${c}\n\n# Part B\n\n## Rent\n\n${b}\n`;
    const after = `# Part A\n\n# Part B\n\n## Rent\n\n${b}\n\n## Repair\n\n${a}\n\n${c}\n`;
    const list = changes(before, after);
    expect(list.map(({ kind, block_kind }) => [kind, block_kind])).toEqual([['move', 'section']]);
  });

  test('a clause changes places with its neighbour: one move', () => {
    const list = changes(numbered(['Lease', a, b]), numbered(['Lease', b, a]));
    expect(kinds(list).filter((kind) => kind === 'move')).toHaveLength(1);
    expect(kinds(list)).not.toContain('delete');
  });

  test('a short line that stands elsewhere is no move', () => {
    const list = changes(
      `# A\n\nSee overleaf.\n\n${a}\n\n# B\n\n${b}\n`,
      `# A\n\n${a}\n\n# B\n\n${b}\n\nSee overleaf.\n`,
    );
    expect(kinds(list)).toEqual(['delete', 'insert']);
  });

  test('a moved clause keeps its edit, and tells both addresses', () => {
    const list = changes(
      `# A\n\n${a}\n\n${c}\n\n# B\n\n${b}\n`,
      `# A\n\n${c}\n\n# B\n\n${b}\n\n${a.replace('gutters', 'chimneys')}\n`,
    );
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      kind: 'move',
      source_address: '/section[1]/paragraph[1]',
      test_address: '/section[2]/paragraph[2]',
    });
    expect(words(list)).toEqual([['gutters', 'chimneys']]);
  });
});

describe('repetition', () => {
  const line = (n: number, hours: string) =>
    `${n}. The Landlord shall answer a report of kind ${n} within ${hours} hours and shall mend the fault within two days.`;
  const schedule = (hours: readonly string[]) =>
    `# Schedule\n\n${hours.map((h, i) => line(i + 1, h)).join('\n\n')}\n`;
  const plain = Array.from({ length: 12 }, () => 'four');

  test('two edits inside a repetitive schedule', () => {
    const edited = plain.map((hours, i) => (i === 3 || i === 8 ? 'two' : hours));
    const list = changes(schedule(plain), schedule(edited));
    expect(labels(list)).toEqual([
      ['modify', '4', '4'],
      ['modify', '9', '9'],
    ]);
  });

  test('of identical paragraphs one is added: one insertion', () => {
    const before = `# A\n\n${d}\n\nFirst marker of the two, on its own.\n\n${d}\n`;
    const after = `# A\n\n${d}\n\nFirst marker of the two, on its own.\n\n${d}\n\n${d}\n`;
    expect(kinds(changes(before, after))).toEqual(['insert']);
  });

  test('the same clause in two schedules: an edit in the second is in the second', () => {
    const doc = (days: string) =>
      `# Schedule A\n\n## Notices\n\n${d}\n\n# Schedule B\n\n## Notices\n\n${d} It takes effect after ${days} days.\n`;
    const list = changes(doc('two'), doc('three'));
    expect(list.map(({ kind, test_address }) => [kind, test_address])).toEqual([
      ['modify', '/section[2]/section[1]/paragraph[1]'],
    ]);
  });
});

describe('tables', () => {
  const grid = (...rows: string[]) =>
    ['| Part | Price | Due |', '|---|---|---|', ...rows.map((row) => `| ${row} |`)].join('\n').concat('\n');

  test.each([
    [
      'a row at the top',
      ['Roof | 100 | May', 'Walls | 90 | June'],
      ['Drains | 40 | April', 'Roof | 100 | May', 'Walls | 90 | June'],
      ['insert'],
    ],
    ['the last row goes', ['Roof | 100 | May', 'Walls | 90 | June'], ['Roof | 100 | May'], ['delete']],
    [
      'a row above an edited row',
      ['Roof | 100 | May', 'Walls | 90 | June'],
      ['Roof | 100 | May', 'Drains | 40 | April', 'Walls | 95 | June'],
      ['insert', 'modify'],
    ],
    [
      'two cells of one row',
      ['Roof | 100 | May', 'Walls | 90 | June'],
      ['Roof | 110 | July', 'Walls | 90 | June'],
      ['modify', 'modify'],
    ],
    [
      'rows of figures only',
      ['1 | 100 | 5', '2 | 90 | 6', '3 | 80 | 7'],
      ['1 | 100 | 5', '3 | 80 | 7'],
      ['delete'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(kinds(changes(grid(...before), grid(...after)))).toEqual(expected);
  });

  test('a column inserted: its cells, and no cell edited', () => {
    const wide = [
      '| Part | Maker | Price | Due |',
      '|---|---|---|---|',
      '| Roof | Smith | 100 | May |',
      '| Walls | Jones | 90 | June |',
      '',
    ].join('\n');
    expect(kinds(changes(grid('Roof | 100 | May', 'Walls | 90 | June'), wide))).toEqual([
      'insert',
      'insert',
      'insert',
    ]);
  });
});

describe('no change', () => {
  test.each([
    ['re-wrapped text', 'txt', `1.1 ${a.slice(0, 37)}\n${a.slice(38)}\n`, `1.1 ${a}\n`],
    ['a wrapped quotation', 'md', `> ${a.slice(0, 37)}\n> ${a.slice(38)}\n`, `> ${a}\n`],
    ['line ends', 'md', `# A\n\n${a}\n\n${b}\n`, `# A\r\n\r\n${a}\r\n\r\n${b}\r\n`],
    ['emphasis', 'md', `${a}\n`, `${a.replace('Landlord', '**Landlord**').replace('roof', '*roof*')}\n`],
    [
      'link targets',
      'md',
      `See [the schedule](a.md) for the ${a}\n`,
      `See [the schedule](b.md) for the ${a}\n`,
    ],
    ['a comment', 'md', `${a}\n`, `<!-- draft -->\n\n${a}\n`],
    [
      'widths of table columns',
      'md',
      '| A | B |\n|---|---|\n| 1 | 2 |\n',
      '| A     | B   |\n|-------|-----|\n| 1     | 2   |\n',
    ],
    ['spaces between words', 'txt', `${a}\n`, `${a.replaceAll(' ', '  ')}\n`],
    ['a byte order mark', 'md', `${a}\n`, `\uFEFF${a}\n`],
  ])('%s', (_, extension, before, after) => {
    expect(changes(before, after, extension)).toEqual([]);
  });
});

describe('edits', () => {
  test('two unrelated sections in one place are a deletion and an insertion', () => {
    const list = changes(
      `# Lease\n\n## Pets\n\nNo dog, cat or other animal larger than a hamster is kept on the premises.\n\n## Rent\n\n${b}\n`,
      `# Lease\n\n## Insurance\n\nCover against fire and flood for the full cost of rebuilding stays in force.\n\n## Rent\n\n${b}\n`,
    );
    expect(list.map(({ kind, block_kind }) => [kind, block_kind])).toEqual(
      expect.arrayContaining([
        ['delete', 'section'],
        ['insert', 'section'],
      ]),
    );
    expect(list).toHaveLength(2);
  });

  test('a heading renamed over the same clauses is an edit of the heading', () => {
    const list = changes(`# Lease\n\n## Rent\n\n${b}\n\n${e}\n`, `# Lease\n\n## Payments\n\n${b}\n\n${e}\n`);
    expect(list.map(({ kind, block_kind }) => [kind, block_kind])).toEqual([['modify', 'heading']]);
  });

  test('offsets count code points in every script', () => {
    const list = changes('押金👨‍👩‍👧为四千元。𠮷野家\n', '押金👨‍👩‍👧为五千元。𠮷野家\n');
    expect(list).toHaveLength(1);
    for (const { source_text, test_text, inline } of list) {
      const points = [...source_text];
      let out = '';
      let at = 0;
      for (const edit of inline) {
        out += points.slice(at, edit.source_start).join('') + edit.test_text;
        at = edit.source_end;
      }
      expect(out + points.slice(at).join('')).toBe(test_text);
      expect(inline.every((edit) => [...edit.source_text].length <= 4)).toBe(true);
    }
  });
});
