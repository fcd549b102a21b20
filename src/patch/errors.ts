/**
 * The closed table of what a submission, a preview or a replay can be rejected for. One row stands for each pair of
 * reason and code that can occur; nothing else in the service invents one. `docs/patch-errors.md` is made from it.
 */
export type ValidationStage = 'protocol_validation' | 'precondition_guard' | 'transaction_applicability';

export type FailureReason =
  | 'protocol_invalid'
  | 'context_invalid'
  | 'target_not_found'
  | 'invalid_target_id'
  | 'target_encoding_invalid'
  | 'target_diverged'
  | 'target_version_mismatch'
  | 'target_hash_mismatch'
  | 'match_absent'
  | 'match_ambiguous'
  | 'disambiguation_invalid'
  | 'sequential_match_invalid'
  | 'span_out_of_bounds'
  | 'span_expected_text_mismatch'
  | 'replay_protocol_invalid';

export interface RejectionRow {
  readonly reason: FailureReason;
  readonly stage: ValidationStage;
  /** `diagnostic.code`; null where the reason says it all. */
  readonly code: string | null;
  /**
   * The same target can accept a new proposal derived from a fresh read, while resending the identical request will not
   * succeed.
   */
  readonly retryable: boolean;
  readonly when: string;
  readonly remedy: string;
}

type Row = readonly [code: string | null, when: string, remedy: string];

function rows<const R extends readonly Row[]>(
  reason: FailureReason,
  stage: ValidationStage,
  retryable: boolean,
  list: R,
) {
  return list.map(([code, when, remedy]) => ({ reason, stage, code, retryable, when, remedy }));
}

const RESHAPE = 'Correct the proposal at the path given and submit it anew.';
const REOBSERVE = 'Observe the scope again and derive a new proposal from it.';
const REREAD = 'Read the target again and derive a new proposal.';

