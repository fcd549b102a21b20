import type { InvalidArgument } from '../errors.js';
import { rejectionRow } from '../errors.js';
import type { Connection } from '../store/database.js';
import { exceedsJsonDepth } from '../text/json.js';
import { checkAdmission, type OversizedReplacement } from '../transaction/admission.js';
import type { Applied } from '../transaction/apply.js';
import { SequentialBuffer } from '../transaction/buffer.js';
import { currentContext, type RejectionContext, unavailableContext } from '../transaction/context.js';
import { proposalField } from '../transaction/decode.js';
import { diagnosticOf, type Rejection, validityOf } from '../transaction/evaluate.js';
import { type Protocol, profileForNew, type Runtime } from '../transaction/profile.js';
import { warningFields } from '../transaction/warnings.js';
import type { LockedTarget } from './attempt-rows.js';
import { observeTarget } from './attempt-rows.js';
import { invalidTextRejection } from './invalid-input.js';
import { judgeProposal, type SubmitOptions } from './judge.js';
import { nearMissesOf, planFresh } from './near-miss-plan.js';
import {
  type AcceptedPreview,
  projectAccepted,
  projectRejected,
  type RejectedPreview,
} from './preview-projection.js';
import { type MatchInput, type RawArguments, recordOf, type SpanInput, type TypedEdit } from './proposal.js';
import { oversizedResponse } from './responses.js';
import { isUuid } from './target-id.js';

interface PreviewGuards {
  readonly target_file_id: string;
  readonly intent: string;
  /** Prefer this guard: a hash cannot tell a target that changed and changed back. */
  readonly expected_target_version?: number | null;
  readonly expected_current_hash?: string | null;
}

/** A proposal in one of the three formats. A field that belongs to another format is refused even when null. */
export type PreviewArguments =
  | (PreviewGuards & { readonly format: 'patchdiff-tx/1'; readonly edits: readonly TypedEdit[] })
  | (PreviewGuards & {
      readonly format: 'patchdiff-tx/2';
      readonly operations: readonly (MatchInput | SpanInput)[];
    })
  | (PreviewGuards & { readonly format: 'patchdiff-tx/3'; readonly replacement: string });

/** A preview that could not be made. `detail` and `failure_detail` are the same. */
export interface InvalidPreview extends InvalidArgument {
  readonly code: string;
  readonly detail: string;
  readonly pdcp_log_id?: null;
  readonly diagnostic?: OversizedReplacement;
  readonly allowed_formats?: readonly Protocol[];
}

export type PreviewResponse = AcceptedPreview | RejectedPreview | InvalidPreview;

const FORMATS: readonly Protocol[] = ['patchdiff-tx/1', 'patchdiff-tx/2', 'patchdiff-tx/3'];

/**
 * What a submission of this proposal would come to, judged by the same rules on one unlocked read of the target. Writes
 * nothing, locks nothing, and says nothing of keyed outcomes; a submission judges anew. The response is bounded.
 */
export async function preview(
  connection: Connection,
  args: PreviewArguments,
  options: SubmitOptions = {},
): Promise<PreviewResponse> {
  const raw: RawArguments = { ...args };
  const fault = argumentFault(raw);
  if (fault !== null) return fault;
  const protocol = raw.format as Protocol;
  const id = raw.target_file_id;
  const record = recordOf(protocol, raw);
  const runtime = profileForNew(protocol, record).runtime;
  if (!isUuid(id)) return withoutTarget('invalid_target_id', raw, runtime);
  const target = await observeTarget(connection, id);
  if (target === null) return withoutTarget('target_not_found', raw, runtime);
  const seen = { target, protocol, runtime };
  const invalid = invalidTextRejection(raw);
  if (invalid !== null) return rejected(seen, invalid);
  const oversized = checkAdmission(protocol, record);
  if (oversized !== null) {
    const response = oversizedResponse(oversized);
    return { ...response, detail: response.failure_detail };
  }
  const judged = await judgeProposal({ protocol, record, guards: raw, target, lineageFault: null }, options);
  return 'rejection' in judged ? rejected(seen, judged.rejection) : accepted(seen, judged.applied);
}

