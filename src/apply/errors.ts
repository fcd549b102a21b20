import type { Change } from '../change/change.js';

/**
 * What can go wrong when changes are made in a text.
 * - `bad_option`: an argument of the wrong type.
 * - `wrong_text`: a given text is not the one that was compared.
 * - `formats_differ`: the two documents are of different formats, and what comes cannot be written in the source's.
 * - `needs_test_text`: only the blocks of the test document are known, and they cannot be written as the source is.
 * - `unknown_profile`: the documents were read under a profile that is not built in and was not given.
 * - `unknown_change`: an address at which no change is.
 * - `needs_other_changes`: a change cannot be made without another; `changes` and `needs` say which.
 * - `cannot_apply`: no way was found to write the changes so that they read as they should.
 * - `bad_marks`: an annotated text with marks that do not fit together.
 */
export type ApplyErrorCode =
  | 'bad_option'
  | 'wrong_text'
  | 'formats_differ'
  | 'needs_test_text'
  | 'unknown_profile'
  | 'unknown_change'
  | 'needs_other_changes'
  | 'cannot_apply'
  | 'bad_marks';

/** A fault in making changes. */
export class ApplyError extends Error {
  override readonly name = 'ApplyError';
  constructor(
    readonly code: ApplyErrorCode,
    message: string,
    /** The changes that cannot be made as they are; empty but for `needs_other_changes` and `cannot_apply`. */
    readonly changes: readonly Change[] = [],
    /** The changes that have to be made with them. */
    readonly needs: readonly Change[] = [],
  ) {
    super(message);
  }
}

/** A change as a message names it: its kind and its address, on both sides where they differ. */
export function changeName({ kind, source_address, test_address }: Change): string {
  if (source_address === null || test_address === null) return `${kind} ${test_address ?? source_address}`;
  return source_address === test_address
    ? `${kind} ${test_address}`
    : `${kind} ${source_address} → ${test_address}`;
}

/** Several changes in a message: the first few, and how many more there are. */
export function changeNames(changes: readonly Change[], most = 6): string {
  const names = changes.slice(0, most).map(changeName);
  if (changes.length > most) names.push(`${changes.length - most} more`);
  return names.join(', ');
}

/** `needs_other_changes`: these changes cannot be made without those, and why. */
export function cannotBeMadeWithout(
  changes: readonly Change[],
  needs: readonly Change[],
  reason: string,
): ApplyError {
  const message = `${changeNames(changes)} cannot be made without ${changeNames(needs)}: ${reason}`;
  return new ApplyError('needs_other_changes', message, changes, needs);
}
