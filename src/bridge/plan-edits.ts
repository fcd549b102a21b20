/** Plans an edit of a target of the patch service, and issues the observations that it needs. */
import { type Connection, type InvalidArgument, type ObservedBundle, observeScope } from '../patch/index.js';
import {
  ArgumentError,
  answering,
  type NotFound,
  notFound,
  targetId,
  text,
} from '../patch/service/arguments.js';
import { readTargetScopes } from '../patch/service/scope-reading.js';
import { type ObservedText, observeText } from '../patch/service/text-cache.js';
import { canonicalText } from '../patch/text/canonical.js';
import { sha256Hex } from '../patch/text/hash.js';
import { checkGuardSyntax, checkGuards, type GuardFault } from '../patch/transaction/guards.js';
import type { GrammarSource } from '../scope/index.js';
import {
  type Fallback,
  type FallbackReason,
  type PlannedGroup,
  type PlannedScope,
  planWith,
  type TextPlan,
} from './plan.js';
import type { Submission } from './submission.js';

/** What is to become of a target. */
export interface PlanEditsArguments {
  readonly target_file_id: string;
  /** The whole text that the target is to have, LF or not. */
  readonly proposed_text: string;
  /** What the edit is for. */
  readonly intent: string;
  /**
   * The version that the proposed text was made from. One guard is required: a text that was made from an older version
   * would take back what others did since.
   */
  readonly expected_target_version?: number | null;
  /** The hash of the text that it was made from. */
  readonly expected_current_hash?: string | null;
  /** The key of the submission that is planned; edits in scopes have one of their own when it is left out. */
  readonly client_request_id?: string | null;
}

export interface PlanEditsOptions {
  /** Where the scope engine loads grammars from; the package's own when left out. */
  readonly grammars?: GrammarSource;
}

/** A scope of the plan, observed. */
export interface IssuedScope extends PlannedScope {
  readonly observation_id: string;
  readonly observed_scope_hash: string;
}

/** An edit that is ready to be submitted. Accepted, it makes exactly the proposed text. */
export interface PlannedEdit {
  readonly status: 'planned';
  readonly method: 'observed' | 'operations' | 'replacement';
  readonly target_file_id: string;
  readonly target_version: number;
  readonly target_current_hash: string;
  /** The hash that the target has once the submission is accepted. */
  readonly proposed_hash: string;
  /** The bundle and its scopes, in the order of the text; null and none unless the method is `observed`. */
  readonly observation_bundle_id: string | null;
  readonly scopes: readonly IssuedScope[];
  readonly operation_count: number;
  /** Why scopes do not hold the edit; null when they do. */
  readonly fallback: Fallback | null;
  /** The call to make. */
  readonly submission: Submission;
}

/** The target has the proposed text already. */
export interface NothingPlanned {
  readonly status: 'unchanged';
  readonly target_file_id: string;
  readonly target_version: number;
  readonly target_current_hash: string;
}

/** Nothing was planned: the target is not in the state that the proposed text was made from. */
export interface PlanRefusal {
  readonly status: 'rejected';
  readonly code: string;
  readonly failure_detail: string;
  readonly target_file_id: string;
  readonly current_version: number;
  readonly current_hash: string;
}

export type PlanEditsResponse = PlannedEdit | NothingPlanned | PlanRefusal | NotFound | InvalidArgument;

/**
 * Plans the edit that gives a target the proposed text: the smallest scopes that hold what changes, observed as one bundle
 * at the target's version and hash, and the operations in each; where scopes cannot hold it, plain operations or a
 * replacement, and why. Nothing is edited yet: submit what `submission` says. Of the target's words nothing is repeated
 * that does not change, but a few beside it.
 */
export function planEdits(
  connection: Connection,
  args: PlanEditsArguments,
  options: PlanEditsOptions = {},
): Promise<PlanEditsResponse> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const proposed = canonicalText(text('proposed_text', args.proposed_text));
    if (text('intent', args.intent).trim() === '')
      throw new ArgumentError('empty_text', 'intent must not be empty.');
    const target = await observeText(connection, id);
    if (target === null) return notFound(id);
    const fault = checkGuardSyntax(args) ?? checkGuards(args, target);
    if (fault !== null) return refusal(id, target, fault);
    const plan = await planWith(target.content, proposed, () => scopesOf(target, options));
    const request: Request = { connection, args, id, target, proposed_hash: sha256Hex(proposed) };
    if (plan.method === 'observed') return issue(request, plan.groups, options);
    return plain(request, plan);
  });
}

interface Request {
  readonly connection: Connection;
  readonly args: PlanEditsArguments;
  readonly id: string;
  readonly target: ObservedText;
  readonly proposed_hash: string;
}

