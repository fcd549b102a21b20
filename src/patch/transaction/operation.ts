/**
 * A decoded transaction: what a record says once its shape was found right. Texts are canonical, absent and null
 * optional fields are null, change identifiers are filled in. All offsets and counts are code points.
 */
export interface ChangeMeta {
  readonly change_id: string;
  readonly rationale: string | null;
  readonly risk: 'low' | 'medium' | 'high' | null;
}

/** Replaces one exact occurrence of a text. */
export interface MatchOperation extends ChangeMeta {
  readonly op: 'match';
  readonly match: string;
  /** Code points of the match as it was sent, before its line ends became LF. */
  readonly raw_match_chars: number;
  readonly replace: string;
  /** One-based, over all occurrences in the buffer this operation sees, overlapping ones counted. */
  readonly occurrence_index: number | null;
  /** Must stand anywhere before the match. */
  readonly anchor_before: string | null;
  /** Must stand anywhere after the match. */
  readonly anchor_after: string | null;
}

/** Replaces `[start, end)` of the buffer this operation sees, which must hold `expected_text`. */
export interface SpanOperation extends ChangeMeta {
  readonly op: 'span';
  readonly start: number;
  readonly end: number;
  readonly expected_text: string;
  readonly replace: string;
  /** Must stand directly before `start`. */
  readonly expected_before: string | null;
  /** Must stand directly after `end`. */
  readonly expected_after: string | null;
}

/** Replaces the whole target. */
export interface ReplaceAllOperation extends ChangeMeta {
  readonly op: 'replace_all';
  readonly replace: string;
}

export type Operation = MatchOperation | SpanOperation | ReplaceAllOperation;

export interface Transaction {
  readonly intent: string;
  readonly operations: readonly Operation[];
}
