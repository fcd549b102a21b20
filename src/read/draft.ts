/** Blocks in the making, and the one place where they are made and put into each other. */
import { MAX_DEPTH, type Span } from '../document/block.js';
import type { DraftBlock } from '../document/build.js';
import type { CompiledProfile } from '../profile/profile.js';
import { type Origin, OriginRange, type SourceIndex } from './origin.js';
import type { DroppedCounter, Mark } from './raw.js';
import { findSpans } from './spans.js';
import { type Unit, unitMarks, unitText } from './units.js';

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

/** Tables need two more levels below the deepest block that holds them. */
const DEEPEST = MAX_DEPTH - 4;

/** What a draft says besides its kind, its place and what lies below it. */
export type DraftFields = Omit<DraftBlock, 'kind' | 'children'>;

/** A stretch of the source, its parsed piece's start with it. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly base: number;
}

export class DraftMaker {
  /** @param format the format's own name in `matched_by`, or null. */
  constructor(
    private readonly profile: CompiledProfile,
    private readonly source: SourceIndex,
    private readonly dropped: DroppedCounter,
    private readonly format: string | null,
  ) {}

  /** How `matched_by` names what the format states. */
  syntax(name: string, otherwise = 'fallback'): string {
    return this.format === null ? otherwise : `${this.format}:${name}`;
  }

  draft(kind: Draft['kind'], start: number, end: number, more: DraftFields): Draft {
    return { kind, level: 0, children: [], start, end, depth: 0, parent: null, ...more };
  }

  /** A block whose text is the unit's from `from` on. */
  textDraft(kind: Draft['kind'], at: Place, unit: Unit, from: number, more: DraftFields): Draft {
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

  /** Puts a block below another, or beside it where it would stand too deep. */
  attach(parent: Draft, draft: Draft): void {
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
  setRanges(draft: Draft): void {
    for (const child of draft.children) {
      this.setRanges(child);
      if (child.end > draft.end) draft.end = child.end;
    }
    draft.range = new OriginRange(this.source, draft.start, draft.end, draft.origin ?? null);
  }
}
