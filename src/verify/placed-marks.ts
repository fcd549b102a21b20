/** The marks of a document by its blocks: which block's own text holds a mark, or between whose blocks it stands. */

import { RawSide } from '../apply/raw-side.js';
import { countBelow } from '../document/ascending.js';
import type { BlockTree } from '../document/block.js';
import { fold, invisibleRuns } from '../read/fold.js';
import { MarkdownText } from './markdown-text.js';
import { type Mark, type Step, stepsOf } from './marks.js';

/** A mark and its place. */
export interface PlacedMark extends Mark {
  /** Where it stands in the text, in UTF-16 units. */
  readonly at: number;
  /** Signs of the block's text that follow its beginning and its end, white space left out; 0 between blocks. */
  readonly start: number;
  readonly end: number;
  /** The words that it is around, or behind; `''` between blocks. */
  readonly where: string;
  /** Of a mark between blocks that means something by where it stands: the block before it. */
  readonly after: number | null;
}

/** What holds a place in the text. */
export interface Owner {
  readonly block: number;
  /** Whether the place is in none of the block's own text, but between the blocks in it. */
  readonly between: boolean;
}

const NOTHING: readonly PlacedMark[] = [];
/** How many signs are seen of a text, white space left out. */
export const seenLength = (text: string): number => fold(text).replace(/\s+/gu, '').length;

/** A document as text and blocks, with the marks of those parts that were asked for. */
export class MarkedSide {
  readonly raw: RawSide;
  readonly markdown: MarkdownText | null;
  private readonly marks = new Map<number, PlacedMark[]>();
  private readonly walked = new Set<number>();
  /** Blocks with a text of their own, and where it begins. */
  private readonly holders: Int32Array;
  private readonly starts: Int32Array;
  private gaps: Map<number, string> | null = null;
  private lines: readonly number[] | null = null;

  constructor(text: string, tree: BlockTree, format: string) {
    this.raw = new RawSide(text, tree);
    this.markdown = format === 'markdown' ? new MarkdownText(text) : null;
    const holders: number[] = [];
    for (let i = 1; i < this.raw.count; i++) {
      const { start, end } = this.raw.tile(i);
      if (end > start) holders.push(i);
    }
    const starts = new Map(holders.map((i) => [i, this.raw.tile(i).start]));
    holders.sort((a, b) => starts.get(a)! - starts.get(b)! || a - b);
    this.holders = Int32Array.from(holders);
    this.starts = Int32Array.from(holders, (i) => starts.get(i)!);
  }

  /** The block whose own text begins last at or before a place; -1 before all of them. */
  private holderBefore(offset: number): number {
    return countBelow(this.starts, offset + 1) - 1;
  }

  ownerAt(offset: number): Owner {
    const holder = this.holderBefore(offset);
    if (holder < 0) return { block: 0, between: true };
    const block = this.holders[holder];
    if (offset < this.raw.tile(block).end) return { block, between: false };
    return { block: this.around(block, offset), between: true };
  }

  /** The innermost block that reaches over a place behind `block`; a section reaches to where the next block begins. */
  private around(block: number, offset: number): number {
    const { parents } = this.raw.index;
    let at = block;
    while (at > 0 && this.raw.block(at).kind !== 'section' && this.raw.subtree(at).end <= offset) {
      at = parents[at];
    }
    return Math.max(0, at);
  }

  /** The line on which a block begins, from 1. */
  lineOf(block: number): number {
    return this.lineAt(this.raw.tile(block).start);
  }

  /** The line of a place, from 1. */
  lineAt(offset: number): number {
    this.lines ??= lineStarts(this.raw.text);
    return countBelow(this.lines, offset + 1);
  }

  ownText(block: number): string {
    const { start, end } = this.raw.tile(block);
    return this.raw.text.slice(start, end);
  }

  /** What stands between the blocks in a block. */
  textBetween(block: number): string {
    this.gaps ??= this.findGaps();
    return this.gaps.get(block) ?? '';
  }

  private findGaps(): Map<number, string> {
    const found = new Map<number, string>();
    const { text } = this.raw;
    // Line by line: behind the end of one part another can go on, which is around it.
    const add = (from: number, to: number): void => {
      let at = from;
      for (const line of text.slice(from, to).split(/(?<=\n)/)) {
        const inset = line.search(/\S/);
        if (inset >= 0) {
          const { block } = this.ownerAt(at + inset);
          found.set(block, `${found.get(block) ?? ''}${line}`);
        }
        at += line.length;
      }
    };
    let at = 0;
    this.holders.forEach((block) => {
      const { start, end } = this.raw.tile(block);
      if (start > at) add(at, start);
      at = Math.max(at, end);
    });
    if (at < text.length) add(at, text.length);
    return found;
  }

