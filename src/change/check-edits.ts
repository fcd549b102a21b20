/** Whether inline edits are what they say: edits come from leaf differs of other people's, and from documents. */
import { CodePointIndex } from '../document/code-points.js';
import type { InlineEdit } from './change.js';

/** What is wrong with the edits: with the one numbered `at`, or, where that is null, with all of them together. */
export interface EditFault {
  readonly at: number | null;
  readonly message: string;
}

/**
 * The first fault of `inline` as the edits that turn `source` into `test`, or null. They stand in order, without overlap,
 * each with the texts and the kind that its offsets say; between them both texts are the same.
 */
export function faultOfEdits(source: string, test: string, inline: readonly InlineEdit[]): EditFault | null {
  if (inline.length === 0 && source === test) return null;
  const before = new CodePointIndex(source);
  const after = new CodePointIndex(test);
  let a = 0;
  let b = 0;
  const gone = (from: number, to: number) => source.slice(before.toUnit(from), before.toUnit(to));
  const come = (from: number, to: number) => test.slice(after.toUnit(from), after.toUnit(to));
  for (let at = 0; at < inline.length; at++) {
    const { kind, source_start, source_end, test_start, test_end, source_text, test_text } = inline[at];
    const inOrder = source_start >= a && source_end >= source_start && source_end <= before.length;
    const inOrderToo = test_start >= b && test_end >= test_start && test_end <= after.length;
    if (!inOrder || !inOrderToo) {
      return { at, message: 'should stand after the edit before it, without overlap, inside the texts' };
    }
    if (
      gone(source_start, source_end) !== source_text ||
      come(test_start, test_end) !== test_text ||
      gone(a, source_start) !== come(b, test_start)
    ) {
      return {
        at,
        message: 'does not fit the texts: offsets are code points of source_text and test_text',
      };
    }
    if (source_text === test_text) return { at, message: 'changes nothing' };
    const named = source_text === '' ? 'insert' : test_text === '' ? 'delete' : 'replace';
    if (kind !== named) return { at, message: `is of kind "${kind}", and does what "${named}" is for` };
    a = source_end;
    b = test_end;
  }
  if (gone(a, before.length) !== come(b, after.length)) {
    return { at: null, message: 'does not turn source_text into test_text' };
  }
  return null;
}