export const REJECTIONS = [
  ...rows('invalid_target_id', 'protocol_validation', false, [
    [null, 'The target id is not a UUID. No row is written.', 'Use an id that the service gave.'],
  ]),
  ...rows('target_not_found', 'protocol_validation', false, [
    [null, 'No target has this id. No row is written.', 'Use the id of a target of this database.'],
  ]),
  ...rows('target_encoding_invalid', 'protocol_validation', false, [
    [
      null,
      'A string holds NUL or half of a surrogate pair.',
      'Send well-formed text without NUL; the request key may be used again.',
    ],
  ]),
  ...rows('protocol_invalid', 'protocol_validation', false, [
    ['missing_field', 'A required field of the proposal is absent.', RESHAPE],
    ['unknown_field', 'The proposal holds a field its format does not have.', RESHAPE],
    ['invalid_type', 'A field has a value of the wrong type.', RESHAPE],
    ['invalid_value', 'A field has a value outside its range.', RESHAPE],
    ['empty_list', 'The list of edits or operations is empty.', RESHAPE],
    ['unsupported_operation', 'An operation is neither a match nor a span.', RESHAPE],
    ['duplicate_change_id', 'Two changes of the transaction have the same change_id.', RESHAPE],
    [
      'mixed_forms',
      'Fields of the single and of the batch form are given together.',
      'Use one of the two forms.',
    ],
    ['batch_limit', 'A batch has too many groups or operations.', 'Split the batch.'],
    ['invalid_group', 'Two groups of a batch name the same observation.', RESHAPE],
  ]),
  ...rows('context_invalid', 'protocol_validation', false, [
    [
      'guard_required',
      'Neither a version nor a hash guard is given, or not both where an observed edit needs both.',
      'Give at least one guard, best the version; for an observed edit both, as observed.',
    ],
    [
      'invalid_expected_target_version',
      'The version guard is not a whole number from 0.',
      'Give the version as read.',
    ],
    [
      'invalid_expected_current_hash',
      'The hash guard is not 64 lower-case hexadecimal digits.',
      'Give the hash as read.',
    ],
    [
      'invalid_client_request_id',
      'The request key is not 1 to 128 printable ASCII characters.',
      'Choose another key.',
    ],
    [
      'client_request_id_required',
      'A batch has no request key.',
      'Choose a key of your own and keep it: the same request under it gives the same outcome.',
    ],
    ['invalid_source', 'The source is not a string.', 'Omit it or give a string.'],
    ['invalid_attempt', 'The attempt is not a whole number from 1.', 'Count attempts from 1.'],
    [
      'invalid_parent_pdcp_log_id',
      'The parent is not a UUID.',
      'Give the pdcp_log_id of the rejected attempt.',
    ],
    [
      'parent_not_found',
      'No attempt has the id given as parent.',
      'Give the pdcp_log_id of the rejected attempt.',
    ],
    [
      'parent_target_mismatch',
      'The parent is an attempt on another target.',
      'Link attempts of one target only.',
    ],
    ['parent_not_rejected', 'The parent was accepted.', 'Submit without a parent.'],
  ]),
  ...rows('context_invalid', 'precondition_guard', false, [
    [
      'request_key_conflict',
      'The request key was used for a different proposal.',
      'Send the identical proposal to recover its outcome, or choose a new key.',
    ],
    [
      'OBSERVATION_REQUIRED',
      'No observation is given where one is needed.',
      'Observe a scope and submit against it.',
    ],
    [
      'INVALID_OBSERVATION_ID',
      'The observation id is not a UUID.',
      'Give the id that the observation returned.',
    ],
    ['UNKNOWN_OBSERVATION_ID', 'No observation has this id.', REOBSERVE],
    ['OBSERVATION_TARGET_MISMATCH', 'The observation is of another target.', REOBSERVE],
    ['OBSERVATION_CYCLE_MISMATCH', 'The editing cycle of the observation is closed.', REOBSERVE],
    ['OBSERVATION_ALREADY_CONSUMED', 'An accepted attempt has used the observation.', REOBSERVE],
    ['STALE_OBSERVATION_VERSION', 'The target has another version than was observed.', REOBSERVE],
    ['STALE_OBSERVATION_HASH', 'The target has another hash than was observed.', REOBSERVE],
    ['OBSERVATION_BUNDLE_MISMATCH', "An observation of a group is not of the batch's bundle.", REOBSERVE],
    [
      'OBSERVATION_SCOPE_UNVERIFIED',
      'The scope is not found again in the locked text as it was observed.',
      REOBSERVE,
    ],
    [
      'OUT_OF_ALLOWED_SCOPE',
      'An admission check of the host refused the outcome.',
      'Keep the edit within what is allowed.',
    ],
  ]),
  ...rows('target_diverged', 'precondition_guard', true, [
    [
      null,
      'The stored content is not what the stored hash says.',
      'Nothing is repaired. Have an operator look at the storage; then read again.',
    ],
  ]),
  ...rows('target_version_mismatch', 'precondition_guard', true, [
    [null, 'The target has another version than the guard.', REREAD],
  ]),
  ...rows('target_hash_mismatch', 'precondition_guard', true, [
    [null, 'The target has another hash than the guard.', REREAD],
  ]),
  ...rows('match_absent', 'transaction_applicability', true, [
    [null, 'The text to match does not occur.', 'See near_misses; read the place and copy the text exactly.'],
  ]),
  ...rows('match_ambiguous', 'transaction_applicability', true, [
    [
      null,
      'The text to match occurs several times.',
      'Add a selector or more of the surrounding text; see exact_candidates.',
    ],
  ]),
  ...rows('disambiguation_invalid', 'transaction_applicability', true, [
    [null, 'No occurrence satisfies all selectors.', 'Correct the selectors; see exact_candidates.'],
  ]),
  ...rows('sequential_match_invalid', 'transaction_applicability', true, [
    [
      null,
      'An earlier change of the transaction consumed the text to match.',
      'Join the changes, or match what the earlier one left.',
    ],
  ]),
  ...rows('span_out_of_bounds', 'transaction_applicability', true, [
    [null, 'A span reaches past the end of the buffer.', REREAD],
    [
      'OPERATION_OUTSIDE_OBSERVED_SCOPE',
      'An operation reaches outside the observed scope.',
      'Keep every edit and its context inside the scope.',
    ],
  ]),
  ...rows('span_expected_text_mismatch', 'transaction_applicability', true, [
    [
      null,
      'The span, or the text next to it, is not what was expected.',
      'See actual_text; read the place and correct the offsets.',
    ],
    [
      'OBSERVED_INSERTION_GUARDS_REQUIRED',
      'An insertion into an observed scope lacks its context.',
      'Give expected_before and expected_after.',
    ],
  ]),
  ...rows('replay_protocol_invalid', 'protocol_validation', false, [
    [
      null,
      'A stored record cannot be replayed under the runtime recorded with it.',
      'History was altered or was written by another release.',
    ],
  ]),
] satisfies readonly RejectionRow[];

