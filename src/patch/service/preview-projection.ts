import { codePointLength, sliceCodePoints } from '../../document/code-points.js';
import type { ValidationStage } from '../errors.js';
import { asciiJsonBytes } from '../text/json.js';
import type { ChangeFact } from '../transaction/change.js';
import type { RejectionContext } from '../transaction/context.js';
import type { Validity } from '../transaction/evaluate.js';
import type { NearMisses } from '../transaction/near-miss-report.js';
import type { WarningFields } from '../transaction/warnings.js';

/** Limits of a preview's evidence; bytes are of compact ASCII-escaped JSON. */
const MAX_PAYLOAD_BYTES = 32_768;
const MAX_FACTS = 32;
const MAX_FACT_BYTES = 2_048;
/** Of `{"change_facts":…}`. */
const MAX_FACTS_BYTES = 16_384;
/** Of `{"diagnostic":…}`. */
const MAX_DIAGNOSTIC_BYTES = 16_384;
const MAX_TEXT = 1_024;
/** Of `{"<field>":…}` for a textual field. */
const MAX_TEXT_BYTES = 8_192;

export type OmissionReason =
  | 'text_limit'
  | 'identity_too_large'
  | 'diagnostic_byte_budget'
  | 'payload_byte_budget';

/** A piece of evidence that was shortened or left out. */
export interface EvidenceOmission {
  readonly field: string;
  readonly reason: OmissionReason;
}

export type FactsOmissionReason =
  | 'fact_count_limit'
  | 'fact_too_large'
  | 'facts_byte_budget'
  | 'payload_byte_budget';

interface PreviewFrame {
  readonly preview: true;
  readonly advisory: true;
  /** As given where it is no target's id; null where that is too large to repeat. */
  readonly target_file_id: string | null;
  readonly format: string;
  /** The profile that a submission would be recorded under. */
  readonly runtime_version: string;
  readonly stage: ValidationStage;
  readonly validity: Validity;
  readonly current_version: number | null;
  readonly current_hash: string | null;
  readonly before_version: number | null;
  readonly before_hash: string | null;
  readonly evidence_omissions: readonly EvidenceOmission[];
}

export interface AcceptedPreview extends PreviewFrame, Partial<WarningFields> {
  readonly status: 'accepted';
  readonly after_hash: string;
  /** The first changes, each whole. */
  readonly change_facts: readonly ChangeFact[];
  readonly total_change_count: number;
  readonly returned_fact_count: number;
  readonly change_facts_truncated: boolean;
  readonly change_facts_omission_reason: FactsOmissionReason | null;
}

export interface RejectedPreview extends PreviewFrame {
  readonly status: 'rejected';
  readonly after_hash: null;
  readonly failure_reason: string;
  readonly failure_detail: string | null;
  readonly failed_change_id: string | null;
  readonly diagnostic: Readonly<Record<string, unknown>>;
  readonly current_context?: RejectionContext;
  readonly near_misses?: NearMisses;
}

/** Keeps the longest prefix of whole facts within the limits, then drops what the payload has no room for. */
export function projectAccepted(
  frame: Omit<
    AcceptedPreview,
    | 'change_facts'
    | 'total_change_count'
    | 'returned_fact_count'
    | 'change_facts_truncated'
    | 'change_facts_omission_reason'
    | 'evidence_omissions'
  >,
  facts: readonly ChangeFact[],
): AcceptedPreview {
  const kept: ChangeFact[] = [];
  let reason: FactsOmissionReason | null = null;
  let bytes = asciiJsonBytes({ change_facts: [] });
  for (const fact of facts) {
    const size = asciiJsonBytes(fact);
    const grown = bytes + size + (kept.length === 0 ? 0 : 1);
    if (kept.length === MAX_FACTS) reason = 'fact_count_limit';
    else if (size > MAX_FACT_BYTES) reason = 'fact_too_large';
    else if (grown > MAX_FACTS_BYTES) reason = 'facts_byte_budget';
    if (reason !== null) break;
    kept.push(fact);
    bytes = grown;
  }
  const draft: Record<string, unknown> = {
    ...frame,
    change_facts: kept,
    total_change_count: facts.length,
    returned_fact_count: kept.length,
    change_facts_truncated: reason !== null,
    change_facts_omission_reason: reason,
    evidence_omissions: [],
  };
  fitPayload(draft, []);
  while (kept.length > 0 && asciiJsonBytes(draft) > MAX_PAYLOAD_BYTES) {
    kept.pop();
    draft.returned_fact_count = kept.length;
    draft.change_facts_truncated = true;
    draft.change_facts_omission_reason = 'payload_byte_budget' satisfies FactsOmissionReason;
  }
  return draft as unknown as AcceptedPreview;
}