function argumentFault(args: RawArguments): InvalidPreview | null {
  if (exceedsJsonDepth(args)) {
    return invalidPreview('arguments_too_deep', 'The arguments nest too deeply to be a proposal.');
  }
  const format = FORMATS.find((it) => it === args.format);
  if (format === undefined) {
    return {
      ...invalidPreview('unsupported_format', `format must be one of ${FORMATS.join(', ')}.`),
      allowed_formats: FORMATS,
    };
  }
  const foreign = FORMATS.map(proposalField).find(
    (field) => field !== proposalField(format) && args[field] !== undefined,
  );
  if (foreign === undefined) return null;
  return invalidPreview(
    'foreign_format_field',
    `${foreign} does not belong to ${format}; give ${proposalField(format)} alone.`,
  );
}

function invalidPreview(code: string, detail: string): InvalidPreview {
  return { status: 'invalid_argument', code, detail, failure_detail: detail };
}

interface Seen {
  readonly target: LockedTarget;
  readonly protocol: Protocol;
  readonly runtime: Runtime;
}

function frameOf({ target, protocol, runtime }: Seen) {
  return {
    preview: true,
    advisory: true,
    target_file_id: target.target_file_id,
    format: protocol,
    runtime_version: runtime,
    current_version: target.version,
    current_hash: target.current_hash,
    before_version: target.version,
    before_hash: target.current_hash,
  } as const;
}

function accepted(seen: Seen, applied: Applied): AcceptedPreview {
  return projectAccepted(
    {
      status: 'accepted',
      ...frameOf(seen),
      stage: 'transaction_applicability',
      validity: validityOf(null),
      after_hash: applied.hash,
      ...warningFields(applied.warnings),
    },
    applied.changes,
  );
}

function rejected(seen: Seen, rejection: Rejection): RejectedPreview {
  const { target, protocol } = seen;
  const text = new SequentialBuffer(target.current_content);
  const identity = { version: target.version, hash: target.current_hash };
  const diagnostic = diagnosticOf(rejection, protocol, text, identity);
  // No lock is held, so near misses are looked for at once, whoever owns the connection.
  const near = nearMissesOf(planFresh(rejection), false);
  return projectRejected({
    status: 'rejected',
    ...frameOf(seen),
    stage: rejection.row.stage,
    validity: validityOf(rejection.row),
    after_hash: null,
    failure_reason: rejection.row.reason,
    failure_detail: rejection.detail,
    failed_change_id: rejection.failed_change_id,
    diagnostic,
    current_context: currentContext(text, identity, diagnostic.failure_context as RejectionContext),
    ...(near === null ? {} : { near_misses: near }),
  });
}

function withoutTarget(
  reason: 'invalid_target_id' | 'target_not_found',
  args: RawArguments,
  runtime: Runtime,
): RejectedPreview {
  const row = rejectionRow(reason, null);
  const id = args.target_file_id;
  const context = unavailableContext(reason);
  return projectRejected({
    status: 'rejected',
    preview: true,
    advisory: true,
    target_file_id: typeof id === 'string' ? id : null,
    format: args.format as Protocol,
    runtime_version: runtime,
    stage: row.stage,
    validity: validityOf(row),
    current_version: null,
    current_hash: null,
    before_version: null,
    before_hash: null,
    after_hash: null,
    failure_reason: reason,
    failure_detail:
      reason === 'invalid_target_id' ? 'target_file_id must be a UUID.' : `No target has the id ${id}.`,
    failed_change_id: null,
    diagnostic: {
      format: args.format,
      retryable: row.retryable,
      requires_new_submission: true,
      validation_stage: row.stage,
      failure_context: context,
    },
    current_context: context,
  });
}
