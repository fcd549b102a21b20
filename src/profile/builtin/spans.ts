/**
 * Span extractors, shared by the built-in profiles. They run on the platform's backtracking engine over any text, so no
 * repetition that a match can begin inside of is without a bound: on `1,111,111,…` it would cost the square of the length.
 */
import type { SpanExtractor } from '../profile.js';

const OPEN = '["“„«\']';
const CLOSE = '["”“»\']';
/** A term between quotes, straight or curly, the term itself in group 1. */
const term = (after: string, before = '') =>
  `${before}["“„«]([^"“”„«»\\n]{0,99}[^"“”„«»\\n,.;])[,.;]?["”“»]${after}`;
/** What says that the quoted term before it is being defined. */
const DEFINES =
  '(?:means?|is|are|has|have|shall mean|shall have|will mean|will have|includes?|shall include|refers? to|is defined|are defined|bears?)';
/** Between a term and its verb: brackets, "in relation to …" and the like, kept short. */
const ASIDE = '(?:\\s*\\([^()]{1,80}\\)|,[^,."“”]{1,80},)?';

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?';
const DAY = '(?:3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?';
const YEAR = '(?:1[6-9]|2[0-9])[0-9]{2}';

const REF_WORD =
  '(?:[Cc]lauses?|[Ss]ections?|[Ss]ub-?[Cc]lauses?|[Ss]ub-?[Ss]ections?|[Pp]aragraphs?|[Aa]rticles?|[Ss]chedules?|[Aa]nnex(?:es|ures?)?|[Aa]ppendi(?:x|ces)|[Ee]xhibits?|[Aa]ttachments?|[Pp]arts?|[Cc]hapters?|[Rr]ules?|[Rr]egulations?|CLAUSES?|SECTIONS?|ARTICLES?|SCHEDULES?|EXHIBITS?|ANNEX|APPENDIX)';
/** A label as a reference spells it: `9.2`, `3.1(a)(ii)`, `IV`, `B`, `(c)`, `12A`. */
const REF =
  '(?:[0-9]{1,3}[A-Z]?\\b(?:\\.[0-9]{1,3})*(?:\\([a-zA-Z0-9]{1,4}\\))*|(?:\\([a-zA-Z0-9]{1,4}\\))+|[A-Z](?:\\.[0-9]{1,3})+|[IVXL]{1,6}\\b|[A-Z]\\b(?:\\([a-zA-Z0-9]{1,4}\\))*)';
const JOIN = '(?:,\\s*|,?\\s+(?:and|or|to|and/or|through)\\s+|\\s*[–-]\\s*)';

function span(type: string, pattern: string, group = 0): SpanExtractor {
  return { type, pattern, group };
}

/** `"Term" means`, `"Term" and "Other" mean`, `(the "Term")`. The span is the term without its quotes. */
export const DEFINED_TERMS: readonly SpanExtractor[] = [
  span('defined_term', term(`${ASIDE}\\s+${DEFINES}\\b`), 1),
  // Of two terms that share a verb the rule above sees the second.
  span('defined_term', term(`,?\\s+(?:and|or)\\s+${OPEN}[^"“”„«»\\n]{1,100}${CLOSE}\\s+${DEFINES}\\b`), 1),
  span('defined_term', term('\\)', '\\([^()]{0,60}["”“»],?\\s+(?:and|or)\\s+(?:the\\s+)?'), 1),
  span('defined_term', term('[^()]{0,40}\\)', '\\((?:[^()"“”„«»]{0,60}\\s)?'), 1),
];

/** `clause 9.2`, `Schedule 2`, `sections 4.1, 4.2 and 4.3`: the first span holds its word; `value` is the bare label. */
export const CROSS_REFERENCES: readonly SpanExtractor[] = [
  span('cross_reference', `\\b${REF_WORD}\\s+(${REF})`),
  span('cross_reference', '§{1,2}\\s?([0-9]{1,4}[a-zA-Z]?\\b(?:\\.[0-9]{1,3})*(?:\\([a-zA-Z0-9]{1,4}\\))*)'),
  // A list of references has one word before it and a span for each label: second, third, fourth.
  ...[1, 2, 3].map((before) =>
    span('cross_reference', `\\b${REF_WORD}\\s+(?:${REF}${JOIN}){${before}}(${REF})`, 1),
  ),
];

const ROLE_NAMES = [
  'Supplier',
  'Customer',
  'Client',
  'Provider',
  'Service Provider',
  'Vendor',
  'Licensor',
  'Licensee',
  'Contractor',
  'Subcontractor',
  'Consultant',
  'Buyer',
  'Purchaser',
  'Seller',
  'Landlord',
  'Tenant',
  'Lessor',
  'Lessee',
  'Employer',
  'Employee',
  'Lender',
  'Borrower',
  'Guarantor',
  'Discloser',
  'Disclosing Party',
  'Receiving Party',
  'Recipient',
  'Controller',
  'Processor',
  'Company',
  'Parties',
  'Party',
];
/** Legal forms of companies. One ends where its word ends: `AG` is none in `AGREEMENT`, `Inc` none in `Incorporated`. */
const COMPANY_FORMS = [
  '(?:Limited|LLP|LLC|PLC|plc|Incorporated|Corporation|GmbH|AG|SE|SAS|SA|BV|Oy|AB|A/S)\\b',
  '(?:Ltd|Inc|Corp|Pty Ltd|Pte\\.? Ltd)\\b\\.?',
  'L\\.L\\.C\\.|S\\.A\\.|B\\.V\\.|N\\.V\\.|S\\.r\\.l\\.|K\\.K\\.',
].join('|');

