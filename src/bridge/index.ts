/** `redtree/bridge`: from a comparison to an edit that the patch service accepts, and from its history to a comparison. */
export { BridgeError, type BridgeErrorCode } from './errors.js';
export { type AllowedEdits, GATE_CODES, type GateOptions, gateCheck } from './gate.js';
export {
  type Fallback,
  type FallbackReason,
  MAX_BATCH_OPERATIONS,
  type PlannedGroup,
  type PlannedScope,
  type PlanOptions,
  planText,
  type TextPlan,
} from './plan.js';
export {
  type IssuedScope,
  type NothingPlanned,
  type PlanEditsArguments,
  type PlanEditsOptions,
  type PlanEditsResponse,
  type PlannedEdit,
  type PlanRefusal,
  planEdits,
} from './plan-edits.js';
export { previewPlan } from './preview-plan.js';
export { type Submission, submit } from './submission.js';
export { type SubmitGatedOptions, submitGated } from './submit-gated.js';
export {
  type ComparedVersions,
  type CompareVersionsArguments,
  type CompareVersionsOptions,
  type CompareVersionsResponse,
  compareVersions,
} from './versions.js';
