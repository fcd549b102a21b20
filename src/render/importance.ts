/** Which changes a reader with little room should see first. */

import type { ChangeKind } from '../change/change.js';
import { charsAdded, charsDeleted } from '../change/measures.js';
import { walk } from '../document/block.js';
import { codePointLength } from '../document/code-points.js';
import type { Entry } from './plan.js';

// What came or went says more than what was reworded, that more than what stands elsewhere, a new number the least.
const KIND_WEIGHT: Readonly<Record<ChangeKind, number>> = {
  insert: 50,
  delete: 50,
  modify: 40,
  move: 30,
  renumber: 0,
};

// Sums, dates, parties and what is defined are what a contract turns on; they outweigh the kind of the change.
const WEIGHTY_SPANS: ReadonlySet<string> = new Set(['amount', 'date', 'party', 'defined_term']);
const WEIGHTY = 30;
const DEFINITION = 15;
// An edit of a cross-reference alone mostly follows a new number.
const FOLLOWS = -30;
const EDITED_TOO = 25;
const MOST_FOR_SIZE = 20;

/** The weight of a change: greater is more important. The same change weighs the same in every document. */
export function importance({ change, block }: Entry): number {
  let weight = KIND_WEIGHT[change.kind];
  if (change.kind === 'move' || change.kind === 'renumber')
    weight += change.inline.length > 0 ? EDITED_TOO : 0;
  const types = change.span_types;
  if (types.some((type) => WEIGHTY_SPANS.has(type))) weight += WEIGHTY;
  else if (types.length === 1 && types[0] === 'cross_reference' && change.inline.length > 0)
    weight += FOLLOWS;
  if (change.role === 'definition') weight += DEFINITION;
  const size =
    change.inline.length > 0 ? charsAdded(change) + charsDeleted(change) : wholeSize({ change, block });
  // Twice the size is one more step, up to a thousand characters and some.
  return weight + Math.min(MOST_FOR_SIZE, 2 * Math.log2(1 + size));
}

/** The characters of a whole block and all that it holds, as far as the document tells. */
function wholeSize({ change, block }: Pick<Entry, 'change' | 'block'>): number {
  if (change.kind === 'renumber') return 0;
  if (block === null) return codePointLength(change.test_text || change.source_text);
  let size = 0;
  for (const { text } of walk(block)) size += codePointLength(text);
  return size;
}
