/** Blocks in the making, and the one place where they are made and put into each other. */
import { replaceBeside, sourceRange } from '../document/beside.js';
import { type BlockTree, type Dropped, MAX_DEPTH } from '../document/block.js';
import { addChild, type DraftBlock, finishTree, type GrowingBlock, growBlock } from '../document/build.js';
import type { CompiledProfile } from '../profile/profile.js';
import { OriginRange, type Reading, type SourceIndex } from './origin.js';
import type { DroppedCounter } from './raw.js';
import { type Unit, unitText } from './units.js';

/** What a draft says besides its kind, its place and what lies below it. */
export type DraftFields = Pick<DraftBlock, 'label' | 'role' | 'matched_by' | 'confidence' | 'attrs'>;

/** A block that its reader may still change. */
export type Draft = GrowingBlock;

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
  /** The block that was put in last at each depth, the document at 0; up to {@link depth} each lies in the one before. */
  private spine: Draft[] = [];
  private depth = 0;
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

  /** Whether the format itself says what its blocks are. */
  get statesStructure(): boolean {
    return this.format !== null;
  }

  /** How `matched_by` names what the format states. */
  syntax(name: string, otherwise = 'fallback'): string {
    return this.format === null ? otherwise : joined(this.bySyntax, this.format, name);
  }

  /** How `matched_by` names a label pattern. */
  labelled(pattern: string): string {
    return joined(this.byLabel, 'label', pattern);
  }

  /** @param start where it came from, in UTF-16 units of the whole source; its end grows with what is put into it. */
  draft(
    kind: Draft['kind'],
    start: number,
    end: number,
    more: DraftFields & { readonly text?: string },
  ): Draft {
    const range = new OriginRange(this.reading, null, 0, 0, 0, start, end);
    return growBlock(kind, more.text ?? '', more, range, false);
  }

  /** A block whose text is the unit's from `from` on. */
  textDraft(kind: Draft['kind'], at: Place, unit: Unit, from: number, more: DraftFields): Draft {
    return growBlock(kind, unitText(unit, from), more, this.origin(at, unit, from, at.start), true);
  }

  /** Gives a block that has a unit's text the text of a unit that stands below it. */
  retell(draft: Draft, at: Place, unit: Unit): void {
    draft.text = unitText(unit);
    const range = this.origin(at, unit, unit.from, originOf(draft).start);
    replaceBeside(draft, range, range);
  }

  private origin({ base, end }: Place, { inline, to }: Unit, from: number, start: number): OriginRange {
    return new OriginRange(this.reading, inline, base, from, to, start, end);
  }

  /** Puts a block below one that it comes after, or beside it where it would stand too deep. */
  attach(parent: Draft, draft: Draft): void {
    // Blocks come in the order of the document, so that a block is put into the last one of its depth, or nowhere.
    let depth = this.depth;
    while (depth > 0 && this.spine[depth] !== parent) depth--;
    if (depth >= DEEPEST) {
      this.dropped.add('nesting', `levels below ${DEEPEST} stand side by side`);
      depth = DEEPEST - 1;
    }
    const holder = this.spine[depth];
    draft.level = holder.level;
    addChild(holder, draft);
    this.depth = depth + 1;
    this.spine[depth + 1] = draft;
  }

  /** The document, which all else is put into. */
  root(end: number): Draft {
    const root = this.draft('document', 0, end, { matched_by: 'document', confidence: 1 });
    this.spine = [root];
    this.depth = 0;
    return root;
  }

  /** The finished tree: every block has its address and covers what is below it. */
  finish(root: Draft, dropped: readonly Dropped[]): BlockTree {
    return finishTree(root, dropped, (block, parent) => {
      const range = originOf(block);
      if (parent !== null) originOf(parent).reach(range.end);
      range.settle();
    });
  }
}

function originOf(draft: Draft): OriginRange {
  return sourceRange(draft) as OriginRange;
}

function joined(known: Map<string, string>, group: string, name: string): string {
  let made = known.get(name);
  if (made === undefined) {
    made = `${group}:${name}`;
    known.set(name, made);
  }
  return made;
}
