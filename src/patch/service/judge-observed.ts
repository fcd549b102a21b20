import { codePointLength } from '../../document/code-points.js';
import type { GrammarSource } from '../../scope/index.js';
import type { Transaction } from '../store/database.js';
import type { ScopeObservationRow } from '../store/rows.js';
import { applyBatch } from '../transaction/apply-batch.js';
import { decodeRecord } from '../transaction/decode.js';
import { type Batch, decodeBatch } from '../transaction/decode-batch.js';
import {
  applicabilityRejection,
  judgeGuardSyntax,
  judgeGuards,
  judgeTransaction,
  type Rejection,
  reject,
  shapeRejection,
} from '../transaction/evaluate.js';
import type { ObservedTarget } from '../transaction/observed.js';
import type { Transaction as Edits } from '../transaction/operation.js';
import { profileForNew } from '../transaction/profile.js';
import { scopeRule } from '../transaction/scope-rule.js';
import { askAdmission } from './admission-check.js';
import type { LockedTarget } from './attempt-rows.js';
import type { SubmitOptions } from './judge.js';
import { lockScopes, type NamedScopes } from './lock-scopes.js';
import { consumeObservations } from './observation-rows.js';
import type { ObservedForm } from './observed-proposal.js';
import type { RawArguments } from './proposal.js';
import type { Passed } from './submission.js';

export interface ObservedSubmitOptions extends SubmitOptions {
  /** Where the scope engine loads grammars from; the package's own when left out. */
  readonly grammars?: GrammarSource;
}

type Scopes = readonly ScopeObservationRow[];
type Refused = { readonly rejection: Rejection };

/** What differs between the two forms, once their shape was found right. */
interface Plan {
  readonly intent: string;
  readonly named: NamedScopes;
  simulate(target: ObservedTarget, scopes: Scopes): Simulated | Refused;
}

type Simulated = Pick<Passed, 'edits' | 'applied' | 'extras'>;

/**
 * Judges edits of observed scopes on the locked target: shape, presence and syntax of key and guards, lineage, guards,
 * observations, operations, and the host's own condition, in this order; the first that fails is the verdict.
 */
export async function judgeObserved(
  transaction: Transaction,
  proposal: { readonly form: ObservedForm; readonly args: RawArguments; readonly target: LockedTarget },
  lineageFault: Rejection | null,
  options: ObservedSubmitOptions,
): Promise<Passed | Refused> {
  const { form, args, target } = proposal;
  const observed = { version: target.version, hash: target.current_hash, content: target.current_content };
  if (form.fault !== null) return { rejection: shapeRejection(form.fault) };
  const plan = form.form === 'single' ? planSingle(form) : planBatch(form);
  if ('rejection' in plan) return plan;
  const rejection =
    judgeIntent(plan.intent) ??
    judgeKeyPresence(form, args) ??
    judgeGuardSyntax(args, 'both') ??
    lineageFault ??
    judgeGuards(args, observed);
  if (rejection !== null) return { rejection };
  const locked = await lockScopes(transaction, target, plan.named, options.grammars);
  if ('rejection' in locked) return locked;
  const { scopes } = locked;
  const simulated = plan.simulate(observed, scopes);
  if ('rejection' in simulated) return simulated;
  const refused = await askAdmission(options.admit, target, simulated.edits, simulated.applied);
  if (refused !== null) return { rejection: refused };
  return {
    ...simulated,
    scopes: scopes.map(({ observation_id, scope_start, scope_end, observed_scope_hash }) => ({
      observation_id,
      scope_start,
      scope_end,
      observed_scope_hash,
    })),
    consume: (open, pdcpLogId) =>
      consumeObservations(
        open,
        scopes.map((it) => it.observation_id),
        pdcpLogId,
      ),
  };
}

function judgeIntent(intent: string): Rejection | null {
  if (intent.trim() !== '') return null;
  return reject('protocol_invalid', 'invalid_value', 'intent must not be blank.', { path: 'intent' });
}

/** A batch is always recoverable: it uses up several receipts, so a lost answer must be obtainable again. */
function judgeKeyPresence({ form }: ObservedForm, args: RawArguments): Rejection | null {
  if (form === 'single' || (args.client_request_id ?? null) !== null) return null;
  return reject(
    'context_invalid',
    'client_request_id_required',
    'client_request_id is required with groups.',
  );
}

function planSingle({ record }: ObservedForm): Plan | Refused {
  const decoded = decodeRecord(profileForNew('patchdiff-tx/2', record), record);
  if (!decoded.ok) return { rejection: shapeRejection(decoded.fault) };
  const edits: Edits = decoded.transaction;
  return {
    intent: edits.intent,
    named: { observations: [record.observation_id] },
    simulate(target, scopes) {
      const { observation_id, scope_start, scope_end } = scopes[0];
      const rule = scopeRule({ start: scope_start, end: scope_end }, codePointLength(target.content));
      const judged = judgeTransaction(target, edits, rule);
      if (!judged.ok) return judged;
      return { edits, applied: judged.applied, extras: { observation_id } };
    },
  };
}

function planBatch({ record }: ObservedForm): Plan | Refused {
  const decoded = decodeBatch(record);
  if (!decoded.ok) return { rejection: shapeRejection(decoded.fault) };
  const { batch } = decoded;
  return {
    intent: batch.intent,
    named: {
      bundle: { id: batch.observation_bundle_id },
      observations: batch.groups.map((group) => group.observation_id),
    },
    simulate: (target, scopes) => simulateBatch(target, batch, scopes),
  };
}

function simulateBatch(target: ObservedTarget, batch: Batch, scopes: Scopes): Simulated | Refused {
  const groups = batch.groups.map(({ operations }, i) => ({
    scope: { start: scopes[i].scope_start, end: scopes[i].scope_end },
    operations,
  }));
  const result = applyBatch(target, groups);
  if (!result.ok) {
    const rejection = applicabilityRejection(result.failure);
    const { observation_id, scope_start } = scopes[result.group];
    return {
      rejection: {
        ...rejection,
        detail: `${rejection.detail} Offsets and occurrences of groups[${result.group}] count in its own scope.`,
        evidence: {
          ...rejection.evidence,
          group_index: result.group,
          observation_id,
          group_scope_start: scope_start,
        },
      },
    };
  }
  return {
    edits: { intent: batch.intent, operations: result.operations },
    applied: result,
    extras: {
      observation_bundle_id: scopes[0].observation_bundle_id,
      before_version: target.version,
      after_version: target.version + 1,
      group_count: groups.length,
      change_count: result.changes.length,
      groups: groups.map(({ operations }, group_index) => ({
        group_index,
        observation_id: scopes[group_index].observation_id,
        ordinal: scopes[group_index].ordinal,
        scope_start: scopes[group_index].scope_start,
        scope_end: scopes[group_index].scope_end,
        result_start: result.results[group_index].start,
        result_end: result.results[group_index].end,
        change_count: operations.length,
      })),
    },
  };
}
