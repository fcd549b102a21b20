/**
 * What lines with like labels say of each other. A document uses one style of label at one depth for headings or for
 * clauses, so a short line with such a label is judged by its whole kind: that it lost the text below it, or that another
 * line moved in above it, does not change what it is.
 */
import type { LabelMatch } from '../profile/label.js';
import type { HeadingRule } from '../profile/profile.js';
import { headingSignal, isSentenceCaseHeading, wordCount } from './heading.js';
import { ordinal, styleKey } from './label-order.js';
import { contentStart, type Step, unitText } from './units.js';

/** What comes after a labelled line, seen from its label. */
export type Follower = 'nothing' | 'body' | 'deeper' | 'sibling';

/** Lines of one style and depth of label. */
interface Kind {
  /** How many could be headings by their words. */
  shaped: number;
  /** How many of these have text or deeper labels below them. */
  leading: number;
}

/** A longer unit is no heading. */
export const HEADING_LENGTH = 200;

export class HeadingSiblings {
  /** The kind of each line that could be a heading, by the number of its step. */
  private readonly kinds = new Map<number, Kind>();

  constructor(steps: readonly Step[], rule: HeadingRule) {
    const open = new Map<string, { kind: Kind; last: number }>();
    steps.forEach(({ unit }, i) => {
      if (unit === null || unit.label === null || unit.to - unit.from > HEADING_LENGTH) return;
      const { label } = unit;
      if (!mayHead(label)) return;
      const key = `${styleKey(label.readings[0], label.label)} ${depthOf(label)}`;
      const count = ordinal(label.readings[0].style, label.label) ?? 0;
      let entry = open.get(key);
      // Numbers that start again at the outermost depth belong to another part of the document, and so does all below.
      if (entry !== undefined && depthOf(label) === 1 && count <= entry.last) {
        open.clear();
        entry = undefined;
      }
      if (entry === undefined) {
        entry = { kind: { shaped: 0, leading: 0 }, last: count };
        open.set(key, entry);
      }
      entry.last = count;
      const text = unitText(unit, contentStart(unit));
      const signal = headingSignal(text, rule);
      if (signal === null && !isSentenceCaseHeading(text, rule)) return;
      entry.kind.shaped++;
      if (leads(steps[i + 1], label, signal !== null, rule)) entry.kind.leading++;
      this.kinds.set(i, entry.kind);
    });
  }

  /** Whether most of the short lines labelled like that of step `i` have something below them. */
  areHeadings(i: number): boolean {
    const kind = this.kinds.get(i);
    return kind !== undefined && kind.leading > 1 && 2 * kind.leading > kind.shaped;
  }
}

/** Whether `next`, what stands below a labelled line, makes it a heading, wherever the line stands. */
export function leads(
  next: Step | undefined,
  match: LabelMatch,
  signalled: boolean,
  rule: HeadingRule,
): boolean {
  const after = follows(next, match);
  if (after !== 'body') return after === 'deeper';
  const unit = next?.unit ?? null;
  return signalled || unit === null || wordCount(unitText(unit)) > rule.max_words;
}

/** Bracketed letters and numerals label clauses; numbers, words and capitals with a stop may label headings. */
export function mayHead(match: LabelMatch): boolean {
  const reading = match.readings[0];
  if (match.label.startsWith('(')) return false;
  if (reading.style === 'decimal') return reading.depth_mode === 'arithmetic';
  if (reading.style === 'word') return true;
  return match.label === match.label.toUpperCase();
}

/** What `next` is, the step after a labelled line, seen from its label. */
export function follows(next: Step | undefined, match: LabelMatch): Follower {
  if (next === undefined || next.raw.type === 'heading') return 'nothing';
  const label = next.unit?.label;
  if (label == null) return 'body';
  const own = match.readings[0];
  const other = label.readings[0];
  if (styleKey(own, match.label) === styleKey(other, label.label)) {
    return depthOf(label) > depthOf(match) ? 'deeper' : 'sibling';
  }
  if (own.style === 'decimal' && other.style === 'decimal') {
    // `A.2 Counting` / `1. …`: numbers that start again are below a number of more parts.
    if (label.label === '1' && depthOf(match) > 1) return 'deeper';
    return depthOf(label) > depthOf(match) || other.depth_mode === 'stack' ? 'deeper' : 'sibling';
  }
  return other.style === 'word' ? 'sibling' : 'deeper';
}

/** How many numbers the label has, where they say how deep it is; else one. */
export function depthOf(match: LabelMatch): number {
  return match.readings[0].depth_mode === 'arithmetic' ? match.label.split('.').length : 1;
}
