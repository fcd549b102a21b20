import type { RejectionCode } from '../errors.js';
import type { Transaction } from '../store/database.js';
import { type Rejection, reject } from '../transaction/evaluate.js';
import { isUuid } from './target-id.js';

/** How an attempt is tied to the one it corrects, as far as it is sound enough to be stored. */
export interface Lineage {
  /** Set only where the parent is a rejected attempt on the same target. */
  readonly parent: string | null;
  readonly attempt: number | null;
  readonly source: string;
  /** What is wrong with it, to be reported in its turn. */
  readonly fault: Rejection | null;
}

export const DEFAULT_SOURCE = 'model_response';

interface SubmittedLineage {
  readonly source?: unknown;
  readonly parent_pdcp_log_id?: unknown;
  readonly attempt?: unknown;
}

/** Reads what a submission says of its origin. The parent is looked up so that even a malformed retry keeps its link. */
export async function readLineage(
  transaction: Transaction,
  targetId: string,
  submitted: SubmittedLineage,
): Promise<Lineage> {
  const faults: Rejection[] = [];
  const source = submitted.source ?? DEFAULT_SOURCE;
  if (typeof source !== 'string') faults.push(invalid('invalid_source', 'source must be a string.'));
  const attempt = submitted.attempt ?? null;
  const counts = attempt === null || (Number.isSafeInteger(attempt) && (attempt as number) >= 1);
  if (!counts) faults.push(invalid('invalid_attempt', 'attempt must be a whole number from 1.'));
  const parent = submitted.parent_pdcp_log_id ?? null;
  const parentFault = parent === null ? null : await checkParent(transaction, targetId, parent);
  if (parentFault !== null) faults.push(parentFault);
  return {
    parent: parent !== null && parentFault === null ? (parent as string) : null,
    attempt: counts ? (attempt as number | null) : null,
    source: typeof source === 'string' ? source : DEFAULT_SOURCE,
    fault: faults[0] ?? null,
  };
}

async function checkParent(
  transaction: Transaction,
  targetId: string,
  parent: unknown,
): Promise<Rejection | null> {
  if (!isUuid(parent)) return invalid('invalid_parent_pdcp_log_id', 'parent_pdcp_log_id must be a UUID.');
  const [row] = await transaction.query<{ target_file_id: string; status: string }>(
    'SELECT target_file_id, status FROM append_only_pdcp_logs WHERE pdcp_log_id = $1',
    [parent],
  );
  if (row === undefined) return invalid('parent_not_found', `No attempt has the id ${parent}.`);
  if (row.target_file_id !== targetId) {
    return invalid('parent_target_mismatch', `The attempt ${parent} is on another target.`);
  }
  if (row.status !== 'rejected') {
    return invalid(
      'parent_not_rejected',
      `The attempt ${parent} was accepted; only a rejected one can be corrected.`,
    );
  }
  return null;
}

function invalid(code: RejectionCode, detail: string): Rejection {
  return reject('context_invalid', code, detail);
}
