import type { RejectionContext } from '../transaction/context.js';
import type { Rejection } from '../transaction/evaluate.js';
import {
  freshNearMisses,
  type NearMisses,
  type NearMissQuery,
  omittedNearMisses,
  recoveredNearMisses,
  type ScanCopy,
  scanCopy,
} from '../transaction/near-miss-report.js';

/** What near misses are to be computed from once the lock is released. Holds nothing of the database. */
export type NearMissPlan =
  | { readonly kind: 'consumed' }
  | { readonly kind: 'fresh'; readonly query: NearMissQuery; readonly copy: ScanCopy }
  | {
      readonly kind: 'recovered';
      readonly query: NearMissQuery | null;
      readonly context: RejectionContext | null;
    };

/** The plan of a fresh rejection; null where the reason has no near misses. */
export function planFresh(rejection: Rejection): NearMissPlan | null {
  const { row, evidence, failing } = rejection;
  if (row.reason === 'sequential_match_invalid') return { kind: 'consumed' };
  if (row.reason !== 'match_absent' || failing === null) return null;
  return { kind: 'fresh', query: evidence.near_miss_query as NearMissQuery, copy: scanCopy(failing.buffer) };
}

/** The plan of a recovered rejection, from its row alone. */
export function planRecovered(
  reason: string | null,
  diagnostic: Readonly<Record<string, unknown>> | null,
): NearMissPlan | null {
  if (reason === 'sequential_match_invalid') return { kind: 'consumed' };
  if (reason !== 'match_absent') return null;
  return {
    kind: 'recovered',
    query: (diagnostic?.near_miss_query as NearMissQuery | undefined) ?? null,
    context: (diagnostic?.failure_context as RejectionContext | undefined) ?? null,
  };
}

/** Carries a plan out. In a caller's transaction the lock is still held, so nothing is searched. */
export function nearMissesOf(plan: NearMissPlan | null, callerTransaction: boolean): NearMisses | null {
  if (plan === null) return null;
  if (plan.kind === 'consumed') return omittedNearMisses('sequential_match_consumed');
  if (callerTransaction) return omittedNearMisses('caller_transaction');
  return plan.kind === 'fresh'
    ? freshNearMisses(plan.query, plan.copy)
    : recoveredNearMisses(plan.query, plan.context);
}
