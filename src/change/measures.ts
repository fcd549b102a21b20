/** The derived numbers of a change, in one place so that filters and statistics cannot disagree. */
import { codePointLength } from '../document/code-points.js';
import type { Change, LeafProcessor } from './change.js';

/** Code points that the inline edits of `change` add. 0 for inserts and deletes, which have no inline edits. */
export function charsAdded(change: Change): number {
  let sum = 0;
  for (const edit of change.inline) sum += codePointLength(edit.test_text);
  return sum;
}

/** Code points that the inline edits of `change` delete. 0 for inserts and deletes. */
export function charsDeleted(change: Change): number {
  let sum = 0;
  for (const edit of change.inline) sum += codePointLength(edit.source_text);
  return sum;
}

/** Tokens, white space not counted, on both sides of the inline edits of `change`, cut as `processor` cuts them. */
export function tokensChanged(change: Change, processor: LeafProcessor): number {
  let sum = 0;
  for (const edit of change.inline) {
    sum += countTokens(edit.source_text, processor) + countTokens(edit.test_text, processor);
  }
  return sum;
}

function countTokens(text: string, processor: LeafProcessor): number {
  if (text === '') return 0;
  let count = 0;
  for (const token of processor.tokens(text)) if (token !== '' && !/^\s/u.test(token)) count++;
  return count;
}
