/** Which references point out of the document: to a statute, a regulation, another agreement. */
import type { Block, Span } from '../document/block.js';
import { sliceCodePoints } from '../document/code-points.js';

/** How much of a text around a reference says where it points, in code points. */
const AROUND = 200;

const LABEL =
  '(?:[0-9]+[A-Za-z]?(?:\\.[0-9]+)*|[A-Z](?:\\.[0-9]+)+|[IVXL]+\\b|[A-Z]\\b)?(?:\\s?\\([A-Za-z0-9]{1,4}\\))*';
const JOIN = '(?:\\s*(?:,|;|[–—-])\\s*(?:and|or)?\\s*|\\s+(?:and|or|to|and/or|through)\\s+)';
/** The word of a reference and the labels of a list before the one that is looked at. */
const LEAD = new RegExp(
  `(?:(?<word>\\p{L}[\\p{L}-]{2,})\\.?\\s+|(?<sign>§{1,2})\\s*)(?:${LABEL}${JOIN}){0,6}$`,
  'u',
);
/** What may follow a label before it is said of what it is: the rest of a list, a range, brackets, `et seq.`. */
const REST = new RegExp(
  `^(?:-[0-9]{3,}|\\s?\\([A-Za-z0-9]{1,4}\\)|${JOIN}(?:(?:the\\s+)?\\p{L}{3,}\\s+)?(?=[0-9(IVXLA-Z])${LABEL}(?=[\\s,;.)–—-]|$)|,?\\s+et seq\\.?)*,?\\s*`,
  'u',
);

/** Nouns of law; what such a name names is never a clause of a contract. */
const LAW =
  '(?:Acts?|Codes?|Codex|Regulations?|Directives?|Treat(?:y|ies)|Conventions?|Constitution|Statutes?|Ordinances?|Rules|Laws?|Protocol|Charter|Decrees?|Bill|C\\.?F\\.?R|U\\.?S\\.?C|Gesetz\\p{L}*|\\p{Lu}\\p{L}*gesetz(?:e?s|buch(?:e?s)?)?|Verordnung|Richtlinie|[Ll]oi|[Rr]èglement|[Ll]ey|[Cc]ódigo|[Ll]egge|[Cc]odice|[Dd]ecreto)';
const LAW_NAME = new RegExp(`(?:^|[\\s(])${LAW}(?![\\p{L}])`, 'u');
const CAPITAL_WORD = "\\p{Lu}[\\p{L}\\p{N}'’&/-]*(?:\\.[\\p{L}\\p{N}]+)*";
/** A name: words in capitals, with the small words between them, numbers, and what stands in brackets. */
const NAME = new RegExp(
  `^(?:${CAPITAL_WORD}|[0-9][\\p{L}\\p{N}./-]*)(?:\\s+(?:(?:of|and|the|for|on|in|to)\\s+){0,2}(?:${CAPITAL_WORD}|[0-9][0-9/.-]*[0-9]|\\([^()]{1,40}\\)|[Nn]o\\.?))*`,
  'u',
);
const OF =
  /^(of|to|in|under|from|du|des|der|de la|de l[’']|del|della|dell[’'])\s*(?:(the|that|said|such|each)\s+)?/u;
const ACRONYM = /^(?:\p{Lu}\p{L}*\p{Lu}\p{L}*[\p{L}\d.]*)$/u;
/** What often stands before a reference in capitals and is no name. */
const SMALL_WORD =
  /^(?:AND|OR|OF|IN|TO|SEE|UNDER|BY|WITH|PER|AS|NOT|IF|THE|THIS|ALL|ON|FROM|PURSUANT|THAN|THAT|WITHIN|BOTH|ALSO)$/;

/** What a document calls itself and its parts: names in it are not those of others. */
export class OwnNames {
  private readonly title: string;
  private readonly headings: string;

  constructor(blocks: readonly Block[]) {
    const headings = blocks.filter(({ kind, role }) => kind === 'heading' || role === 'title');
    this.title = folded((headings[0] ?? blocks.find(({ text }) => text !== ''))?.text ?? '');
    this.headings = `\n${headings.map(({ label, text }) => folded(`${label ?? ''} ${text}`)).join('\n')}\n`;
  }

  /** Whether a name of several words is that of the document or of a part of it, and a single word in its title. */
  has(name: string): boolean {
    const plain = folded(name);
    const within = plain.includes(' ') ? this.headings : this.title;
    return ` ${within.replaceAll('\n', ' \n ')} `.includes(` ${plain} `) || initials(this.title) === plain;
  }
}

/** The word that a reference stands behind, also where labels of the same list stand between: `Schedules` of `2`. */
export function leadingWord(block: Block, span: Span): string | null {
  const found = LEAD.exec(before(block, span))?.groups;
  return found === undefined ? null : (found.word ?? found.sign);
}

