import type { Transaction } from '../store/database.js';
import type { OperationRule } from '../transaction/apply.js';
import type { Rejection } from '../transaction/evaluate.js';
import type { Transaction as Edits } from '../transaction/operation.js';
import type { LockedTarget } from './attempt-rows.js';

/** How a submission is tied to an observed scope. Runs after the target's own guards, before any operation. */
export interface ObservationStep {
  /** The single observation named, where it is a UUID; kept with the row whatever the outcome. */
  readonly observationId: string | null;
  readonly bundleId: string | null;
  observe(
    transaction: Transaction,
    target: LockedTarget,
    edits: Edits,
  ): Promise<ObservedScope | { readonly rejection: Rejection }>;
}

/** A scope that may be edited: what every operation must keep to, and how an accepted attempt uses it up. */
export interface ObservedScope {
  readonly rule: OperationRule;
  consume(transaction: Transaction, pdcpLogId: string): Promise<void>;
}
