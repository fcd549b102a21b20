/** What people do to agreements, policies and specifications, each with what an editor would say had happened. */
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/change/change.js';
import { compare } from '../../src/compare/index.js';

const keep = 'The Supplier shall keep the records of each delivery for six years after it is made.';
const pay = 'The Client shall pay each invoice within thirty days of the day on which it is received.';
const force = 'Neither party is liable for a delay that is caused by an event outside its control.';
const secret = "Each party shall keep the other party's confidential information secret.";

function changes(extension: 'md' | 'txt', before: string, after: string): readonly Change[] {
  return compare(before, after, { sourcePath: `a.${extension}`, testPath: `b.${extension}` }).changes;
}

/** Paragraphs, a blank line between them. */
const doc = (...blocks: string[]) => `${blocks.join('\n\n')}\n`;
const table = (...rows: string[][]) =>
  [rows[0], rows[0].map(() => '---'), ...rows.slice(1)].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** `kind label → label`, or the kind of block where neither side has a label. */
const labels = (list: readonly Change[]) =>
  list.map(({ kind, block_kind, source_label, test_label }) =>
    source_label === null && test_label === null
      ? `${kind} ${block_kind}`
      : `${kind} ${source_label ?? '·'} → ${test_label ?? '·'}`,
  );
const words = (list: readonly Change[]) =>
  list.flatMap(({ inline }) => inline.map((edit) => [edit.source_text, edit.test_text]));

describe.each(['md', 'txt'] as const)(
  'a clause put in renumbers the next, whatever labels are made of (%s)',
  (extension) => {
    test.each([
      ['Section 4.01.', 'Section 4.02.', 'Section 4.03.'],
      ['4.09', '4.10', '4.11'],
      ['Sec. 7.', 'Sec. 8.', 'Sec. 9.'],
      ['Art. 2', 'Art. 3', 'Art. 4'],
      ['Artikel 5', 'Artikel 6', 'Artikel 7'],
      ['Artículo 5.', 'Artículo 6.', 'Artículo 7.'],
      ['Step 1:', 'Step 2:', 'Step 3:'],
      ['A.1', 'A.2', 'A.3'],
      ['第九条', '第十条', '第十一条'],
    ])('%s', (first, second, third) => {
      const bare = (label: string) => label.replace(/[.:]$/, '');
      const list = changes(
        extension,
        doc(`${first} ${keep}`, `${second} ${pay}`),
        doc(`${first} ${keep}`, `${second} ${force}`, `${third} ${pay}`),
      );
      expect(labels(list)).toEqual([
        `insert · → ${bare(second)}`,
        `renumber ${bare(second)} → ${bare(third)}`,
      ]);
    });

    test('and a clause that squeezes in between two numbers renumbers nothing', () => {
      const list = changes(
        extension,
        doc('## 1. TERMS', `1.1 ${keep}`, `1.2 ${pay}`),
        doc('## 1. TERMS', `1.1 ${keep}`, `1.1A ${force}`, `1.2 ${pay}`),
      );
      expect(labels(list)).toEqual(['insert · → 1.1A']);
    });
  },
);

