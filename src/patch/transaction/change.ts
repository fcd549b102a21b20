import { codePointLength } from '../../document/code-points.js';
import { sha256Hex } from '../text/hash.js';
import type { Operation } from './operation.js';

/** What one applied change did, derived from the texts alone. Spans are in the buffer that the change saw. */
export interface ChangeFact {
  readonly change_id: string;
  /** One-based. */
  readonly change_index: number;
  /** Absent for a match. */
  readonly operation?: 'span' | 'replace_all';
  readonly span_start: number;
  readonly span_end: number;
  readonly matched_chars: number;
  readonly replacement_chars: number;
  readonly matched_sha256: string;
  readonly replacement_sha256: string;
}

export function changeFact(operation: Operation, index: number, start: number, matched: string): ChangeFact {
  const matched_chars = codePointLength(matched);
  return {
    change_id: operation.change_id,
    change_index: index,
    ...(operation.op === 'match' ? {} : { operation: operation.op }),
    span_start: start,
    span_end: start + matched_chars,
    matched_chars,
    replacement_chars: codePointLength(operation.replace),
    matched_sha256: sha256Hex(matched),
    replacement_sha256: sha256Hex(operation.replace),
  };
}

/** The part of a fact that offsets are mapped by. */
export type ChangeSpan = Pick<ChangeFact, 'span_start' | 'span_end' | 'replacement_chars'>;

/**
 * Maps `[start, end)` of the text after `changes` back to the text before them; null when any of it was produced by a
 * change or a change lies inside it.
 */
export function mapBack(
  changes: readonly ChangeSpan[],
  start: number,
  end: number,
): { start: number; end: number } | null {
  let moved = 0;
  for (let i = changes.length - 1; i >= 0; i--) {
    const { span_start, span_end, replacement_chars } = changes[i];
    if (end + moved <= span_start) continue;
    if (start + moved < span_start + replacement_chars) return null;
    moved += span_end - span_start - replacement_chars;
  }
  return { start: start + moved, end: end + moved };
}

/**
 * Index in `changes` of the first change that took away part of `[start, end)` of the text before them, or put text
 * inside it; -1 when none did.
 */
export function firstOverlap(changes: readonly ChangeSpan[], start: number, end: number): number {
  let moved = 0;
  for (let i = 0; i < changes.length; i++) {
    const { span_start, span_end, replacement_chars } = changes[i];
    if (end + moved <= span_start) continue;
    if (span_end <= start + moved) moved += replacement_chars - (span_end - span_start);
    else return i;
  }
  return -1;
}
