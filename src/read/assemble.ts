/**
 * The assembler: raw blocks in, a tree out. One set of rules for every format: labels and their depth, continuation,
 * headings and resets, roles. See `units.ts`, `label-stack.ts`, `section-stack.ts`, `heading.ts` and `roles.ts`.
 */
import { type BlockTree, MAX_DEPTH, type Span } from '../document/block.js';
import { buildTree, type DraftBlock } from '../document/build.js';
import { type LabelMatch, matchLabel } from '../profile/label.js';
import type { CompiledProfile } from '../profile/profile.js';
import { headingSignal, isSentenceCaseHeading } from './heading.js';
import { HeadingFinder, type HeadingGuess } from './heading-finder.js';
import { decimalParts } from './label-order.js';
import { LabelStack } from './label-stack.js';
import { type Origin, OriginRange, type SourceIndex, unitRange } from './origin.js';
import type { DroppedCounter, Mark, RawBlock, RawHeading, RawItem, RawList, RawTable } from './raw.js';
import { assignRoles } from './roles.js';
import { type HeadingKey, inferDepth, keyOf, type OpenSection } from './section-stack.js';
import { findSpans } from './spans.js';
import {
  contentStart,
  type Step,
  sequenceUnits,
  type Unit,
  unitMarks,
  unitText,
  wholeUnit,
} from './units.js';

/** A block in the making. Offsets are UTF-16 units of the whole source. */
export interface Draft extends DraftBlock {
  level: number;
  children: Draft[];
  start: number;
  end: number;
  /** How deep it stands in the tree; the document is 0. */
  depth: number;
  parent: Draft | null;
  /** How its text was cut; left out where that is not recorded. */
  origin?: Origin;
}

/** What the assembler is told about the format. */
export interface AssemblerOptions {
  /** The format's own name in `matched_by`: `markdown`; null when the format states nothing. */
  readonly syntax: string | null;
  /** Whether an unmarked line in title case may be a heading: not where the format marks its headings itself. */
  readonly titleCaseHeadings: boolean;
  /** Whether paragraphs are still to be cut at labels that start a line. */
  readonly cutParagraphs: boolean;
}

interface OpenClause {
  readonly draft: Draft;
  /** Labelled by list syntax: what follows the list does not continue it. */
  readonly syntax: boolean;
}

/** A place that blocks are added to: the document, or the inside of a list item, a quote or a note. */
interface Scope {
  readonly root: Draft;
  readonly sections: OpenSection<Draft>[];
  readonly labels: LabelStack<OpenClause>;
  /** The text that was added last. */
  lastText: string;
}

/** Tables need two more levels below the deepest block that holds them. */
const DEEPEST = MAX_DEPTH - 4;

export class Assembler {
  private readonly steps: Step[] = [];
  private readonly headings: HeadingFinder;

  constructor(
    private readonly profile: CompiledProfile,
    private readonly source: SourceIndex,
    private readonly dropped: DroppedCounter,
    private readonly options: AssemblerOptions,
  ) {
    this.headings = new HeadingFinder(profile, options.titleCaseHeadings);
  }

  /** Adds top-level blocks whose offsets count from `base`. */
  add(blocks: readonly RawBlock[], base: number): void {
    this.pushSteps(this.steps, blocks, base, null);
  }

  /** The finished tree. */
  finish(): BlockTree {
    const { text } = this.source;
    const root = this.draft('document', 0, text.length, { matched_by: 'document', confidence: 1 });
    this.flow(scopeOf(root), this.steps, null);
    assignRoles(root, this.profile);
    this.setRanges(root);
    return buildTree(root, this.dropped.list());
  }

  private pushSteps(steps: Step[], blocks: readonly RawBlock[], base: number, own: string | null): void {
    for (const raw of blocks) {
      const start = base + raw.start;
      const end = base + raw.end;
      if (raw.type !== 'paragraph') {
        steps.push({ raw, unit: null, base, start, end });
        continue;
      }
      if (raw.inline.text === '') continue;
      if (!this.options.cutParagraphs || !raw.inline.text.includes('\n')) {
        steps.push({ raw, unit: wholeUnit(raw.inline, this.profile), base, start, end });
        continue;
      }
      const units = sequenceUnits(raw.inline, this.profile, own);
      units.forEach((unit, i) => {
        const range =
          units.length === 1
            ? { start, end }
            : unitRange(this.source.text, base, raw.inline, unit.from, unit.to);
        steps.push({
          raw,
          unit,
          base,
          start: i === 0 ? start : range.start,
          end: i === units.length - 1 ? end : range.end,
        });
      });
    }
  }

