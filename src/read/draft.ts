/** Blocks in the making, and the one place where they are made and put into each other. */
import { MAX_DEPTH } from '../document/block.js';
import type { DraftBlock } from '../document/build.js';
import type { CompiledProfile } from '../profile/profile.js';
import { OriginRange, type Reading, type SourceIndex } from './origin.js';
import type { DroppedCounter, RawInline } from './raw.js';
import { type Unit, unitText } from './units.js';

/** What a draft says besides its kind, its place and what lies below it. */
export type DraftFields = Pick<DraftBlock, 'text' | 'label' | 'role' | 'matched_by' | 'confidence' | 'attrs'>;

const NONE: Draft[] = [];

/**
 * A block in the making. Offsets are UTF-16 units of the whole source. All drafts have one layout, and what they do not
 * need they do not have: a document has as many of them as it has blocks, all at once.
 */
export class Draft implements DraftBlock {
  text: string;
  label: string | null;
  level = 0;
  role: string | null;
  matched_by: string;
  readonly confidence: number;
  readonly attrs: DraftBlock['attrs'];
  children = NONE;
  range: OriginRange | undefined = undefined;
  spans: OriginRange | undefined = undefined;
  /** How deep it stands in the tree; the document is 0. */
  depth = 0;
  parent: Draft | null = null;
  /** The part of an inline text that its text was cut from; null where that is not recorded. */
  inline: RawInline | null = null;
  base = 0;
  from = 0;
  to = 0;

  constructor(
    readonly kind: DraftBlock['kind'],
    readonly start: number,
    public end: number,
    { text, label, role, matched_by, confidence, attrs }: DraftFields,
  ) {
    this.text = text ?? '';
    this.label = label ?? null;
    this.role = role ?? null;
    this.matched_by = matched_by;
    this.confidence = confidence;
    this.attrs = attrs;
  }

  /** Takes its text from the unit, from `from` on. `base` is what the unit's pieces count from. */
  say(unit: Unit, from: number, base: number): void {
    this.text = unitText(unit, from);
    this.inline = unit.inline;
    this.base = base;
    this.from = from;
    this.to = unit.to;
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

  draft(kind: Draft['kind'], start: number, end: number, more: DraftFields): Draft {
    return new Draft(kind, start, end, more);
  }

  /** A block whose text is the unit's from `from` on. */
  textDraft(kind: Draft['kind'], at: Place, unit: Unit, from: number, more: DraftFields): Draft {
    const draft = new Draft(kind, at.start, at.end, more);
    draft.say(unit, from, at.base);
    return draft;
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
    draft.range = new OriginRange(this.reading, draft);
    if (draft.inline !== null) draft.spans = draft.range;
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
