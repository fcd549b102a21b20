import { asciiJsonBytes } from '../text/json.js';
import { type BufferStage, bufferStage } from './failure.js';
import type { ObservedIdentity } from './observed.js';

/** Code points of a context. */
const MAX_TEXT = 256;
/** A failure with less than this of its place in the prefix gets a window of its own. */
const LEAST_VISIBLE = 64;
/** Bytes of one context, and of `{"failure_context":…,"current_context":…}`. */
const MAX_BYTES = 4096;
const MAX_BYTES_BOTH = 8192;
const WRAPPER_BYTES = '{"failure_context":,"current_context":}'.length;

export type UnavailableReason =
  | 'invalid_target_id'
  | 'target_not_found'
  | 'unlocked_local_state'
  | 'same_as_failure_context';

/** A bounded piece of the text around a rejection; every field but two is null where there is none. */
export interface RejectionContext {
  readonly available: boolean;
  readonly unavailable_reason: UnavailableReason | null;
  readonly selection: 'prefix' | 'failure_window' | null;
  readonly buffer_stage: BufferStage | null;
  /** How many changes were simulated before; they were not committed. */
  readonly prior_changes: number | null;
  readonly start: number | null;
  readonly end: number | null;
  readonly total_chars: number | null;
  readonly text: string | null;
  readonly truncated: boolean | null;
  readonly observed_target_version: number | null;
  readonly observed_target_hash: string | null;
}

export function unavailableContext(reason: UnavailableReason): RejectionContext {
  return {
    available: false,
    unavailable_reason: reason,
    selection: null,
    buffer_stage: null,
    prior_changes: null,
    start: null,
    end: null,
    total_chars: null,
    text: null,
    truncated: null,
    observed_target_version: null,
    observed_target_hash: null,
  };
}

/** A text that can be cut by code points. */
export interface TextView {
  readonly length: number;
  /** Whether it is a part of the target, so that its offsets are not the target's. */
  readonly excerpt?: boolean;
  slice(start: number, end: number): string;
}

/** The context that a rejection keeps: a prefix, or a window where the place of the failure would not be seen in it. */
export function failureContext(
  view: TextView,
  priorChanges: number,
  location: number | null,
  identity: ObservedIdentity,
): RejectionContext {
  const prefix = fitPrefix(view, priorChanges, identity, MAX_BYTES);
  if (location === null || !prefix.truncated || prefix.end! - location >= LEAST_VISIBLE) return prefix;
  return fitWindow(view, priorChanges, location, identity);
}

/**
 * The context of the target as it is now.
 * @param failure The context that it is returned with; both together keep to a budget.
 */
export function currentContext(
  view: TextView,
  identity: ObservedIdentity,
  failure: RejectionContext | null,
): RejectionContext {
  const left = MAX_BYTES_BOTH - WRAPPER_BYTES - (failure === null ? 0 : asciiJsonBytes(failure));
  return fitPrefix(view, 0, identity, Math.min(MAX_BYTES, left));
}

function fitPrefix(
  view: TextView,
  priorChanges: number,
  identity: ObservedIdentity,
  maxBytes: number,
): RejectionContext {
  const make = (size: number) => available(view, 'prefix', priorChanges, 0, size, identity);
  return largestFit(Math.min(MAX_TEXT, view.length), maxBytes, make);
}

function fitWindow(
  view: TextView,
  priorChanges: number,
  location: number,
  identity: ObservedIdentity,
): RejectionContext {
  const make = (size: number) => {
    const centred = location - (size >> 1);
    const start = Math.max(0, Math.min(centred, view.length - size));
    return available(view, 'failure_window', priorChanges, start, start + size, identity);
  };
  return largestFit(Math.min(MAX_TEXT, view.length), MAX_BYTES, make);
}

/** The longest context within `maxBytes`. Only an identity of abnormal size makes it shorter than `most`. */
function largestFit(
  most: number,
  maxBytes: number,
  make: (size: number) => RejectionContext,
): RejectionContext {
  let size = most;
  let context = make(size);
  while (size > 0 && asciiJsonBytes(context) > maxBytes) {
    size--;
    context = make(size);
  }
  return context;
}

function available(
  view: TextView,
  selection: 'prefix' | 'failure_window',
  priorChanges: number,
  start: number,
  end: number,
  identity: ObservedIdentity,
): RejectionContext {
  return {
    available: true,
    unavailable_reason: null,
    selection,
    buffer_stage: bufferStage(view, priorChanges),
    prior_changes: priorChanges,
    start,
    end,
    total_chars: view.length,
    text: view.slice(start, end),
    truncated: end - start < view.length,
    observed_target_version: identity.version,
    observed_target_hash: identity.hash,
  };
}
