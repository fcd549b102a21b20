/** Blocks in the making, and the one place where they are made and put into each other. */
import { MAX_DEPTH } from '../document/block.js';
import type { DraftBlock } from '../document/build.js';
import type { CompiledProfile } from '../profile/profile.js';
import { OriginRange, type Reading, type SourceIndex } from './origin.js';
import type { DroppedCounter } from './raw.js';
import { type Unit, unitText } from './units.js';

/** What a draft says besides its kind, its place and what lies below it. */
export type DraftFields = Pick<DraftBlock, 'label' | 'role' | 'matched_by' | 'confidence' | 'attrs'>;

const NONE: Draft[] = [];

/**
 * A block in the making. Offsets are UTF-16 units of the whole source. All drafts have one layout, and a small one: a
 * document has as many of them as it has blocks, all at once.
 */
export class Draft implements DraftBlock {
  readonly label: string | null;
  level = 0;
  role: string | null;
  matched_by: string;
  readonly confidence: number;
  readonly attrs: DraftBlock['attrs'];
  children = NONE;
  /** How deep it stands in the tree; the document is 0. */
  depth = 0;
  parent: Draft | null = null;

  /** @param range where it came from and how its text was cut; its ends are set when all is in place. */
  constructor(
    readonly kind: DraftBlock['kind'],
    readonly start: number,
    public end: number,
    public text: string,
    public range: OriginRange,
    { label, role, matched_by, confidence, attrs }: DraftFields,
  ) {
    this.label = label ?? null;
    this.role = role ?? null;
    this.matched_by = matched_by;
    this.confidence = confidence;
    this.attrs = attrs;
  }

  get spans(): OriginRange | undefined {
    return this.range.isRecorded ? this.range : undefined;
  }

  add(child: Draft): void {
    if (this.children === NONE) this.children = [child];
    else this.children.push(child);
  }
}

/** Tables need two more levels below the deepest block that holds them. */
const DEEPEST = MAX_DEPTH - 4;

/** A stretch of the source, its parsed piece's start with it. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly base: number;
}

export class DraftMaker {
  private readonly reading: Reading;
  /** What `matched_by` says, by pattern and by syntax: one string each, and not one for every block. */
  private readonly byLabel = new Map<string, string>();
  private readonly bySyntax = new Map<string, string>();

  /** @param format the format's own name in `matched_by`, or null. */
  constructor(
    profile: CompiledProfile,
    source: SourceIndex,
    private readonly dropped: DroppedCounter,
    private readonly format: string | null,
  ) {
    this.reading = { source, profile };
  }

  /** How `matched_by` names what the format states. */
  syntax(name: string, otherwise = 'fallback'): string {
    return this.format === null ? otherwise : joined(this.bySyntax, this.format, name);
  }

  /** How `matched_by` names a label pattern. */
  labelled(pattern: string): string {
    return joined(this.byLabel, 'label', pattern);
  }

  draft(
    kind: Draft['kind'],
    start: number,
    end: number,
    more: DraftFields & { readonly text?: string },
  ): Draft {
    return new Draft(kind, start, end, more.text ?? '', new OriginRange(this.reading, null, 0, 0, 0), more);
  }

  /** A block whose text is the unit's from `from` on. */
  textDraft(kind: Draft['kind'], at: Place, unit: Unit, from: number, more: DraftFields): Draft {
    return new Draft(kind, at.start, at.end, unitText(unit, from), this.origin(at, unit, from), more);
  }

  /** Gives a block the text of a unit that stands below it. */
  retell(draft: Draft, at: Place, unit: Unit): void {
    draft.text = unitText(unit);
    draft.range = this.origin(at, unit, unit.from);
    draft.end = at.end;
  }

  private origin({ base }: Place, { inline, to }: Unit, from: number): OriginRange {
    return new OriginRange(this.reading, inline, base, from, to);
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
    holder.add(draft);
  }

  /** Widens every range to hold what is below it. */
  setRanges(draft: Draft): void {
    const { children } = draft;
    for (let i = 0; i < children.length; i++) {
      const child = children[i];
      this.setRanges(child);
      if (child.end > draft.end) draft.end = child.end;
    }
    draft.range.settle(draft.start, draft.end);
  }
}

function joined(known: Map<string, string>, group: string, name: string): string {
  let made = known.get(name);
  if (made === undefined) {
    made = `${group}:${name}`;
    known.set(name, made);
  }
  return made;
}
