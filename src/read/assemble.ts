/**
 * The assembler: raw blocks in, a tree out. One set of rules for every format: labels and their depth, continuation,
 * headings and resets, roles. See `units.ts`, `label-stack.ts`, `section-stack.ts`, `heading.ts` and `roles.ts`.
 */
import type { BlockTree } from '../document/block.js';
import type { LabelMatch } from '../profile/label.js';
import type { CompiledProfile } from '../profile/profile.js';
import { ListAssembler, type ListHost, type Opening } from './assemble-list.js';
import { assembleTable } from './assemble-table.js';
import { type Draft, DraftMaker, type Place } from './draft.js';
import { wordCount } from './heading.js';
import { HeadingFinder, type HeadingGuess } from './heading-finder.js';
import { headingNumbers } from './heading-numbers.js';
import type { SourceIndex } from './origin.js';
import type { DroppedCounter, PlacedBlocks, RawBlock, RawHeading, RawTable } from './raw.js';
import { assignRoles } from './roles.js';
import {
  bareHeading,
  closeSectionBefore,
  closeSections,
  holderOf,
  openClause,
  type Scope,
  scopeOf,
  sectionOf,
} from './scope.js';
import { type HeadingKey, inferDepth, keyOf } from './section-stack.js';
import { StepMaker, Steps } from './steps.js';
import { contentStart, type Step, type Unit, unitText, wholeUnit } from './units.js';

/** What the assembler is told about the format. */
export interface AssemblerOptions {
  /** The format's own name in `matched_by`: `markdown`; null when the format states nothing. */
  readonly syntax: string | null;
  /** Whether an unmarked line in title case may be a heading: not where the format marks its headings itself. */
  readonly titleCaseHeadings: boolean;
  /** Whether paragraphs are still to be cut at labels that start a line. */
  readonly cutParagraphs: boolean;
}

/** Most lines before a title, and the most words of one. */
const COVER_LINES = 3;
const COVER_WORDS = 12;

export class Assembler implements ListHost {
  private readonly drafts: DraftMaker;
  private readonly steps: StepMaker;
  private readonly headings: HeadingFinder;
  private readonly lists: ListAssembler;

  constructor(
    private readonly profile: CompiledProfile,
    private readonly source: SourceIndex,
    private readonly dropped: DroppedCounter,
    private readonly options: AssemblerOptions,
  ) {
    this.drafts = new DraftMaker(profile, source, dropped, options.syntax);
    this.steps = new StepMaker(profile, source, options.cutParagraphs);
    this.headings = new HeadingFinder(profile, options.titleCaseHeadings);
    this.lists = new ListAssembler(this, this.drafts, this.steps, profile);
  }

  /** The tree of a document's top-level blocks. */
  assemble(parts: readonly PlacedBlocks[]): BlockTree {
    const root = this.drafts.root(this.source.text.length);
    this.flow(scopeOf(root), Steps.of(parts, this.steps), null);
    assignRoles(root, this.profile);
    return this.drafts.finish(root, this.dropped.list());
  }

  flow(scope: Scope, steps: Steps, path: string | null): void {
    const numbers = headingNumbers(steps.headings(), this.profile);
    let headings = 0;
    for (let i = 0; ; i++) {
      steps.pass(i);
      const step = steps.at(i);
      if (step === undefined) return;
      if (step.unit !== null) {
        this.paragraph(scope, step, step.unit, steps, i);
        continue;
      }
      const { raw } = step;
      if (raw.type === 'heading') this.heading(scope, step, raw, numbers.get(headings++) ?? null);
      else if (raw.type === 'list') this.lists.list(scope, step, raw, path);
      else if (raw.type === 'table') this.table(scope, step, raw);
      else if (raw.type === 'code') {
        this.drafts.attach(
          holderOf(scope),
          this.drafts.draft('paragraph', step.start, step.end, {
            text: raw.text,
            role: 'code',
            matched_by: this.drafts.syntax('code'),
            confidence: 1,
            ...(raw.language === null ? {} : { attrs: { language: raw.language } }),
          }),
        );
      } else if (raw.type === 'quote') this.quote(scope, step, raw.children);
      else if (raw.type === 'note') this.note(scope, step, raw.name, raw.children);
    }
  }

  // ---- headings and sections

  private heading(scope: Scope, step: Step, raw: RawHeading, number: LabelMatch | null): void {
    const written = wholeUnit(raw.inline, this.profile);
    const label = written.label ?? number;
    const unit = { ...written, label };
    const key: HeadingKey =
      this.headings.reset(unitText(unit)) ?? (label === null ? { type: 'plain' } : keyOf(label));
    this.openSection(scope, step, unit, {
      label: label?.label ?? null,
      textFrom: label === null ? 0 : contentStart(unit),
      key,
      depth: raw.depth,
      matched_by: this.drafts.syntax('heading', 'heading:underlined'),
      confidence: this.options.syntax === null ? 0.95 : 1,
    });
  }

  openSection(scope: Scope, at: Place, unit: Unit, opening: Opening): Draft {
    const { key, matched_by, confidence } = opening;
    const depth = opening.depth ?? inferDepth(scope.sections, key, this.profile.heading_resets);
    closeSections(scope, depth);
    const section = this.drafts.draft('section', at.start, at.end, { matched_by, confidence });
    this.drafts.attach(sectionOf(scope), section);
    const heading = this.drafts.textDraft('heading', at, unit, opening.textFrom, {
      label: opening.label,
      matched_by,
      confidence,
    });
    this.drafts.attach(section, heading);
    section.level++;
    heading.level = section.level;
    scope.sections.push({ depth, key, explicit: opening.depth !== null, value: section });
    scope.labels.clear(key.type === 'reset');
    scope.lastText = heading.text;
    return section;
  }