/** Bounds each textual field and the diagnostic, then drops what the payload has no room for. */
export function projectRejected(preview: Omit<RejectedPreview, 'evidence_omissions'>): RejectedPreview {
  const omissions: EvidenceOmission[] = [];
  const draft: Record<string, unknown> = { ...preview };
  for (const field of ['target_file_id', 'failed_change_id']) {
    if (typeof draft[field] !== 'string' || fitText(field, draft[field]) === draft[field]) continue;
    draft[field] = null;
    omissions.push({ field, reason: 'identity_too_large' });
  }
  draft.failure_detail = boundText('failure_detail', draft.failure_detail, omissions);
  draft.diagnostic = boundDiagnostic(preview.diagnostic, omissions);
  draft.evidence_omissions = omissions;
  fitPayload(draft, omissions);
  return draft as unknown as RejectedPreview;
}

function boundText(field: string, text: unknown, omissions: EvidenceOmission[]): unknown {
  if (typeof text !== 'string') return text;
  const fitted = fitText(field, text);
  if (fitted !== text) omissions.push({ field, reason: 'text_limit' });
  return fitted;
}

/** The longest prefix of `text` within the limits of a textual field. */
function fitText(field: string, text: string): string {
  if (text.length <= MAX_TEXT && text.length * 6 + field.length + 7 <= MAX_TEXT_BYTES) return text;
  const fits = (part: string) => asciiJsonBytes({ [field]: part }) <= MAX_TEXT_BYTES;
  const head = sliceCodePoints(text, 0, MAX_TEXT);
  if (fits(head)) return head;
  let low = 0;
  let high = codePointLength(head);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(sliceCodePoints(head, 0, middle))) low = middle;
    else high = middle - 1;
  }
  return sliceCodePoints(head, 0, low);
}

const DIAGNOSTIC_FRAME = ['format', 'code', 'retryable', 'requires_new_submission', 'validation_stage'];

function boundDiagnostic(
  diagnostic: Readonly<Record<string, unknown>>,
  omissions: EvidenceOmission[],
): Record<string, unknown> {
  const bounded: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(diagnostic)) {
    bounded[field] = boundText(`diagnostic.${field}`, value, omissions);
  }
  if (asciiJsonBytes({ diagnostic: bounded }) <= MAX_DIAGNOSTIC_BYTES) return bounded;
  return withoutEvidence(bounded, omissions, 'diagnostic_byte_budget', true);
}

/** What is left of a diagnostic when its evidence has to go; the failure context stays where it is wanted and fits. */
function withoutEvidence(
  diagnostic: Readonly<Record<string, unknown>>,
  omissions: EvidenceOmission[],
  reason: OmissionReason,
  keepContext: boolean,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const field of DIAGNOSTIC_FRAME) if (field in diagnostic) kept[field] = diagnostic[field];
  const withContext = { ...kept, failure_context: diagnostic.failure_context };
  const context =
    keepContext &&
    'failure_context' in diagnostic &&
    asciiJsonBytes({ diagnostic: withContext }) <= MAX_DIAGNOSTIC_BYTES;
  const result = context ? withContext : kept;
  for (const field of Object.keys(diagnostic)) {
    if (!(field in result)) omissions.push({ field: `diagnostic.${field}`, reason });
  }
  return result;
}

/** The contract's order in which evidence gives way when the whole payload is too large. */
const OMISSION_ORDER = [
  'near_misses',
  'warning_details',
  'warnings',
  'diagnostic',
  'failure_detail',
  'failed_change_id',
  'target_file_id',
  'current_context',
] as const;

function fitPayload(draft: Record<string, unknown>, omissions: EvidenceOmission[]): void {
  draft.evidence_omissions = omissions;
  for (const field of OMISSION_ORDER) {
    if (asciiJsonBytes(draft) <= MAX_PAYLOAD_BYTES) return;
    if (draft[field] === undefined || draft[field] === null) continue;
    if (field === 'target_file_id' && draft.failure_reason !== 'invalid_target_id') continue;
    if (field === 'diagnostic') {
      const diagnostic = draft.diagnostic as Record<string, unknown>;
      draft.diagnostic = withoutEvidence(diagnostic, omissions, 'payload_byte_budget', false);
      continue;
    }
    omissions.push({ field, reason: 'payload_byte_budget' });
    if (field === 'failure_detail' || field === 'failed_change_id' || field === 'target_file_id') {
      draft[field] = null;
    } else delete draft[field];
  }
}
