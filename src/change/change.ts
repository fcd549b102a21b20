/** Changes, inline edits, filters and statistics: the wire's shapes, field for field, in wire order. */
import type { PassName } from '../align/alignment.js';
import type { BlockKind } from '../document/block.js';

/** The five kinds of change, in the declared order that sorting uses. */
export const CHANGE_KINDS = ['insert', 'delete', 'modify', 'move', 'renumber'] as const;

/** What happened to a block. When several hold, `move` wins over `renumber`, and that over `modify`. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Names that a later minor version may add to the kinds of change; nothing produces them yet. */
export const RESERVED_CHANGE_KINDS = ['split', 'merge'] as const;

/** One edit inside a block's text. Offsets are code points into the block's own text, ends exclusive. */
export interface InlineEdit {
  readonly kind: 'insert' | 'delete' | 'replace';
  readonly source_start: number;
  readonly source_end: number;
  readonly test_start: number;
  readonly test_end: number;
  readonly source_text: string;
  readonly test_text: string;
}

/** One thing that happened to one block. */
export interface Change {
  readonly kind: ChangeKind;
  /** Null on an insert. */
  readonly source_address: string | null;
  /** Null on a delete. */
  readonly test_address: string | null;
  readonly block_kind: BlockKind;
  readonly source_label: string | null;
  readonly test_label: string | null;
  /** From the test block; from the source block on a delete. */
  readonly role: string | null;
  /** The types of the spans that the change touched, sorted, each once; of all spans on an insert or a delete. */
  readonly span_types: readonly string[];
  readonly matched_by: PassName | 'unmatched';
  /** The alignment's confidence, four decimals; 0 when unmatched. */
  readonly confidence: number;
  /** The block's own text, `""` on the side that is not there. */
  readonly source_text: string;
  readonly test_text: string;
  /** Empty on inserts and deletes. Applied to `source_text` they give `test_text`. */
  readonly inline: readonly InlineEdit[];
  /** The headings that lead to the block: test side, source side on a delete. */
  readonly breadcrumb: readonly string[];
}

/** Which changes to keep. An empty list or a null is no constraint; fields AND together, values in a field OR. */
export interface ChangeFilter {
  readonly kinds: readonly ChangeKind[];
  /** Whole steps; tested against either address. With a closing slash: what lies below that block, without it. */
  readonly address_prefixes: readonly string[];
  /** Tested against either label. */
  readonly labels: readonly string[];
  readonly roles: readonly string[];
  /** Least max(chars added, chars deleted), in code points. Above 0 it drops inserts, deletes and pure renumbers. */
  readonly min_chars: number;
  readonly has_inline: boolean | null;
}

/** Counts of changes (not of blocks: a deleted schedule of forty blocks is one) and of what they did inside texts. */
export interface ChangeCounts {
  readonly inserted: number;
  readonly deleted: number;
  readonly modified: number;
  readonly moved: number;
  readonly renumbered: number;
  readonly total: number;
  readonly inline_insertions: number;
  readonly inline_deletions: number;
  readonly inline_replacements: number;
  readonly tokens_changed: number;
  /** Code points, over the inline edits. */
  readonly chars_added: number;
  readonly chars_deleted: number;
}

/** What happened in one section: the changes whose nearest enclosing section it is. */
export interface SectionStatistics {
  /** The test side's address; the source side's for a section that was deleted whole. */
  readonly address: string;
  readonly heading: string;
  readonly breadcrumb: readonly string[];
  readonly blocks: number;
  readonly counts: ChangeCounts;
  /** Changes over blocks, four decimals; 0 when the section has no blocks. */
  readonly density: number;
}

/** The statistics of a comparison. */
export interface ComparisonStatistics {
  readonly counts: ChangeCounts;
  readonly source_blocks: number;
  readonly test_blocks: number;
  readonly sections: readonly SectionStatistics[];
}

/**
 * The pluggable leaf differ. `tokens` cuts a text into tokens whose concatenation is the text; `diff` gives the edits
 * that turn `a` into `b`, exact, in order and not touching. Both must be deterministic.
 */
export interface LeafProcessor {
  /** Named on the wire in `config.processor`. */
  readonly name: string;
  tokens(text: string): string[];
  diff(a: string, b: string): InlineEdit[];
}
