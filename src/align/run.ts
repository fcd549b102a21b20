/** The state of one alignment while it is made: both sides, the pairs so far, and what each pair rests on. */
import type { TreeIndex } from '../document/tree-index.js';
import type { AlignmentConfig, PassName } from './alignment.js';
import { resolveSimilarity } from './config.js';
import { Keys, KIND_CLASS, layOut, type Side } from './side.js';
import { Similarity, type TokenIds, Vocabulary } from './similarity.js';

/** One alignment in the making. Blocks are numbers in their side's document order. */
export class Run {
  readonly keys = new Keys();
  readonly source: Side;
  readonly test: Side;
  /** What the pair of a source block rests on; meaningful while it has a partner. */
  readonly basis: PassName[];
  readonly confidence: Float64Array;
  /** 1 for a source block that is paired with a child of its parent's partner, in the common order of the siblings. */
  readonly inOrder: Uint8Array;
  /** Set when `max_comparisons` is spent and a similarity was wanted. */
  exhausted = false;
  private readonly similarity: Similarity;
  private readonly vocabulary = new Vocabulary();
  private readonly refusals = new Set<number>();
  private rarity: Float64Array | null = null;
  private tally = new Int32Array(0);

  constructor(
    source: TreeIndex,
    test: TreeIndex,
    readonly config: AlignmentConfig,
  ) {
    this.source = layOut(source, this.keys, this.vocabulary);
    this.test = layOut(test, this.keys, this.vocabulary);
    this.basis = new Array(this.source.blocks.length).fill('exact');
    this.confidence = new Float64Array(this.source.blocks.length);
    this.inOrder = new Uint8Array(this.source.blocks.length);
    this.similarity = new Similarity(resolveSimilarity(config.similarity));
    this.source.partner[0] = 0;
    this.test.partner[0] = 0;
    this.confidence[0] = 1;
  }

  /** Whether a pass is switched on. */
  uses(pass: PassName): boolean {
    return this.config.passes.includes(pass);
  }

  pair(s: number, t: number, basis: PassName, confidence: number): void {
    this.source.partner[s] = t;
    this.test.partner[t] = s;
    this.basis[s] = basis;
    this.confidence[s] = confidence;
  }

  /** Undoes a pair. */
  release(s: number): void {
    this.test.partner[this.source.partner[s]] = -1;
    this.source.partner[s] = -1;
  }

  /** Keeps two blocks from being paired again. */
  refuse(s: number, t: number): void {
    this.refusals.add(s * this.test.blocks.length + t);
  }

  /** Whether these two blocks are to be no pair. */
  refuses(s: number, t: number): boolean {
    return this.refusals.size > 0 && this.refusals.has(s * this.test.blocks.length + t);
  }

  /** Whether two blocks stand below blocks that are a pair. */
  parentsCorrespond(s: number, t: number): boolean {
    return this.source.partner[this.source.parent[s]] === this.test.parent[t];
  }

  /**
   * Whether a pair may be a move: containers may; a leaf by its kind and its length. A row's cells are all the evidence
   * that it is the same row, so between tables its length counts as a leaf's does; within its table it is known by being
   * among its fellows.
   */
  mayMove(s: number, t: number): boolean {
    if (!this.uses('move')) return false;
    if (this.source.kindClass[s] === KIND_CLASS.row && this.parentsCorrespond(s, t)) return true;
    return this.movable(this.source, s) && this.movable(this.test, t);
  }

  private movable(side: Side, block: number): boolean {
    const kindClass = side.kindClass[block];
    if (kindClass === KIND_CLASS.cell) return false;
    if (kindClass !== KIND_CLASS.row) {
      if (side.end[block] > block + 1) return true;
      if (!this.config.move_kinds.includes(side.blocks[block].kind)) return false;
    }
    return side.length(block) >= this.config.move_min_tokens;
  }

  /**
   * The similarity of two token sequences, or -1 when it is below `floor` or the budget is spent. A bound that needs no
   * evaluation goes first.
   */
  score(a: TokenIds, b: TokenIds, floor: number): number {
    const longer = Math.max(a.length, b.length);
    const shorter = Math.min(a.length, b.length);
    if (longer + shorter > 0 && (2 * shorter) / (longer + shorter) < floor) return -1;
    if (this.similarity.bound(a, b) < floor) return -1;
    if (this.similarity.evaluated >= this.config.max_comparisons) {
      this.exhausted = true;
      return -1;
    }
    const ratio = this.similarity.ratio(a, b);
    return ratio < floor ? -1 : ratio;
  }

  /**
   * How much of what is rare in either of two texts stands in both, 0..1: shared words count by how few of the blocks
   * that are still without a partner hold them. Ranks candidates that the measure, which takes every word for equal,
   * cannot tell apart; decides alone on nothing that the measure guards.
   */
  evidence(a: TokenIds, b: TokenIds): number {
    this.rarity ??= this.weighWords();
    if (this.tally.length < this.vocabulary.size) this.tally = new Int32Array(this.vocabulary.size * 2);
    const { tally } = this;
    let total = 0;
    for (let i = 0; i < a.length; i++) {
      tally[a[i]]++;
      total += this.rarityOf(a[i]);
    }
    let shared = 0;
    for (let j = 0; j < b.length; j++) {
      const weight = this.rarityOf(b[j]);
      total += weight;
      if (tally[b[j]]-- > 0) shared += weight;
    }
    for (let i = 0; i < a.length; i++) tally[a[i]] = 0;
    for (let j = 0; j < b.length; j++) tally[b[j]] = 0;
    return total === 0 ? 0 : (2 * shared) / total;
  }

  /** The inverse block frequency of a word; a word not seen when they were weighed counts as rare. */
  rarityOf(word: number): number {
    this.rarity ??= this.weighWords();
    return word < this.rarity.length ? this.rarity[word] : this.rarest;
  }

  private rarest = 1;

  private weighWords(): Float64Array {
    const texts: TokenIds[] = [];
    for (const side of [this.source, this.test]) {
      for (let i = 0; i < side.blocks.length; i++) {
        if (side.partner[i] < 0 && side.blocks[i].text !== '') texts.push(side.tokens(i));
      }
    }
    const frequency = new Int32Array(this.vocabulary.size);
    const seenIn = new Int32Array(this.vocabulary.size).fill(-1);
    texts.forEach((text, number) => {
      for (let i = 0; i < text.length; i++) {
        if (seenIn[text[i]] === number) continue;
        seenIn[text[i]] = number;
        frequency[text[i]]++;
      }
    });
    // A word that stands in every block still says a little: 0.1.
    this.rarest = Math.log((texts.length + 4) / 2) + 0.1;
    return Float64Array.from(frequency, (count) => Math.log((texts.length + 4) / (count + 1)) + 0.1);
  }
}

/** Every pair in which both blocks have children, in source document order. */
export function* containerPairs(run: Run): Generator<[source: number, test: number]> {
  for (let s = 0; s < run.source.blocks.length; s++) {
    const t = run.source.partner[s];
    if (t >= 0 && run.source.end[s] > s + 1 && run.test.end[t] > t + 1) yield [s, t];
  }
}

/** Those of some blocks that have no partner yet. */
export function unpaired(side: Side, siblings: readonly number[]): number[] {
  return siblings.filter((block) => side.partner[block] < 0);
}
