/**
 * Label patterns, shared by the built-in profiles. Group 1 is the label, group 2 the first character of what it
 * introduces; the alternatives without a group (NOT_…) say what only looks like a label.
 */
import type { LabelPattern, LabelStyle } from '../profile.js';

/** A number of one to three digits without a leading zero: years, and the parts of dates and versions, fall out. */
const NUMBER = '[1-9][0-9]{0,2}';
/** What is put after a number that was inserted later: `5bis`. */
const LATIN = '(?:bis|ter|quater|quinquies)';
/** A further number of a path: `1`, `12`, and `01`, as agreements that count in two digits write it. */
const PART = '(?:0[1-9]|[1-9][0-9]?)';
/** Roman numerals up to 89, the empty one left out. */
const ROMAN = '(?:(?:XL|LX{0,3}|X{1,3})(?:IX|IV|V?I{0,3})|IX|IV|VI{0,3}|I{1,3})';
const SMALL_ROMAN = ROMAN.toLowerCase();
/** One letter, or one letter twice: `z` is followed by `aa`. Other pairs are words (`(or)`, `(EU)`). */
const doubled = (letters: string) => Array.from(letters, (letter) => letter + letter).join('|');
const LOWER = `[a-z]|${doubled('abcdefghijklmnopqrstuvwxyz')}`;
const UPPER = `[A-Z]|${doubled('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}`;

/** After a label: its own stop or bracket is not part of it; then white space, or nothing at all. */
const THEN = '(?:\\s+|$)';

/** Words that make a decimal before them an amount: `1.5 million`. */
const UNITS =
  '(?:%|‰|°|per ?cent|percent|percentage|thousand|million|billion|trillion|hundred|times|points?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|[ap]\\.?m\\.?|mm|cm|km|m|kg|g|mg|ml|litres?|liters?|metres?|meters?|miles?|inches|feet|[kKMGT]i?B|[kMG]?Hz|ms|px|EUR|USD|GBP|CHF|JPY|euros?|dollars?|pounds?)';

/** Verbs of people: a capital letter before a name and one of these is an initial (`A. Smith said`). */
const PERSON_VERBS =
  '(?:said|says|asked|noted|reported|moved|seconded|proposed|agreed|signed|wrote|voted|abstained|joined|left|presented|confirmed|thanked|et al)';

function label(
  name: string,
  style: LabelStyle,
  depth_mode: LabelPattern['depth_mode'],
  pattern: string,
): LabelPattern {
  return { name, pattern, style, depth_mode };
}

/** What looks like a decimal label and is a number: an amount with its unit, a time, a row of numbers. */
const NOT_A_NUMBER = `^[0-9]+\\.[0-9]+\\s*${UNITS}(?:[\\s,.;:)]|$)|^[0-9]+\\.[0-9]+(?:\\s+[-+]?[0-9][0-9.,%]*)+\\s*$`;

/** What looks like a letter and is an abbreviation before a figure, or an initial. */
const NOT_AN_INITIAL = [
  '^[cnprsv]\\.\\s+[0-9]',
  '^[A-Z]\\.\\s+[A-Z]\\.',
  "^[A-Z]\\.\\s+\\p{Lu}[\\p{L}'’-]+(?:,|\\s+(?:and|&)\\s+[A-Z]\\.)",
  `^[A-Z]\\.\\s+\\p{Lu}[\\p{L}'’-]+\\s+${PERSON_VERBS}(?:[\\s,.;:]|$)`,
].join('|');

/** The copyright sign. */
const NOT_COPYRIGHT = '^\\([cC]\\)\\s*(?:19|20)[0-9]{2}(?:[^0-9]|$)';

/** `1.1`, `1.1.1`, `7.2`, `4.01`; with or without a stop, bracket or colon after it. */
const decimalPath = label(
  'decimal_path',
  'decimal',
  'arithmetic',
  `${NOT_A_NUMBER}|^(${NUMBER}(?:\\.0)?(?:\\.${PART})+)[.):]?${THEN}`,
);