  private flow(scope: Scope, steps: readonly Step[], path: string | null): void {
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i];
      if (step.unit !== null) {
        this.paragraph(scope, steps, i, step.unit);
        continue;
      }
      const { raw } = step;
      if (raw.type === 'heading') this.heading(scope, step, raw);
      else if (raw.type === 'list') this.list(scope, step, raw, path);
      else if (raw.type === 'table') this.table(scope, step, raw);
      else if (raw.type === 'code') {
        this.attach(
          this.holder(scope),
          this.draft('paragraph', step.start, step.end, {
            text: raw.text,
            role: 'code',
            matched_by: this.syntax('code'),
            confidence: 1,
            attrs: raw.language === null ? {} : { language: raw.language },
          }),
        );
      } else if (raw.type === 'quote') this.quote(scope, step, raw.children);
      else if (raw.type === 'note') this.note(scope, step, raw.name, raw.children);
    }
  }

  // ---- headings and sections

  private heading(scope: Scope, step: Step, raw: RawHeading): void {
    const unit = wholeUnit(raw.inline, this.profile);
    const label = unit.label;
    const key: HeadingKey =
      this.headings.reset(unitText(unit)) ?? (label === null ? { type: 'plain' } : keyOf(label));
    this.openSection(scope, step, unit, {
      label: label?.label ?? null,
      textFrom: label === null ? 0 : contentStart(unit),
      key,
      depth: raw.depth,
      matched_by: this.syntax('heading'),
      confidence: 1,
    });
  }

  private openSection(
    scope: Scope,
    at: { readonly start: number; readonly end: number; readonly base: number },
    unit: Unit,
    opening: {
      readonly label: string | null;
      readonly textFrom: number;
      readonly key: HeadingKey;
      /** Null: to be inferred. */
      readonly depth: number | null;
      readonly matched_by: string;
      readonly confidence: number;
    },
  ): Draft {
    const { key, matched_by, confidence } = opening;
    const depth = opening.depth ?? inferDepth(scope.sections, key, this.profile.heading_resets);
    closeSections(scope, depth);
    const section = this.draft('section', at.start, at.end, { matched_by, confidence });
    this.attach(sectionOf(scope), section);
    const heading = this.textDraft('heading', at, unit, opening.textFrom, {
      label: opening.label,
      matched_by,
      confidence,
    });
    this.attach(section, heading);
    section.level = (section.parent?.level ?? 0) + 1;
    heading.level = section.level;
    scope.sections.push({ depth, key, explicit: opening.depth !== null, value: section });
    scope.labels.clear(key.type === 'reset');
    scope.lastText = heading.text ?? '';
    return section;
  }

  // ---- paragraphs and labels written in the text

  private paragraph(scope: Scope, steps: readonly Step[], i: number, unit: Unit): void {
    const step = steps[i];
    const guess = this.headings.guess(unit, steps, i, scope.sections, scope.root.children.length === 0);
    if (guess !== null) {
      this.guessedHeading(scope, step, unit, guess);
      return;
    }
    if (unit.label !== null) {
      this.clause(scope, step, unit, unit.label, steps, i);
      return;
    }
    const holder = this.holder(scope);
    const matched =
      openClause(scope) !== null
        ? { matched_by: 'continuation', confidence: 0.6 }
        : this.options.syntax !== null
          ? { matched_by: this.syntax('paragraph'), confidence: 1 }
          : { matched_by: 'fallback', confidence: 0 };
    const draft = this.textDraft('paragraph', step, unit, unit.from, matched);
    this.attach(holder, draft);
    scope.lastText = draft.text ?? '';
  }

  private guessedHeading(scope: Scope, step: Step, unit: Unit, guess: HeadingGuess): void {
    const bare = bareHeading(scope);
    if (bare !== null && guess.key.type === 'plain') {
      // `PART 1` / `LIGHTS`: a label on a line of its own is headed by the heading below it.
      const words = this.textDraft('heading', step, unit, unit.from, bare);
      Object.assign(bare, { text: words.text, spans: words.spans, origin: words.origin, end: step.end });
      scope.lastText = words.text ?? '';
      return;
    }
    this.openSection(scope, step, unit, {
      label: guess.label,
      textFrom: guess.label === null || unit.label === null ? unit.from : contentStart(unit),
      key: guess.key,
      depth: null,
      matched_by: `heading:${guess.signal}`,
      confidence: guess.confidence,
    });
  }

  private clause(
    scope: Scope,
    step: Step,
    unit: Unit,
    match: LabelMatch,
    steps: readonly Step[],
    i: number,
  ): void {
    const draft = this.textDraft('list_item', step, unit, contentStart(unit), {
      label: match.label,
      matched_by: '',
      confidence: 0.9,
    });
    const reading = this.openLabel(
      scope,
      match,
      draft,
      false,
      () => steps[i + 1]?.unit?.label?.label ?? null,
    );
    draft.matched_by = `label:${reading}`;
    scope.lastText = draft.text ?? '';
  }

  /** Puts a labelled block where its label belongs; the name of the pattern it was read by. */
  private openLabel(
    scope: Scope,
    match: LabelMatch,
    draft: Draft,
    syntax: boolean,
    next: () => string | null,
  ): string {
    const placement = scope.labels.place(match, { next, introduced: () => /[:—–]$/.test(scope.lastText) });
    const parent = placement.keep > 0 ? scope.labels.open[placement.keep - 1].value.draft : sectionOf(scope);
    this.attach(parent, draft);
    draft.level = (draft.parent?.level ?? 0) + 1;
    scope.labels.push(placement, match.label, { draft, syntax });
    return placement.reading.name;
  }

  // ---- lists

  private list(scope: Scope, step: Step, list: RawList, path: string | null): void {
    const clauses = scope.root.kind === 'list_item' ? null : openClause(scope);
    const outer = clauses ?? (scope.root.kind === 'list_item' ? scope.root : null);
    /** The depth of the sections that items of this list opened. */
    let opened: number | null = null;
    for (const item of list.items) {
      const label = item.number === null ? null : path === null ? `${item.number}` : `${path}.${item.number}`;
      const first = item.children[0];
      const at = { start: step.base + item.start, end: step.base + item.end, base: step.base };
      if (first?.type === 'heading') {
        const section = this.headedItem(scope, at, item, first, label);
        opened ??= section;
        continue;
      }
      const own = first?.type === 'paragraph' ? first.inline : null;
      const inner: Step[] = [];
      this.pushSteps(inner, item.children, step.base, label);
      if (own !== null && label !== null && outer === null && this.headsItem(item, inner)) {
        const section = this.sectionItem(scope, at, inner, label);
        opened ??= section;
        continue;
      }
      if (opened !== null) closeSections(scope, opened);
      this.plainItem(scope, at, item, inner, label);
    }
  }

  /** An item that begins with a heading is that heading's section: `1. ## Service` is `## 1. Service`. */
  private headedItem(
    scope: Scope,
    at: { start: number; end: number; base: number },
    item: RawItem,
    heading: RawHeading,
    label: string | null,
  ): number {
    const unit = wholeUnit(heading.inline, this.profile);
    const own = unit.label?.label ?? label;
    this.openSection(scope, { ...at, end: at.base + heading.end }, unit, {
      label: own,
      textFrom: unit.label === null ? 0 : contentStart(unit),
      key: own === null ? { type: 'plain' } : this.keyOfLabel(own),
      depth: heading.depth,
      matched_by: this.syntax('heading'),
      confidence: 1,
    });
    const inner: Step[] = [];
    this.pushSteps(inner, item.children.slice(1), at.base, null);
    this.flow(scope, inner, own);
    return heading.depth;
  }

  /** Whether the item's own text is the heading of the list inside it. */
  private headsItem(item: RawItem, inner: readonly Step[]): boolean {
    const unit = inner[0]?.unit;
    if (unit == null || unit.label !== null) return false;
    const holdsList =
      inner.some(({ raw }) => raw.type === 'list' && raw.items[0].number !== null) ||
      (inner[1]?.unit?.label != null && inner[1].raw === item.children[0]);
    if (!holdsList) return false;
    const text = unitText(unit);
    const rule = this.profile.profile.heading_rule;
    return headingSignal(text, rule) !== null || isSentenceCaseHeading(text, rule);
  }

  private sectionItem(
    scope: Scope,
    at: { start: number; end: number; base: number },
    inner: readonly Step[],
    label: string,
  ): number {
    const unit = inner[0].unit as Unit;
    const signal = headingSignal(unitText(unit), this.profile.profile.heading_rule) ?? 'sentence_case';
    this.openSection(scope, { ...at, end: inner[0].end }, unit, {
      label,
      textFrom: unit.from,
      key: this.keyOfLabel(label),
      depth: null,
      matched_by: `heading:${signal}`,
      confidence: 0.8,
    });
    const { depth } = scope.sections[scope.sections.length - 1];
    this.flow(scope, inner.slice(1), label);
    return depth;
  }

  private plainItem(
    scope: Scope,
    at: { start: number; end: number; base: number },
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
    const more = {
      label: own,
      matched_by: this.syntax('list_item', 'label:bullet'),
      confidence: 1,
      ...attrs,
    };
    const place = { ...at, end: owns ? inner[0].end : at.end };
    const draft =
      unit === null
        ? this.draft('list_item', at.start, at.end, more)
        : this.textDraft('list_item', place, unit, text === null ? unit.from : contentStart(unit), more);
    if (text !== null) draft.matched_by = `label:${text.readings[0].name}`;
    const top = scope.root.kind !== 'list_item';
    const match = top && item.number !== null && label !== null ? this.syntaxLabel(item, label) : null;
    if (match !== null) this.openLabel(scope, match, draft, true, () => null);
    else {
      this.attach(this.holder(scope), draft);
      draft.level = (draft.parent?.level ?? 0) + 1;
    }
    scope.lastText = draft.text ?? '';
    const rest = owns ? inner.slice(1) : inner;
    if (rest.length > 0) this.flow(scopeOf(draft), rest, item.number === null ? null : label);
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

  // ---- other blocks

  private table(scope: Scope, step: Step, table: RawTable): void {
    const matched = { matched_by: this.syntax('table'), confidence: 1 };
    const draft = this.draft('table', step.start, step.end, matched);
    this.attach(this.holder(scope), draft);
    const width = Math.max(...table.rows.map((row) => row.cells.length));
    table.rows.forEach((row, i) => {
      const range = { start: step.base + row.start, end: step.base + row.end };
      const rowDraft = this.draft('row', range.start, range.end, {
        ...matched,
        attrs: i === 0 ? { header: true } : {},
      });
      this.attach(draft, rowDraft);
      for (let c = 0; c < width; c++) {
        const cell = row.cells[c];
        const unit =
          cell === undefined
            ? null
            : { inline: cell.inline, from: 0, to: cell.inline.text.length, label: null };
        this.attach(
          rowDraft,
          unit === null
            ? this.draft('cell', range.end, range.end, { ...matched, attrs: { padded: true } })
            : this.textDraft(
                'cell',
                { start: step.base + cell.start, end: step.base + cell.end, base: step.base },
                unit,
                0,
                matched,
              ),
        );
      }
    });
  }

  private quote(scope: Scope, step: Step, children: readonly RawBlock[]): void {
    const holder = this.holder(scope);
    const inside = this.inside(holder, step, children);
    for (const draft of inside) setRole(draft, 'quote');
  }

  private note(scope: Scope, step: Step, name: string, children: readonly RawBlock[]): void {
    const draft = this.draft('list_item', step.start, step.end, {
      label: name,
      role: 'note',
      matched_by: this.syntax('footnote'),
      confidence: 1,
    });
    const inner: Step[] = [];
    this.pushSteps(inner, children, step.base, null);
    const unit = inner[0]?.unit ?? null;
    const made =
      unit === null
        ? draft
        : this.textDraft('list_item', { ...step, end: inner[0].end }, unit, unit.from, {
            label: name,
            role: 'note',
            matched_by: this.syntax('footnote'),
            confidence: 1,
          });
    this.attach(this.holder(scope), made);
    made.level = (made.parent?.level ?? 0) + 1;
    this.flow(scopeOf(made), unit === null ? inner : inner.slice(1), null);
  }

  /** Assembles blocks by themselves, then adds them to `holder`. */
  private inside(holder: Draft, step: Step, children: readonly RawBlock[]): Draft[] {
    const first = holder.children.length;
    const scope: Scope = { ...scopeOf(holder) };
    const inner: Step[] = [];
    this.pushSteps(inner, children, step.base, null);
    this.flow(scope, inner, null);
    return holder.children.slice(first);
  }

  // ---- drafts

  private syntax(name: string, otherwise = 'fallback'): string {
    return this.options.syntax === null ? otherwise : `${this.options.syntax}:${name}`;
  }

  /**
   * What a block without a label of its own belongs to: the open clause, or else the open section. Items of list syntax
   * that stand open below it are closed: what comes later is not put into them across this block.
   */
  private holder(scope: Scope): Draft {
    const { open } = scope.labels;
    while (open.length > 0 && open[open.length - 1].value.syntax) open.pop();
    return openClause(scope) ?? sectionOf(scope);
  }

  private draft(
    kind: Draft['kind'],
    start: number,
    end: number,
    more: Omit<DraftBlock, 'kind' | 'children'>,
  ): Draft {
    return { kind, level: 0, children: [], start, end, depth: 0, parent: null, ...more };
  }

  private textDraft(
    kind: Draft['kind'],
    at: { readonly start: number; readonly end: number; readonly base: number },
    unit: Unit,
    from: number,
    more: Omit<DraftBlock, 'kind' | 'children'>,
  ): Draft {
    const text = unitText(unit, from);
    const draft = this.draft(kind, at.start, at.end, more);
    draft.text = text;
    draft.spans = () => this.spans(text, unit, from);
    draft.origin = { source: this.source, base: at.base, inline: unit.inline, from, to: unit.to };
    return draft;
  }

  private spans(text: string, unit: Unit, from: number): readonly Span[] {
    const marks: Mark[] = unit.inline.marks.length === 0 ? [] : unitMarks(unit, from);
    return findSpans(text, marks, this.profile);
  }

  private attach(parent: Draft, draft: Draft): void {
    let holder = parent;
    if (holder.depth >= DEEPEST) {
      this.dropped.add('nesting', `levels below ${DEEPEST} stand side by side`);
      while (holder.depth >= DEEPEST && holder.parent !== null) holder = holder.parent;
    }
    draft.parent = holder;
    draft.depth = holder.depth + 1;
    draft.level = holder.level;
    holder.children.push(draft);
  }

  /** Widens every range to hold what is below it. */
  private setRanges(draft: Draft): void {
    for (const child of draft.children) {
      this.setRanges(child);
      if (child.end > draft.end) draft.end = child.end;
    }
    draft.range = new OriginRange(this.source, draft.start, draft.end, draft.origin ?? null);
  }
}

