import type { ScopeKind, SkipReason } from '../../scope/index.js';
import type { InvalidArgument, ObserveRefusalCode } from '../errors.js';
import type { NotFound } from './arguments.js';
import type { ScopePage } from './scope-page.js';

/** The state of the target that an answer is about: the two guards of a submission. */
export interface ObservedFrame {
  readonly target_file_id: string;
  readonly target_version: number;
  readonly target_current_hash: string;
  /** The scope engine, with its version. */
  readonly engine: string;
  /** The language that the text was read as. */
  readonly language: string;
}

/** A scope that can be selected. Offsets are code points of the whole text, lines count from 1. */
export interface ScopeCandidate {
  readonly name: string;
  readonly kind: ScopeKind;
  readonly parent: string | null;
  readonly start_line: number;
  readonly end_line: number;
  readonly start: number;
  readonly end: number;
}

/** A part of the text that has no scopes because it could not be read. */
export interface SkippedScope {
  readonly reason: SkipReason;
  readonly name: string | null;
  readonly kind: ScopeKind | null;
  readonly start_line: number;
  readonly end_line: number;
  readonly start: number;
  readonly end: number;
}

/** Present where a part of the text could not be read: the first of these parts, and how many there are. */
export interface SkippedMembers {
  readonly skipped?: readonly SkippedScope[];
  readonly total_skipped?: number;
}

/** Candidates in document order: at most 200, and no more than fit the byte budget. */
export interface CandidateMembers {
  readonly candidates: readonly ScopeCandidate[];
  readonly total_candidates: number;
  readonly candidates_truncated: boolean;
}

export interface ScopeCandidates extends ObservedFrame, CandidateMembers, SkippedMembers {
  readonly status: 'candidates';
  readonly observation_id: null;
}

/** No scope has the name and kind. */
export interface ScopeNotFound extends ObservedFrame, SkippedMembers {
  readonly status: 'not_found';
  readonly code: 'SCOPE_NOT_FOUND';
  readonly observation_id: null;
  readonly failure_detail: string;
  /** From 0; of a bundle. */
  readonly selection_index?: number;
}

/** Several scopes have the name and kind. None is picked. */
export interface AmbiguousScope extends ObservedFrame, CandidateMembers {
  readonly status: 'ambiguous';
  readonly code: 'AMBIGUOUS_SCOPE_SELECTION';
  readonly observation_id: null;
  readonly failure_detail: string;
  /** From 0; of a bundle. */
  readonly selection_index?: number;
}

/** What an observation is of. */
export interface ScopeIdentity {
  readonly symbol_name: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly scope_start: number;
  /** Exclusive. */
  readonly scope_end: number;
  /** SHA-256 of the scope's text. */
  readonly observed_scope_hash: string;
}

/** A receipt for one scope with a page of its text; with `mode`, a further page under the same receipt. */
export interface ObservedReceipt extends ObservedFrame, ScopeIdentity, ScopePage {
  readonly status: 'observed';
  readonly mode?: 'scope_page';
  readonly observation_id: string;
}

/** One receipt of a bundle. */
export interface BundledScope extends ScopeIdentity, ScopePage {
  /** Position in the bundle, from 0: that of its selection. */
  readonly ordinal: number;
  readonly observation_id: string;
  /** Code points of the scope. */
  readonly length: number;
}

export interface ObservedBundle extends ObservedFrame {
  readonly status: 'observed_batch';
  readonly observation_bundle_id: string;
  readonly scopes: readonly BundledScope[];
}

/** Nothing was issued, for another reason than the selection. */
export interface ObserveRefusal {
  readonly status: 'rejected';
  readonly code: ObserveRefusalCode;
  readonly observation_id: null;
  readonly target_file_id: string;
  readonly failure_detail: string;
  /** From 0; of a bundle, where one selection is at fault. */
  readonly selection_index?: number;
}

export type ObserveScopeResponse =
  | ScopeCandidates
  | ScopeNotFound
  | AmbiguousScope
  | ObservedReceipt
  | ObservedBundle
  | ObserveRefusal
  | NotFound
  | InvalidArgument;
