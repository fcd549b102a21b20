/** Scores headings: whether a paragraph's unit is one, from its words, its label and what stands around it. */
import type { LabelMatch } from '../profile/label.js';
import type { CompiledProfile, HeadingRule } from '../profile/profile.js';
import {
  headingSignal,
  headsOwnNumbers,
  isDateLine,
  isQuotedTerm,
  isSentenceCaseHeading,
  wordCount,
} from './heading.js';
import { depthOf, follows, HEADING_LENGTH, HeadingSiblings, leads, mayHead } from './heading-siblings.js';
import { decimalParts, ordinal, styleKey } from './label-order.js';
import { type HeadingKey, keyOf, type OpenSection } from './section-stack.js';
import type { Steps } from './steps.js';
import { contentStart, isEmphasised, type Step, type Unit, unitText } from './units.js';

/** A heading that no markup states. */
export interface HeadingGuess {
  readonly label: string | null;
  readonly key: HeadingKey;
  /** `reset`, `all_caps`, `title_case`, `sentence_case`, `label`. */
  readonly signal: string;
  readonly confidence: number;
}

/** How far a run of labelled lines is looked along for the content that makes them headings. */
const RUN = 64;
/** A heading that resets numbering may be longer than the heading rule allows: `Schedule 1 – Fees, Expenses and …`. */
const RESET_WORDS = 14;
/** A line this near to the start may date the document. */
const DATED = 4;

export class HeadingFinder {
  /** Made when it is first asked for: most documents need none. */
  private readonly siblings = new WeakMap<Steps, HeadingSiblings>();

  constructor(
    private readonly profile: CompiledProfile,
    private readonly titleCase: boolean,
  ) {}

  /** The reset that a heading's text (label included) makes, or null. */
  reset(text: string): HeadingKey | null {
    const found = this.profile.heading_resets.find((reset) => reset.compiled.test(text));
    return found === undefined ? null : { type: 'reset', name: found.name };
  }

  guess(
    unit: Unit,
    steps: Steps,
    i: number,
    sections: readonly OpenSection<{ children: readonly { label?: string | null }[] }>[],
    first: boolean,
  ): HeadingGuess | null {
    if (unit.to - unit.from > HEADING_LENGTH) return null;
    const text = unitText(unit);
    if (wordCount(text) <= RESET_WORDS && !/[.;:,!?]$/.test(text)) {
      const reset = this.reset(text);
      if (reset !== null)
        return { label: unit.label?.label ?? null, key: reset, signal: 'reset', confidence: 0.9 };
    }
    return unit.label === null
      ? this.unlabelled(unit, text, steps, i, first)
      : this.labelled(unit, unit.label, steps, i, sections);
  }

  private unlabelled(unit: Unit, text: string, steps: Steps, i: number, first: boolean): HeadingGuess | null {
    const signal = headingSignal(text, this.profile.profile.heading_rule);
    const next = steps.at(i + 1);
    if (signal === null || next === undefined) return null;
    if (isQuotedTerm(text) && goesOn(next)) return null;
    if (i < DATED && isDateLine(text) && !this.datesFollow(steps, i)) return null;
    if (signal === 'title_case') {
      if (!this.titleCase && !isEmphasised(unit)) return null;
      // What heads a document stays its heading, however short the text below it.
      const below = this.dates(next) ? steps.at(i + 2) : next;
      if (
        (below === undefined || !this.leadsText(below)) &&
        !(first && this.numberedHeadingFollows(steps, i))
      )
        return null;
    }
    const key: HeadingKey = first && this.isTitle(text, steps, i) ? { type: 'title' } : { type: 'plain' };
    return { label: null, key, signal, confidence: signal === 'all_caps' ? 0.8 : 0.6 };
  }

  private dates({ unit }: Step): boolean {
    return unit !== null && unit.label === null && isDateLine(unitText(unit));
  }

  /** Whether such lines come again further down: then they head the parts of a history. */
  private datesFollow(steps: Steps, i: number): boolean {
    for (let at = i + 1; at < i + RUN; at++) {
      const step = steps.at(at);
      if (step === undefined) return false;
      if (this.dates(step) && at > i + 1) return true;
    }
    return false;
  }

  /** The first heading is the document's title when it is called one, or other headings that are numbered follow. */
  private isTitle(text: string, steps: Steps, i: number): boolean {
    const named = this.profile.role_rules.find(
      (rule) => rule.match === 'heading' && rule.compiled?.test(text),
    );
    if (named !== undefined) return named.role === 'title';
    const rule = this.profile.profile.heading_rule;
    const next = steps.at(i + 1)?.unit ?? null;
    if (next !== null && headingSignal(unitText(next), rule) !== null) return true;
    return this.numberedHeadingFollows(steps, i);
  }

  /** Whether what comes next reads like the text that a heading in title case heads, and not like its neighbour. */
  private leadsText({ unit }: Step): boolean {
    if (unit === null || unit.label !== null) return true;
    const text = unitText(unit);
    const rule = this.profile.profile.heading_rule;
    return (
      wordCount(text) > rule.max_words || isSentence(text, rule) || headingSignal(text, rule) === 'all_caps'
    );
  }