function scopeOf(root: Draft): Scope {
  return { root, sections: [], labels: new LabelStack(), lastText: root.text ?? '' };
}

function sectionOf(scope: Scope): Draft {
  return scope.sections[scope.sections.length - 1]?.value ?? scope.root;
}

/** The heading that was found last, when it has a label and no words and nothing has come after it; else null. */
function bareHeading(scope: Scope): Draft | null {
  const section = scope.sections[scope.sections.length - 1];
  if (section === undefined || section.explicit || section.value.children.length !== 1) return null;
  const heading = section.value.children[0];
  return heading.kind === 'heading' && heading.text === '' && heading.label != null ? heading : null;
}

/** The innermost clause that was labelled in the text. */
function openClause(scope: Scope): Draft | null {
  const { open } = scope.labels;
  for (let i = open.length - 1; i >= 0; i--) if (!open[i].value.syntax) return open[i].value.draft;
  return null;
}

function closeSections(scope: Scope, depth: number): void {
  const { sections } = scope;
  let closed = false;
  while (sections.length > 0 && sections[sections.length - 1].depth >= depth) {
    sections.pop();
    closed = true;
  }
  if (closed) scope.labels.clear(false);
}

function setRole(draft: Draft, role: string): void {
  if (draft.kind === 'paragraph' || draft.kind === 'list_item') draft.role ??= role;
  for (const child of draft.children) setRole(child, role);
}
