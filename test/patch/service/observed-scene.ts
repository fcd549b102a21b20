import { observeScope } from '../../../src/patch/service/observe.js';
import type { ObservedBundle, ObservedReceipt } from '../../../src/patch/service/observe-response.js';
import type { RejectedResponse, SubmissionResponse } from '../../../src/patch/service/responses.js';
import { submitObservedOperations } from '../../../src/patch/service/submit-observed.js';
import type { Connection, Database } from '../../../src/patch/store/database.js';
import type { LedgerRow, LogRow, ScopeObservationRow, TargetRow } from '../../../src/patch/store/rows.js';
import { newTarget } from './fixture-target.js';

/** A call as a client makes it: any value may stand for any argument. */
// biome-ignore lint/suspicious/noExplicitAny: the tools judge values of every type
export type Call = Record<string, any>;

/** Section A is [0, 15) of it, B [15, 30) and C [30, 48). */
export const TEXT = `## A

one two

## B

two one

## C

three 🪙 one
`;

/** A target of three sections, with ways to observe them and to submit under what was observed. */
export async function observedScene(database: Database, content = TEXT) {
  const target = await newTarget(database, content);
  const { id } = target;
  const state = async () => {
    const [row] = await database.query<TargetRow>(
      'SELECT * FROM cloud_target_files WHERE target_file_id = $1',
      [id],
    );
    return row;
  };
  return {
    database,
    target,
    state,
    async observe(symbol_name: string): Promise<ObservedReceipt> {
      const answer = await observeScope(database, { target_file_id: id, symbol_name });
      if (answer.status !== 'observed') throw new Error(JSON.stringify(answer));
      return answer;
    },
    async bundle(...names: string[]): Promise<ObservedBundle> {
      const selections = names.map((symbol_name) => ({ symbol_name }));
      const answer = await observeScope(database, { target_file_id: id, selections });
      if (answer.status !== 'observed_batch') throw new Error(JSON.stringify(answer));
      return answer;
    },
    /** Submits with the guards that an observation gave, and what `args` says instead. */
    submit(
      seen: { readonly target_version: number; readonly target_current_hash: string },
      args: Call,
      options = {},
      connection: Connection = database,
    ): Promise<SubmissionResponse> {
      const call: Call = {
        target_file_id: id,
        intent: 'Edit what was observed',
        expected_target_version: seen.target_version,
        expected_current_hash: seen.target_current_hash,
        ...args,
      };
      return submitObservedOperations(
        connection,
        call as Parameters<typeof submitObservedOperations>[1],
        options,
      );
    },
    log: () =>
      database.query<LogRow>(
        'SELECT * FROM append_only_pdcp_logs WHERE target_file_id = $1 ORDER BY log_sequence',
        [id],
      ),
    ledger: () =>
      database.query<LedgerRow>(
        'SELECT * FROM manifest_ledger WHERE target_file_id = $1 ORDER BY ledger_sequence',
        [id],
      ),
    observations: () =>
      database.query<ScopeObservationRow>(
        'SELECT * FROM target_scope_observations WHERE target_file_id = $1 ORDER BY created_at, ordinal',
        [id],
      ),
    /** Changes stored rows behind the service's back. */
    byHand: (sql: string, ...values: unknown[]) =>
      database.transaction(async (transaction) => {
        await transaction.query(sql, values);
      }),
  };
}

export const match = (from: string, to: string, more: Call = {}) => ({
  op: 'match',
  match: from,
  replace: to,
  ...more,
});
export const span = (
  start: number,
  end: number,
  expected_text: string,
  replace: string,
  more: Call = {},
) => ({
  ...{ op: 'span', start, end, expected_text, replace },
  ...more,
});

export function rejected(response: SubmissionResponse): RejectedResponse {
  if (response.status !== 'rejected') throw new Error(`not rejected: ${JSON.stringify(response)}`);
  return response;
}

/** What a submission came to: `accepted`, or reason and code. */
export function verdict(response: SubmissionResponse): string {
  if (response.status !== 'rejected') return response.status;
  const code = response.diagnostic.code as string | undefined;
  return code === undefined ? response.failure_reason : `${response.failure_reason} ${code}`;
}
