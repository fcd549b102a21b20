import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../src/compare/index.js';
import { readDocument } from '../../src/read/read-document.js';
import { renderSummary } from '../../src/render/summary.js';
import { labelParts } from '../../src/verify/label-parts.js';
import { LabelIndex } from '../../src/verify/labels.js';
import { checkReferences } from '../../src/verify/references.js';
import { verify } from '../../src/verify/verify.js';

const markdown = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;
const text = { sourceFormat: 'text', testFormat: 'text' } as const;
const keep = 'The Supplier shall keep the records of each delivery for six years after it is made.';
const pay = 'The Client shall pay each invoice within thirty days of the day on which it is received.';
const force = 'Neither party is liable for a delay that is caused by an event outside its control.';

function findings(source: string, test: string, options: typeof markdown | typeof text = markdown) {
  return checkReferences(compare(source, test, options)).findings.map(({ status, label, expected_label }) => [
    status,
    label,
    expected_label,
  ]);
}

describe('a reference out of the document', () => {
  // Clause 2 goes and 3 becomes 2, so that a reference to 3 of this document is out of date.
  const law = (sentence: string) => [
    `# Terms\n\n1. ${keep}\n\n2. ${force}\n\n3. ${pay}\n\n4. ${sentence}\n`,
    `# Terms\n\n1. ${keep}\n\n2. ${pay}\n\n3. ${sentence}\n`,
  ];

  test.each([
    'Users have the rights in section 12.212 of the FAR and section 3 of the Withdrawal Act 2018.',
    'It is a commercial item under 48 C.F.R. § 3 and DFAR section 252.227-7014 of that title.',
    'Copies are made as 17 U.S.C. § 3 et seq. lets the Client make them, and as 17 USC Section 3 does.',
    'The Supplier is a processor under Article 3 GDPR and under Articles 2, 3 and 4 of Regulation (EU) 2016/679.',
    'What section 3 of the Order Form says of prices goes before what the Supplier has published.',
    'Software is licensed under section 3 of the GNU General Public License, version 3, by its authors.',
    'The seat of the arbitration is chosen under Articles 2, 3 and 4 of the Rules by the parties.',
    'As title 17 United States Code Section 3 has it, works of officers are free for everybody.',
    'Der Lieferant haftet nach § 3 BGB und nach § 3 des Urheberrechtsgesetzes ohne Einschränkung.',
    'L’auteur garde le droit moral que prévoit l’Article 3 du Code de la propriété intellectuelle.',
    'Under the Companies Act 2006, section 3 a director must give notice of each interest at once.',
  ])('%s', (sentence) => {
    const [source, test] = law(sentence);
    expect(findings(source, test)).toEqual([]);
  });

  test.each([
    'What section 3 says of prices goes before what the Supplier has published or said elsewhere.',
    'What section 3 of this Agreement says of prices goes before what the Act says of invoices.',
    'What section 3 of these Terms says of prices goes before what the Supplier has published.',
    'The Client pays interest under clause 3 from the Effective Date to the Data Protection Officer.',
    'SUBJECT TO SECTION 3, THE SUPPLIER IS NOT LIABLE FOR ANY LOSS OF THE CLIENT OR OF ITS USERS.',
  ])('and none: %s', (sentence) => {
    const [source, test] = law(sentence);
    expect(findings(source, test)).toEqual([['stale', '3', '2']]);
  });

  test('the name of the document itself, and of a part of it, is not that of another', () => {
    const withTitle = (title: string, name: string) => [
      `# ${title}\n\n1. ${keep}\n\n2. ${force}\n\n3. ${pay}\n\n4. Clause 3 of the ${name} goes before the prices of the list.\n`,
      `# ${title}\n\n1. ${keep}\n\n2. ${pay}\n\n3. Clause 3 of the ${name} goes before the prices of the list.\n`,
    ];
    const [source, revised] = withTitle('Master Services Agreement', 'Master Services Agreement');
    expect(findings(source, revised)).toEqual([['stale', '3', '2']]);
    const [other, otherRevised] = withTitle('Data Processing Addendum', 'Master Services Agreement');
    expect(findings(other, otherRevised)).toEqual([]);
  });
});

