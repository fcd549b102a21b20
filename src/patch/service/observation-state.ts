import type { ScopeObservationRow, TargetRow } from '../store/rows.js';

/** Why an observation cannot be used, in the order in which it is judged. */
export type ObservationFaultCode =
  | 'OBSERVATION_TARGET_MISMATCH'
  | 'OBSERVATION_CYCLE_MISMATCH'
  | 'OBSERVATION_ALREADY_CONSUMED'
  | 'STALE_OBSERVATION_VERSION'
  | 'STALE_OBSERVATION_HASH';

export interface ObservationFault {
  readonly code: ObservationFaultCode;
  readonly detail: string;
}

/** What of an observation, or of a bundle of them, is compared with the target. A bundle itself is never used up. */
export type IssuedState = Pick<
  ScopeObservationRow,
  'target_file_id' | 'editing_cycle_id' | 'target_version' | 'target_current_hash'
> &
  Partial<Pick<ScopeObservationRow, 'consumed_by_pdcp_log_id'>>;

export type TargetNow = Pick<
  TargetRow,
  'target_file_id' | 'version' | 'current_hash' | 'active_editing_cycle_id'
>;

/** Whether what was issued still holds for the target; the first fault in the order of the codes. */
export function observationFault(issued: IssuedState, target: TargetNow): ObservationFault | null {
  if (issued.target_file_id !== target.target_file_id) {
    return { code: 'OBSERVATION_TARGET_MISMATCH', detail: 'The observation is of another target.' };
  }
  if (issued.editing_cycle_id !== target.active_editing_cycle_id) {
    return {
      code: 'OBSERVATION_CYCLE_MISMATCH',
      detail: 'The target was saved since: the editing cycle of the observation is closed.',
    };
  }
  if ((issued.consumed_by_pdcp_log_id ?? null) !== null) {
    return {
      code: 'OBSERVATION_ALREADY_CONSUMED',
      detail: `The attempt ${issued.consumed_by_pdcp_log_id} has used the observation.`,
    };
  }
  if (issued.target_version !== target.version) {
    return {
      code: 'STALE_OBSERVATION_VERSION',
      detail: `Version ${issued.target_version} was observed; the target has version ${target.version}.`,
    };
  }
  if (issued.target_current_hash !== target.current_hash) {
    return { code: 'STALE_OBSERVATION_HASH', detail: 'The target has another hash than was observed.' };
  }
  return null;
}
