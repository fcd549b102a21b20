/** Hard wraps: whether a line goes on with the paragraph above it. */
import { type LabelMatch, matchLabel } from '../profile/label.js';
import type { CompiledProfile } from '../profile/profile.js';
import { headingSignal, isSentenceCaseHeading, isShouted, wordCount } from './heading.js';
import { decimalParts, ordinal, styleKey } from './label-order.js';
import type { Line } from './text-lines.js';

/** A line longer than this was not wrapped by hand or by an editor: when it ends a sentence, it is a paragraph. */
const UNWRAPPED = 120;

/** A word that a number, wrapped to the next line, completes to a reference. */
const REFERENCE_WORD =
  /(?:\b(?:(?:sub-?)?(?:clause|section|paragraph)|article|schedule|annex|appendix|exhibit|part|chapter|rule|regulation|table|figure|no\.?)s?|§)$/i;

export class LineJoiner {
  /** The last number of each style of label. */
  private readonly last = new Map<string, number>();
  private decimal: readonly number[] | null = null;

  constructor(private readonly profile: CompiledProfile) {}

  /** A blank line parts blocks; sequences of labels go on. */
  blank(): void {}

  /** Notes the label that a new block starts with. */
  starts(line: Line): void {
    const match = matchLabel(this.profile, line.text);
    if (match !== null) this.note(match);
  }

  /** Whether `line` belongs to the paragraph that `group` began. */
  joins(group: readonly Line[], line: Line): boolean {
    const before = group[group.length - 1];
    const match = matchLabel(this.profile, line.text);
    if (match !== null && this.isLabel(match, group, line)) return false;
    if (this.isHeading(line.text) || this.standsAlone(group, line)) return false;
    return !(before.text.length > UNWRAPPED && /[.;:!?]["”’)\]]*$/.test(before.text));
  }

  /** A label starts a block, unless prose happened to wrap before a number or a bracket. */
  private isLabel(match: LabelMatch, group: readonly Line[], line: Line): boolean {
    const before = group[group.length - 1].text;
    const rest = line.text.slice(match.textStart);
    if (!/[.:;!?]$/.test(before) && this.isInlinePoint(match, group)) return false;
    if (/[.;:,!?—–)\]"”。；：！？）」』】]$/.test(before) || /\b(?:and|or|but)$/i.test(before)) {
      // `clause 7,` / `8.2 and 9`: a number that goes on in small letters after a comma is a reference.
      // So is a section's sign or word with nothing behind its number: `see §4.1(3),` / `§4.2.`
      if (!/,$|\b(?:and|or)$/i.test(before)) return true;
      const { style } = match.readings[0];
      if (style === 'word') return rest !== '' && !/^[,;.)]/.test(rest);
      return !(style === 'decimal' && /^(?:and|or|of|to)\b|^[,;.)]/.test(rest));
    }
    // `under Schedule` / `2.`: the number belongs to the word before it, and a label that introduces nothing does not
    // interrupt a sentence.
    if (rest === '' || REFERENCE_WORD.test(before)) return false;
    // An item further in than the line that leads to it: `A Developer may` / `  1. make …`.
    if (group.length === 1 && isFirst(match) && line.indent >= group[0].indent + 2) return true;
    if (!this.inSequence(match)) return false;
    if (isInitial(match, rest) && !hasRoom(group, line) && line.indent <= group[group.length - 1].indent)
      return false;
    return match.readings[0].style !== 'decimal' || !/^\p{Ll}/u.test(rest);
  }

  /**
   * Whether the label is a point inside the running sentence: `agrees (a) in writing and` / `(b) at once` has its `(a)` in
   * the middle of a line, and not right behind the block's own label.
   */
  private isInlinePoint(match: LabelMatch, group: readonly Line[]): boolean {
    if (!match.label.startsWith('(')) return false;
    return match.readings.some((reading) => {
      const before = labelBefore(match.label, reading.style);
      if (before === null) return false;
      const from = matchLabel(this.profile, group[0].text)?.textStart ?? 0;
      return group.some(({ text }, i) => text.indexOf(` ${before} `, i === 0 ? from : 0) >= 0);
    });
  }

  private inSequence(match: LabelMatch): boolean {
    return match.readings.some((reading) => {
      const count = ordinal(reading.style, match.label);
      if (reading.style === 'decimal' && reading.depth_mode === 'arithmetic') {
        const parts = decimalParts(match.label);
        return parts !== null && (this.decimal === null || comesAfter(this.decimal, parts));
      }
      if (count === null || reading.style === 'word') return false;
      if (isInserted(match.label) && this.last.get(styleKey(reading, match.label)) === count) return true;
      return count === 1 || this.last.get(styleKey(reading, match.label)) === count - 1;
    });
  }

  private note(match: LabelMatch): void {
    for (const reading of match.readings) {
      const count = ordinal(reading.style, match.label);
      if (count !== null) this.last.set(styleKey(reading, match.label), count);
      if (reading.style === 'decimal' && reading.depth_mode === 'arithmetic')
        this.decimal = decimalParts(match.label);
    }
  }

  /** A shouted heading, or one that resets numbering. */
  private isHeading(text: string): boolean {
    if (text.length > 200) return false;
    const { profile } = this.profile;
    if (isShouted(text) && headingSignal(text, profile.heading_rule) === 'all_caps') return true;
    return (
      wordCount(text) <= 8 &&
      !/[.;:,]$/.test(text) &&
      this.profile.heading_resets.some((r) => r.compiled.test(text))
    );
  }

  /** Whether the block so far is a heading, which nothing continues. */
  private standsAlone(group: readonly Line[], next: Line): boolean {
    if (group.length > 1) return false;
    const { text } = group[0];
    const match = matchLabel(this.profile, text);
    const rest = match === null ? text : text.slice(match.textStart);
    if (rest === '') return false;
    const rule = this.profile.profile.heading_rule;
    const signal = headingSignal(rest, rule);
    if (isShouted(rest) && signal === 'all_caps') return true;
    // `2. Payment` / `The Client shall pay each invoice …`: no wrap ends a line where the next word had room.
    return (
      match !== null &&
      headsByStyle(match) &&
      (signal !== null || isSentenceCaseHeading(rest, rule)) &&
      /^["“‘]?\p{Lu}/u.test(next.text) &&
      text.length + 1 + firstWord(next.text).length < next.text.length
    );
  }
}

