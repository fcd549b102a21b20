import type { ValidationStage } from '../errors.js';
import type { Transaction } from '../store/database.js';
import { SequentialBuffer } from '../transaction/buffer.js';
import type { ChangeFact } from '../transaction/change.js';
import { currentContext, type RejectionContext } from '../transaction/context.js';
import { validityOf } from '../transaction/evaluate.js';
import { type StoredWarnings, warningFields } from '../transaction/warnings.js';
import { type Attempt, echoedKey, identityOf, type Settled } from './attempt.js';
import type { KeyedAttempt } from './attempt-rows.js';
import { planRecovered } from './near-miss-plan.js';

/** The recorded outcome of the same request, with the target's state as it is now. Writes nothing. */
export async function recoverOutcome(attempt: Attempt, stored: KeyedAttempt): Promise<Settled> {
  return stored.status === 'accepted' ? recoverAccepted(attempt, stored) : recoverRejected(attempt, stored);
}

async function recoverAccepted(attempt: Attempt, stored: KeyedAttempt): Promise<Settled> {
  const { target, request } = attempt;
  const evidence = (stored.evidence_json ?? {
    changes: await ledgerFacts(attempt.transaction, stored.pdcp_log_id),
  }) as { changes: ChangeFact[]; extras?: Record<string, unknown> };
  const { changes, extras } = evidence;
  return {
    response: {
      status: 'accepted',
      target_file_id: target.target_file_id,
      before_hash: stored.before_hash,
      after_hash: stored.after_hash!,
      version: stored.after_version!,
      current_version: target.version,
      current_hash: target.current_hash,
      pdcp_log_id: stored.pdcp_log_id,
      manifest_entries_added: changes.length,
      ...warningFields(stored.diagnostic_json as StoredWarnings | null),
      validity: validityOf(null),
      evidence: { changes },
      deduplicated: true,
      client_request_id: echoedKey(request.submission.args),
      ...extras,
    },
    nearMisses: null,
  };
}

function recoverRejected(attempt: Attempt, stored: KeyedAttempt): Settled {
  const { target, request } = attempt;
  const text = new SequentialBuffer(target.current_content);
  const diagnostic = stored.diagnostic_json ?? {};
  const context = (diagnostic.failure_context ?? null) as RejectionContext | null;
  const stage = (diagnostic.validation_stage ?? 'transaction_applicability') as ValidationStage;
  return {
    response: {
      status: 'rejected',
      target_file_id: target.target_file_id,
      failure_reason: stored.failure_reason!,
      failure_detail: stored.failure_detail ?? '',
      failed_change_id: stored.failed_change_id,
      before_hash: stored.before_hash,
      after_hash: null,
      current_version: target.version,
      current_hash: target.current_hash,
      pdcp_log_id: stored.pdcp_log_id,
      diagnostic,
      current_context: currentContext(text, identityOf(target), context),
      validity: validityOf({ stage }),
      deduplicated: true,
      client_request_id: echoedKey(request.submission.args),
    },
    nearMisses: planRecovered(stored.failure_reason, stored.diagnostic_json),
  };
}

/** The facts of an accepted attempt whose row was written before rows kept them. */
async function ledgerFacts(transaction: Transaction, pdcpLogId: string): Promise<ChangeFact[]> {
  const rows = await transaction.query<{ derived: ChangeFact }>(
    'SELECT derived FROM manifest_ledger WHERE pdcp_log_id = $1 ORDER BY change_index',
    [pdcpLogId],
  );
  return rows.map(({ derived }) => derived);
}
