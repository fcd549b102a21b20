import { describe, expect, test } from 'vitest';
import { sliceCodePoints } from '../../src/document/code-points.js';
import { builtinProfile } from '../../src/profile/builtin/profiles.js';
import { compileProfile } from '../../src/profile/compile.js';
import { parseProfile } from '../../src/profile/parse.js';
import { findSpans } from '../../src/read/spans.js';

const contract = compileProfile(builtinProfile('contract')!, { trusted: true });

/** The spans of one type, as the words they cover, with the value after `=` where there is one. */
function spans(type: string, text: string): string[] {
  return findSpans(text, [], contract)
    .filter((span) => span.type === type)
    .map(
      (span) => sliceCodePoints(text, span.start, span.end) + (span.value === null ? '' : `=${span.value}`),
    );
}

describe('defined terms', () => {
  test.each([
    ['"Term" means a word.', ['Term']],
    ['“Term” means a word.', ['Term']],
    ['“Term” and “Other Term” mean words.', ['Term', 'Other Term']],
    ['"Term" or "Other" means a word.', ['Term', 'Other']],
    ['“Term” has the meaning given in clause 4.', ['Term']],
    ['“Term” is what clause 4 says.', ['Term']],
    ['“Term” shall mean a word.', ['Term']],
    ['“Term” (in relation to goods) means a word.', ['Term']],
    ['Example Limited (the “Supplier”) and Sample plc (“Customer”)', ['Supplier', 'Customer']],
    ['Example Limited (hereinafter the "Supplier" or "we")', ['Supplier', 'we']],
    ['“We,” “Us,” and "Our" are the makers.', ['Us', 'Our']],
    ['The "Website," and "We," mean this.', ['Website', 'We']],
    ['He said “stop” and went.', []],
    ['The sign reads "open".', []],
  ])('%s', (text, expected) => expect(spans('defined_term', text)).toEqual(expected));
});

describe('cross-references', () => {
  test.each([
    ['see clause 9.2.', ['clause 9.2=9.2']],
    ['under Clause 3.1(a)(ii), the', ['Clause 3.1(a)(ii)=3.1(a)(ii)']],
    ['as Schedule 2 says', ['Schedule 2']],
    ['in Exhibit B and', ['Exhibit B']],
    ['by Part IV of', ['Part IV']],
    ['paragraph (c) above', ['paragraph (c)=(c)']],
    ['§ 12 and §§ 3.1', ['§ 12=12', '§§ 3.1=3.1']],
    ['clauses 4.1, 4.2 and 4.3 survive', ['clauses 4.1=4.1', '4.2', '4.3']],
    ['Sections 1 to 7 apply', ['Sections 1=1', '7']],
    ['Sections D.3 to D.7, and Section B(5)', ['Sections D.3=D.3', 'D.7', 'Section B(5)=B(5)']],
    ['under Regulation 2016/679', []],
    ['this section applies to all', []],
    ['Part of the Schedule is a Section Agreement', []],
    ['in the article Paris', []],
  ])('%s', (text, expected) => expect(spans('cross_reference', text)).toEqual(expected));
});

describe('parties, dates, amounts and citations', () => {
  test.each([
    ['party', 'The Supplier shall tell the Customer.', ['Supplier', 'Customer']],
    [
      'party',
      'Northlight Analytics Limited and Sample GmbH',
      ['Northlight Analytics Limited', 'Sample GmbH'],
    ],
    ['party', 'a supplier of goods', []],
    ['date', 'on 1 March 2025 and March 2, 2025', ['1 March 2025', 'March 2, 2025']],
    ['date', 'the 3rd day of March 2025', ['3rd day of March 2025']],
    ['date', '2025-03-01, 01/03/2025, 1.3.2025', ['2025-03-01', '01/03/2025', '1.3.2025']],
    ['date', '2025年3月1日まで', ['2025年3月1日']],
    ['date', 'in May 2025 or 2025', []],
    ['amount', 'pay £1,250.00, USD 5 million or 300 EUR', ['£1,250.00', 'USD 5 million', '300 EUR']],
    ['amount', '4.5% or 10 per cent', ['4.5%', '10 per cent']],
    ['amount', '支付100元', ['100元']],
    ['amount', 'in 30 days', []],
    [
      'citation',
      'the Data Protection Act 2018 and Regulation (EU) 2016/679',
      ['Data Protection Act 2018', 'Regulation (EU) 2016/679'],
    ],
    [
      'citation',
      '17 U.S.C. § 101, RFC 9110, ISO 27001:2022',
      ['17 U.S.C. § 101', 'RFC 9110', 'ISO 27001:2022'],
    ],
  ])('%s: %s', (type, text, expected) => expect(spans(type, text)).toEqual(expected));
});

describe('spans', () => {
  test('stand in code points, by start, longer first', () => {
    expect(findSpans('😀 see clause 9.2 by 1 March 2025', [], contract)).toEqual([
      { type: 'cross_reference', start: 6, end: 16, value: '9.2' },
      { type: 'date', start: 20, end: 32, value: null },
    ]);
  });

  test('from a profile of one’s own keep all matches of all extractors, once each', () => {
    const profile = compileProfile(
      parseProfile({
        name: 'p',
        span_extractors: [
          { type: 'tag', pattern: '#(\\w+)' },
          { type: 'tag', pattern: '#\\w+' },
          { type: 'word', pattern: '#(\\w+)', group: 1 },
        ],
      }),
      { trusted: false },
    );
    expect(findSpans('#a #bc', [], profile)).toEqual([
      { type: 'tag', start: 0, end: 2, value: null },
      { type: 'word', start: 1, end: 2, value: null },
      { type: 'tag', start: 3, end: 6, value: null },
      { type: 'word', start: 4, end: 6, value: null },
    ]);
  });
});