/** `1.0 Scope`: how some specifications number their chapters. */
const zeroPath = label('zero_path', 'decimal', 'arithmetic', `^(${NUMBER}\\.0)[.):]?\\s+(["“‘]?\\p{Lu})`);

/** `1.`, `0.` */
const decimalDot = label('decimal_dot', 'decimal', 'arithmetic', `^(${NUMBER}|0)\\.(?:\\)|:)?${THEN}`);

/** `2.Scope`, the space forgotten. */
const decimalTight = label('decimal_tight', 'decimal', 'arithmetic', `^(${NUMBER})\\.(\\p{Lu}\\p{Ll}{2})`);

/** `1)`: the label is `1`. */
const decimalBracket = label('decimal_bracket', 'decimal', 'stack', `^(${NUMBER})\\)${THEN}`);

/** `(1)`, `(1A)`, the brackets part of the label. */
const decimalParen = label('decimal_paren', 'decimal', 'stack', `^(\\(${NUMBER}[A-Z]{0,2}\\))\\s*`);

/** `1 DEFINITIONS`: a bare number before a shouted heading. */
const decimalShouted = label('decimal_shouted', 'decimal', 'arithmetic', `^([1-9][0-9]?)\\s+(\\p{Lu}{3})`);

/** `1 Short title`, `12A Interpretation`: a bare number before a capital. Statutes only: elsewhere it is a count. */
const decimalBare = label(
  'decimal_bare',
  'decimal',
  'arithmetic',
  `^(${NUMBER}[A-Z]{0,2})\\s+(["“‘]?\\p{Lu})`,
);

/** `1.—`, `12A.—`: a section of a statute whose first subsection begins on the same line. */
const decimalDash = label('decimal_dash', 'decimal', 'arithmetic', `^(${NUMBER}[A-Z]{0,2})\\.?\\s*[—–]\\s*`);

/** `12A.`, `12.1A.`: a clause inserted later. */
const decimalInserted = label(
  'decimal_inserted',
  'decimal',
  'arithmetic',
  `^(${NUMBER}(?:\\.${PART})*(?:[A-Z]{1,2}|${LATIN}))\\.${THEN}`,
);

/** `12.1A The Supplier shall`: the same without a stop. `2.5A fuse` is a current. */
const pathInserted = label(
  'path_inserted',
  'decimal',
  'arithmetic',
  `^(${NUMBER}(?:\\.${PART})+[A-Z])\\s+(["“‘]?\\p{Lu})`,
);

/** `(i)`, `(IV)`; stands before letters so that both readings are seen. */
const romanParen = label(
  'roman_paren',
  'roman',
  'stack',
  `${NOT_COPYRIGHT}|^(\\((?:${SMALL_ROMAN}|${ROMAN})\\))\\s*`,
);

/** `(a)`, `(A)`, `(aa)`. */
const alphaParen = label('alpha_paren', 'alpha', 'stack', `^(\\((?:${LOWER}|${UPPER})\\))\\s*`);

/** `i.`, `IV.`, `iv)`. */
const romanDot = label(
  'roman_dot',
  'roman',
  'stack',
  `${NOT_AN_INITIAL}|^(${ROMAN}|${SMALL_ROMAN})[.)]${THEN}`,
);

/** `a.`, `A.`, `a)`. */
const alphaDot = label('alpha_dot', 'alpha', 'stack', `^(${LOWER}|${UPPER})[.)]${THEN}`);

