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

describe('headings in Markdown', () => {
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
