import type { RejectionCode } from '../errors.js';
import { sha256Hex } from '../text/hash.js';
import { isInteger } from './fields.js';
import type { ObservedTarget } from './observed.js';

/** Guards as submitted: any value may stand in them until they are judged. */
export interface SubmittedGuards {
  readonly expected_target_version?: unknown;
  readonly expected_current_hash?: unknown;
}

export interface GuardFault {
  readonly reason: 'context_invalid' | 'target_diverged' | 'target_version_mismatch' | 'target_hash_mismatch';
  readonly code: RejectionCode | null;
  readonly detail: string;
}

const HASH = /^[0-9a-f]{64}$/;

/** Which guards a submission must have: one of the two at least, or both. */
export type GuardNeed = 'one' | 'both';

/** Whether the guards are there and well formed, whatever the target is. */
export function checkGuardSyntax(guards: SubmittedGuards, need: GuardNeed = 'one'): GuardFault | null {
  const version = guards.expected_target_version ?? null;
  const hash = guards.expected_current_hash ?? null;
  if (need === 'both' && (version === null || hash === null)) {
    return invalid(
      'guard_required',
      'Give both expected_target_version and expected_current_hash, as the observation has them.',
    );
  }
  if (version === null && hash === null) {
    return invalid(
      'guard_required',
      'Give expected_target_version or expected_current_hash, best the version.',
    );
  }
  if (version !== null && !isInteger(version, 0)) {
    return invalid(
      'invalid_expected_target_version',
      'expected_target_version must be a whole number from 0.',
    );
  }
  if (hash !== null && !(typeof hash === 'string' && HASH.test(hash))) {
    return invalid(
      'invalid_expected_current_hash',
      'expected_current_hash must be 64 lower-case hexadecimal digits.',
    );
  }
  return null;
}

function invalid(code: RejectionCode, detail: string): GuardFault {
  return { reason: 'context_invalid', code, detail };
}

/** Whether the target is what it says and what the guards say: divergence first, then the version, then the hash. */
export function checkGuards(guards: SubmittedGuards, target: ObservedTarget): GuardFault | null {
  if (sha256Hex(target.content) !== target.hash) {
    return {
      reason: 'target_diverged',
      code: null,
      detail: 'The stored content does not have the stored hash; nothing was changed.',
    };
  }
  const version = guards.expected_target_version ?? null;
  if (version !== null && version !== target.version) {
    return {
      reason: 'target_version_mismatch',
      code: null,
      detail: `The target has version ${target.version}, not ${version}.`,
    };
  }
  const hash = guards.expected_current_hash ?? null;
  if (hash !== null && hash !== target.hash) {
    return {
      reason: 'target_hash_mismatch',
      code: null,
      detail: 'The target does not have the hash expected.',
    };
  }
  return null;
}
