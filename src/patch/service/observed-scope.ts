import type { Transaction } from '../store/database.js';
import type { OperationRule } from '../transaction/apply.js';

/** A scope that may be edited: what every operation must keep to, and how an accepted attempt uses it up. */
export interface ObservedScope {
  readonly rule: OperationRule;
  consume(transaction: Transaction, pdcpLogId: string): Promise<void>;
}
