/** What blocks are called in a sentence, from a tree. */
import { sliceCodePoints } from '../document/code-points.js';
import type { TreeIndex } from '../document/tree-index.js';
import { headingTitle, ownHeading } from './contents.js';
import { wordsOf } from './wording.js';

/**
 * The name of block `at`: a section's heading; a label as one cites it; the term that a definition defines; for a block
 * inside a labelled one, that label and the block's kind. Null when there is none of these.
 */
export function nameOf(index: TreeIndex, at: number): string | null {
  const block = index.blocks[at];
  const heading = ownHeading(block);
  if (heading !== undefined) return headingTitle(heading) || null;
  if (block.label !== null) return citation(index, at, block.label);
  const term = block.role === 'definition' && block.spans.find((span) => span.type === 'defined_term');
  if (term) return `“${bare(sliceCodePoints(block.text, term.start, term.end))}”`;
  const above = labelledItemAbove(index, at);
  return above === null ? null : `${citation(index, above.at, above.label)}, ${wordsOf(block.kind)}`;
}

// `(d)`, `ii`, `b`: labels that say nothing without the one above them.
const DEPENDENT = /^\(|^[A-Za-z]{1,5}$/;

/** A label with those above it, as far as it needs them: `3.2(d)`. */
function citation(index: TreeIndex, at: number, label: string): string {
  if (!DEPENDENT.test(label)) return label;
  const above = labelledItemAbove(index, at);
  if (above === null) return label;
  return `${citation(index, above.at, above.label)}${label.startsWith('(') ? '' : ' '}${label}`;
}

/** The nearest list item above that has a label, with nothing but list items between. */
function labelledItemAbove(index: TreeIndex, at: number): { at: number; label: string } | null {
  for (let above = index.parents[at]; above > 0; above = index.parents[above]) {
    const { kind, label } = index.blocks[above];
    if (kind !== 'list_item') return null;
    if (label !== null) return { at: above, label };
  }
  return null;
}

/** A term without the quotation marks that some profiles take into its span. */
function bare(term: string): string {
  return term.replaceAll(/^["“”'‘’]+|["“”'‘’]+$/g, '');
}