  // ---- paragraphs and labels written in the text

  private paragraph(scope: Scope, step: Step, unit: Unit, steps: Steps, i: number): void {
    const guess = this.headings.guess(unit, steps, i, scope.sections, isCover(scope.root.children));
    if (guess !== null) {
      this.guessedHeading(scope, step, unit, guess);
      return;
    }
    if (unit.label !== null) {
      this.clause(scope, step, unit, unit.label, steps, i);
      return;
    }
    const holder = holderOf(scope);
    const matched =
      openClause(scope) !== null
        ? { matched_by: 'continuation', confidence: 0.6 }
        : this.options.syntax !== null
          ? { matched_by: this.drafts.syntax('paragraph'), confidence: 1 }
          : { matched_by: 'fallback', confidence: 0 };
    const draft = this.drafts.textDraft('paragraph', step, unit, unit.from, matched);
    this.drafts.attach(holder, draft);
    scope.lastText = draft.text;
  }

  private guessedHeading(scope: Scope, step: Step, unit: Unit, guess: HeadingGuess): void {
    const bare = bareHeading(scope);
    if (bare !== null && guess.key.type === 'plain') {
      // `PART 1` / `LIGHTS`: a label on a line of its own is headed by the heading below it.
      this.drafts.retell(bare, step, unit);
      scope.lastText = bare.text;
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

  private clause(scope: Scope, step: Step, unit: Unit, match: LabelMatch, steps: Steps, i: number): void {
    const draft = this.drafts.textDraft('list_item', step, unit, contentStart(unit), {
      label: match.label,
      matched_by: '',
      confidence: 0.9,
    });
    const next = steps.at(i + 1)?.unit?.label?.label ?? null;
    closeSectionBefore(scope, match);
    const indent = step.raw.type === 'paragraph' ? (step.raw.indent ?? null) : null;
    const reading = this.openLabel(scope, match, draft, false, next, indent);
    draft.matched_by = this.drafts.labelled(reading);
    scope.lastText = draft.text;
  }

  /** Puts a labelled block where its label belongs; the name of the pattern it was read by. */
  openLabel(
    scope: Scope,
    match: LabelMatch,
    draft: Draft,
    syntax: boolean,
    next: string | null,
    indent: number | null,
  ): string {
    const placement = scope.labels.place(match, { next, above: scope.lastText, indent });
    const parent = placement.keep > 0 ? scope.labels.open[placement.keep - 1].value.draft : sectionOf(scope);
    this.drafts.attach(parent, draft);
    draft.level++;
    scope.labels.push(placement, match.label, { draft, syntax }, indent);
    return placement.reading.name;
  }

  // ---- other blocks

  private table(scope: Scope, step: Step, table: RawTable): void {
    if (!assembleTable(this.drafts, holderOf(scope), step, table)) {
      this.dropped.add('padding', 'rows of a very wide table are left as short as they are written');
    }
  }

  private quote(scope: Scope, step: Step, children: readonly RawBlock[]): void {
    const holder = holderOf(scope);
    const inside = this.inside(holder, step, children);
    for (const draft of inside) setRole(draft, 'quote');
  }

  private note(scope: Scope, step: Step, name: string, children: readonly RawBlock[]): void {
    const draft = this.drafts.draft('list_item', step.start, step.end, {
      label: name,
      role: 'note',
      matched_by: this.drafts.syntax('footnote'),
      confidence: 1,
    });
    const inner = this.steps.all(children, step.base, null);
    const unit = inner[0]?.unit ?? null;
    const made =
      unit === null
        ? draft
        : this.drafts.textDraft(
            'list_item',
            { start: step.start, end: inner[0].end, base: step.base },
            unit,
            unit.from,
            {
              label: name,
              role: 'note',
              matched_by: this.drafts.syntax('footnote'),
              confidence: 1,
            },
          );
    this.drafts.attach(holderOf(scope), made);
    made.level++;
    this.flow(scopeOf(made), Steps.made(unit === null ? inner : inner.slice(1)), null);
  }

  /** Assembles blocks by themselves, then adds them to `holder`. */
  private inside(holder: Draft, step: Step, children: readonly RawBlock[]): Draft[] {
    const first = holder.children.length;
    const scope: Scope = { ...scopeOf(holder) };
    const inner = this.steps.all(children, step.base, null);
    this.flow(scope, Steps.made(inner), null);
    return holder.children.slice(first);
  }
}

/** Whether these are lines that may stand before a document's title, `Draft of 3 May`: few, short and no sentences. */
function isCover(blocks: readonly Draft[]): boolean {
  return (
    blocks.length <= COVER_LINES &&
    blocks.every(
      ({ kind, label, text }) =>
        kind === 'paragraph' && label == null && wordCount(text) <= COVER_WORDS && !/[.;:!?]$/.test(text),
    )
  );
}

function setRole(draft: Draft, role: string): void {
  if (draft.kind === 'paragraph' || draft.kind === 'list_item') draft.role ??= role;
  for (const child of draft.children) setRole(child, role);
}
