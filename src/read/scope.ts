/** What is open where a block is added: sections by their headings, clauses by their labels. */
import type { LabelMatch } from '../profile/label.js';
import type { Draft } from './draft.js';
import { decimalParts, ordinal } from './label-order.js';
import { LabelStack } from './label-stack.js';
import { isBase, keyOf, type OpenSection, sameKey } from './section-stack.js';

export interface OpenClause {
  readonly draft: Draft;
  /** Labelled by list syntax: what follows the list does not continue it. */
  readonly syntax: boolean;
}

/** A place that blocks are added to: the document, or the inside of a list item, a quote or a note. */
export interface Scope {
  readonly root: Draft;
  readonly sections: OpenSection<Draft>[];
  readonly labels: LabelStack<OpenClause>;
  /** The text that was added last. */
  lastText: string;
}

/** The inside of a block, as yet empty. */
export function scopeOf(root: Draft): Scope {
  return { root, sections: [], labels: new LabelStack(), lastText: root.text };
}

/** The section that is open, or what holds everything. */
export function sectionOf(scope: Scope): Draft {
  return scope.sections[scope.sections.length - 1]?.value ?? scope.root;
}

/** The heading that was found last, when it has a label and no words and nothing has come after it; else null. */
export function bareHeading(scope: Scope): Draft | null {
  const section = scope.sections[scope.sections.length - 1];
  if (section === undefined || section.explicit || section.value.children.length !== 1) return null;
  const heading = section.value.children[0];
  return heading.kind === 'heading' && heading.text === '' && heading.label != null ? heading : null;
}

/** The innermost clause that was labelled in the text. */
export function openClause(scope: Scope): Draft | null {
  const { open } = scope.labels;
  for (let i = open.length - 1; i >= 0; i--) if (!open[i].value.syntax) return open[i].value.draft;
  return null;
}

/** Closes the open sections that a heading of this depth ends. */
export function closeSections(scope: Scope, depth: number): void {
  const { sections } = scope;
  let closed = false;
  while (sections.length > 0 && sections[sections.length - 1].depth >= depth) {
    sections.pop();
    closed = true;
  }
  if (closed) scope.labels.clear(false);
}

/**
 * Closes the open section whose number comes right before the label's: `2. Fair use …` is not in `1. Definitions`, though
 * it is no heading itself. A list in the section that the label goes on with keeps it open.
 */
export function closeSectionBefore(scope: Scope, match: LabelMatch): void {
  const { sections } = scope;
  if (sections.length === 0) return;
  const [reading] = match.readings;
  const count = ordinal(reading.style, match.label);
  if (count === null || count < 2) return;
  const parts = reading.style === 'decimal' ? decimalParts(match.label) : null;
  if ((parts === null || parts.length === 1) && scope.labels.goesOn(match)) return;
  const key = keyOf(match);
  for (let i = sections.length - 1; i >= 0 && !isBase(sections[i]); i--) {
    const label = sections[i].value.children[0]?.label ?? null;
    if (label === null || !sameKey(sections[i].key, key)) continue;
    const outer = parts === null ? [] : (decimalParts(label) ?? []);
    const beside = parts === null || parts.slice(0, -1).every((part, k) => part === outer[k]);
    if (beside && ordinal(reading.style, label) === count - 1) closeSections(scope, sections[i].depth);
    return;
  }
}

/**
 * What a block without a label of its own belongs to: the open clause, or else the open section. Items of list syntax
 * that stand open below it are closed: what comes later is not put into them across this block.
 */
export function holderOf(scope: Scope): Draft {
  const { open } = scope.labels;
  while (open.length > 0 && open[open.length - 1].value.syntax) open.pop();
  return openClause(scope) ?? sectionOf(scope);
}