  private numberedHeadingFollows(steps: Steps, i: number): boolean {
    const rule = this.profile.profile.heading_rule;
    const isNumbered = ({ raw, unit }: Step, at: number) => {
      if (unit === null) return raw.type === 'heading';
      if (unit.to - unit.from > HEADING_LENGTH) return false;
      if (unit.label === null) return this.reset(unitText(unit)) !== null && !/[.;:,]$/.test(unitText(unit));
      if (!mayHead(unit.label)) return false;
      const text = unitText(unit, contentStart(unit));
      if (headingSignal(text, rule) !== null) return true;
      return isSentenceCaseHeading(text, rule) && leads(steps.at(at + 1), unit.label, false, rule);
    };
    for (let at = i + 1; ; at++) {
      const step = steps.at(at);
      if (step === undefined) return false;
      if (isNumbered(step, at)) return true;
    }
  }

  private labelled(
    unit: Unit,
    match: LabelMatch,
    steps: Steps,
    i: number,
    sections: readonly OpenSection<{ children: readonly { label?: string | null }[] }>[],
  ): HeadingGuess | null {
    if (!mayHead(match)) return null;
    const rule = this.profile.profile.heading_rule;
    const text = unitText(unit, contentStart(unit));
    const key = keyOf(match);
    const made = (signal: string, confidence: number) => ({ label: match.label, key, signal, confidence });
    if (text === '') {
      const word = match.readings[0].style === 'word' && follows(steps.at(i + 1), match) !== 'nothing';
      return word ? made('label', 0.7) : null;
    }
    const signal = headingSignal(text, rule);
    if (signal === 'all_caps') return made(signal, 0.9);
    const next = steps.at(i + 1);
    if (isQuotedTerm(text) && goesOn(next)) return null;
    if (signal === null && !isSentenceCaseHeading(text, rule)) {
      return isOwnNumber(next, match) && headsOwnNumbers(text, rule) ? made('sentence_case', 0.7) : null;
    }
    const found = signal ?? 'sentence_case';
    if (continuesSection(match, key, sections)) return made(found, 0.8);
    const after = follows(steps.at(i + 1), match);
    if (after === 'deeper') return made(found, 0.8);
    if (after === 'nothing') return null;
    if (!this.endsRun(steps, i, match) && leads(steps.at(i + 1), match, signal !== null, rule))
      return made(found, 0.7);
    if (after === 'sibling' && signal !== null && this.runLeadsDeeper(steps, i)) return made(found, 0.7);
    return this.siblingsOf(steps).areHeadings(i) ? made(found, 0.7) : null;
  }

  private siblingsOf(steps: Steps): HeadingSiblings {
    let siblings = this.siblings.get(steps);
    if (siblings === undefined) {
      siblings = new HeadingSiblings(steps.all(), this.profile.profile.heading_rule);
      this.siblings.set(steps, siblings);
    }
    return siblings;
  }

  /** Whether the line right above has a label like this one: then it may be the last item of a list. */
  private endsRun(steps: Steps, i: number, match: LabelMatch): boolean {
    const before = i > 0 ? steps.at(i - 1)?.unit?.label : null;
    return (
      before != null &&
      styleKey(before.readings[0], before.label) === styleKey(match.readings[0], match.label) &&
      depthOf(before) >= depthOf(match)
    );
  }

  /** Whether this line and the like ones after it end in one that deeper labels follow. */
  private runLeadsDeeper(steps: Steps, i: number): boolean {
    for (let at = i + 1; at < i + RUN; at++) {
      const unit = steps.at(at)?.unit ?? null;
      if (unit === null || unit.label === null) return false;
      if (headingSignal(unitText(unit, contentStart(unit)), this.profile.profile.heading_rule) === null)
        return false;
      const after = follows(steps.at(at + 1), unit.label);
      if (after !== 'sibling') return after === 'deeper';
    }
    return false;
  }
}

/** Whether `text` is a sentence, however short: `Nothing at all.` is one, `Acme Ltd.` a name. */
function isSentence(text: string, rule: HeadingRule): boolean {
  const end = /[.!?]["”’)\]]*$/.exec(text);
  return end !== null && (wordCount(text) > 3 || headingSignal(text.slice(0, end.index), rule) === null);
}

/** Whether `next` goes on with the sentence that a line above it began. */
function goesOn(next: Step | undefined): boolean {
  const unit = next?.unit ?? null;
  return unit !== null && unit.label === null && /^\p{Ll}/u.test(unitText(unit));
}

/** Whether `next` is the first clause below a number, by its own: `4.1 Powers` below `4`; not a point of a list. */
function isOwnNumber(next: Step | undefined, match: LabelMatch): boolean {
  const unit = next?.unit ?? null;
  if (unit === null || unit.label === null) return false;
  const outer = match.readings[0].style === 'decimal' ? decimalParts(match.label) : null;
  const parts = unit.label.readings[0].style === 'decimal' ? decimalParts(unit.label.label) : null;
  if (outer === null || parts === null || parts.length <= outer.length) return false;
  if (!outer.every((part, i) => part === parts[i]) || parts[outer.length] > 1) return false;
  return !/^\p{Ll}/u.test(unitText(unit, contentStart(unit)));
}

/** Whether the label is the one after an open section's, in the same style. */
function continuesSection(
  match: LabelMatch,
  key: HeadingKey,
  sections: readonly OpenSection<{ children: readonly { label?: string | null }[] }>[],
): boolean {
  const { style } = match.readings[0];
  const count = ordinal(style, match.label);
  return sections.some((section) => {
    const label = section.value.children[0]?.label ?? null;
    const same = JSON.stringify(section.key) === JSON.stringify(key);
    return same && label !== null && count !== null && ordinal(style, label) === count - 1;
  });
}
