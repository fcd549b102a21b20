/** Where a document's labels lead: `5.3`, `3.2(d)`, `Schedule 2`. */
import type { Block, BlockTree } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';

/** The labels of one tree. */
export class LabelIndex {
  readonly index: TreeIndex;
  private readonly places = new Map<string, number[]>();
  /** Each block's label as a reference spells it, with what stands above where it means nothing alone. */
  private readonly spelled: (string | null)[] = [];

  constructor(tree: BlockTree) {
    this.index = new TreeIndex(tree);
    const whole: string[] = [];
    this.index.blocks.forEach((block, i) => {
      const parent = this.index.parents[i];
      const above = parent < 0 ? '' : whole[parent];
      this.spelled.push(null);
      const label = block.label === null ? headingLabel(block) : block.label;
      if (label === null || block.kind === 'heading') {
        whole.push(above);
        if (block.kind === 'heading' && label !== null && !opensSection(this.index, i))
          this.add(normal(label), i);
        return;
      }
      const own = normal(label);
      const full = isSub(own) ? above + own : own;
      whole.push(full);
      this.spelled[i] = isSub(own) ? `${this.spelledAbove(parent)}${own}` : label;
      this.add(full, i);
      if (full !== own) this.add(own, i);
    });
  }

  /**
   * The block that a reference from block `from` names by `label`, or -1. Where a label stands more than once, as numbers do
   * in schedules, the one nearest to the reference in the tree is meant, the first of equally near ones.
   */
  resolve(label: string, from: number): number {
    let best = -1;
    let nearest = -1;
    for (const place of this.places.get(normal(label)) ?? []) {
      const depth = this.commonDepth(place, from);
      if (depth > nearest) {
        nearest = depth;
        best = place;
      }
    }
    return best;
  }

  /** The label of the block that {@link resolve} gave, as a reference would spell it: `3.2(d)` for `(d)` below `3.2`. */
  labelOf(place: number): string | null {
    return this.spelled[place] ?? this.index.blocks[place].label;
  }

  private spelledAbove(place: number): string {
    for (let at = place; at >= 0; at = this.index.parents[at]) {
      const spelled = this.spelled[at];
      if (spelled !== null) return spelled;
    }
    return '';
  }

  private add(key: string, place: number): void {
    const known = this.places.get(key);
    if (known === undefined) this.places.set(key, [place]);
    else known.push(place);
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

function opensSection(index: TreeIndex, heading: number): boolean {
  const parent = index.blocks[index.parents[heading]];
  return parent.kind === 'section' && parent.children[0] === index.blocks[heading];
}

/** A section is known by the label of its heading. */
function headingLabel(block: Block): string | null {
  const first = block.kind === 'section' ? block.children[0] : undefined;
  return first?.kind === 'heading' ? first.label : null;
}

/** One spelling for a label: case and spaces aside, and a lone letter or numeral in brackets, as references write it. */
function normal(label: string): string {
  const plain = label
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/ ?\( ?/g, '(')
    .replace(/ ?\)/g, ')')
    .trim();
  return /^[a-z]{1,4}$/.test(plain) ? `(${plain})` : plain;
}

/** Whether a label only has meaning below another: `(d)`, `(iv)`. */
function isSub(label: string): boolean {
  return /^\([a-z0-9]{1,4}\)$/.test(label);
}