describe('a reference through headings and items', () => {
  const terms = (items: readonly string[]) =>
    `# Terms\n\n## A. Accounts\n\n#### 1. Opening\n\n${keep}\n\n## D. Content\n\n${items
      .map((item, i) => `#### ${i + 1}. ${item}`)
      .join('\n\n')}\n\n## G. Rights\n\n1. ${force}\n\n   (g) ${pay}\n\n`;

  test('by the letter of a heading and the number below it', () => {
    const said = 'The licences of Section D.2 end when the content is removed.';
    const before = terms([`Ownership\n\n${force}`, `Licence\n\n${pay}`]) + said;
    const after =
      terms([
        `Ownership\n\n${force}`,
        `Removal\n\nThe Supplier may remove what breaks the law.`,
        `Licence\n\n${pay}`,
      ]) + said;
    expect(findings(before, before)).toEqual([]);
    expect(findings(before, after)).toEqual([['stale', 'D.2', 'D.3']]);
    expect(findings(before, after.replace('Section D.2', 'Section D.3'))).toEqual([
      ['updated', 'D.3', 'D.3'],
    ]);
    expect(findings(before.replace('D.2', 'D(2)'), after.replace('D.2', 'D(2)'))).toEqual([
      ['stale', 'D(2)', 'D(3)'],
    ]);
  });

  test('`Section G` is the heading and never the item (g)', () => {
    const said = terms([`Ownership\n\n${force}`]);
    const report = checkReferences(
      compare(`${said}See Section D first of all.`, `${said}See Section G first of all.`, markdown),
    );
    expect(
      report.findings.map(({ status, label, expected_label, test_target }) => [
        status,
        label,
        expected_label,
        test_target,
      ]),
    ).toEqual([['retargeted', 'G', 'D', '/section[1]/section[3]']]);
  });

  test.each([
    ['4.1(3)', '4.1.3'],
    ['4.1.3', '4.1.3'],
    ['3', '3'],
  ])('numbers below numbers: %s', (said) => {
    const list = (first: string) =>
      `4. Developers\n\n4.1. Powers\n\nThe developers may:\n\n  1. appoint a leader of the project;\n\n${first}  3. amend this constitution in writing.\n\n5. Leader\n\n5.1. The leader acts as §${said} says of the amendments.\n`;
    const source = list('  2. make a statement of policy;\n\n');
    expect(findings(source, source, text)).toEqual([]);
  });

  test('where labels are whole paths and where they are not', () => {
    const whole =
      '# T\n\n## 8. Caps\n\n8.1 The cap is:\n\n(a) one million euros in a year;\n\n(b) two in all.\n\n';
    const relative =
      '# T\n\n8. Caps\n\n   1. The cap is:\n\n      a. one million euros in a year;\n\n      b. two in all.\n\n';
    for (const source of [whole, relative]) {
      const labels = new LabelIndex(readDocument(source, { format: 'markdown' }).tree);
      const at = labels.resolve(labelParts('8.1(b)'), 0);
      expect(labels.index.blocks[at]?.text).toBe('two in all.');
      expect(labels.spelled(at, '8.1(a)', 0)).toBe('8.1(b)');
    }
  });

  test('`paragraph 1 of Schedule 2` is looked for in that schedule', () => {
    const schedule = (n: number, first: string) => `## Schedule ${n}\n\n1. ${first}\n\n`;
    const source = `# T\n\n## Terms\n\n1. The prices are those of paragraph 1 of Schedule 2 to these terms.\n\n${schedule(1, keep)}${schedule(2, pay)}`;
    const revised = source.replace(pay, `${force}\n\n2. ${pay}`);
    expect(findings(source, revised)).toEqual([['stale', '1', '2']]);
    expect(findings(source, source.replace(keep, `${force}\n\n2. ${keep}`))).toEqual([]);
  });

  test('a caption that is that of the clause says that it is meant', () => {
    const source = `# T\n\n## 1. Records\n\n${keep}\n\n## 2. Delay\n\n${force}\n\n## 3. Payment\n\nNothing in Section 2 (Delay) delays a payment that is due.\n`;
    expect(findings(source, source.replace('Section 2 (Delay)', 'Section 1 (Records)'))).toEqual([
      ['updated', '1', '1'],
    ]);
    expect(findings(source, source.replace('Section 2 (Delay)', 'Section 1 (Delay)'))).toEqual([
      ['retargeted', '1', '2'],
    ]);
  });
});

