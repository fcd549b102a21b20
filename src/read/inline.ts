/** Builds a read-through inline text piece by piece, folding white space across the pieces. */
import { fold } from './fold.js';
import { raises, tagText } from './html-tags.js';
import type { Mark, RawInline, RawParagraph } from './raw.js';

/** How a task's tick reads. */
export function tickText(checked: boolean): string {
  return checked ? '[x]' : '[ ]';
}

/** `inline` behind a tick, written between `start` and four units further, the space after it among them. */
export function ticked(inline: RawInline, checked: boolean, start: number): RawInline {
  const tick = `${tickText(checked)} `;
  const { length } = tick;
  const marks = inline.marks.map((mark) => ({ ...mark, start: mark.start + length, end: mark.end + length }));
  const pieces = inline.pieces.map((offset, i) => (i % 3 === 0 ? offset + length : offset));
  const codes = inline.codes?.map((at) => at + length);
  return {
    text: tick + inline.text,
    marks,
    pieces: [0, start, start + length, ...pieces],
    ...(codes === undefined ? {} : { codes }),
  };
}

export class InlineBuilder {
  private text = '';
  /** The last character, kept apart: looking at the end of a text that is being built copies all of it. */
  private last = '';
  private readonly marks: Mark[] = [];
  private readonly pieces: number[] = [];
  private readonly codes: number[] = [];
  /** A tag that raises what comes next, and that so far nothing has followed. */
  private raised: { readonly start: number; readonly end: number } | null = null;

  /** The length so far. */
  get length(): number {
    return this.text.length;
  }

  /** Adds a text that came from `start` to `end` of the source. */
  add(value: string, start: number, end: number): void {
    let folded = fold(value);
    if (folded[0] === ' ' || folded[0] === '\n') {
      if (this.last === '') folded = folded.slice(1);
      else if (this.last === ' ' || this.last === '\n') {
        if (folded[0] === '\n' && this.last === ' ') this.text = `${this.text.slice(0, -1)}\n`;
        if (folded[0] === '\n') this.last = '\n';
        folded = folded.slice(1);
      }
    }
    if (folded === '') return;
    const { raised } = this;
    this.raised = null;
    if (raised !== null && /^[-+−]?[0-9]/.test(folded)) this.add('^', raised.start, raised.end);
    this.pieces.push(this.text.length, start, end);
    this.text += folded;
    this.last = folded[folded.length - 1];
  }

  /** The same for code. */
  code(value: string, start: number, end: number): void {
    const { length } = this.pieces;
    this.add(value, start, end);
    if (this.pieces.length > length) this.codes.push(this.pieces[length]);
  }

  /** Adds what a tag says. */
  tag(tag: string, start: number, end: number): void {
    for (const { value, from, to } of tagText(tag, end - start)) this.add(value, start + from, start + to);
    this.raised = raises(tag) && /[0-9)]/.test(this.last) ? { start, end } : null;
  }

  /** Marks what was added since the text had length `from`. */
  mark(type: string, from: number): void {
    if (this.text.length > from) this.marks.push({ type, start: from, end: this.text.length });
  }

  finish(): RawInline {
    const text = this.text.trimEnd();
    const marks = this.marks
      .map((mark) => {
        // A mark says nothing of the white space at its ends.
        let { start, end } = mark;
        end = Math.min(end, text.length);
        while (start < end && /\s/.test(text[start])) start++;
        while (end > start && /\s/.test(text[end - 1])) end--;
        return { type: mark.type, start, end };
      })
      .filter((mark) => mark.end > mark.start);
    const { pieces, codes } = this;
    return codes.length === 0 ? { text, marks, pieces } : { text, marks, pieces, codes };
  }
}

/** An inline text without markup that came from one stretch of source. Most are such: they keep no more than this. */
class PlainInline implements RawInline {
  constructor(
    readonly text: string,
    readonly start: number,
    readonly end: number,
  ) {}

  get marks(): readonly Mark[] {
    return NO_MARKS;
  }

  get pieces(): readonly number[] {
    return [0, this.start, this.end];
  }
}

/** A paragraph of such a text and no more: one object is both. */
class PlainParagraph extends PlainInline implements RawParagraph {
  get type(): 'paragraph' {
    return 'paragraph';
  }

  get inline(): RawInline {
    return this;
  }
}

export function plainInline(source: string, start: number, end: number): RawInline {
  return new PlainInline(fold(source).trim(), start, end);
}

export function plainParagraph(source: string, start: number, end: number): RawParagraph {
  return new PlainParagraph(fold(source).trim(), start, end);
}

export const NO_MARKS: readonly Mark[] = [];
