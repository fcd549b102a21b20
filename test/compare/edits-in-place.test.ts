import { describe, expect, it } from 'vitest';
import { type Change, compare, sliceCodePoints } from '../../src/index.js';

/** Ways in which the same words stand in a document: each wraps a text so that it is read as one block. */
const places: [name: string, format: 'markdown' | 'text', wrap: (text: string) => string][] = [
  ['a paragraph', 'markdown', (t) => `${t}\n`],
  ['a clause', 'markdown', (t) => `# Terms\n\n1.1 ${t}\n\n1.2 Nothing else changes here.\n`],
  ['a numbered list', 'markdown', (t) => `1. ${t}\n2. Nothing else changes here.\n`],
  ['a bullet with emphasis before it', 'markdown', (t) => `- **Term.** ${t}\n- Nothing else changes here.\n`],
  ['a quote', 'markdown', (t) => `> ${t}\n`],
  [
    'a table cell',
    'markdown',
    (t) => `| Item | Rule |\n|---|---|\n| One | ${t} |\n| Two | Nothing else. |\n`,
  ],
  ['a clause in plain text', 'text', (t) => `TERMS\n\n1.1 ${t}\n\n1.2 Nothing else changes here.\n`],
  [
    'a sub-clause in plain text',
    'text',
    (t) => `1. The parties agree:\n\n(a) ${t}\n\n(b) nothing else changes here.\n`,
  ],
  ['plain text with Windows line ends', 'text', (t) => `1.1 ${t}\r\n\r\n1.2 Nothing else changes here.\r\n`],
];

const first = 'The Supplier shall keep the records of each delivery for six years after it is made.';
const more = 'It shall make them available on request.';
const edits: [name: string, before: string, after: string, expected: [string, string][]][] = [
  [
    'a number and its figure',
    'Payment is due within thirty (30) days of the invoice.',
    'Payment is due within sixty (60) days of the invoice.',
    [['thirty (30)', 'sixty (60)']],
  ],
  [
    'a percentage',
    'Interest accrues at 4% a year on what is overdue.',
    'Interest accrues at 5% a year on what is overdue.',
    [['4', '5']],
  ],
  [
    'a price',
    'The fee is €1,000 (one thousand euros) for each month.',
    'The fee is €1,500 (fifteen hundred euros) for each month.',
    [['€1,000 (one thousand', '€1,500 (fifteen hundred']],
  ],
  [
    'a reference',
    'Fees are due as set out in clause 9.',
    'Fees are due as set out in clause 8.',
    [['9', '8']],
  ],
  [
    'a quoted term',
    'In this agreement “Fees” means the sums due under it.',
    'In this agreement “Charges” means the sums due under it.',
    [['Fees', 'Charges']],
  ],
  ['a sentence more', first, `${first} ${more}`, [['', ` ${more}`]]],
  ['a sentence less', `${first} ${more}`, first, [[` ${more}`, '']]],
  [
    'a sentence in between',
    `${first} Neither party is liable for delay.`,
    `${first} ${more} Neither party is liable for delay.`,
    [['', `${more} `]],
  ],
  [
    'a condition more',
    'Fees are due when the invoice is received.',
    'Fees are due when the invoice is received, unless they are disputed.',
    [['', ', unless they are disputed']],
  ],
  [
    'a word after emoji',
    'Total 😀😀 due: 40 USD from the 👨‍👩‍👧 fund.',
    'Total 😀😀 due: 45 USD from the 👨‍👩‍👧 fund.',
    [['40', '45']],
  ],
  [
    'an accent made of two code points',
    'The cafe\u0301 opens at nine on each working day.',
    'The cafe\u0301 opens at ten on each working day.',
    [['nine', 'ten']],
  ],
  [
    'Hebrew',
    'התשלום יבוצע בתוך שלושים ימים ממועד החשבונית.',
    'התשלום יבוצע בתוך שישים ימים ממועד החשבונית.',
    [['שלושים', 'שישים']],
  ],
  [
    'Russian',
    'Оплата производится в течение тридцати (30) дней.',
    'Оплата производится в течение шестидесяти (60) дней.',
    [['тридцати (30)', 'шестидесяти (60)']],
  ],
];

describe.each(places)('in %s', (_, format, wrap) => {
  it.each(edits)('%s', (_, before, after, expected) => {
    const { changes } = compare(wrap(before), wrap(after), { sourceFormat: format, testFormat: format });
    expect(changes.map((change) => change.kind)).toEqual(['modify']);
    const [{ inline, source_text, test_text }] = changes as [Change];
    expect(inline.map((edit) => [edit.source_text, edit.test_text])).toEqual(expected);
    for (const edit of inline) {
      expect(sliceCodePoints(source_text, edit.source_start, edit.source_end)).toBe(edit.source_text);
      expect(sliceCodePoints(test_text, edit.test_start, edit.test_end)).toBe(edit.test_text);
    }
  });
});

describe('code', () => {
  const fence = (code: string): string => `# Use\n\n\`\`\`js\n${code}\n\`\`\`\n`;
  const change = (a: string, b: string): Change[] => [
    ...compare(fence(a), fence(b), { sourceFormat: 'markdown', testFormat: 'markdown' }).changes,
  ];

  it('keeps its lines, and an edit stays in its line', () => {
    const [only] = change('const a = 1;\nconst b = 2;\nrun(a, b);', 'const a = 1;\nconst b = 3;\nrun(a, b);');
    expect(only).toMatchObject({
      kind: 'modify',
      role: 'code',
      inline: [{ source_text: '2', test_text: '3' }],
    });
  });

  it('is compared with its white space', () => {
    const [only] = change('if (a) {\n  b();\n}', 'if (a) {\n    b();\n}');
    expect(only.inline).toMatchObject([{ kind: 'insert', test_text: '  ' }]);
  });
});

describe('what is edited is told by the spans it touches', () => {
  it('a reference that follows a renumbering', () => {
    const before = '# Terms\n\n1.1 The Supplier may suspend under clause 3.3 on notice.\n';
    const { changes } = compare(before, before.replace('3.3', '3.4'), {
      sourceFormat: 'markdown',
      testFormat: 'markdown',
    });
    expect(changes[0].span_types).toEqual(['cross_reference']);
  });
});