/** The parties: by the part they play, and by name with a company's legal form. */
export const PARTIES: readonly SpanExtractor[] = [
  span('party', `\\b(?:${[...ROLE_NAMES].sort((a, b) => b.length - a.length).join('|')})\\b`),
  span('party', `\\b(?:[A-Z][\\w&'’-]{0,40},?\\s+){1,5}(?:${COMPANY_FORMS})`),
  // In capitals `AS` is a word of any heading; a form it is only after a name that is not in capitals.
  span('party', "\\b(?:[A-Z][\\w&'’-]{0,40},?\\s+){0,4}[A-Z][\\w&'’-]{0,40}[a-z],?\\s+AS\\b"),
];

/** Dates with a year, as figures or with the month's name. */
export const DATES: readonly SpanExtractor[] = [
  span('date', `\\b${DAY}\\s+(?:day\\s+of\\s+)?${MONTH},?\\s+${YEAR}\\b`),
  span('date', `\\b${MONTH}\\s+${DAY},?\\s+${YEAR}\\b`),
  span('date', `\\b${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])\\b`),
  span('date', `\\b(?:0?[1-9]|[12][0-9]|3[01])[./-](?:0?[1-9]|[12][0-9]|3[01])[./-]${YEAR}\\b`),
  span('date', '[0-9]{4}\\s?年\\s?[0-9]{1,2}\\s?月(?:\\s?[0-9]{1,2}\\s?日)?'),
];

const FIGURE = "[0-9]{1,3}(?:[,.\\u00a0\\u202f ’'][0-9]{3}){0,5}(?:[.,][0-9]{1,2})?|[0-9]+(?:[.,][0-9]+)?";
const SCALE = '(?:\\s*(?:thousand|million|billion|trillion|mn|bn|[kKmM]\\b))?';
const CURRENCY = '(?:EUR|USD|GBP|CHF|JPY|CNY|AUD|CAD|SEK|NOK|DKK|PLN|INR|SGD|HKD|NZD|THB|KRW)';

/** Sums of money and percentages. */
export const AMOUNTS: readonly SpanExtractor[] = [
  span('amount', `(?:(?:US|A|C|NZ|HK|S)?\\$|[€£¥₹₩฿])\\s?(?:${FIGURE})${SCALE}`),
  span('amount', `\\b${CURRENCY}\\s?(?:${FIGURE})${SCALE}`),
  span(
    'amount',
    `\\b(?:${FIGURE})${SCALE}\\s?(?:${CURRENCY}\\b|[€£¥元円]|(?:euros?|dollars?|pounds?|francs?|yen)\\b)`,
  ),
  span('amount', `\\b(?:${FIGURE})\\s?(?:%|％|‰|(?:per cent|percent|percentage points?)\\b)`),
];

/** Acts, regulations, standards and decided cases, by their usual citations. */
export const CITATIONS: readonly SpanExtractor[] = [
  span(
    'citation',
    `\\b(?:[A-Z][\\w'’-]{0,40}\\s+(?:(?:of|and|the|for|in|on|to)\\s+|\\([^()]{1,40}\\)\\s+)*){1,8}(?:Act|Code|Ordinance|Order|Regulations|Rules)\\s+(?:of\\s+)?${YEAR}\\b`,
  ),
  span(
    'citation',
    '\\b(?:Regulation|Directive|Decision)\\s+(?:\\((?:EU|EC|EEC|Euratom)\\)\\s+)?(?:No\\.?\\s+)?[0-9]{1,4}/[0-9]{1,4}(?:/(?:EU|EC|EEC))?',
  ),
  span(
    'citation',
    '\\b[0-9]{1,3}\\s+(?:U\\.?S\\.?C\\.?|C\\.?F\\.?R\\.?)\\s+(?:§{1,2}\\s?|Part\\s+)?[0-9]+[a-z]?(?:\\.[0-9]+)*',
  ),
  span(
    'citation',
    '\\[(?:1[89]|20)[0-9]{2}\\]\\s+(?:[0-9]+\\s+)?[A-Z][A-Za-z]+(?:\\s+\\([A-Za-z]+\\))?\\s+[0-9]+',
  ),
  span(
    'citation',
    '\\b(?:ISO|IEC|ISO/IEC|EN|DIN|BS|IEEE|ETSI|RFC|NIST SP)\\s?[0-9]{2,6}(?:-[0-9]+)*(?::[0-9]{4})?\\b',
  ),
];
