import { describe, expect, it } from 'vitest';
import { headingSignal, isSentenceCaseHeading } from '../../src/read/heading.js';
import { markdown, outline, plain } from './tree.js';

const rule = {
  max_words: 8,
  allow_all_caps: true,
  allow_title_case: true,
  forbid_terminal_punctuation: true,
};
const text = (...blocks: string[]) => outline(plain(blocks.join('\n\n')));

describe('the heading rule', () => {
  it.each([
    ['LIMITATION OF LIABILITY', 'all_caps'],
    ['Limitation of Liability', 'title_case'],
    ['Restrictions & Obligations', 'title_case'],
    ['Restrictions on Customer.', null],
    ['The supplier shall pay', null],
    ['One Two Three Four Five Six Seven Eight Nine', null],
    ['终止', null],
    ['12', null],
  ])('%s: %s', (line, signal) => {
    expect(headingSignal(line, rule)).toBe(signal);
  });

  it('obeys its switches', () => {
    expect(headingSignal('PAYMENT', { ...rule, allow_all_caps: false })).toBe('title_case');
    expect(headingSignal('Payment', { ...rule, allow_title_case: false })).toBeNull();
    expect(headingSignal('Payment.', { ...rule, forbid_terminal_punctuation: false })).toBe('title_case');
    expect(isSentenceCaseHeading('Governing law', rule)).toBe(true);
    expect(isSentenceCaseHeading('The parties shall agree', rule)).toBe(false);
  });
});

describe('headings in text', () => {
  it('a labelled line that deeper labels follow is a heading, in sentence case too', () => {
    expect(text('12. Governing law', '12.1 English law applies.', '13. Notices', '13.1 In writing.')).toEqual(
      [
        'section',
        '  heading <12> Governing law',
        '  list_item <12.1> English law applies.',
        'section',
        '  heading <13> Notices',
        '  list_item <13.1> In writing.',
      ],
    );
  });

  it('a list of short items is a list', () => {
    expect(text('The parts are as follows.', '1. Apples', '2. Pears', '3. Plums')).toEqual([
      'paragraph The parts are as follows.',
      'list_item <1> Apples',
      'list_item <2> Pears',
      'list_item <3> Plums',
    ]);
  });

  it('an empty section among numbered headings stays a section', () => {
    expect(text('1. Payment', '1.1 On time.', '2. Reserved', '3. Delivery', '3.1 By road.')).toEqual([
      'section',
      '  heading <1> Payment',
      '  list_item <1.1> On time.',
      'section',
      '  heading <2> Reserved',
      'section',
      '  heading <3> Delivery',
      '  list_item <3.1> By road.',
    ]);
  });

  it('nests parts in schedules, and schedules in the document', () => {
    expect(
      text(
        'SERVICES AGREEMENT',
        '1. TERMS',
        '1.1 One.',
        'SCHEDULE 1 – FEES',
        'Part A – Rates',
        '1. A day is eight hours.',
        'SCHEDULE 2',
      ),
    ).toEqual([
      'section',
      '  heading SERVICES AGREEMENT',
      '  section',
      '    heading <1> TERMS',
      '    list_item <1.1> One.',
      '  section',
      '    heading <SCHEDULE 1> FEES',
      '    section',
      '      heading <Part A> Rates',
      '      list_item <1> A day is eight hours.',
      '  section',
      '    heading <SCHEDULE 2>',
    ]);
  });

  it('headings without a title stand side by side', () => {
    expect(
      text('PAYMENT', '1.1 On time.', 'DELIVERY', '2.1 By road.').filter((line) =>
        line.startsWith('section'),
      ),
    ).toHaveLength(2);
  });
});

