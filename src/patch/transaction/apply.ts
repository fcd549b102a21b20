import { sha256Hex } from '../text/hash.js';
import { SequentialBuffer } from './buffer.js';
import { type ChangeFact, changeFact } from './change.js';
import { checkSpan } from './check-span.js';
import { decodeRecord } from './decode.js';
import type { ApplyFailure, OperationFailure } from './failure.js';
import type { ProposalRecord } from './fields.js';
import type { ObservedIdentity, ObservedTarget } from './observed.js';
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
 * A rule on top of the operations' own: an observed scope is one. It is asked where an operation stands before what stands
 * there is compared, and gives what is wrong, or null.
 */
export type OperationRule = (
  operation: Operation,
  span: ResolvedSpan,
  buffer: SequentialBuffer,
) => OperationFailure | null;

/** Applies all operations in order, each to what the ones before it left; the first failure ends it and nothing stays. */
export function applyTransaction(
  target: ObservedTarget,
  transaction: Transaction,
  rule?: OperationRule,
): ApplyResult {
  const buffer = new SequentialBuffer(target.content);
  const warnings = new WarningCollector();
  const ran = runOperations(transaction.operations, { buffer, identity: target, rule, warnings });
  if ('failure' in ran) return { ok: false, failure: ran.failure };
  const text = buffer.toString();
  warnings.afterAll(text !== target.content);
  return { ok: true, text, hash: sha256Hex(text), changes: ran.changes, warnings: warnings.result };
}

/** Where operations run. */
export interface OperationRun {
  readonly buffer: SequentialBuffer;
  readonly identity: ObservedIdentity;
  readonly rule?: OperationRule | undefined;
  /** Left out where nobody asks for warnings. */
  readonly warnings?: WarningCollector;
  /** `change_index` of the first change; 1 when left out. */
  readonly firstIndex?: number;
}

/** Runs operations in order on a buffer. The buffer is of no use after a failure. */
export function runOperations(
  operations: readonly Operation[],
  run: OperationRun,
): { readonly changes: readonly ChangeFact[] } | { readonly failure: ApplyFailure } {
  const { buffer, warnings, firstIndex = 1 } = run;
  buffer.expect(searchedTexts(operations));
  const changes: ChangeFact[] = [];
  for (const operation of operations) {
    const change_index = firstIndex + changes.length;
    const resolved = resolve(operation, changes, run);
    if ('failure' in resolved) {
      const { change_id } = operation;
      return {
        failure: { ...resolved.failure, change_id, change_index, buffer, priorChanges: changes.length },
      };
    }
    const { start, end } = resolved;
    const matched = buffer.slice(start, end);
    const fact = changeFact(operation, change_index, start, matched);
    warnings?.beforeChange(operation, fact, matched, buffer, changes);
    buffer.replace(start, end, operation.replace);
    changes.push(fact);
  }
  return { changes };
}

function searchedTexts(operations: readonly Operation[]): string[] {
  return operations.flatMap((it) =>
    it.op === 'match' ? [it.match, it.anchor_before ?? '', it.anchor_after ?? ''] : [],
  );
}

export interface ResolvedSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

function resolve(
  operation: Operation,
  changes: readonly ChangeFact[],
  { buffer, identity, rule }: OperationRun,
): ResolvedSpan | { readonly failure: OperationFailure } {
  const span = spanOf(operation, changes, buffer, identity);
  if ('failure' in span) return span;
  const failure =
    rule?.(operation, span, buffer) ?? (operation.op === 'span' ? checkSpan(buffer, operation) : null);
  return failure === null ? span : { failure };
}

function spanOf(
  operation: Operation,
  changes: readonly ChangeFact[],
  buffer: SequentialBuffer,
  identity: ObservedIdentity,
): ResolvedSpan | { readonly failure: OperationFailure } {
  switch (operation.op) {
    case 'match': {
      const found = selectMatch(operation, { buffer, changes, identity });
      return 'selected' in found ? found.selected : found;
    }
    case 'span':
      return { start: operation.start, end: operation.end };
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
 * @param rule Of the observed scope that the record was tied to.
 * @throws ReplayError for an unsupported profile, a profile that does not have the record's operations, and a record
 *   that does not apply to `buffer`.
 */
export function applyRecorded(
  protocol: string,
  runtime: string,
  buffer: string,
  record: ProposalRecord,
  rule?: OperationRule,
): string {
  const profile = profileOf(protocol, runtime);
  if (profile === null) {
    throw new ReplayError(`No runtime ${runtime} for ${protocol} is known; the record cannot be replayed.`);
  }
  const decoded = decodeRecord(profile, record);
  if (!decoded.ok) {
    throw new ReplayError(`The record is not a transaction of ${runtime}: ${decoded.fault.detail}`);
  }
  return replayOperations(decoded.transaction.operations, new SequentialBuffer(buffer), rule);
}

/**
 * The text that operations leave of a buffer.
 * @throws ReplayError when one does not apply.
 */
export function replayOperations(
  operations: readonly Operation[],
  buffer: SequentialBuffer,
  rule?: OperationRule,
): string {
  const ran = runOperations(operations, { buffer, identity: NOBODY, rule });
  if (!('failure' in ran)) return buffer.toString();
  const { change_id, detail } = ran.failure;
  throw new ReplayError(`Change ${change_id} does not apply: ${detail}`);
}

/** Replay reports no evidence, so nobody asks of which state it would be. */
const NOBODY: ObservedIdentity = { version: 0, hash: '' };
