/** `redtree/bridge`: from a comparison to an edit that the patch service accepts, and from its history to a comparison. */
export { BridgeError, type BridgeErrorCode } from './errors.js';
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
