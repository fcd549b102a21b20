import { describe, expect, it } from 'vitest';
import { markdown, outline, substance } from './tree.js';

const written = `# Agreement

## 1. Service

1.1 Access and Use. The Client may use the Service during the term.

1.2 Restrictions.

(a) The Client will not copy the Service.

(b) The Client will not sell the Service.

## 2. Payment

2.1 Fees. The Client will pay the fees when they fall due.
`;

const expected = [
  'section',
  '  heading Agreement',
  '  section',
  '    heading <1> Service',
  '    list_item <1.1> Access and Use. The Client may use the Service during the term.',
  '    list_item <1.2> Restrictions.',
  '      list_item <(a)> The Client will not copy the Service.',
  '      list_item <(b)> The Client will not sell the Service.',
  '  section',
  '    heading <2> Payment',
  '    list_item <2.1> Fees. The Client will pay the fees when they fall due.',
];

describe('numbering in Markdown, the same agreement in three spellings', () => {
  it('labels in the text', () => {
    expect(outline(markdown(written))).toEqual(expected);
  });

  it('headings in list items with labelled clauses below them', () => {
    const text = `# Agreement

1. ## Service

    1.1 <span class="h">Access and Use.</span>  The Client may use the Service during the term.

    1.2 <span class="h">Restrictions.</span>

      (a) The Client will not copy the Service.

      (b) The Client will not sell the Service.

2. ## Payment

    2.1 Fees. The Client will pay the fees when they fall due.
`;
    expect(outline(markdown(text))).toEqual(expected);
    expect(substance(markdown(text))).toEqual(substance(markdown(written)));
  });

  it('nested lists, their sub-clauses soft-wrapped lines to the grammar', () => {
    const text = `# Agreement

1. <span class="h">Service</span>
    1. <span>Access and Use.</span>  The Client may use the Service during the term.
    2. <span>Restrictions.</span>
        a. The Client will not copy the Service.
        b. The Client will not sell the Service.

2. <span class="h">Payment</span>
    1. Fees. The Client will pay the fees when they fall due.
`;
    const spelled = expected.map((line) => line.replace('<(a)>', '<a>').replace('<(b)>', '<b>'));
    expect(outline(markdown(text))).toEqual(spelled);
  });

  it('soft-wrapped prose stays whole where a line happens to begin like a label', () => {
    const prose =
      '1. The Client pays the amounts that are due under this agreement in section\n   4. and in the schedules.\n';
    expect(outline(markdown(prose))).toEqual([
      'list_item <1> The Client pays the amounts that are due under this agreement in section 4. and in the schedules.',
    ]);
  });

  it('gives the full path where decimal lists nest, and no bracket', () => {
    expect(
      outline(
        markdown('1) The first item is a sentence.\n   1) Below it.\n      1) Below that.\n2) The second.\n'),
      ),
    ).toEqual([
      'list_item <1> The first item is a sentence.',
      '  list_item <1.1> Below it.',
      '    list_item <1.1.1> Below that.',
      'list_item <2> The second.',
    ]);
  });

  it('bullets have no label, unless their text begins with one', () => {
    expect(outline(markdown('- plain\n- (a) labelled\n  - nested\n'))).toEqual([
      'list_item plain',
      'list_item <(a)> labelled',
      '  list_item nested',
    ]);
  });

  it('a paragraph after a headed item stays in its section', () => {
    expect(
      outline(markdown('1. ## Disclaimer\nNo warranty is given.\n\n2. ## Insurance\n\n    It is kept.\n')),
    ).toEqual([
      'section',
      '  heading <1> Disclaimer',
      '  paragraph No warranty is given.',
      'section',
      '  heading <2> Insurance',
      '  paragraph It is kept.',
    ]);
  });

  const tender = `1.  **Scope**

    1.  The company buys twelve vehicles.
    2.  They are delivered in two lots.

2.  **Form of the tender and exceptions**

    1.  The tender shall be in writing.

3.  Technical requirements where practicable

    1.  A vehicle carries sixty people.

4.  Reserved

5.  The following are excluded, and no tender is opened that comes from one of them:

    1.  those that owe taxes.

6.  **Evaluation**

    1.  The best tender wins.
`;

  it('items of an outline are headings where most of those that hold lists are', () => {
    const lines = outline(markdown(tender));
    expect(lines.filter((line) => !line.startsWith('  '))).toEqual([
      'section',
      'section',
      'section',
      'section',
      'list_item <5> The following are excluded, and no tender is opened that comes from one of them:',
      'section',
    ]);
    expect(lines.filter((line) => line.includes('heading'))).toEqual([
      '  heading <1> Scope',
      '  heading <2> Form of the tender and exceptions',
      '  heading <3> Technical requirements where practicable',
      '  heading <4> Reserved',
      '  heading <6> Evaluation',
    ]);
  });

  it('an item emphasised as a whole heads its list by itself; a few words of it do not', () => {
    const list = (text: string) => outline(markdown(`1.  ${text}\n\n    1.  In writing.\n`))[0];
    expect(list('**Form of the tender and exceptions**')).toBe('section');
    expect(list('**Form** of the tender and exceptions')).toBe(
      'list_item <1> Form of the tender and exceptions',
    );
    expect(list('**You have to do all of this:**')).toBe('list_item <1> You have to do all of this:');
  });

  it('a list of things stays one when some of them gain points of their own', () => {
    expect(outline(markdown('1. Apples\n   1. red ones\n   2. green ones\n2. Pears\n3. Plums\n'))).toEqual([
      'list_item <1> Apples',
      '  list_item <1.1> red ones',
      '  list_item <1.2> green ones',
      'list_item <2> Pears',
      'list_item <3> Plums',
    ]);
  });
});
