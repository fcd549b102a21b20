import { type DocumentDifference, differenceBetween, isSame } from './difference.js';
import type { ComparisonDocument } from './document.js';
import { ComparisonError } from './errors.js';
import { keptText, readKept } from './kept.js';

/** What came of holding a comparison document against the one that is kept. */
export type Held =
  | { readonly kind: 'same' }
  /** Nothing is kept. */
  | { readonly kind: 'missing' }
  /** What is kept is no comparison document; the message says why. */
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'different'; readonly difference: DocumentDifference };

/**
 * Holds a comparison document against the text that is kept for it, as `keptText` writes it. Data is compared, not bytes:
 * the line ends of another system, or another tool's indents, are no difference.
 * @param kept the text of the file; null when there is none.
 * @throws ComparisonError when `document` itself is no comparison document.
 */
export function holdAgainst(kept: string | null, document: ComparisonDocument): Held {
  const text = keptText(document);
  if (kept === text) return { kind: 'same' };
  const actual = readKept(JSON.parse(text));
  if (kept === null) return { kind: 'missing' };
  let expected: ReturnType<typeof readKept>;
  try {
    expected = readKept(parsed(kept));
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    return { kind: 'broken', message: error.message };
  }
  const difference = differenceBetween(expected, actual);
  return isSame(difference) ? { kind: 'same' } : { kind: 'different', difference };
}

function parsed(text: string): unknown {
  if (/^<{7} /m.test(text) && /^>{7} /m.test(text)) {
    throw new ComparisonError('bad_document', 'it holds the marks of a merge conflict');
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new ComparisonError('bad_document', `it is no JSON: ${(error as Error).message}`);
  }
}
