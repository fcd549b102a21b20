import { describe, expect, test } from 'vitest';
import { builtinProfile, builtinProfiles } from '../../src/profile/builtin/profiles.js';
import { compileProfile } from '../../src/profile/compile.js';
import { matchLabel } from '../../src/profile/label.js';

const compiled = (name: string) => compileProfile(builtinProfile(name)!, { trusted: true });

/** `label | text | first reading's style`, or null. */
function read(profile: string, text: string): string | null {
  const found = matchLabel(compiled(profile), text);
  return found === null
    ? null
    : `${found.label} | ${text.slice(found.textStart)} | ${found.readings[0].style}`;
}

const LABELLED: [string, string][] = [
  ['1. Definitions', '1 | Definitions | decimal'],
  ['1.1 The Supplier shall', '1.1 | The Supplier shall | decimal'],
  ['1.1. The Supplier shall', '1.1 | The Supplier shall | decimal'],
  ['1.1.1 the date on which', '1.1.1 | the date on which | decimal'],
  ['1.1 use the Services', '1.1 | use the Services | decimal'],
  ['7.2', '7.2 |  | decimal'],
  ['12.10 Notices', '12.10 | Notices | decimal'],
  ['1) First', '1 | First | decimal'],
  ['(1) First', '(1) | First | decimal'],
  ['1 DEFINITIONS', '1 | DEFINITIONS | decimal'],
  ['(a) the Services', '(a) | the Services | alpha'],
  ['(A) the Services', '(A) | the Services | alpha'],
  ['(aa) the Services', '(aa) | the Services | alpha'],
  ['a. the Services', 'a | the Services | alpha'],
  ['a) the Services', 'a | the Services | alpha'],
  ['A. Definitions', 'A | Definitions | alpha'],
  ['B. Customer agrees to pay', 'B | Customer agrees to pay | alpha'],
  ['(i) first', '(i) | first | roman'],
  ['(iv) fourth', '(iv) | fourth | roman'],
  ['i. first', 'i | first | roman'],
  ['IV. Term', 'IV | Term | roman'],
  ['IX. Term', 'IX | Term | roman'],
  ['Article 5', 'Article 5 |  | word'],
  ['Article 5 Payment', 'Article 5 | Payment | word'],
  ['ARTICLE V: PAYMENT', 'ARTICLE V | PAYMENT | word'],
  ['Section 3.1 Payment', 'Section 3.1 | Payment | word'],
  ['Section 3. The Supplier shall', 'Section 3 | The Supplier shall | word'],
  ['Schedule 2 – Service Levels', 'Schedule 2 | Service Levels | word'],
  ['Schedule 2 (Service Levels)', 'Schedule 2 | (Service Levels) | word'],
  ['SCHEDULE 1', 'SCHEDULE 1 |  | word'],
  ['Exhibit A', 'Exhibit A |  | word'],
  ['Part IV', 'Part IV |  | word'],
  ['Part IV Enforcement', 'Part IV | Enforcement | word'],
  ['Clause 4: Fees', 'Clause 4 | Fees | word'],
  ['§ 12 Haftung', '§ 12 | Haftung | word'],
  ['§ 12', '§ 12 |  | word'],
  ['4.01 Definitions', '4.01 | Definitions | decimal'],
  ['4.01. Definitions', '4.01 | Definitions | decimal'],
  ['Section 4.01. Definitions.', 'Section 4.01 | Definitions. | word'],
  ['Section 4.10 Notices', 'Section 4.10 | Notices | word'],
  ['Sec. 5. The board shall', 'Sec. 5 | The board shall | word'],
  ['Art. 3 Le contrat', 'Art. 3 | Le contrat | word'],
  ['Artikel 5 Zahlung', 'Artikel 5 | Zahlung | word'],
  ['Anlage 2', 'Anlage 2 |  | word'],
  ['Artículo 5. Precio', 'Artículo 5 | Precio | word'],
  ['Step 1: Open the valve', 'Step 1 | Open the valve | word'],
  ['A.1 General', 'A.1 | General | decimal'],
  ['B.2.3 The reader shall', 'B.2.3 | The reader shall | decimal'],
  ['12A. Interpretation', '12A | Interpretation | decimal'],
  ['12.1A. Interpretation', '12.1A | Interpretation | decimal'],
  ['12.1A The Supplier shall', '12.1A | The Supplier shall | decimal'],
  ['第3条(目的)', '第3条 | (目的) | word'],
  ['第3条（目的）', '第3条 | （目的） | word'],
  ['第三条 甲方应当', '第三条 | 甲方应当 | word'],
  ['第十二章　总则', '第十二章 | 总则 | word'],
];

const UNLABELLED = [
  '2024. was a year of change',
  '1.5 million people',
  '1.5 million',
  '2.5 hours after the call',
  '3.2% of the fees',
  '9.30 a.m. on Monday',
  '0.5 of the fee',
  '12.05.2024 is the date',
  '10.0.0.1 is the address',
  '1.1 2.2 3.3',
  '12 months after the Start Date',
  '30 days’ notice',
  'A. Smith, Chair',
  'A. Smith said that the room was cold',
  'A. B. Smith',
  'J. Doe and K. Roe',
  'i.e. the Services',
  'e.g. the Services',
  'No. 5 is alive',
  '(c) 2024 Example Limited',
  '(or) another',
  '(EU) 2016/679',
  '(and) so on',
  'p. 5 of the report',
  'Section 5 applies to all orders',
  'Schedule 2 (Fees) sets out the fees',
  'Clause 4, as amended',
  'Part of the fee',
  'Section Agreement',
  'a quick note',
  'I agree',
  'iv is Latin',
  'mix. of things',
  '9.05 a.m. on Monday',
  '2.5A fuses are used',
  '3D printing of parts',
  '12A on the plan',
  '1.05 million people',
  '1.02.2024 ist der Tag',
  'Sec. 5 applies to all orders',
  'Art. 6 Abs. 1 DSGVO erlaubt es',
  'Artikel 6 Absatz 1 gilt auch hier',
  'Step 1 comes first',
  'A.1 is the first of them',
  '第三条规定的义务不受影响',
  '第一次会议',
];

describe.each(builtinProfiles.map((profile) => profile.name))('labels under %s', (name) => {
  test.each(LABELLED)('%s', (text, expected) => expect(read(name, text)).toBe(expected));
  test.each(UNLABELLED)('no label: %s', (text) => expect(read(name, text)).toBeNull());
});

describe('labels', () => {
  test('a roman numeral that is a letter too shows both readings, numerals first', () => {
    const styles = (text: string) => matchLabel(compiled('contract'), text)!.readings.map((r) => r.style);
    expect(styles('(i) x')).toEqual(['roman', 'alpha']);
    expect(styles('(c) x')).toEqual(['alpha']);
    expect(styles('V. Term')).toEqual(['roman', 'alpha']);
    expect(styles('(ii) x')).toEqual(['roman', 'alpha']);
    expect(styles('1. x')).toEqual(['decimal']);
  });

  test('statutes number sections without a stop, insert sections, and start a subsection after a dash', () => {
    expect(read('legislation', '1 Short title')).toBe('1 | Short title | decimal');
    expect(read('legislation', '12A Interpretation')).toBe('12A | Interpretation | decimal');
    expect(read('legislation', '3.—(1) A person')).toBe('3 | (1) A person | decimal');
    expect(read('contract', '1 Short title')).toBeNull();
  });
});