describe('what a line is does not hang on its neighbours', () => {
  const collected = [
    'This notice tells you which data we collect, why we do so and what choices you have.',
    '1. What We Collect',
    'When you become a member we ask for your name, your date of birth and your address.',
  ];
  const notice = [
    'section',
    '  heading Privacy Notice for Library Members',
    '  paragraph This notice tells you which data we collect, why we do so and what choices you have.',
    '  section',
    '    heading <1> What We Collect',
    '    paragraph When you become a member we ask for your name, your date of birth and your address.',
  ];

  it.each([
    ['nothing', []],
    ['a short sentence', ['The city libraries respect your privacy.']],
    ['two words', ['In force']],
  ])('the title of a numbered document stays one above %s', (_, between) => {
    expect(text('Privacy Notice for Library Members', ...between, ...collected)).toEqual([
      ...notice.slice(0, 2),
      ...between.map((line) => `  paragraph ${line}`),
      ...notice.slice(2),
    ]);
  });

  it('a short line in title case heads a short sentence, and not another short line', () => {
    expect(text('Minutes', 'Any Other Business', 'None was brought up.')).toContain(
      '  heading Any Other Business',
    );
    expect(text('The parties are these.', 'Acme Limited', '12 High Street')).toEqual([
      'paragraph The parties are these.',
      'paragraph Acme Limited',
      'paragraph 12 High Street',
    ]);
  });

  const sickness = 'Call your manager before nine on the first day, and bring a certificate on the fourth.';
  const parental = 'Every new parent may take sixteen weeks at full pay, whoever gave birth.';
  const other = 'A day is granted for moving house, and two days for a wedding of your own.';

  it('a labelled heading right below a heading is deeper, as it is below text', () => {
    expect(
      text(
        '2. Leave',
        '2.2. Records of Decisions',
        '2.2.1. Sickness',
        sickness,
        '2.2.2. Parental Leave',
        parental,
      ),
    ).toEqual([
      'section',
      '  heading <2> Leave',
      '  section',
      '    heading <2.2> Records of Decisions',
      '    section',
      '      heading <2.2.1> Sickness',
      `      paragraph ${sickness}`,
      '    section',
      '      heading <2.2.2> Parental Leave',
      `      paragraph ${parental}`,
    ]);
  });

  it('a labelled heading that lost its text is one where its siblings are', () => {
    const headings = (...blocks: string[]) => text(...blocks).filter((line) => line.includes('heading'));
    const all = ['  heading <1> Sickness', '  heading <2> Parental Leave', '  heading <3> Other Leave'];
    const [one, two, three] = ['1. Sickness', '2. Parental Leave', '3. Other Leave'];
    expect(headings(one, sickness, two, parental, three, other)).toEqual(all);
    expect(headings(one, two, parental, three, other)).toEqual(all);
    expect(headings(one, sickness, two, three, other)).toEqual(all);
  });

  it('a list of short items above a paragraph is a list', () => {
    expect(text('Bring these.', '1. Apples', '2. Pears', '3. Plums', sickness)[1]).toBe(
      'list_item <1> Apples',
    );
  });
});

describe('headings in Markdown', () => {
  const headings = (...lines: string[]) =>
    outline(markdown(lines.join('\n\n')))
      .map((line) => line.trim())
      .filter((line) => line.startsWith('heading'));

  it('a bare number is a label where the headings beside it count', () => {
    expect(
      headings('# Specification', '## 1 Scope', '## 2 Terminology', 'Text.', '## 4 Conformance'),
    ).toEqual([
      'heading Specification',
      'heading <1> Scope',
      'heading <2> Terminology',
      'heading <4> Conformance',
    ]);
    expect(headings('## 1. Scope', '## 2 Terminology', '## 3. Conformance')[1]).toBe(
      'heading <2> Terminology',
    );
  });

  it('and where those below it begin with it', () => {
    expect(headings('# 7 Terminology', '## 7.1 Terms', '## 7.2 Verbs')[0]).toBe('heading <7> Terminology');
  });

  it('and where it begins the numbering, or goes on with that under another heading', () => {
    expect(headings('# Specification', '## 1 Beta', 'Text.')).toEqual([
      'heading Specification',
      'heading <1> Beta',
    ]);
    expect(headings('# 1 概要')).toEqual(['heading <1> 概要']);
    expect(headings('# One', '## 1 Scope', '# Two', '## 2 Terms', '# Three', '## 4 Colours')).toEqual([
      'heading One',
      'heading <1> Scope',
      'heading Two',
      'heading <2> Terms',
      'heading Three',
      'heading 4 Colours',
    ]);
    expect(headings('## 1 Scope', '## 3 Terms', '## 100 days')).toEqual([
      'heading <1> Scope',
      'heading <3> Terms',
      'heading 100 days',
    ]);
    expect(headings('## 1 day', '# 1 January 2024')).toEqual(['heading 1 day', 'heading 1 January 2024']);
  });

  it('else it is a year or a count', () => {
    const counts = [
      '# 3 reasons to stay',
      'Text.',
      '## 2023 Report',
      '## 2024 Report',
      '# 100 Days Later',
      '## 24.1 X',
    ];
    expect(headings(...counts).slice(0, 4)).toEqual([
      'heading 3 reasons to stay',
      'heading 2023 Report',
      'heading 2024 Report',
      'heading 100 Days Later',
    ]);
    expect(headings('## 1 Scope', '### 12 monkeys', '## 2 Terms')[1]).toBe('heading 12 monkeys');
  });

  it('nest by depth, with their label apart', () => {
    expect(
      outline(
        markdown(
          '# Agreement\n\n## 1. Terms\n\nText.\n\n### 1.1 Detail\n\nMore.\n\nSetext\n------\n\nEnd.\n',
        ),
      ),
    ).toEqual([
      'section',
      '  heading Agreement',
      '  section',
      '    heading <1> Terms',
      '    paragraph Text.',
      '    section',
      '      heading <1.1> Detail',
      '      paragraph More.',
      '  section',
      '    heading Setext',
      '    paragraph End.',
    ]);
  });

  it('a short paragraph in title case is none where the markup has headings of its own', () => {
    expect(
      outline(
        markdown(
          '# Agreement\n\nAcme Limited\n\nThis paragraph is long enough to be led by a heading of its own.\n',
        ),
      )[2],
    ).toBe('  paragraph Acme Limited');
  });
});