/** Whether a reference points out of its document, or is none: `FAR section 12.212`, `section 3 of the Theft Act 1968`. */
export function pointsOutside(block: Block, span: Span, own: OwnNames): boolean {
  const said = sliceCodePoints(block.text, span.start, span.end);
  const after = sliceCodePoints(block.text, span.end, span.end + AROUND);
  // A number that goes on behind the span is longer than any label; `(FARs)` is a name.
  if (/^\d|^-\d{4}/.test(after) || /\((?![ivxlc]+\))(?!([a-z])\1+\))[A-Za-z]{2,4}\)$/i.test(said))
    return true;
  const rest = after.slice(REST.exec(after)![0].length);
  if (/^(?:of|to|in)\s+(?:this|these|our|the\s+present)\b|^(?:above|below|here)/i.test(rest)) return false;
  if (namesOther(rest, own)) return true;
  const lead = before(block, span);
  const start = [...(LEAD.exec(lead)?.[0] ?? '')].length;
  const first = span.start - start;
  const ends = new Set([first, first - 1, first - 2, first - 3]);
  for (const { type, start: from, end: to } of block.spans) {
    if (type !== 'citation') continue;
    // A citation that holds the reference, or stands right before it, or right after `of the`.
    if (from < span.end && to > span.start) return true;
    if (ends.has(to) && /^[\s,§]*$/.test(sliceCodePoints(block.text, to, first))) return true;
    const between =
      from >= span.end && from - span.end < AROUND ? sliceCodePoints(block.text, span.end, from) : '';
    if (
      between !== '' &&
      /^(?:of|to|in|under)\s+(?:the\s+)?$/.test(between.slice(REST.exec(between)![0].length))
    )
      return true;
  }
  // The word itself opens the span, or stands before it with the other labels of a list.
  const earlier = /^[\d(]/.test(said)
    ? lead.slice(0, lead.length - (LEAD.exec(lead)?.[0].length ?? 0))
    : lead;
  return follows(earlier.trimEnd(), own);
}

/** Whether the text that follows a reference says of what other document it is. */
function namesOther(rest: string, own: OwnNames): boolean {
  const of = OF.exec(rest);
  const named = of === null ? rest : rest.slice(of[0].length);
  const name = NAME.exec(named)?.[0] ?? '';
  if (name === '') return of !== null && new RegExp(`^${LAW}(?![\\p{L}])`, 'u').test(named);
  const short = name.split(/\s+and\s+/)[0];
  if (of === null) {
    // `Article 6 GDPR`, `§ 823 Abs. 1 BGB`, but nothing of a text in capitals.
    const [, first, next] = /^(?:Abs\.\s*\d+\s*|S\.\s*\d+\s*)*(\S+)(?:\s+(\S+))?/u.exec(rest) ?? ['', '', ''];
    const bare = first.replace(/[.,;)]+$/, '');
    return ACRONYM.test(bare) && !SMALL_WORD.test(bare) && !/^\p{Lu}{2,}/u.test(next ?? '') && !own.has(bare);
  }
  if (own.has(name) || own.has(short)) return false;
  const inCapitals = !/\p{Ll}/u.test(rest.slice(0, 60));
  if (LAW_NAME.test(name)) return true;
  if (inCapitals || of[1] !== 'of') return false;
  if (/^Title\s+\d/.test(name)) return true;
  const words = short.split(/\s+/).filter((word) => /^\p{Lu}/u.test(word));
  // A part of this document: `paragraph 3 of Schedule 2`, `clause 4 of Part B`.
  if (words.length < 2 || /\s(?:\d+|[A-Z]|[IVXL]+)$/.test(short))
    return ACRONYM.test(words[0] ?? '') && words[0].length > 2;
  return true;
}

/** Whether what stands before a reference is the name of a collection of laws, a statute, or another document. */
function follows(text: string, own: OwnNames): boolean {
  if (
    /\b[Tt]itle\s+\d+[^.;()]{0,40}$|\b\d+\s+(?:U\.?\s?S\.?(?:\s?C\.?|\s+Code)|C\.?\s?F\.?\s?R\.?)(?:\s*§+|\s+[Pp]art)?,?$/.test(
      text,
    )
  )
    return true;
  const law = new RegExp(
    `(?:^|\\s)${LAW}(?:\\s+(?:of\\s+)?\\d{4}|\\s*\\([^()]{1,20}\\)(?:\\s+in)?)?$`,
    'u',
  ).exec(text.replace(/(\d{4}),$/, '$1'));
  if (law !== null && /\p{Ll}/u.test(text.slice(-60)) && !own.has(law[0].trim())) return true;
  const word = /(?:^|(\S+)\s+)(\S+)$/u.exec(text);
  if (word === null) return false;
  const [, earlier = '', name] = word;
  return (
    /^\p{Lu}{2,}s?$/u.test(name) && !SMALL_WORD.test(name) && !/^\p{Lu}{2,}$/u.test(earlier) && !own.has(name)
  );
}

function before(block: Block, span: Span): string {
  return sliceCodePoints(block.text, Math.max(0, span.start - AROUND), span.start);
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function initials(title: string): string {
  return title
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('');
}
