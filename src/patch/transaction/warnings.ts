import { isRegionalIndicator, splitsGrapheme } from '../text/graphemes.js';
import type { SequentialBuffer } from './buffer.js';
import { type ChangeFact, mapBack } from './change.js';
import type { Operation } from './operation.js';

/** Most warnings that a response or a row holds. */
const MAX_WARNINGS = 16;

export type WarningCode =
  | 'no_op_change'
  | 'no_op_transaction'
  | 'occurrence_index_basis_shift'
  | 'grapheme_boundary_split';

/** An advisory finding about an accepted transaction. It never changes the verdict. */
export interface Warning {
  readonly code: WarningCode;
  readonly detail: string;
  readonly change_id?: string;
  readonly change_index?: number;
  /** Of `grapheme_boundary_split`: which end of the span, and its offset in the buffer that the change saw. */
  readonly boundary?: 'start' | 'end' | 'insertion';
  readonly offset?: number;
  /** Of `occurrence_index_basis_shift`. */
  readonly occurrence_index?: number;
  /** The index of the same occurrence when the transaction started; null for text that the transaction made. */
  readonly transaction_start_occurrence_index?: number | null;
}

/** Warnings as they are stored with an accepted row. */
export interface StoredWarnings {
  readonly warnings: readonly Warning[];
  readonly warning_count: number;
  readonly warnings_truncated: boolean;
}

/** Warnings as they are returned: the strings are made from the objects. */
export interface WarningFields {
  readonly warnings: readonly string[];
  readonly warning_details: readonly Warning[];
  readonly warning_count: number;
  readonly warnings_truncated: boolean;
}

export const NO_WARNINGS: StoredWarnings = { warnings: [], warning_count: 0, warnings_truncated: false };

/** The response form of stored warnings; rows of older times have none. */
export function warningFields(stored: StoredWarnings | null): WarningFields {
  const { warnings, warning_count, warnings_truncated } = stored ?? NO_WARNINGS;
  return {
    warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`),
    warning_details: warnings,
    warning_count,
    warnings_truncated,
  };
}

/** Collects the first warnings of a transaction and counts them all. */
export class WarningCollector {
  private readonly kept: Warning[] = [];
  private count = 0;

  /** @param shift What an offset of the changes' buffer is counted from: where a part of the target starts in it. */
  constructor(private readonly shift = 0) {}

  private add(warning: Warning): void {
    this.count++;
    if (this.kept.length < MAX_WARNINGS) this.kept.push(warning);
  }

  get result(): StoredWarnings {
    return {
      warnings: this.kept,
      warning_count: this.count,
      warnings_truncated: this.count > this.kept.length,
    };
  }

  /** Takes over what another collector found, after what is here. */
  append(other: WarningCollector): void {
    this.count += other.count;
    this.kept.push(...other.kept.slice(0, MAX_WARNINGS - this.kept.length));
  }

  /** Looks at a change before it is made: `buffer` is what the change sees, `earlier` what came before it. */
  beforeChange(
    operation: Operation,
    fact: ChangeFact,
    matched: string,
    buffer: SequentialBuffer,
    earlier: readonly ChangeFact[],
  ): void {
    const { change_id, change_index } = fact;
    if (matched === operation.replace) {
      this.add({
        code: 'no_op_change',
        detail: `Change ${change_id} replaces its text with the same text.`,
        change_id,
        change_index,
      });
    }
    if (operation.op === 'match' && operation.occurrence_index !== null && earlier.length > 0) {
      this.checkBasis(operation.match, operation.occurrence_index, fact, buffer, earlier);
    }
    this.checkBoundaries(fact, buffer);
  }

  /** Looks at the transaction as a whole; comes last. */
  afterAll(changed: boolean): void {
    if (changed) return;
    this.add({
      code: 'no_op_transaction',
      detail:
        'The transaction leaves the text as it was while the version advances; a hash guard cannot detect that.',
    });
  }

  private checkBasis(
    match: string,
    index: number,
    fact: ChangeFact,
    buffer: SequentialBuffer,
    earlier: readonly ChangeFact[],
  ): void {
    const origin = mapBack(earlier, fact.span_start, fact.span_end);
    const atStart = origin === null ? null : buffer.originalOccurrences(match).countBefore(origin.start) + 1;
    if (atStart === index) return;
    const { change_id, change_index } = fact;
    this.add({
      code: 'occurrence_index_basis_shift',
      detail:
        atStart === null
          ? `Change ${change_id} selected occurrence ${index}, which earlier changes of the transaction produced.`
          : `Change ${change_id} selected occurrence ${index}, which was occurrence ${atStart} when the transaction started.`,
      change_id,
      change_index,
      occurrence_index: index,
      transaction_start_occurrence_index: atStart,
    });
  }

  private checkBoundaries(fact: ChangeFact, buffer: SequentialBuffer): void {
    const { span_start, span_end } = fact;
    if (span_start === span_end) this.checkBoundary('insertion', span_start, fact, buffer);
    else {
      this.checkBoundary('start', span_start, fact, buffer);
      this.checkBoundary('end', span_end, fact, buffer);
    }
  }

  private checkBoundary(
    boundary: 'start' | 'end' | 'insertion',
    offset: number,
    { change_id, change_index }: ChangeFact,
    buffer: SequentialBuffer,
  ): void {
    if (!splitsGrapheme(textBefore(buffer, offset), buffer.slice(offset, offset + 1))) return;
    this.add({
      code: 'grapheme_boundary_split',
      detail: `The ${boundary} of change ${change_id} at code point ${this.shift + offset} falls inside what is likely one character.`,
      change_id,
      change_index,
      boundary,
      offset: this.shift + offset,
    });
  }
}

/** The text before `offset`: one code point, or the whole run of regional indicators that ends there. */
function textBefore(buffer: SequentialBuffer, offset: number): string {
  let size = 1;
  let text = buffer.slice(offset - size, offset);
  while (size < offset && isRegionalIndicator(text.codePointAt(0) ?? 0)) {
    size *= 2;
    text = buffer.slice(offset - size, offset);
  }
  return text;
}
