import type { Transaction } from '../store/database.js';
import type { ScopeObservationRow } from '../store/rows.js';
import type { Applied } from '../transaction/apply.js';
import type { Rejection } from '../transaction/evaluate.js';
import type { ProposalRecord } from '../transaction/fields.js';
import type { Transaction as Edits } from '../transaction/operation.js';
import type { LockedTarget } from './attempt-rows.js';
import type { RawArguments } from './proposal.js';

/** One submission as any tool makes it: what its row says of it, and how it is judged. */
export interface Submission {
  /** `protocol_version` and `runtime_version` of the row. */
  readonly protocol: string;
  readonly runtime: string;
  /** The tool's arguments as they came. */
  readonly args: RawArguments;
  /** The proposal's own part of them. */
  readonly record: ProposalRecord;
  /** What the edit is tied to, where that is named by a UUID; kept with the row whatever the outcome. */
  readonly observationId: string | null;
  readonly bundleId: string | null;
  /** Judges the proposal on the locked target: all that comes after recovery and admission, to the simulated outcome. */
  judge(
    transaction: Transaction,
    target: LockedTarget,
    lineageFault: Rejection | null,
  ): Promise<Passed | { readonly rejection: Rejection }>;
}

/** An observation as the attempt that used it up keeps it. */
export type RecordedScope = Pick<
  ScopeObservationRow,
  'observation_id' | 'scope_start' | 'scope_end' | 'observed_scope_hash'
>;

/** A proposal that passed every check. */
export interface Passed {
  readonly edits: Edits;
  readonly applied: Applied;
  /** Further members of the accepted response; kept with the row, so that recovery gives them too. */
  readonly extras?: Readonly<Record<string, unknown>>;
  /** The scopes that the edit was held to, in its own order; kept with the row for replay to compare with. */
  readonly scopes?: readonly RecordedScope[];
  /** Uses up what the edit was tied to, once the attempt's row is there. */
  readonly consume?: (transaction: Transaction, pdcpLogId: string) => Promise<void>;
}
