/** The heading rule: whether a line that no markup calls a heading reads like one. */
import type { HeadingRule } from '../profile/profile.js';

/** Why a line reads like a heading. */
export type HeadingSignal = 'all_caps' | 'title_case';

/** Words that stay small in a title. */
const SMALL =
  /^(?:a|an|and|as|at|but|by|for|from|in|into|nor|of|off|on|onto|or|out|over|per|than|the|to|under|upon|via|vs|with|without|und|der|die|das|des|et|de|la|le|du|y|e|del|v\.?|ver\.?)$/;
const TERMINAL = /[.;:,!?…][)\]"'”’»]*$/;

/** How many words `text` has. */
export function wordCount(text: string): number {
  let count = 0;
  for (let i = 0, inside = false; i < text.length; i++) {
    const space = text[i] === ' ' || text[i] === '\n';
    if (!space && !inside) count++;
    inside = !space;
  }
  return count;
}

/** How many numbers and dashes a heading may have besides its words. */
const NUMBERS = 4;
const NUMBER = /^(?:\(?[0-9]+[0-9./-]*[,;:]?|[0-9.]+\)|[-–—])$/;

/**
 * How many words count against a heading: the numbers of versions and dates only where they are many. Those of a line of
 * copyright do, and so do points, `(2)`.
 */
function headingWords(text: string): number {
  const all = wordCount(text);
  if (/^(?:Copyright|©)/i.test(text)) return all;
  let numbers = 0;
  for (const word of text.split(/[ \n]/)) if (NUMBER.test(word)) numbers++;
  return all - Math.min(numbers, NUMBERS);
}

const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
/** Words that say when a document was made and which one it is, and nothing else. */
const DATING = new RegExp(
  `^(?:${MONTHS}|Version|Ver|v|Revision|Rev|Release|Edition|Draft|Dated?|Effective|Updated|Revised|Amended|Modified|Adopted|Issued|Published|Last|First|Second|Third|Final|as|of|on|from|the|since|in|and|st|nd|rd|th)$`,
  'i',
);

/** Whether `text` only dates a document or says its version: `Version 1.1 - 26 February 2007`, `Effective June 15, 2024`. */
export function isDateLine(text: string): boolean {
  if (text.length > 80 || !/[0-9]/.test(text)) return false;
  return (text.match(/\p{L}+/gu) ?? []).every((word) => DATING.test(word));
}

/** The signal by which `text` (its label stripped) passes the rule, or null. */
export function headingSignal(text: string, rule: HeadingRule): HeadingSignal | null {
  // No heading of few words is this long; and it keeps the rule cheap on whole paragraphs.
  if (text.length === 0 || text.length > 40 * rule.max_words) return null;
  if (rule.forbid_terminal_punctuation && TERMINAL.test(text)) return null;
  if (headingWords(text) > rule.max_words) return null;
  if (!/\p{Lu}/u.test(text)) return null;
  if (rule.allow_all_caps && isShouted(text)) return 'all_caps';
  return rule.allow_title_case && isTitleCase(text) ? 'title_case' : null;
}

/** Whether every cased letter is a capital, and there are at least two. */
export function isShouted(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}.*\p{Lu}/su.test(text);
}

/** Whether nothing but its words' case speaks against `text` as a heading, so that its surroundings may decide. */
export function isPlainHeading(text: string, rule: HeadingRule): boolean {
  return (
    rule.allow_title_case &&
    text.length > 0 &&
    text.length <= 40 * rule.max_words &&
    headingWords(text) <= rule.max_words &&
    !(rule.forbid_terminal_punctuation && TERMINAL.test(text))
  );
}

function isTitleCase(text: string): boolean {
  const words = text.split(/[\s/]+/).filter((word) => /\p{L}/u.test(word));
  return words.every((word, i) => {
    const first = /\p{L}/u.exec(word);
    return first === null || /\p{Lu}|\p{Lt}/u.test(first[0]) || (i > 0 && SMALL.test(word.toLowerCase()));
  });
}

/**
 * Whether `text` could be a heading in sentence case (`Governing law`). Far weaker than {@link headingSignal}: it holds
 * only for a labelled line that deeper labels follow.
 */
export function isSentenceCaseHeading(text: string, rule: HeadingRule): boolean {
  if (!rule.allow_title_case || text.length > 60) return false;
  if (rule.forbid_terminal_punctuation && TERMINAL.test(text)) return false;
  return wordCount(text) <= Math.min(5, rule.max_words) && /^["“‘]?\p{Lu}/u.test(text) && !VERB.test(text);
}

/** What makes a line a sentence, or the beginning of one. */
const VERB = /\b(?:shall|must|may|will|is|are|be|has|have|means?|includes?|following)\b/;

/**
 * Whether `text` can head the clauses numbered right below its own number, which is more than its words say: it may be
 * long, or end in a full stop.
 */
export function headsOwnNumbers(text: string, rule: HeadingRule): boolean {
  const bare = text.replace(/\.$/, '');
  if (!rule.allow_title_case || TERMINAL.test(bare) || !/^["“‘]?\p{Lu}/u.test(text)) return false;
  if (bare !== text) return headingSignal(bare, rule) !== null;
  return headingWords(text) <= 2 * rule.max_words && !VERB.test(text);
}

/** Whether `text` is a term in quotes and nothing else, as a definition begins. */
export function isQuotedTerm(text: string): boolean {
  return /^["“„«‘'][^"“”„«»]{1,100}["”“»’']$/.test(text);
}