describe('plain text', () => {
  test('a heading in its underline: the words that change, not the dashes', () => {
    const list = changes(
      'txt',
      `Scope\n=====\n\n${keep}\n\nPayment\n-------\n\n${pay}\n`,
      `Scope\n=====\n\n${keep}\n\nFees and Payment\n----------------\n\n${pay}\n`,
    );
    expect(labels(list)).toEqual(['modify heading']);
    expect(words(list)).toEqual([['', 'Fees and ']]);
  });

  test('a section without a blank line below its heading goes whole', () => {
    const list = changes(
      'txt',
      `1. Records\n${keep}\n2. Payment\n${pay}\n3. Delay\n${force}\n`,
      `1. Records\n${keep}\n2. Delay\n${force}\n`,
    );
    expect(labels(list)).toEqual(['delete section', 'renumber 3 → 2']);
  });

  test('rules between paragraphs are drawn, not written', () => {
    expect(changes('txt', `${keep}\n\n-----\n\n${pay}\n`, `${keep}\n\n==========\n\n${pay}\n`)).toEqual([]);
  });

  test('a line above the title is a line above the title', () => {
    const body = doc('SUPPLY AGREEMENT', '1. RECORDS', keep, '2. PAYMENT', pay);
    expect(labels(changes('txt', body, `Draft of 3 May for discussion only\n\n${body}`))).toEqual([
      'insert paragraph',
    ]);
  });

  test('a section whose text becomes one short sentence keeps its heading', () => {
    const list = changes(
      'txt',
      doc('What We Collect', keep, 'How We Use It', pay),
      doc('What We Collect', 'Nothing at all.', 'How We Use It', pay),
    );
    expect(labels(list)).toEqual(['delete paragraph', 'insert paragraph']);
  });

  test('a definition put into its place in the alphabet moves no other', () => {
    const affiliate = '"Affiliate" means a company under common control with a party.';
    const fee = '"Fee" means the sum set out in the order form.';
    const data = '"Client Data" means what the Client puts into the platform.';
    const list = changes('txt', doc('DEFINITIONS', affiliate, fee), doc('DEFINITIONS', affiliate, data, fee));
    expect(labels(list)).toEqual(['insert paragraph']);
  });
});

describe('lists', () => {
  test('a sentence that becomes a lead and its items is edited, and the items come', () => {
    const sentence =
      '1.1 The Seller shall keep the goods dry, insure them against fire, and mark each crate.';
    const list = [
      '1.1 The Seller shall:',
      '(a) keep the goods dry;',
      '(b) insure them against fire;',
      '(c) mark each crate.',
    ];
    expect(labels(changes('md', doc(sentence, `1.2 ${pay}`), doc(...list, `1.2 ${pay}`)))).toEqual([
      'modify 1.1 → 1.1',
      'insert · → (a)',
      'insert · → (b)',
      'insert · → (c)',
    ]);
    expect(labels(changes('md', doc(...list, `1.2 ${pay}`), doc(sentence, `1.2 ${pay}`)))).toEqual([
      'modify 1.1 → 1.1',
      'delete (a) → ·',
      'delete (b) → ·',
      'delete (c) → ·',
    ]);
  });

  test('bullets of one word that gain a mark are edited', () => {
    const list = changes('md', '- apples\n- pears\n- plums\n', '- apples;\n- pears;\n- plums.\n');
    expect(labels(list)).toEqual(['modify list_item', 'modify list_item', 'modify list_item']);
    expect(words(list)).toEqual([
      ['', ';'],
      ['', ';'],
      ['', '.'],
    ]);
  });

  test('an item that gains points of its own stays the item it was', () => {
    const list = changes(
      'md',
      '1. Apples\n2. Pears\n3. Plums\n',
      '1. Apples\n   1. red ones\n   2. green ones\n2. Pears\n3. Plums\n',
    );
    expect(labels(list)).toEqual(['insert · → 1.1', 'insert · → 1.2']);
  });

  test('the last item goes, and its "and" goes up', () => {
    const lead = '1.1 The Supplier shall:';
    const list = changes(
      'txt',
      doc(lead, '(a) keep the records;', '(b) train the staff; and', '(c) answer each call.'),
      doc(lead, '(a) keep the records; and', '(b) train the staff.'),
    );
    expect(labels(list)).toEqual(['modify (a) → (a)', 'modify (b) → (b)', 'delete (c) → ·']);
    expect(words(list)).toEqual([
      ['', ' and'],
      ['; and', '.'],
    ]);
  });

  test('an item past (h) is a letter still when the one before it goes', () => {
    const items = (letters: string, things: readonly number[]) =>
      things.map((thing, i) => `(${letters[i]}) the goods of class ${thing} of the list;`);
    const list = changes(
      'txt',
      doc('1.1 Sold are:', ...items('abcdefghij', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])),
      doc('1.1 Sold are:', ...items('abcdefghi', [1, 2, 3, 4, 5, 6, 8, 9, 10])),
    );
    expect(labels(list)).toEqual([
      'delete (g) → ·',
      'renumber (h) → (g)',
      'renumber (i) → (h)',
      'renumber (j) → (i)',
    ]);
  });

  test('a clause that is rewritten and changes place in its section is known by its caption', () => {
    const fees = 'Fees. All fees are in dollars and do not contain taxes of any kind.';
    const taxes = 'Taxes. The Customer bears all duties and levies that apply to the fees.';
    const due =
      'Payment. Customer will pay Provider the fees and taxes in each invoice within the Payment Period.';
    const anew =
      'Payment. Customer will pay Provider Fees and taxes, unless the Order Form names another currency, according to the Payment Process.';
    const list = changes(
      'txt',
      doc('1. MONEY', `1.1 ${fees}`, `1.2 ${due}`, `1.3 ${taxes}`),
      doc('1. MONEY', `1.1 ${fees}`, `1.2 ${taxes}`, `1.3 ${anew}`),
    );
    expect(labels(list)).toEqual(['move 1.3 → 1.2', 'renumber 1.2 → 1.3']);
  });
});