const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** The bracketed label before another: `(a)` for `(b)`; null where there is none. */
function labelBefore(label: string, style: string): string | null {
  const core = label.slice(1, -1);
  const count = ordinal(style as 'alpha', label);
  if (count === null || count < 2) return null;
  if (style === 'decimal') return /^[0-9]+$/.test(core) ? `(${count - 1})` : null;
  if (style === 'alpha' && core.length === 1) return `(${String.fromCharCode(core.charCodeAt(0) - 1)})`;
  if (style !== 'roman' || count > ROMANS.length) return null;
  const roman = ROMANS[count - 2];
  return `(${core === core.toLowerCase() ? roman : roman.toUpperCase()})`;
}

/** Whether a list begins with this label. */
function isFirst(match: LabelMatch): boolean {
  return match.readings.some(
    ({ style }) => style !== 'word' && decimalOrOne(style, match.label) && ordinal(style, match.label) === 1,
  );
}

function decimalOrOne(style: string, label: string): boolean {
  return style !== 'decimal' || (decimalParts(label) ?? []).length === 1;
}

/** Whether it may be the initial of a name: `by John` / `A. Smith to each person`. */
function isInitial(match: LabelMatch, rest: string): boolean {
  return /^[A-Z]$/.test(match.label) && /^\p{Lu}\p{Ll}/u.test(rest);
}

/** Whether the first word of `line` had room at the end of the line above it, as the width of both lines tells. */
function hasRoom(group: readonly Line[], line: Line): boolean {
  const before = group[group.length - 1];
  const width = Math.max(
    line.indent + line.text.length,
    ...group.slice(-3).map((it) => it.indent + it.text.length),
  );
  return before.indent + before.text.length + 1 + firstWord(line.text).length < width;
}

/** `(1A)`: a point that was put in later. */
function isInserted(label: string): boolean {
  return /[0-9][A-Z]{1,2}\)?$/.test(label);
}

/** Whether headings have labels of this style: numbers and words, as against the letters of lists. */
function headsByStyle(match: LabelMatch): boolean {
  const { style, depth_mode } = match.readings[0];
  return style === 'word' || (style === 'decimal' && depth_mode === 'arithmetic');
}

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end < 0 ? text : text.slice(0, end);
}

/** Whether a decimal label can follow another further down: below it, or after it or one of its outer numbers. */
function comesAfter(before: readonly number[], after: readonly number[]): boolean {
  if (after.length > before.length)
    return after.length === before.length + 1 && before.every((part, i) => part === after[i]);
  const last = after.length - 1;
  return after[last] === before[last] + 1 && after.slice(0, last).every((part, i) => part === before[i]);
}
