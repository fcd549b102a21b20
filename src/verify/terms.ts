/** Defined terms that are still used though nothing defines them any more. */
import type { Comparison } from '../compare/comparison.js';
import type { BlockTree } from '../document/block.js';
import { walk } from '../document/block.js';
import { CodePointIndex, sliceCodePoints } from '../document/code-points.js';

/** One use of a term that lost its definition. */
export interface UndefinedTerm {
  readonly term: string;
  /** Where the source defines it. */
  readonly source_address: string;
  /** Where the test document uses it, and the range there in code points. */
  readonly test_address: string;
  readonly start: number;
  readonly end: number;
}

/** Where each term is defined first. */
function definitions(tree: BlockTree): Map<string, string> {
  const found = new Map<string, string>();
  for (const block of walk(tree.root)) {
    for (const span of block.spans) {
      if (span.type !== 'defined_term') continue;
      const term = (span.value ?? sliceCodePoints(block.text, span.start, span.end))
        .replace(/["“”„«»]/gu, '')
        .trim();
      if (term !== '' && !found.has(term)) found.set(term, block.path);
    }
  }
  return found;
}

/** The uses of terms that the source defines and the test document does not. Whole words, as the definition spells them. */
export function undefinedTerms(comparison: Comparison): UndefinedTerm[] {
  const kept = definitions(comparison.test);
  const lost = [...definitions(comparison.source)].filter(([term]) => !kept.has(term));
  const uses: UndefinedTerm[] = [];
  if (lost.length === 0) return uses;
  for (const block of walk(comparison.test.root)) {
    for (const [term, address] of lost) {
      for (let at = block.text.indexOf(term); at >= 0; at = block.text.indexOf(term, at + term.length)) {
        if (!standsAlone(block.text, at, at + term.length)) continue;
        const points = new CodePointIndex(block.text);
        uses.push({
          term,
          source_address: address,
          test_address: block.path,
          start: points.toPoint(at),
          end: points.toPoint(at + term.length),
        });
      }
    }
  }
  return uses;
}

function standsAlone(text: string, start: number, end: number): boolean {
  const before = [...text.slice(Math.max(0, start - 2), start)].at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  return !/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after);
}