/** Every code of the service's own that can stand in `diagnostic.code`. */
export type RejectionCode = Exclude<(typeof REJECTIONS)[number]['code'], null>;

/** The table's row for a reason and a code. An unlisted pair is a fault of the service itself. */
export function rejectionRow(reason: FailureReason, code: RejectionCode | null): RejectionRow {
  const row = (REJECTIONS as readonly RejectionRow[]).find((it) => it.reason === reason && it.code === code);
  if (row === undefined) throw new RangeError(`No rejection has the reason ${reason} with the code ${code}.`);
  return row;
}

/** Why a scope is not observed although the call is understood. No receipt is issued then, nor a part of a bundle. */
export const OBSERVE_REFUSALS = [
  { code: 'target_diverged', when: 'The stored content is not what the stored hash says.' },
  {
    code: 'SCOPE_LANGUAGE_UNSUPPORTED',
    when: 'The type and the file name of the target name no language with scopes.',
  },
  { code: 'SCOPE_TEXT_TOO_LARGE', when: 'The text is longer than the scope engine reads.' },
  { code: 'SCOPE_ENGINE_UNAVAILABLE', when: 'The grammar of the language cannot be loaded.' },
  { code: 'EMPTY_SCOPE', when: 'A selection of a bundle is a scope without text.' },
  { code: 'DUPLICATE_SCOPE_SELECTION', when: 'Two selections of a bundle select the same scope.' },
  { code: 'OVERLAPPING_SCOPE_SELECTIONS', when: 'Two selections of a bundle select scopes that share text.' },
  {
    code: 'BUNDLE_SCOPES_TOO_LARGE',
    when: 'The scopes of a bundle have more than 65,536 code points together.',
  },
  {
    code: 'BUNDLE_RESPONSE_TOO_LARGE',
    when: 'The first pages of a bundle have more than 32,768 code points together.',
  },
  { code: 'UNKNOWN_OBSERVATION_ID', when: 'A page is asked for under an id that no observation has.' },
  { code: 'OBSERVATION_TARGET_MISMATCH', when: 'A page is asked for of another target than was observed.' },
  { code: 'OBSERVATION_CYCLE_MISMATCH', when: 'The editing cycle of the observation is closed.' },
  { code: 'OBSERVATION_ALREADY_CONSUMED', when: 'An accepted attempt has used the observation.' },
  { code: 'STALE_OBSERVATION_VERSION', when: 'The target has another version than was observed.' },
  { code: 'STALE_OBSERVATION_HASH', when: 'The target has another hash than was observed.' },
] as const satisfies readonly ArgumentFaultRow[];

export type ObserveRefusalCode = (typeof OBSERVE_REFUSALS)[number]['code'];

/** A fault in a tool's own arguments: the call is refused and no attempt is recorded. */
export interface ArgumentFaultRow {
  readonly code: string;
  readonly when: string;
}

/** The codes of `invalid_argument` responses that this half of the service gives. */
export const ARGUMENT_FAULTS: readonly ArgumentFaultRow[] = [
  { code: 'unknown_argument', when: 'A call names an argument that the tool does not have.' },
  { code: 'missing_argument', when: 'A call lacks an argument that the tool requires.' },
  { code: 'invalid_include_correlation_id', when: '`include_correlation_id` is not a boolean.' },
  { code: 'arguments_too_deep', when: 'The arguments nest too deeply to be recorded.' },
  { code: 'replacement_too_large', when: 'A valid fresh replacement passes an admission limit.' },
  { code: 'unsupported_format', when: '`patchdiff_preview` has no such format.' },
  { code: 'foreign_format_field', when: 'A preview holds a field that belongs to another format.' },
];

/** A tool's answer when its arguments are at fault. */
export interface InvalidArgument {
  readonly status: 'invalid_argument';
  readonly code?: string;
  readonly failure_detail: string;
}
