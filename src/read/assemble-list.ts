/** Lists: items that are sections, items that are clauses, and the labels that list syntax gives them. */
import { type LabelMatch, matchLabel } from '../profile/label.js';
import type { CompiledProfile } from '../profile/profile.js';
import type { Draft, DraftMaker, Place } from './draft.js';
import { decimalParts } from './label-order.js';
import { type ItemSignal, itemHeadings } from './list-headings.js';
import type { RawHeading, RawItem, RawList } from './raw.js';
import { closeSectionBefore, closeSections, holderOf, openClause, type Scope, scopeOf } from './scope.js';
import { type HeadingKey, keyOf } from './section-stack.js';
import { type StepMaker, Steps } from './steps.js';
import { contentStart, type Step, type Unit, wholeUnit } from './units.js';

/** What opens a section: its heading's label and words, and how sure that is. */
export interface Opening {
  readonly label: string | null;
  readonly textFrom: number;
  readonly key: HeadingKey;
  /** Null: to be inferred. */
  readonly depth: number | null;
  readonly matched_by: string;
  readonly confidence: number;
}

/** What lists need of the assembler that reads them. */
export interface ListHost {
  openSection(scope: Scope, at: Place, unit: Unit, opening: Opening): Draft;
  /** Puts a labelled block where its label belongs; the name of the pattern it was read by. */
  openLabel(
    scope: Scope,
    match: LabelMatch,
    draft: Draft,
    syntax: boolean,
    next: string | null,
    indent: number | null,
  ): string;
  flow(scope: Scope, steps: Steps, path: string | null): void;
}

export class ListAssembler {
  constructor(
    private readonly host: ListHost,
    private readonly drafts: DraftMaker,
    private readonly steps: StepMaker,
    private readonly profile: CompiledProfile,
  ) {}

  /** @param path the label of the item that holds the list, when it is numbered. */
  list(scope: Scope, step: Step, list: RawList, path: string | null): void {
    const inItem = scope.root.kind === 'list_item';
    const mayHead = !inItem && openClause(scope) === null;
    const { base } = step;
    const items = list.items.map((item) => {
      const label = item.number === null ? null : path === null ? `${item.number}` : `${path}.${item.number}`;
      // Below a heading of its own, an item's text may carry labels again.
      const own = item.children[0]?.type === 'heading' ? null : label;
      const inner = this.steps.all(item.children, base, own);
      return { item, label, inner };
    });
    const signals = mayHead && list.items[0].number !== null ? itemHeadings(items, this.profile) : null;
    /** The depth of the sections that items of this list opened. */
    let opened: number | null = null;
    items.forEach(({ item, label, inner }, i) => {
      const at = { start: base + item.start, end: base + item.end, base };
      const first = item.children[0];
      const signal = signals?.[i] ?? null;
      if (first?.type === 'heading') {
        const depth = this.headedItem(scope, at, inner, first, label);
        opened ??= depth;
      } else if (signal !== null && label !== null) {
        const depth = this.sectionItem(scope, at, inner, label, signal);
        opened ??= depth;
      } else {
        if (opened !== null) closeSections(scope, opened);
        this.plainItem(scope, at, item, inner, label);
      }
    });
  }

  /** An item that begins with a heading is that heading's section: `1. ## Service` is `## 1. Service`. */
  private headedItem(
    scope: Scope,
    at: Place,
    inner: readonly Step[],
    heading: RawHeading,
    label: string | null,
  ): number {
    const unit = wholeUnit(heading.inline, this.profile);
    const own = unit.label?.label ?? label;
    this.host.openSection(scope, { ...at, end: at.base + heading.end }, unit, {
      label: own,
      textFrom: unit.label === null ? 0 : contentStart(unit),
      key: own === null ? { type: 'plain' } : this.keyOfLabel(own),
      depth: heading.depth,
      matched_by: this.drafts.syntax('heading'),
      confidence: 1,
    });
    this.host.flow(scope, Steps.made(inner.slice(1)), own);
    return heading.depth;
  }

  private sectionItem(
    scope: Scope,
    at: Place,
    inner: readonly Step[],
    label: string,
    signal: ItemSignal,
  ): number {
    const unit = inner[0].unit as Unit;
    this.host.openSection(scope, { ...at, end: inner[0].end }, unit, {
      label,
      textFrom: unit.from,
      key: this.keyOfLabel(label),
      depth: null,
      matched_by: `heading:${signal}`,
      confidence: 0.8,
    });
    const { depth } = scope.sections[scope.sections.length - 1];
    this.host.flow(scope, Steps.made(inner.slice(1)), label);
    return depth;
  }

  private plainItem(
    scope: Scope,
    at: Place,
    item: RawItem,
    inner: readonly Step[],
    label: string | null,
  ): void {
    const owns = inner.length > 0 && inner[0].unit !== null && inner[0].raw === item.children[0];
    const unit = owns ? inner[0].unit : null;
    const written = unit?.label ?? null;
    // A label in the text counts where list syntax gives none.
    const text = label === null ? written : null;
    const own = label ?? text?.label ?? null;
    const attrs = item.checked === null ? {} : { attrs: { checked: item.checked } };
    // Where the format states no lists, a bullet is a sign like any other label.
    const more = {
      label: own,
      matched_by: this.drafts.syntax('list_item', 'label:bullet'),
      confidence: this.drafts.statesStructure ? 1 : 0.9,
      ...attrs,
    };
    const place = { ...at, end: owns ? inner[0].end : at.end };
    const draft =
      unit === null
        ? this.drafts.draft('list_item', at.start, at.end, more)
        : this.drafts.textDraft(
            'list_item',
            place,
            unit,
            text === null ? unit.from : contentStart(unit),
            more,
          );
    if (text !== null) draft.matched_by = this.drafts.labelled(text.readings[0].name);
    const top = scope.root.kind !== 'list_item';
    const match = top && item.number !== null && label !== null ? this.syntaxLabel(item, label) : null;
    if (match !== null) {
      closeSectionBefore(scope, match);
      this.host.openLabel(scope, match, draft, true, null, null);
    } else {
      this.drafts.attach(holderOf(scope), draft);
      draft.level++;
    }
    scope.lastText = draft.text;
    const rest = owns ? inner.slice(1) : inner.slice();
    if (rest.length > 0)
      this.host.flow(scopeOf(draft), Steps.made(rest), item.number === null ? null : label);
  }

  /** The label of list syntax, read as the same label in text would be. */
  private syntaxLabel(item: RawItem, label: string): LabelMatch | null {
    const match = matchLabel(this.profile, label.includes('.') ? `${label} x` : `${item.marker} x`);
    return match === null || match.label !== label ? null : match;
  }

  private keyOfLabel(label: string): HeadingKey {
    const match = matchLabel(
      this.profile,
      /\d$/.test(label) && !label.includes('.') ? `${label}. x` : `${label} x`,
    );
    if (match !== null) return keyOf(match);
    const parts = decimalParts(label);
    return parts === null ? { type: 'plain' } : { type: 'decimal', parts: parts.length };
  }
}