  /** The marks of a block, of the stretches that were walked. */
  marksOf(block: number): readonly PlacedMark[] {
    return this.marks.get(block) ?? NOTHING;
  }

  private add(block: number, mark: PlacedMark): void {
    const known = this.marks.get(block);
    if (known === undefined) this.marks.set(block, [mark]);
    else known.push(mark);
  }

  /** Finds the marks of a stretch of Markdown. */
  walk(stretch: number): void {
    if (this.markdown === null || this.walked.has(stretch)) return;
    this.walked.add(stretch);
    const tree = this.markdown.tree(stretch);
    if (tree === null) this.unread(stretch);
    else new Placing(this, (block, mark) => this.add(block, mark)).place(stepsOf(tree, this.raw.text));
  }

  /** Of what the grammar is not given nothing is known: any difference counts. */
  private unread(stretch: number): void {
    const { start } = this.markdown!.stretches[stretch];
    const says = `markup ${this.markdown!.textOf(stretch)}`;
    this.add(this.ownerAt(start).block, {
      sort: 'content',
      says,
      at: start,
      start: 0,
      end: 0,
      where: '',
      after: null,
    });
  }

  /** The characters of a block that nobody sees. */
  invisible(block: number): PlacedMark[] {
    const marks: PlacedMark[] = [];
    const { start } = this.raw.tile(block);
    for (const [own, text] of [
      [true, this.ownText(block)],
      [false, this.textBetween(block)],
    ] as const) {
      const runs = invisibleRuns(text);
      // Counted from behind, as the places of all marks are.
      let to = text.length;
      let left = 0;
      for (const run of runs.reverse()) {
        const at = text.lastIndexOf(run, to - run.length);
        left += own ? seenLength(text.slice(at + run.length, to)) : 0;
        to = at;
        const points = Array.from(
          run,
          (char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
        );
        const says = `invisible ${points.join(' ')}`;
        marks.unshift({
          sort: 'content',
          says,
          at: own ? start + at : start,
          start: left,
          end: left,
          where: '',
          after: null,
        });
      }
    }
    return marks;
  }

  /** The last block that begins before a place. */
  before(offset: number): number {
    const holder = this.holderBefore(offset);
    return holder < 0 ? 0 : this.holders[holder];
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** A mark on its way: its place is counted from the front until the whole text of its block was passed. */
interface FoundMark {
  readonly owner: Owner;
  readonly mark: Mark;
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly where: string;
  readonly after: number | null;
}

/** The most words that tell where a mark is. */
const MOST_WORDS = 40;

/** Gives the marks of one walk to the blocks that hold them. */
class Placing {
  /** The text of each block that was passed, and how many signs are seen of it. */
  private readonly passed = new Map<number, { text: string; signs: number }>();
  private readonly found: FoundMark[] = [];

  constructor(
    private readonly side: MarkedSide,
    private readonly add: (block: number, mark: PlacedMark) => void,
  ) {}

  private of({ block, between }: Owner): { text: string; signs: number } {
    const known = between ? undefined : this.passed.get(block);
    if (known !== undefined) return known;
    const fresh = { text: '', signs: 0 };
    if (!between) this.passed.set(block, fresh);
    return fresh;
  }

  place(steps: readonly Step[]): void {
    const open: { owner: Owner; mark: Mark; at: number; start: number; from: number }[] = [];
    for (const step of steps) {
      if (step.type === 'leaf') continue;
      const owner = this.side.ownerAt(step.at);
      const passed = this.of(owner);
      switch (step.type) {
        case 'text':
          passed.signs += seenLength(step.text);
          passed.text += step.text;
          break;
        case 'open':
          open.push({ owner, mark: step.mark, at: step.at, start: passed.signs, from: passed.text.length });
          break;
        case 'close': {
          const span = open.pop();
          if (span === undefined) continue;
          const { text, signs } = this.of(span.owner);
          const where = `around "${clip(text.slice(span.from))}"`;
          this.found.push({ ...span, end: signs, where, after: null });
          break;
        }
        default: {
          const after = owner.between && step.anchored ? this.side.before(step.at) : null;
          const where = `behind "${clip(passed.text.slice(-MOST_WORDS))}"`;
          const { mark, at } = step;
          const { signs } = passed;
          this.found.push({ owner, mark, at, start: signs, end: signs, where, after });
        }
      }
    }
    for (const { owner, mark, at, start, end, where, after } of this.found) {
      const total = owner.between ? Math.max(start, end) : this.of(owner).signs;
      this.add(owner.block, { ...mark, at, start: total - start, end: total - end, where, after });
    }
  }
}

function clip(text: string): string {
  const words = text.replace(/\s+/gu, ' ').trim();
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words;
}
