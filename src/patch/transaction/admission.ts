import { codePointLength } from '../../document/code-points.js';
import { canonicalText } from '../text/canonical.js';
import { utf8Bytes } from '../text/hash.js';
import type { ProposalRecord } from './fields.js';

/** Limits of a fresh whole-target replacement, of the text as sent and of its canonical form; inclusive. */
export const MAX_REPLACEMENT_CODE_POINTS = 1_000_000;
export const MAX_REPLACEMENT_UTF8_BYTES = 1_048_576;

export interface OversizedReplacement {
  readonly code: 'replacement_too_large';
  readonly limit_exceeded:
    | 'raw_code_points'
    | 'raw_utf8_bytes'
    | 'canonical_code_points'
    | 'canonical_utf8_bytes';
  readonly actual: number;
  readonly limit: number;
  readonly canonical_code_points: number;
  readonly canonical_utf8_bytes: number;
  /** True when the text would be admitted with LF line ends. */
  readonly canonical_would_fit: boolean;
}

/**
 * What limit a record passes, null when none. Only an otherwise valid sole replacement has limits; a malformed record is
 * left to the decoder.
 */
export function checkAdmission(protocol: string, record: ProposalRecord): OversizedReplacement | null {
  const raw = record.replacement;
  if (protocol !== 'patchdiff-tx/3' || typeof raw !== 'string' || typeof record.intent !== 'string')
    return null;
  const canonical = canonicalText(raw);
  const canonical_code_points = codePointLength(canonical);
  const canonical_utf8_bytes = utf8Bytes(canonical);
  const checks = [
    ['raw_code_points', codePointLength(raw), MAX_REPLACEMENT_CODE_POINTS],
    ['raw_utf8_bytes', utf8Bytes(raw), MAX_REPLACEMENT_UTF8_BYTES],
    ['canonical_code_points', canonical_code_points, MAX_REPLACEMENT_CODE_POINTS],
    ['canonical_utf8_bytes', canonical_utf8_bytes, MAX_REPLACEMENT_UTF8_BYTES],
  ] as const;
  const exceeded = checks.find(([, actual, limit]) => actual > limit);
  if (exceeded === undefined) return null;
  const [limit_exceeded, actual, limit] = exceeded;
  return {
    code: 'replacement_too_large',
    limit_exceeded,
    actual,
    limit,
    canonical_code_points,
    canonical_utf8_bytes,
    canonical_would_fit:
      canonical_code_points <= MAX_REPLACEMENT_CODE_POINTS &&
      canonical_utf8_bytes <= MAX_REPLACEMENT_UTF8_BYTES,
  };
}