/** The words that stand before a number in a label. */
const WORDS = [
  'Article',
  'Section',
  'Clause',
  'Paragraph',
  'Schedule',
  'Annex',
  'Annexure',
  'Appendix',
  'Exhibit',
  'Attachment',
  'Part',
  'Chapter',
  'Title',
  'Division',
  'Rule',
  'Regulation',
  'Recital',
  'Step',
  'Sec\\.',
  'Art\\.',
  // The same words where agreements and statutes are not in English; those that are spelt alike stand above.
  'Artikel',
  'Abschnitt',
  'Kapitel',
  'Anlage',
  'Anhang',
  'Chapitre',
  'Titre',
  'Annexe',
  'Artículo',
  'Cláusula',
  'Capítulo',
  'Título',
  'Sección',
  'Anexo',
  'Articolo',
  'Allegato',
  'Artigo',
];
const WORD = `(?:${WORDS.flatMap((word) => [word, word.toUpperCase()]).join('|')})`;
const COUNT = `(?:${NUMBER}(?:[A-Z]{0,2}|${LATIN})|${ROMAN}|[A-Z])`;
/** What may follow a label made of a word: nothing, a mark, or text that does not go on as the same sentence. */
const WORD_END = '(?:\\s*[.:)](?:\\s+|$)|\\s*[—–]\\s*|\\s+-\\s+|\\s*$|\\s+([^\\p{Ll}\\s,;.:)—–-]))';

/** A sentence that begins with a reference: `Schedule 2 (Fees) sets out …`, `Artikel 6 Abs. 1 gilt …`. */
const NOT_A_SENTENCE = `^${WORD}\\s+${COUNT}(?:\\.${PART})*\\s*(?:(?:\\([^)]*\\))+\\s*(?:\\p{Ll}|[,;])|(?:Abs|Absatz|Satz|Nr)[.\\s])`;

/** `Section 3.1`, `Section 4.01`. */
const wordPath = label(
  'word_path',
  'word',
  'arithmetic',
  `${NOT_A_SENTENCE}|^(${WORD}\\s+${NUMBER}(?:\\.${PART})+)${WORD_END}`,
);

/** `Article 5`, `Schedule 2`, `Part IV`, `Exhibit A`. */
const wordNumber = label('word_number', 'word', 'stack', `^(${WORD}\\s+${COUNT})${WORD_END}`);

/** `A.1`, `B.2.3`: how specifications number their annexes. A name's initial is followed by no number. */
const annexPath = label(
  'annex_path',
  'decimal',
  'arithmetic',
  `^([A-Z](?:\\.(?:0|${PART}))+)[.):]?(?:\\s+(["“‘]?[\\p{Lu}\\p{Lo}])|\\s*$)`,
);

/** `第3条`, `第十二章`: articles, chapters and paragraphs in Chinese and Japanese. A sentence about one goes on without a gap. */
const eastAsian = label(
  'east_asian',
  'word',
  'stack',
  '^(第[0-9０-９〇零一二三四五六七八九十百千]{1,7}(?:编|編|部|章|节|節|款|条|條|項|项|号)(?:の[0-9０-９一二三四五六七八九十]{1,3})?)(?:[\\s:：、]+|\\s*$|([（(「『【]))',
);

/** `§ 12`, `§§ 3.1`. */
const sectionSign = label(
  'section_sign',
  'word',
  'stack',
  `^(§{1,2}\\s?[1-9][0-9]{0,3}[a-zA-Z]?(?:\\.[0-9]{1,3})*)(?:[.:)](?:\\s+|$)|\\s*$|\\s+([^\\p{Ll}\\s]))`,
);

/** Labels of agreements, policies and specifications. */
export const LABELS: readonly LabelPattern[] = [
  decimalPath,
  decimalInserted,
  pathInserted,
  zeroPath,
  decimalDot,
  decimalTight,
  decimalBracket,
  decimalParen,
  decimalShouted,
  romanParen,
  alphaParen,
  romanDot,
  alphaDot,
  wordPath,
  wordNumber,
  sectionSign,
  annexPath,
  eastAsian,
];

/** Labels of statutes: as {@link LABELS}, and bare section numbers and those that a dash follows. */
export const STATUTE_LABELS: readonly LabelPattern[] = [
  ...LABELS.slice(0, 1),
  decimalDash,
  ...LABELS.slice(1),
  decimalBare,
];
