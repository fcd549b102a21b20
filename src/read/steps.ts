/** From raw blocks to steps: the paragraphs are cut into units where their lines carry labels of their own. */
import type { CompiledProfile } from '../profile/profile.js';
import { type SourceIndex, unitRange } from './origin.js';
import type { RawBlock } from './raw.js';
import { type Step, sequenceUnits, wholeStep } from './units.js';

export class StepMaker {
  /** @param cutParagraphs whether paragraphs are still to be cut at labels that start a line. */
  constructor(
    private readonly profile: CompiledProfile,
    private readonly source: SourceIndex,
    private readonly cutParagraphs: boolean,
  ) {}

  /**
   * The steps of blocks whose offsets count from `base`, added to `steps`.
   * @param own the label that the blocks have together already, from list syntax.
   */
  add(steps: Step[], blocks: readonly RawBlock[], base: number, own: string | null): Step[] {
    for (const raw of blocks) {
      const start = base + raw.start;
      const end = base + raw.end;
      if (raw.type !== 'paragraph') {
        steps.push({ raw, unit: null, base, start, end });
        continue;
      }
      if (raw.inline.text === '') continue;
      if (!this.cutParagraphs || !raw.inline.text.includes('\n')) {
        steps.push(wholeStep(raw, base, this.profile));
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
    return steps;
  }
}