test('a clause that was written anew under its label is not gone; one whose label another took is', () => {
  const source = `# T\n\n1. ${keep}\n\n2. ${force}\n\n3. ${pay}\n\n4. Nothing in clause 2 delays a payment that is due.\n`;
  const anew = 'Whoever breaks these terms makes good what the other one loses by it.';
  expect(findings(source, source.replace(force, anew))).toEqual([]);
  const gone = `# T\n\n1. ${keep}\n\n2. ${pay}\n\n3. Nothing in clause 2 delays a payment that is due.\n`;
  expect(findings(source, gone)).toEqual([['deleted', '2', null]]);
});

describe('a reference that names nothing', () => {
  const source = `# T\n\n1. ${keep}\n\n2. Pay as clause 99 and Schedule 7 say, within thirty days.\n\n3. ${force}\n`;
  const named = (revised: string) =>
    checkReferences(compare(source, revised, markdown)).findings.map(({ status, by_edit, text: said }) => [
      status,
      by_edit,
      said,
    ]);

  test('is listed, and is no news where it named nothing before', () => {
    expect(named(source)).toEqual([
      ['dangling', false, 'clause 99'],
      ['dangling', false, 'Schedule 7'],
    ]);
    const lines = renderSummary(compare(source, source, markdown), {
      references: checkReferences(compare(source, source, markdown)),
    });
    expect(lines).not.toContain('Reference');
    expect(
      verify(source, source.replace('thirty', 'sixty'), { labels: ['2'] }, markdown).broken_references,
    ).toEqual([]);
  });

  test('is no news either where its paragraph was rewritten', () => {
    const revised = source.replace(
      '2. Pay as clause 99 and Schedule 7 say, within thirty days.',
      '2. Sums that clause 99 names fall due at the end of the month after delivery.',
    );
    expect(named(revised)).toEqual([['dangling', false, 'clause 99']]);
  });

  test('is news where the revision wrote it', () => {
    expect(named(source.replace('clause 99', 'clause 98'))).toEqual([
      ['dangling', true, 'clause 98'],
      ['dangling', false, 'Schedule 7'],
    ]);
    const second = source.replace('thirty days.', 'thirty days, and as clause 99 says of interest.');
    expect(named(second).filter(([, by]) => by)).toEqual([['dangling', true, 'clause 99']]);
    expect(verify(source, second, { labels: ['2'] }, markdown).broken_references).toHaveLength(1);
  });
});

test('compared with itself, no document has a reference that the revision is to blame for', () => {
  const label = fc.constantFrom(
    '1',
    '2.1',
    '(a)',
    'G',
    'D.4',
    'B(5)',
    '3.0',
    'IV',
    '99',
    '12.212',
    '(iv)',
    '4A',
  );
  const word = fc.constantFrom('clause', 'Section', 'Schedule', 'Article', 'paragraph');
  const sentence = fc
    .tuple(
      word,
      label,
      fc.constantFrom('', ' of the Companies Act 2006', ' of this Agreement', ' of Schedule 1', ', 2 and 3'),
    )
    .map(([w, l, tail]) => `The parties do what ${w} ${l}${tail} says of each delivery.`);
  const line = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('## ', '', '   ', '### '),
        fc.constantFrom(
          '1. ',
          '2. ',
          '(a) ',
          'D. ',
          'G. ',
          'Schedule 1 ',
          '2.1 ',
          '(g) ',
          '3.0 ',
          'Article IV ',
        ),
        sentence,
      )
      .map((parts) => parts.join('')),
    sentence,
  );
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('markdown', 'text'),
      (lines, format) => {
        const document = `${lines.join('\n\n')}\n`;
        const { findings: all } = checkReferences(
          compare(document, document, { sourceFormat: format, testFormat: format }),
        );
        expect(all.filter(({ by_edit }) => by_edit)).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});