describe('tables', () => {
  const plan = table(['Item', 'Due'], ['Plan', 'Week 2'], ['Report', 'Week 8']);

  test('a column comes in and its neighbour is renamed', () => {
    const wider = table(
      ['Item', 'Owner', 'Deadline'],
      ['Plan', 'Ann', 'Week 2'],
      ['Report', 'Bob', 'Week 8'],
    );
    const list = changes('md', plan, wider);
    expect(labels(list)).toEqual(['insert cell', 'modify cell', 'insert cell', 'insert cell']);
    expect(words(list)).toEqual([['Due', 'Deadline']]);
  });

  test('two columns change places: one goes and comes, no cell is edited', () => {
    const turned = table(['Due', 'Item'], ['Week 2', 'Plan'], ['Week 8', 'Report']);
    const kinds = changes('md', plan, turned).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['delete', 'delete', 'delete', 'insert', 'insert', 'insert']);
  });

  test('the oldest year goes and the newest comes: the years between are compared with themselves', () => {
    const list = changes(
      'md',
      table(['', '2022', '2023'], ['Sales', '9', '10'], ['Costs', '6', '7']),
      table(['', '2023', '2024'], ['Sales', '10', '12'], ['Costs', '8', '9']),
    );
    expect(words(list)).toEqual([['7', '8']]);
  });

  test('numbered rows count on below a row that comes in', () => {
    const list = changes(
      'md',
      table(['No', 'Item'], ['1', 'Plan of the works'], ['2', 'Report on the tests']),
      table(
        ['No', 'Item'],
        ['1', 'Plan of the works'],
        ['2', 'Survey of the site'],
        ['3', 'Report on the tests'],
      ),
    );
    expect(labels(list)).toEqual(['insert row', 'modify cell']);
    expect(words(list)).toEqual([['2', '3']]);
  });
});

describe('sections', () => {
  test('a section goes, and a clause of it stays elsewhere', () => {
    const list = changes(
      'md',
      doc(
        '## 1. Records',
        `1.1 ${keep}`,
        '## 2. Conduct',
        `2.1 ${secret}`,
        `2.2 ${force}`,
        '## 3. Payment',
        `3.1 ${pay}`,
      ),
      doc('## 1. Records', `1.1 ${keep}`, `1.2 ${force}`, '## 2. Payment', `2.1 ${pay}`),
    );
    expect(labels(list)).toEqual([
      'delete section',
      'renumber 2.2 → 1.2',
      'renumber 3 → 2',
      'renumber 3.1 → 2.1',
    ]);
  });

  test('the middle one of three sections with the same text goes', () => {
    const section = (name: string) => doc(`## GET /${name}`, 'Returns a list.');
    const list = changes(
      'md',
      section('users') + section('orders') + section('items'),
      section('users') + section('items'),
    );
    expect(list.map(({ kind, source_address }) => [kind, source_address])).toEqual([
      ['delete', '/section[2]'],
    ]);
  });

  test('a heading that goes a level down takes its section along, and nothing else', () => {
    const list = changes(
      'md',
      doc('# A', '## One', keep, '## Two', pay, '## Three', force),
      doc('# A', '## One', keep, '### Two', pay, '## Three', force),
    );
    expect(labels(list)).toEqual(['move section']);
  });
});
