/** Where a document's labels lead: `5.3`, `3.2(d)`, `Schedule 2`, `D.4` for the clause 4 below the heading D. */
import type { Block, BlockTree } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';
import { distance, type LabelParts, labelParts, respelled, standsApart } from './label-parts.js';

/** A label on the way to a block, and the block's that bears it. */
interface Step extends LabelParts {
  readonly label: string;
  readonly kind: Block['kind'];
}

/** One way to name a block: from which step of its path on. */
interface Place {
  readonly block: number;
  readonly from: number;
}

/** The labels of one tree. */
export class LabelIndex {
  readonly index: TreeIndex;
  private readonly places = new Map<string, Place[]>();
  /** Each block's labels from the outermost that counts to its own; null where it has none of its own. */
  private readonly paths: (readonly Step[] | null)[] = [];

  constructor(tree: BlockTree) {
    this.index = new TreeIndex(tree);
    const above: (readonly Step[])[] = [];
    this.index.blocks.forEach((block, i) => {
      const parent = this.index.parents[i];
      const outer = parent < 0 ? [] : above[parent];
      above.push(outer);
      this.paths.push(null);
      const label = block.label ?? headingLabel(block);
      // The section is what a label of its heading means.
      if (label === null || opensSection(this.index, i)) return;
      const step: Step = { ...labelParts(label), label, kind: block.kind };
      if (step.parts.length === 0) return;
      const path = pathTo(outer, step);
      if (block.kind !== 'heading') above[i] = path;
      this.paths[i] = path;
      this.add(path, i);
    });
  }

  /**
   * The block that a reference from block `from` names, or -1. A reference may leave out what stands above (`(d)` in 3.2).
   * Of several the best spelled is meant, of these the one nearest to the reference in the tree, as numbers in schedules
   * are, of these the first.
   * @param within the block below which to look, if it is said
   */
  resolve(said: LabelParts, from: number, within = -1): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    let nearest = -1;
    for (const { block, from: first } of this.places.get(keyOf(said)) ?? []) {
      if (within >= 0 && !this.index.contains(within, block)) continue;
      const steps = this.paths[block]!.slice(first);
      const far = distance(said, { word: steps[0].word, parts: steps.flatMap(({ parts }) => parts) });
      if (far === null || far > least) continue;
      const depth = this.commonDepth(block, from);
      if (far === least && depth <= nearest) continue;
      [best, least, nearest] = [block, far, depth];
    }
    return best;
  }

  /**
   * The label of `block` as a reference from block `from` should spell it that now says `label`: with as much of what stands
   * above as it needs; null when the block has none.
   */
  spelled(block: number, label: string, from: number): string | null {
    const path = this.paths[block];
    if (path === null) return null;
    const said = labelParts(label);
    let first = path.length - 1;
    const partsFrom = (i: number) => path.slice(i).flatMap(({ parts }) => parts);
    while (
      first > 0 &&
      !standsApart(path[first].word) &&
      (partsFrom(first).length < said.parts.length ||
        this.resolve({ word: said.word, parts: partsFrom(first) }, from) !== block)
    ) {
      first--;
    }
    const parts = partsFrom(first);
    const alone = first === path.length - 1;
    // A label that is a word and a number stays whole where the reference has its word in it.
    if (alone && (said.word !== null || parts.length !== said.parts.length)) return path[first].label;
    if (parts.length === said.parts.length && said.word === null) return respelled(label, parts);
    return path.slice(first).reduce((text, step, i) => (i === 0 ? step.label : joined(text, step)), '');
  }

  private add(path: readonly Step[], block: number): void {
    for (let from = path.length - 1; from >= 0; from--) {
      const parts = path.slice(from).flatMap((step) => step.parts);
      const place = { block, from };
      for (const key of new Set([keyOf({ parts }), keyOf({ parts: withoutNought(parts) })])) {
        const known = this.places.get(key);
        if (known === undefined) this.places.set(key, [place]);
        else known.push(place);
      }
    }
  }

  private commonDepth(a: number, b: number): number {
    const above = new Set<number>();
    for (let at = a; at >= 0; at = this.index.parents[at]) above.add(at);
    let at = b;
    while (!above.has(at)) at = this.index.parents[at];
    let depth = 0;
    for (; at > 0; at = this.index.parents[at]) depth++;
    return depth;
  }
}

/**
 * The labels that lead to one below `outer`. Labels that repeat what stands above (`4.1` below `4`) take its place; a schedule
 * counts its clauses anew.
 */
function pathTo(outer: readonly Step[], own: Step): Step[] {
  if (standsApart(own.word)) return [own];
  let kept = outer.length;
  for (let i = outer.length - 1, from = 0; i >= 0 && !standsApart(outer[i].word); i--) {
    const above = outer.slice(i).flatMap(({ parts }) => parts);
    from = above.length;
    if (from >= own.parts.length) break;
    if (above.every(({ key }, at) => key === own.parts[at].key)) kept = i;
  }
  return [...outer.slice(0, kept), own];
}

function keyOf({ parts }: Pick<LabelParts, 'parts'>): string {
  return parts.map(({ key }) => key).join('.');
}

/** `3.0` is what a reference to 3 means. */
function withoutNought(parts: LabelParts['parts']): LabelParts['parts'] {
  return parts.length > 1 && parts.at(-1)!.key === '0' ? parts.slice(0, -1) : parts;
}

/** A label behind those above it: brackets as it has them, a dot after a heading's, brackets after an item's. */
function joined(above: string, { label, kind, parts }: Step): string {
  if (parts[0].bracketed) return above + label;
  return kind === 'section' || kind === 'heading' ? `${above}.${label}` : `${above}(${label})`;
}

function opensSection(index: TreeIndex, at: number): boolean {
  const parent = index.blocks[index.parents[at]];
  return (
    index.blocks[at].kind === 'heading' &&
    parent.kind === 'section' &&
    parent.children[0] === index.blocks[at]
  );
}

/** A section is known by the label of its heading. */
function headingLabel(block: Block): string | null {
  const first = block.kind === 'section' ? block.children[0] : undefined;
  return first?.kind === 'heading' ? first.label : null;
}
