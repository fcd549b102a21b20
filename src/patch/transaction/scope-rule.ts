import { codePointLength } from '../../document/code-points.js';
import type { OperationRule, ResolvedSpan } from './apply.js';
import type { SequentialBuffer } from './buffer.js';
import type { SpanCheck } from './check-span.js';
import type { OperationFailure } from './failure.js';
import type { SpanOperation } from './operation.js';

/** A part of a text: code points, `end` exclusive. */
export interface ScopeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps every operation of one transaction inside a scope: the text that is replaced, what a span expects beside itself,
 * and insertions, which must stand strictly inside it between two texts that they name. The end of the scope moves with
 * the changes: all of them are inside, so what the buffer grew by, the scope did.
 *
 * @param length The buffer's length before the first operation, of which the scope is given.
 */
export function scopeRule(scope: ScopeRange, length: number): OperationRule {
  return (operation, span, buffer) => {
    const now = { start: scope.start, end: scope.end + buffer.length - length };
    const insertion = span.start === span.end;
    const inside = insertion
      ? now.start < span.start && span.end < now.end
      : now.start <= span.start && span.end <= now.end;
    if (!inside) return outside(insertion ? 'INSERTION' : 'EDIT', span, now, buffer);
    if (operation.op !== 'span') return null;
    return (insertion ? missingContext(operation, now, buffer) : null) ?? crossing(operation, now, buffer);
  };
}

/** The context of a span is part of what the scope must hold. */
function crossing(
  operation: SpanOperation,
  now: ScopeRange,
  buffer: SequentialBuffer,
): OperationFailure | null {
  const { start, end, expected_before, expected_after } = operation;
  const before = expected_before === null ? start : start - codePointLength(expected_before);
  const after = expected_after === null ? end : end + codePointLength(expected_after);
  if (before >= now.start && after <= now.end) return null;
  return outside('CONTEXT', { start: before, end: after }, now, buffer);
}

function outside(
  what: string,
  { start, end }: ResolvedSpan,
  now: ScopeRange,
  buffer: SequentialBuffer,
): OperationFailure {
  const place = start === end ? `at ${start} is not strictly inside` : `[${start}, ${end}) is not inside`;
  return {
    reason: 'span_out_of_bounds',
    code: 'OPERATION_OUTSIDE_OBSERVED_SCOPE',
    detail: `${what} ${place} the observed scope, which is [${now.start}, ${now.end}) of the text as it is then.`,
    evidence: { span_check: 'bounds' satisfies SpanCheck, ...boundsOf(now, buffer) },
    location: Math.min(Math.max(start, now.start), now.end),
  };
}

function missingContext(
  { start, expected_before, expected_after }: SpanOperation,
  now: ScopeRange,
  buffer: SequentialBuffer,
): OperationFailure | null {
  const missing: SpanCheck | null =
    expected_before === null ? 'expected_before' : expected_after === null ? 'expected_after' : null;
  if (missing === null) return null;
  return {
    reason: 'span_expected_text_mismatch',
    code: 'OBSERVED_INSERTION_GUARDS_REQUIRED',
    detail: `INSERTION at ${start} needs expected_before and expected_after: the texts of the scope on both sides of it.`,
    evidence: { span_check: missing, ...boundsOf(now, buffer) },
    location: start,
  };
}

function boundsOf(now: ScopeRange, buffer: SequentialBuffer) {
  return { buffer_length: buffer.length, scope_start: now.start, scope_end: now.end };
}
