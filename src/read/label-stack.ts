/** How deep a label is: decimal labels say so themselves, the others by what is open where they stand. */
import type { LabelMatch } from '../profile/label.js';
import type { LabelPattern } from '../profile/profile.js';
import { decimalParts, ordinal, styleKey } from './label-order.js';

/** An open labelled block. `T` is what the caller keeps of it. */
export interface OpenLabel<T> {
  readonly key: string;
  readonly ordinal: number | null;
  /** The numbers of a label that carries its own depth, else null. */
  readonly parts: readonly number[] | null;
  /** A decimal list that began anew inside a clause: its numbers are no depth. */
  readonly nested: boolean;
  /** Made of a word (`Article 5`): stays open around the decimals below it. */
  readonly word: boolean;
  /** How far in it stands, in columns; null where the format does not tell. */
  readonly indent: number | null;
  readonly value: T;
}

/** Where a label goes. */
export interface Placement {
  readonly reading: LabelPattern;
  /** How many of the open labels stay open; the last of them is the parent. */
  readonly keep: number;
  readonly nested: boolean;
}

/** What a label's place depends on besides the stack. */
export interface LabelContext {
  /** The label after this one in the document, or null: it tells `(i)` the numeral from `(i)` the letter. */
  readonly next: string | null;
  /** The text above: it may introduce a list (`… as follows:`). */
  readonly above: string;
  /** How far in the label stands, in columns; null where the format does not tell. */
  readonly indent: number | null;
}

export class LabelStack<T> {
  readonly open: OpenLabel<T>[] = [];
  /** The last ordinal of each style since the numbering last started afresh. */
  private readonly last = new Map<string, number>();

  /** Decides how a label is read and how deep it is. */
  place(match: LabelMatch, context: LabelContext): Placement {
    const reading = match.readings.length === 1 ? match.readings[0] : this.read(match, context);
    return this.depth(reading, match.label, context);
  }

  /** Closes what the placement closes, and opens the label. */
  push(placement: Placement, label: string, value: T, indent: number | null): void {
    const { reading, keep, nested } = placement;
    const key = styleKey(reading, label);
    const count = ordinal(reading.style, label);
    if (count !== null) this.last.set(key, count);
    const entry = {
      key,
      ordinal: count,
      parts: reading.depth_mode === 'arithmetic' ? decimalParts(label) : null,
      nested,
      word: reading.style === 'word',
      indent,
      value,
    };
    // In place of what it closes: an array that is emptied first gives its room back, and is given new room at once.
    const { open } = this;
    if (keep === open.length) open.push(entry);
    else {
      open[keep] = entry;
      if (open.length > keep + 1) open.length = keep + 1;
    }
  }

  /** Whether the label comes after the last one of its style, wherever that stood. */
  goesOn({ readings, label }: LabelMatch): boolean {
    return readings.some((reading) => {
      const count = ordinal(reading.style, label);
      return count !== null && this.last.get(styleKey(reading, label)) === count - 1;
    });
  }

  /** Closes everything; with `afresh`, sequences start anew too. */
  clear(afresh: boolean): void {
    this.open.length = 0;
    if (afresh) this.last.clear();
  }

  /** Chooses among several readings: the one whose sequence goes on, else the one that it begins. */
  private read(match: LabelMatch, context: LabelContext): LabelPattern {
    const readings = match.readings.map((reading) => {
      const key = styleKey(reading, match.label);
      return { reading, key, count: ordinal(reading.style, match.label), at: this.find(key) };
    });
    const goingOn = readings
      .filter(({ at, count }) => at >= 0 && count !== null && this.open[at].ordinal === count - 1)
      .sort((a, b) => b.at - a.at);
    const beginning = readings.find(({ count }) => count === 1);
    if (goingOn.length > 0) {
      const first = goingOn[0];
      // `(i)` after `(h)` is a letter, unless `(ii)` comes next.
      if (
        beginning !== undefined &&
        beginning.reading !== first.reading &&
        this.isSecond(beginning.reading, context)
      ) {
        return beginning.reading;
      }
      return first.reading;
    }
    const resumed = readings.find(
      ({ key, count }) => count !== null && count > 1 && this.last.get(key) === count - 1,
    );
    const open = readings.filter(({ at }) => at >= 0).sort((a, b) => b.at - a.at)[0];
    return (beginning ?? resumed ?? open ?? readings[0]).reading;
  }

  private isSecond(reading: LabelPattern, context: LabelContext): boolean {
    const { next } = context;
    return next !== null && ordinal(reading.style, next) === 2;
  }

  private depth(reading: LabelPattern, label: string, context: LabelContext): Placement {
    const key = styleKey(reading, label);
    const parts = reading.depth_mode === 'arithmetic' ? decimalParts(label) : null;
    if (parts === null) {
      const at = this.find(key);
      return { reading, keep: at >= 0 ? at : this.open.length, nested: false };
    }
    if (reading.style === 'decimal' && parts.length === 1 && this.open.length > 0) {
      const nested = this.nestedList(parts[0], context);
      if (nested !== null) return { reading, keep: nested, nested: true };
    }
    let keep = this.open.length;
    while (keep > 0 && !encloses(this.open[keep - 1], parts, reading)) keep--;
    return { reading, keep, nested: false };
  }

  /** Where the number belongs to a list inside a clause: how many labels stay open above it; null when it does not. */
  private nestedList(count: number, context: LabelContext): number | null {
    for (let i = this.open.length - 1; i >= 0; i--) {
      const entry = this.open[i];
      if (entry.nested) return entry.ordinal === count - 1 && !isFurtherOut(context, entry) ? i : null;
    }
    if (count !== 1) return null;
    const decimals = this.open.some((entry) => entry.parts !== null && !entry.word);
    if (decimals && isFurtherIn(context, this.open[this.open.length - 1])) return this.open.length;
    return decimals && /[:—–]$/.test(context.above) ? this.open.length : null;
  }

  private find(key: string): number {
    for (let i = this.open.length - 1; i >= 0; i--) if (this.open[i].key === key) return i;
    return -1;
  }
}

/** So many columns apart two labels do not stand below each other: their numbers may be set flush right. */
const APART = 2;

function isFurtherIn({ indent }: LabelContext, entry: OpenLabel<unknown>): boolean {
  return indent !== null && entry.indent !== null && indent >= entry.indent + APART;
}

function isFurtherOut({ indent }: LabelContext, entry: OpenLabel<unknown>): boolean {
  return indent !== null && entry.indent !== null && indent <= entry.indent - APART;
}

/** Whether a label with these numbers can stand below the open one. */
function encloses(entry: OpenLabel<unknown>, parts: readonly number[], reading: LabelPattern): boolean {
  if (entry.nested) return false;
  if (entry.parts === null) return entry.word && reading.style !== 'word';
  if (entry.word && reading.style !== 'word' && parts.length === 1) return true;
  return entry.parts.length < parts.length && begins(parts, entry.parts);
}

function begins(parts: readonly number[], outer: readonly number[]): boolean {
  for (let i = 0; i < outer.length; i++) if (outer[i] !== parts[i]) return false;
  return true;
}
