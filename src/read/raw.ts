/**
 * What the front ends hand to the assembler: a document's blocks as its format states them, before any rule of a profile
 * has looked at them. Offsets are UTF-16 units from the start of the piece of source that was parsed.
 */

/** A stretch of inline markup, in UTF-16 units of the inline text. */
export interface Mark {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Read-through inline text. Lines are parted by line feeds; white space is folded, ends are trimmed. */
export interface RawInline {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Where the text came from: triples of (offset in `text`, start in the source, end in the source), in order. */
  readonly pieces: readonly number[];
  /** Where code begins in `text`: it says what it says, and has no label. */
  readonly codes?: readonly number[];
  /** The source means what it says: `&amp;` is five characters. */
  readonly literal?: true;
}

interface RawBase {
  readonly start: number;
  readonly end: number;
}

export interface RawHeading extends RawBase {
  readonly type: 'heading';
  readonly depth: number;
  readonly inline: RawInline;
}

export interface RawParagraph extends RawBase {
  readonly type: 'paragraph';
  readonly inline: RawInline;
  /** Columns of white space before its first line, where they say something. */
  readonly indent?: number;
}

export interface RawItem extends RawBase {
  /** The number that list syntax gives the item, null for a bullet. */
  readonly number: number | null;
  /** How the number is spelled, with its stop or bracket; the bullet otherwise. */
  readonly marker: string;
  readonly checked: boolean | null;
  readonly children: readonly RawBlock[];
}

export interface RawList extends RawBase {
  readonly type: 'list';
  readonly items: readonly RawItem[];
}

export interface RawCell extends RawBase {
  readonly inline: RawInline;
}

export interface RawRow extends RawBase {
  readonly cells: readonly RawCell[];
}

export interface RawTable extends RawBase {
  readonly type: 'table';
  readonly rows: readonly RawRow[];
}

export interface RawCode extends RawBase {
  readonly type: 'code';
  readonly text: string;
  readonly language: string | null;
}

export interface RawQuote extends RawBase {
  readonly type: 'quote';
  readonly children: readonly RawBlock[];
}

/** A footnote's text, under the name that refers to it. */
export interface RawNote extends RawBase {
  readonly type: 'note';
  readonly name: string;
  readonly children: readonly RawBlock[];
}

export type RawBlock = RawHeading | RawParagraph | RawList | RawTable | RawCode | RawQuote | RawNote;

/** Blocks whose offsets count from `base`, in UTF-16 units of the whole source. */
export interface PlacedBlocks {
  readonly blocks: readonly RawBlock[];
  readonly base: number;
}

/** Collects what is thrown away; the same kind and reason count together. */
export class DroppedCounter {
  private readonly counts = new Map<string, { kind: string; count: number; reason: string }>();

  add(kind: string, reason: string, count = 1): void {
    if (count === 0) return;
    const key = `${kind}\n${reason}`;
    const known = this.counts.get(key);
    if (known === undefined) this.counts.set(key, { kind, count, reason });
    else known.count += count;
  }

  /** By kind, then by reason. */
  list(): { kind: string; count: number; reason: string }[] {
    const keys = [...this.counts.keys()].sort();
    return keys.map((key) => ({
      ...(this.counts.get(key) as { kind: string; count: number; reason: string }),
    }));
  }
}
