import { sha256Hex } from '../text/hash.js';
import { SequentialBuffer } from './buffer.js';
import { type ChangeFact, changeFact } from './change.js';
import { checkSpan } from './check-span.js';
import { decodeRecord, type ProposalRecord } from './decode.js';
import type { ApplyFailure, OperationFailure } from './failure.js';
import type { ObservedTarget } from './observed.js';
import type { Operation, Transaction } from './operation.js';
import { profileOf } from './profile.js';
import { selectMatch } from './select.js';
import { type StoredWarnings, WarningCollector } from './warnings.js';

/** A transaction that applied whole. */
export interface Applied {
  readonly ok: true;
  readonly text: string;
  readonly hash: string;
  readonly changes: readonly ChangeFact[];
  readonly warnings: StoredWarnings;
}

export type ApplyResult = Applied | { readonly ok: false; readonly failure: ApplyFailure };

/**
 * A rule on top of the operations' own, asked once an operation is resolved and before it is made: an observed scope
 * is one. Gives what is wrong, or null.
 */
export type OperationRule = (
  operation: Operation,
  span: { readonly start: number; readonly end: number },
  buffer: SequentialBuffer,
) => OperationFailure | null;

/** Applies all operations in order, each to what the ones before it left; the first failure ends it and nothing stays. */
export function applyTransaction(
  target: ObservedTarget,
  transaction: Transaction,
  rule?: OperationRule,
): ApplyResult {
  const buffer = new SequentialBuffer(target.content);
  buffer.expect(searchedTexts(transaction));
  const changes: ChangeFact[] = [];
  const warnings = new WarningCollector();
  for (const operation of transaction.operations) {
    const resolved = resolve(operation, buffer, changes, target);
    const failure = 'failure' in resolved ? resolved.failure : (rule?.(operation, resolved, buffer) ?? null);
    if (failure !== null) {
      return {
        ok: false,
        failure: {
          ...failure,
          change_id: operation.change_id,
          change_index: changes.length + 1,
          buffer,
          priorChanges: changes.length,
        },
      };
    }
    const { start, end } = resolved as ResolvedSpan;
    const matched = buffer.slice(start, end);
    const fact = changeFact(operation, changes.length + 1, start, matched);
    warnings.beforeChange(operation, fact, matched, buffer, changes);
    buffer.replace(start, end, operation.replace);
    changes.push(fact);
  }
  const text = buffer.toString();
  warnings.afterAll(text !== target.content);
  return { ok: true, text, hash: sha256Hex(text), changes, warnings: warnings.result };
}

function searchedTexts({ operations }: Transaction): string[] {
  return operations.flatMap((it) =>
    it.op === 'match' ? [it.match, it.anchor_before ?? '', it.anchor_after ?? ''] : [],
  );
}

interface ResolvedSpan {
  readonly start: number;
  readonly end: number;
}

function resolve(
  operation: Operation,
  buffer: SequentialBuffer,
  changes: readonly ChangeFact[],
  identity: ObservedTarget,
): ResolvedSpan | { readonly failure: OperationFailure } {
  switch (operation.op) {
    case 'match': {
      const found = selectMatch(operation, { buffer, changes, identity });
      return 'selected' in found ? found.selected : found;
    }
    case 'span': {
      const failure = checkSpan(buffer, operation);
      return failure === null ? { start: operation.start, end: operation.end } : { failure };
    }
    case 'replace_all':
      return { start: 0, end: buffer.length };
  }
}

/** A stored record that cannot be replayed: its profile is not ours, it is not a transaction, or it does not apply. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  readonly code = 'replay_protocol_invalid';
}

/**
 * Applies an accepted record under the runtime it was recorded with and gives the text after it. Warnings, diagnostics
 * and admission limits play no part.
 *
 * @throws ReplayError for an unsupported profile, a profile that does not have the record's operations, and a record
 *   that does not apply to `buffer`.
 */
export function applyRecorded(
  protocol: string,
  runtime: string,
  buffer: string,
  record: ProposalRecord,
): string {
  const profile = profileOf(protocol, runtime);
  if (profile === null) {
    throw new ReplayError(`No runtime ${runtime} for ${protocol} is known; the record cannot be replayed.`);
  }
  const decoded = decodeRecord(profile, record);
  if (!decoded.ok) {
    throw new ReplayError(`The record is not a transaction of ${runtime}: ${decoded.fault.detail}`);
  }
  const text = new SequentialBuffer(buffer);
  text.expect(searchedTexts(decoded.transaction));
  const changes: ChangeFact[] = [];
  const nobody = { version: 0, hash: '', content: buffer };
  for (const operation of decoded.transaction.operations) {
    const resolved = resolve(operation, text, changes, nobody);
    if ('failure' in resolved) {
      throw new ReplayError(`Change ${operation.change_id} does not apply: ${resolved.failure.detail}`);
    }
    const { start, end } = resolved;
    changes.push(changeFact(operation, changes.length + 1, start, text.slice(start, end)));
    text.replace(start, end, operation.replace);
  }
  return text.toString();
}
