import type { Transaction } from '../store/database.js';
import type { Applied } from '../transaction/apply.js';
import type { Transaction as Edits } from '../transaction/operation.js';
import type { Protocol } from '../transaction/profile.js';
import type { ObservationStep } from './observation-step.js';
import type { RawArguments } from './proposal.js';

/** One submission as any tool makes it. */
export interface Submission {
  readonly protocol: Protocol;
  readonly args: RawArguments;
  /** Ties the edit to an observed scope. Absent for the tools that do not. */
  readonly observation?: ObservationStep;
}

/** A proposal that passed every check. */
export interface Passed {
  readonly edits: Edits;
  readonly applied: Applied;
  /** Uses up what the edit was tied to, once the attempt's row is there. */
  readonly consume?: (transaction: Transaction, pdcpLogId: string) => Promise<void>;
}
