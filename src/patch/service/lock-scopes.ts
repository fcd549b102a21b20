import { CodePointIndex } from '../../document/code-points.js';
import type { GrammarSource } from '../../scope/index.js';
import type { RejectionCode } from '../errors.js';
import type { Transaction } from '../store/database.js';
import type { ObservationBundleRow, ScopeObservationRow } from '../store/rows.js';
import { sha256Hex } from '../text/hash.js';
import { type Rejection, reject } from '../transaction/evaluate.js';
import type { LockedTarget } from './attempt-rows.js';
import { findBundle, lockObservations } from './observation-rows.js';
import { observationFault } from './observation-state.js';
import { readTargetScopes } from './scope-reading.js';
import { isUuid } from './target-id.js';

/** The observations that a submission names, as it names them. */
export interface NamedScopes {
  /** Left out where the submission is not a batch. */
  readonly bundle?: { readonly id: unknown };
  /** One, or one for each group of the batch. */
  readonly observations: readonly unknown[];
}

/** Raised where an observation cannot be used, and caught in {@link lockScopes}. */
class Refused extends Error {
  constructor(readonly rejection: Rejection) {
    super(rejection.detail);
  }
}

function refuse(
  code: RejectionCode,
  detail: string,
  evidence: Readonly<Record<string, unknown>> = {},
): never {
  throw new Refused(reject('context_invalid', code, detail, evidence));
}

/**
 * Holds the observations that a submission names, in the order in which it names them, once it is sure that each may be
 * used: it is known, of this target and its open cycle, not used up, of the state that the target is in, and its scope is
 * found again in the locked text. The first that may not decides.
 */
export async function lockScopes(
  transaction: Transaction,
  target: LockedTarget,
  named: NamedScopes,
  grammars?: GrammarSource,
): Promise<{ readonly scopes: readonly ScopeObservationRow[] } | { readonly rejection: Rejection }> {
  try {
    const bundle =
      named.bundle === undefined ? null : await usableBundle(transaction, target, named.bundle.id);
    const ids = named.observations.filter(isUuid);
    const locked = new Map(
      (await lockObservations(transaction, ids)).map((row) => [row.observation_id, row]),
    );
    const scopes = named.observations.map((id, i) => {
      const evidence = bundle === null ? {} : { group_index: i };
      return usableObservation(locked, target, id, bundle, evidence);
    });
    // A bundle never says something else than its observations, unless it was altered.
    if (bundle !== null) refuseFault(bundle, target, {});
    await verifyScopes(target, scopes, bundle !== null, grammars);
    return { scopes };
  } catch (error) {
    if (error instanceof Refused) return { rejection: error.rejection };
    throw error;
  }
}

async function usableBundle(
  transaction: Transaction,
  target: LockedTarget,
  id: unknown,
): Promise<ObservationBundleRow> {
  const name = 'observation_bundle_id';
  if ((id ?? null) === null) refuse('OBSERVATION_REQUIRED', `${name} is required with groups.`);
  if (!isUuid(id)) refuse('INVALID_OBSERVATION_ID', `${name} must be a UUID.`);
  const bundle = await findBundle(transaction, id);
  if (bundle === null) refuse('UNKNOWN_OBSERVATION_ID', `No bundle has the id ${id}.`, { [name]: id });
  const fault = observationFault(bundle, target);
  // Whether a receipt was used up is said before that the target has changed since, which it then has.
  const stale = fault?.code === 'STALE_OBSERVATION_VERSION' || fault?.code === 'STALE_OBSERVATION_HASH';
  if (fault !== null && !stale) refuse(fault.code, fault.detail, { [name]: id });
  return bundle;
}

function usableObservation(
  locked: ReadonlyMap<string, ScopeObservationRow>,
  target: LockedTarget,
  id: unknown,
  bundle: ObservationBundleRow | null,
  group: Readonly<Record<string, unknown>>,
): ScopeObservationRow {
  if ((id ?? null) === null) refuse('OBSERVATION_REQUIRED', 'observation_id is required.', group);
  if (!isUuid(id)) refuse('INVALID_OBSERVATION_ID', 'observation_id must be a UUID.', group);
  const evidence = { observation_id: id, ...group };
  const row = locked.get(id.toLowerCase());
  if (row === undefined) refuse('UNKNOWN_OBSERVATION_ID', `No observation has the id ${id}.`, evidence);
  if (bundle !== null && row.observation_bundle_id !== bundle.observation_bundle_id) {
    const detail = `The observation ${id} is not of the bundle ${bundle.observation_bundle_id}.`;
    refuse('OBSERVATION_BUNDLE_MISMATCH', detail, evidence);
  }
  refuseFault(row, target, evidence);
  return row;
}

function refuseFault(
  issued: ScopeObservationRow | ObservationBundleRow,
  target: LockedTarget,
  evidence: Readonly<Record<string, unknown>>,
): void {
  const fault = observationFault(issued, target);
  if (fault !== null) refuse(fault.code, fault.detail, evidence);
}

/** One reading of the locked text, in which each scope must stand as it was observed. */
async function verifyScopes(
  target: LockedTarget,
  scopes: readonly ScopeObservationRow[],
  grouped: boolean,
  grammars: GrammarSource | undefined,
): Promise<void> {
  const { current_content: content, filename, target_type: type } = target;
  const index = new CodePointIndex(content);
  const unverified = (i: number, detail: string) =>
    refuse('OBSERVATION_SCOPE_UNVERIFIED', detail, {
      observation_id: scopes[i].observation_id,
      ...(grouped ? { group_index: i } : {}),
    });
  const reading = await readTargetScopes({ content, filename, type }, grammars);
  if ('unreadable' in reading) return unverified(0, reading.detail);
  const found = new Set(reading.symbols.map((it) => keyOf(it.name, it.kind, it.parent, it.start, it.end)));
  for (const [i, row] of scopes.entries()) {
    const { symbol_name, kind, parent, scope_start, scope_end } = row;
    const text = content.slice(index.toUnit(scope_start), index.toUnit(scope_end));
    const same =
      row.language === reading.language &&
      sha256Hex(text) === row.observed_scope_hash &&
      found.has(keyOf(symbol_name, kind, parent, scope_start, scope_end));
    if (!same) unverified(i, 'The observed scope is not found where it was observed, or not with its text.');
    const other = scopes
      .slice(0, i)
      .findIndex((it) => it.scope_start < scope_end && scope_start < it.scope_end);
    if (other >= 0) unverified(i, `The scope shares text with that of groups[${other}].`);
  }
}

function keyOf(name: string, kind: string, parent: string | null, start: number, end: number): string {
  return JSON.stringify([name, kind, parent, start, end]);
}