const UNREADABLE = {
  SCOPE_LANGUAGE_UNSUPPORTED: 'unknown_language',
  SCOPE_TEXT_TOO_LARGE: 'text_too_large',
  SCOPE_ENGINE_UNAVAILABLE: 'grammar_unavailable',
} as const satisfies Record<string, FallbackReason>;

async function scopesOf(target: ObservedText, { grammars }: PlanEditsOptions) {
  const reading = await readTargetScopes(target, grammars);
  if (!('unreadable' in reading)) return reading;
  return { reason: UNREADABLE[reading.unreadable], detail: reading.detail, lines: [] };
}

/** Most code points of the pages that a bundle is issued with; the plan needs none of them. */
const PAGE = 1;

async function issue(
  request: Request,
  groups: readonly PlannedGroup[],
  options: PlanEditsOptions,
): Promise<PlannedEdit | PlanRefusal> {
  const { connection, args, id, target } = request;
  const selections = groups.map(({ scope: { symbol_name, kind } }) => ({ symbol_name, kind }));
  const observed = await observeScope(
    connection,
    { target_file_id: id, selections, max_chars: PAGE },
    options,
  );
  if (observed.status !== 'observed_batch') {
    const code = 'code' in observed && observed.code !== undefined ? observed.code : observed.status;
    const detail = 'failure_detail' in observed ? observed.failure_detail : 'The scopes were not observed.';
    return refusal(id, target, { code, detail });
  }
  const { observation_bundle_id, target_version, target_current_hash } = observed;
  const moved = target_version !== target.version || target_current_hash !== target.hash;
  if (moved) {
    const now = { version: target_version, hash: target_current_hash };
    const detail = `The target has version ${target_version} now, not ${target.version}.`;
    return refusal(id, now, { code: 'target_version_mismatch', detail });
  }
  const scopes = groups.map(({ scope }, i) => issuedScope(scope, observed.scopes[i]));
  return {
    ...frameOf(request),
    method: 'observed',
    observation_bundle_id,
    scopes,
    operation_count: groups.reduce((sum, { operations }) => sum + operations.length, 0),
    fallback: null,
    submission: {
      tool: 'patchdiff_submit_observed_operations',
      arguments: {
        ...guarded(request),
        observation_bundle_id,
        groups: groups.map(({ operations }, i) => ({ observation_id: scopes[i].observation_id, operations })),
        client_request_id: args.client_request_id ?? `plan-${observation_bundle_id}`,
      },
    },
  };
}

function issuedScope(scope: PlannedScope, receipt: ObservedBundle['scopes'][number]): IssuedScope {
  const { observation_id, observed_scope_hash } = receipt;
  return { ...scope, observation_id, observed_scope_hash };
}

function plain(
  request: Request,
  plan: Exclude<TextPlan, { method: 'observed' }>,
): PlannedEdit | NothingPlanned {
  const { id, target, args } = request;
  if (plan.method === 'none') {
    const { version, hash } = target;
    return { status: 'unchanged', target_file_id: id, target_version: version, target_current_hash: hash };
  }
  const key = args.client_request_id == null ? {} : { client_request_id: args.client_request_id };
  return {
    ...frameOf(request),
    method: plan.method,
    observation_bundle_id: null,
    scopes: [],
    operation_count: plan.method === 'operations' ? plan.operations.length : 1,
    fallback: plan.fallback,
    submission:
      plan.method === 'operations'
        ? {
            tool: 'patchdiff_submit_operations',
            arguments: { ...guarded(request), operations: plan.operations, ...key },
          }
        : {
            tool: 'patchdiff_submit_replacement',
            arguments: { ...guarded(request), replacement: plan.replacement, ...key },
          },
  };
}

function frameOf({ id, target, proposed_hash }: Request) {
  return {
    status: 'planned',
    target_file_id: id,
    target_version: target.version,
    target_current_hash: target.hash,
    proposed_hash,
  } as const;
}

/** The arguments that every submission has. */
function guarded({ id, target, args }: Request) {
  return {
    target_file_id: id,
    intent: args.intent,
    expected_target_version: target.version,
    expected_current_hash: target.hash,
  };
}

function refusal(
  id: string,
  now: Pick<ObservedText, 'version' | 'hash'>,
  fault: { readonly code: string | null; readonly reason?: GuardFault['reason']; readonly detail: string },
): PlanRefusal {
  return {
    status: 'rejected',
    code: fault.code ?? fault.reason ?? 'context_invalid',
    failure_detail: fault.detail,
    target_file_id: id,
    current_version: now.version,
    current_hash: now.hash,
  };
}
