/** Paragraphs as the label rules see them: one unit for each stretch of lines that may carry a label of its own. */
import { type LabelMatch, matchLabel } from '../profile/label.js';
import type { CompiledProfile } from '../profile/profile.js';
import { joint } from './fold.js';
import { decimalParts, ordinal, styleKey } from './label-order.js';
import type { Mark, RawBlock, RawInline, RawParagraph } from './raw.js';

/** A stretch of whole lines of an inline text. */
export interface Unit {
  readonly inline: RawInline;
  /** In UTF-16 units of `inline.text`. */
  readonly from: number;
  readonly to: number;
  /** The label that it starts with, or null. */
  readonly label: LabelMatch | null;
}

/** One raw block, or one unit of a paragraph, with its place in the whole source. */
export interface Step {
  readonly raw: RawBlock;
  readonly unit: Unit | null;
  readonly base: number;
  readonly start: number;
  readonly end: number;
}

/** A paragraph that is one unit: one object is both the step and its unit. Most steps are such. */
class WholeStep implements Step, Unit {
  constructor(
    readonly raw: RawParagraph,
    readonly base: number,
    readonly label: LabelMatch | null,
  ) {}

  get unit(): Unit {
    return this;
  }

  get inline(): RawInline {
    return this.raw.inline;
  }

  get from(): number {
    return 0;
  }

  get to(): number {
    return this.raw.inline.text.length;
  }

  get start(): number {
    return this.base + this.raw.start;
  }

  get end(): number {
    return this.base + this.raw.end;
  }
}

/** The whole paragraph as one step. */
export function wholeStep(raw: RawParagraph, base: number, profile: CompiledProfile): Step {
  return new WholeStep(raw, base, labelAt(raw.inline, 0, profile));
}

/** Where the text after the unit's label begins, in units of its inline text. */
export function contentStart(unit: Unit): number {
  const { text } = unit.inline;
  let at = unit.from + (unit.label?.textStart ?? 0);
  while (at < unit.to && (text[at] === ' ' || text[at] === '\n')) at++;
  return at;
}

/** Whether all of the unit is emphasised. */
export function isEmphasised({ inline, from, to }: Unit): boolean {
  return inline.marks.some((mark) => mark.type === 'emphasis' && mark.start <= from && mark.end >= to);
}

/** The unit's text from `start` on, its lines joined. */
export function unitText({ inline, from, to }: Unit, start = from): string {
  const text = inline.text.slice(start, to);
  return text.includes('\n') ? joinLines(text) : text;
}

function joinLines(text: string): string {
  const lines = text.split('\n');
  let joined = lines[0];
  for (let i = 1; i < lines.length; i++) joined += joint(lines[i - 1], lines[i]) + lines[i];
  return joined;
}

/** The marks that lie in the unit's text from `start` on, moved to where the joined text has them. */
export function unitMarks({ inline, to }: Unit, start: number): Mark[] {
  const lost: number[] = [];
  for (
    let at = inline.text.indexOf('\n', start);
    at >= 0 && at < to;
    at = inline.text.indexOf('\n', at + 1)
  ) {
    if (joint(lineBefore(inline.text, at), inline.text.slice(at + 1, at + 9)) === '') lost.push(at);
  }
  const move = (at: number) => at - start - lost.filter((gone) => gone < at).length;
  return inline.marks
    .filter((mark) => mark.end > start && mark.start < to)
    .map((mark) => ({ ...mark, start: move(Math.max(mark.start, start)), end: move(Math.min(mark.end, to)) }))
    .filter((mark) => mark.end > mark.start);
}

function lineBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - 4), at);
}

/** The whole inline text as one unit. */
export function wholeUnit(inline: RawInline, profile: CompiledProfile): Unit {
  return { inline, from: 0, to: inline.text.length, label: labelAt(inline, 0, profile) };
}

function labelAt(inline: RawInline, from: number, profile: CompiledProfile): LabelMatch | null {
  const { text, codes } = inline;
  if (text === '' || codes?.includes(from)) return null;
  const end = text.indexOf('\n', from);
  const line = from === 0 && end < 0 ? text : text.slice(from, end < 0 ? text.length : end);
  return matchLabel(profile, line);
}

/**
 * Cuts an inline text where a line starts with the next label in sequence: the first of a style, the one after a label
 * that the text started with or was cut at, or the first number below it. The line before must read as finished, so that
 * prose which happens to wrap before `(a)` stays whole.
 *
 * @param own the label that the text as a whole has already, from list syntax.
 */
export function sequenceUnits(inline: RawInline, profile: CompiledProfile, own: string | null): Unit[] {
  const { text } = inline;
  const first = own === null ? labelAt(inline, 0, profile) : null;
  if (!text.includes('\n')) return [{ inline, from: 0, to: text.length, label: first }];
  const units: Unit[] = [];
  const sequence = new Sequence(own ?? first?.label ?? null, first);
  let from = 0;
  let label = first;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    const found = labelAt(inline, at + 1, profile);
    if (found === null || !sequence.accepts(found) || !readsFinished(text, at)) continue;
    units.push({ inline, from, to: at, label });
    sequence.add(found);
    from = at + 1;
    label = found;
  }
  units.push({ inline, from, to: text.length, label });
  return units;
}

/** A line ends here after punctuation or a joining word, or is too short to have been wrapped. */
function readsFinished(text: string, end: number): boolean {
  const start = text.lastIndexOf('\n', end - 1) + 1;
  if (end - start < 50) return true;
  const tail = text.slice(Math.max(start, end - 6), end);
  return /[:;,.!?—–)\]"”»。；：！？）」』】]$/.test(tail) || /\b(?:and|or|but)$/i.test(tail);
}

/** The labels seen in one paragraph. */
class Sequence {
  private readonly last = new Map<string, number>();
  private decimal: readonly number[] | null;

  constructor(own: string | null, match: LabelMatch | null) {
    this.decimal = own === null ? null : decimalParts(own);
    if (match !== null) this.add(match);
  }

  accepts(match: LabelMatch): boolean {
    return match.readings.some((reading) => {
      const count = ordinal(reading.style, match.label);
      if (reading.style === 'decimal' && reading.depth_mode === 'arithmetic') {
        const parts = decimalParts(match.label);
        return parts !== null && this.decimal !== null && follows(this.decimal, parts);
      }
      if (reading.style === 'word' || count === null) return false;
      // `(1A)` after `(1)` was put in later.
      if (/[0-9][A-Z]{1,2}\)$/.test(match.label) && this.last.get(styleKey(reading, match.label)) === count)
        return true;
      return count === 1 || this.last.get(styleKey(reading, match.label)) === count - 1;
    });
  }

  add(match: LabelMatch): void {
    for (const reading of match.readings) {
      const count = ordinal(reading.style, match.label);
      if (count !== null) this.last.set(styleKey(reading, match.label), count);
      if (reading.style === 'decimal' && reading.depth_mode === 'arithmetic') {
        this.decimal = decimalParts(match.label);
      }
    }
  }
}

/** Whether a decimal label can come right after another: its first part, its successor, or the successor of an outer one. */
function follows(before: readonly number[], after: readonly number[]): boolean {
  if (after.length === before.length + 1) {
    return after[after.length - 1] === 1 && before.every((part, i) => part === after[i]);
  }
  if (after.length > before.length) return false;
  const last = after.length - 1;
  return after[last] === before[last] + 1 && after.slice(0, last).every((part, i) => part === before[i]);
}
