/** From raw blocks to steps: the paragraphs are cut into units where their lines carry labels of their own. */
import type { CompiledProfile } from '../profile/profile.js';
import { type SourceIndex, unitRange } from './origin.js';
import type { PlacedBlocks, RawBlock, RawHeading } from './raw.js';
import { type Step, sequenceUnits, wholeStep } from './units.js';

export class StepMaker {
  /** @param cutParagraphs whether paragraphs are still to be cut at labels that start a line. */
  constructor(
    private readonly profile: CompiledProfile,
    private readonly source: SourceIndex,
    private readonly cutParagraphs: boolean,
  ) {}

  /**
   * The steps of blocks whose offsets count from `base`.
   * @param own the label that the blocks have together already, from list syntax.
   */
  all(blocks: readonly RawBlock[], base: number, own: string | null): Step[] {
    const steps: Step[] = [];
    for (const raw of blocks) this.add(steps, raw, base, own);
    return steps;
  }

  /** Adds the steps of one block to `steps`: none for an empty paragraph, several for one that is cut. */
  add(steps: Step[], raw: RawBlock, base: number, own: string | null): void {
    const start = base + raw.start;
    const end = base + raw.end;
    if (raw.type !== 'paragraph') {
      steps.push({ raw, unit: null, base, start, end });
      return;
    }
    if (raw.inline.text === '') return;
    if (!this.cutParagraphs || !raw.inline.text.includes('\n')) {
      steps.push(wholeStep(raw, base, this.profile));
      return;
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

/** How many steps that have been passed are kept before they are let go together. */
const PASSED = 256;

/**
 * The steps of a scope, by number. Those of a whole document are made when they are asked for and let go when they have
 * been passed, so that there are never as many of them as there are blocks.
 */
export class Steps {
  /** The number of the first step in `kept`. */
  private first = 0;
  private kept: Step[];
  /** Where the steps go on that are not made yet: a block of a part. */
  private part = 0;
  private block = 0;

  private constructor(
    private readonly parts: readonly PlacedBlocks[],
    private readonly maker: StepMaker | null,
    made: Step[],
  ) {
    this.kept = made;
  }

  /** The steps of blocks that have no label from outside. */
  static of(parts: readonly PlacedBlocks[], maker: StepMaker): Steps {
    return new Steps(parts, maker, []);
  }

  /** Steps that are made already. */
  static made(steps: Step[]): Steps {
    return new Steps([], null, steps);
  }

  /** Step `i`, undefined behind the last. It may be asked for as long as no later one than `i + 1` has been passed. */
  at(i: number): Step | undefined {
    while (i - this.first >= this.kept.length) if (!this.makeMore()) return undefined;
    return this.kept[i - this.first];
  }

  /** Says that the steps before `i - 1` will not be asked for again. */
  pass(i: number): void {
    if (this.maker === null || i - this.first <= PASSED) return;
    this.kept.splice(0, i - 1 - this.first);
    this.first = i - 1;
  }

  /** All steps, those that have been let go too: from now on all are kept. */
  all(): readonly Step[] {
    while (this.makeMore());
    if (this.first > 0) {
      const { maker } = this;
      this.kept = this.parts.flatMap(({ blocks, base }) => (maker as StepMaker).all(blocks, base, null));
      this.first = 0;
    }
    return this.kept;
  }

  /** The headings that their format states, in order. */
  headings(): RawHeading[] {
    const found: RawHeading[] = [];
    const look = (raw: RawBlock) => {
      if (raw.type === 'heading') found.push(raw);
    };
    if (this.maker === null) for (const { raw } of this.kept) look(raw);
    else for (const { blocks } of this.parts) for (const raw of blocks) look(raw);
    return found;
  }

  private makeMore(): boolean {
    const at = this.parts[this.part];
    if (at === undefined) return false;
    if (this.block < at.blocks.length)
      (this.maker as StepMaker).add(this.kept, at.blocks[this.block++], at.base, null);
    else {
      this.part++;
      this.block = 0;
    }
    return true;
  }
}
