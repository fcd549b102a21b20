import { codePointLength } from '../../document/code-points.js';
import type { SequentialBuffer } from './buffer.js';
import type { OperationFailure } from './failure.js';
import type { SpanOperation } from './operation.js';

/** Code points of what is really there that a rejection repeats. */
const SHOWN = 64;

export type SpanCheck = 'bounds' | 'expected_text' | 'expected_before' | 'expected_after';

/** What is wrong with a span in the buffer it sees, in the order in which the checks are made; null when nothing is. */
export function checkSpan(buffer: SequentialBuffer, operation: SpanOperation): OperationFailure | null {
  const { start, end } = operation;
  const buffer_length = buffer.length;
  if (end > buffer_length) {
    return {
      reason: 'span_out_of_bounds',
      detail: `SPAN [${start}, ${end}) reaches past the end of the text, which has ${buffer_length} code points.`,
      evidence: { span_check: 'bounds' satisfies SpanCheck, buffer_length },
      location: buffer_length,
    };
  }
  return (
    checkText(buffer, 'expected_text', operation.expected_text, start, end, start) ??
    checkText(buffer, 'expected_before', operation.expected_before, null, start, start) ??
    checkText(buffer, 'expected_after', operation.expected_after, end, null, end)
  );
}

/** Compares the text of `[from, to)`; a null end is as far from the other as `expected` is long, inside the buffer. */
function checkText(
  buffer: SequentialBuffer,
  check: SpanCheck,
  expected: string | null,
  from: number | null,
  to: number | null,
  location: number,
): OperationFailure | null {
  if (expected === null) return null;
  const expected_chars = codePointLength(expected);
  const start = from ?? Math.max(0, to! - expected_chars);
  const end = to ?? Math.min(buffer.length, from! + expected_chars);
  const actual_chars = end - start;
  // Texts of different length differ, so that a hostile span is not cut out to be compared.
  if (actual_chars === expected_chars && buffer.slice(start, end) === expected) return null;
  const actual =
    check === 'expected_before'
      ? buffer.slice(Math.max(start, end - SHOWN), end)
      : buffer.slice(start, Math.min(end, start + SHOWN));
  return {
    reason: 'span_expected_text_mismatch',
    detail: `${DETAIL[check]} at [${start}, ${end}) of the text.`,
    evidence: {
      span_check: check,
      buffer_length: buffer.length,
      actual_text: actual,
      actual_text_truncated: actual_chars > SHOWN,
      expected_chars,
      actual_chars,
    },
    location,
  };
}

const DETAIL: Readonly<Record<SpanCheck, string>> = {
  bounds: '',
  expected_text: 'SPAN expected_text is not what stands',
  expected_before: 'SPAN expected_before is not what stands',
  expected_after: 'SPAN expected_after is not what stands',
};