describe('a title in text', () => {
  it('stays one below lines that come before it, and not below prose', () => {
    const body = ['SUPPLY AGREEMENT', '1. RECORDS', 'They are kept for six years.'];
    const title = ['section', '  heading SUPPLY AGREEMENT', '  section', '    heading <1> RECORDS'];
    expect(text('Draft of 3 May for discussion only', ...body).slice(0, 5)).toEqual([
      'paragraph Draft of 3 May for discussion only',
      ...title,
    ]);
    expect(text('This was sent to all members.', ...body).slice(1, 4)).toEqual([
      'section',
      '  heading SUPPLY AGREEMENT',
      'section',
    ]);
  });

  it('stays one when the headings below it are in sentence case', () => {
    const sections = [
      '2. Minutes of the last meeting',
      'They were approved by all who were there on that day.',
      '3. Open day in June',
      'It is held on the first Sunday, and all are welcome.',
    ];
    const lines = text('ALDERWICK ALLOTMENT SOCIETY', 'Held in the hall on 4 May', ...sections);
    expect(lines.filter((line) => line.includes('heading'))).toEqual([
      '  heading ALDERWICK ALLOTMENT SOCIETY',
      '    heading <2> Minutes of the last meeting',
      '    heading <3> Open day in June',
    ]);
  });

  it('in title case heads a short sentence, and not a name that ends with a stop', () => {
    expect(text('What We Collect', 'Nothing at all.')).toEqual([
      'section',
      '  heading What We Collect',
      '  paragraph Nothing at all.',
    ]);
    expect(text('Jane Roe', 'Acme Ltd.')).toEqual(['paragraph Jane Roe', 'paragraph Acme Ltd.']);
  });
});

describe('a title', () => {
  const title = (text: string) => {
    const [first] = plain(`${text}\n\nEveryone may copy this document.\n\n1. RECORDS\n\nThey are kept.\n`)
      .root.children;
    return first.kind === 'section' ? first.children[0].text : null;
  };

  it.each([
    'GNU Free Documentation License Version 1.2, November 2002',
    'GNU Free Documentation License Version 1.3, 3 November 2008',
    'Common Public License Version 1.0',
    'Eclipse Public License - v 1.0',
    'Apple Public Source License Ver. 1.2',
    'Open Software License v. 3.0 (OSL-3.0)',
  ])('stays one whatever its version and date: %s', (text) => {
    expect(title(text)).toBe(text);
  });

  it.each([
    'Version 1.0 - 22 November 2005',
    'Version 1.1 - 26 February 2007',
    '(Rev. Date October 28, 2002)',
  ])('has no section %s below it', (date) => {
    expect(outline(plain(`SIL OPEN FONT LICENSE\n\n${date}\n\nPREAMBLE\n\nIt is kept.\n`))).toEqual([
      'section',
      '  heading SIL OPEN FONT LICENSE',
      `  paragraph ${date}`,
      '  section',
      '    heading PREAMBLE',
      '    paragraph It is kept.',
    ]);
  });

  it('has no section of its date in Markdown either, bold or not', () => {
    for (const date of ['*Last updated: May 1, 2023*', '**Effective June 15, 2024**']) {
      expect(outline(markdown(`${date}\n\nThe Supplier shall keep the records of each delivery.\n`))).toEqual(
        [
          `paragraph ${date.replaceAll('*', '')}`,
          'paragraph The Supplier shall keep the records of each delivery.',
        ],
      );
    }
  });

  it('may be followed by versions that head the parts of a history', () => {
    expect(
      outline(
        plain(
          'Changes\n\nVersion 1.0\n\nIt was first sent to all who asked.\n\nVersion 1.1\n\nIt was sent again to all.\n',
        ),
      ),
    ).toContain('    heading Version 1.0');
  });
});

describe('a number', () => {
  it('heads the clauses numbered by its own, however long its line', () => {
    expect(
      outline(
        plain(
          '4. The Developers by way of General Resolution or election\n\n4.1. Powers\n\nThey act together.\n',
        ),
      ),
    ).toEqual([
      'section',
      '  heading <4> The Developers by way of General Resolution or election',
      '  section',
      '    heading <4.1> Powers',
      '    paragraph They act together.',
    ]);
  });

  it('that leads to points of its sentence heads nothing', () => {
    expect(
      outline(
        plain('2. The Supplier delivers in good time and in full to the Client\n\n2.1 goods\n\n2.2 books\n'),
      )[0],
    ).toBe('list_item <2> The Supplier delivers in good time and in full to the Client');
  });

  it('heads them with a full stop as without one', () => {
    for (const stop of ['', '.']) {
      expect(
        outline(plain(`1. Definitions${stop}\n\n1.1 "Code" means the work.\n\n1.2 "You" means a person.\n`)),
      ).toEqual([
        'section',
        `  heading <1> Definitions${stop}`,
        '  list_item <1.1> "Code" means the work.',
        '  list_item <1.2> "You" means a person.',
      ]);
    }
  });

  it('before a term that is defined heads nothing', () => {
    for (const gap of ['\n', '\n\n']) {
      const lines = outline(
        plain(`1.5. "Secondary Licenses"${gap}means\n\n(a) one; or\n\n(b) two.\n\n1.6. "Work" means this.\n`),
      );
      expect(lines.filter((line) => line.includes('section'))).toEqual([]);
    }
  });

  it('heads numbers that start again below it', () => {
    expect(
      outline(
        plain(
          'A.1. Proposal\n\nOne paragraph about it.\n\nA.2. Vote Counting\n\n1. Each counts.\n\n2. None is lost.\n',
        ),
      ),
    ).toEqual([
      'section',
      '  heading <A.1> Proposal',
      '  paragraph One paragraph about it.',
      'section',
      '  heading <A.2> Vote Counting',
      '  list_item <1> Each counts.',
      '  list_item <2> None is lost.',
    ]);
  });
});

describe('a clause', () => {
  it('whose number comes after a section’s stands beside it', () => {
    const clauses =
      '2. Fair use. Nothing here limits it.\n\n3. Grant. You may:\n\na. copy it;\n\nb. sell it.\n';
    const expected = [
      'section',
      '  heading <1> Definitions',
      '  list_item <a> "Work" means the work.',
      'list_item <2> Fair use. Nothing here limits it.',
      'list_item <3> Grant. You may:',
      '  list_item <a> copy it;',
      '  list_item <b> sell it.',
    ];
    expect(outline(plain(`1. Definitions\n\na. "Work" means the work.\n\n${clauses}`))).toEqual(expected);
    expect(
      outline(markdown(`## 1. Definitions\n\na. "Work" means the work.\n\n${clauses}`)).slice(0, 4),
    ).toEqual(expected.slice(0, 4));
  });

  it('that goes on with a list in the section stays in it', () => {
    expect(
      outline(plain('2 FEES\n\n1. One is due.\n\n2. Two is due.\n\n3. Three is due.\n')).map((line) =>
        line.slice(0, 15),
      ),
    ).toEqual(['section', '  heading <2> F', '  list_item <1>', '  list_item <2>', '  list_item <3>']);
  });
});
