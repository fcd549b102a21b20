/**
 * What stands beside a block's wire form: where it came from, and spans that nobody has read yet. Both are private fields
 * of the block itself, so that nobody sees them who lists, compares or writes it.
 */
import type { Block, Span } from './block.js';

/** Where a block came from: the range of the original text that it covers, in code points, end exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** Spans, or what finds them when somebody reads them. */
export type SpanSource = readonly Span[] | (() => readonly Span[]) | SpanFinder;

/** Finds a block's spans; it is asked once. */
export interface SpanFinder {
  findSpans(): readonly Span[];
}

type RangeSource = SourceRange | (() => SourceRange);

/** A constructor that gives back what it is given, so that a class below can add private fields to it. */
class Given {
  constructor(block: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the private fields of the subclass go onto the block itself.
    return block;
  }
}

/** WeakMaps would do the same, and cost a third of the time of reading a long document in garbage collection. */
class Beside extends Given {
  #range: RangeSource | undefined;
  #spans: SpanSource;

  constructor(block: object, range: RangeSource | undefined, spans: SpanSource) {
    super(block);
    this.#range = range;
    this.#spans = spans;
  }

  static setRange(block: Block, range: RangeSource): void {
    if (#range in block) (block as unknown as Beside).#range = range;
    else new Beside(block, range, NO_SPANS);
  }

  static replace(block: object, range: RangeSource, spans: SpanSource): void {
    (block as Beside).#range = range;
    (block as Beside).#spans = spans;
  }

  static range(block: Block): SourceRange | undefined {
    if (!(#range in block)) return undefined;
    const beside = block as unknown as Beside;
    if (typeof beside.#range === 'function') beside.#range = beside.#range();
    return beside.#range;
  }

  static spans(block: object): readonly Span[] {
    const beside = block as Beside;
    const source = beside.#spans;
    if (typeof source === 'function') beside.#spans = source();
    else if ('findSpans' in source) beside.#spans = source.findSpans();
    return beside.#spans as readonly Span[];
  }
}

const NO_SPANS: readonly Span[] = Object.freeze([]);

/**
 * The property `spans` of a block whose spans are found when they are read. One function for all blocks: with one of its
 * own for each, every block would have a layout of its own too, eight times as large and thirty times as slow to make.
 */
const LAZY_SPANS: PropertyDescriptor = {
  get(this: object) {
    return Beside.spans(this);
  },
  enumerable: true,
  configurable: true,
};

/** Gives a block in the making the property `spans`; {@link setBeside} must follow. */
export function defineLazySpans(block: object): void {
  Object.defineProperty(block, 'spans', LAZY_SPANS);
}

/** Records a new block's range, and what finds its spans where those are lazy. */
export function setBeside(block: object, range: RangeSource | undefined, spans: SpanSource = NO_SPANS): void {
  new Beside(block, range, spans);
}

/** Gives a block that has a range, and lazy spans, others in their place. */
export function replaceBeside(block: object, range: RangeSource, spans: SpanSource): void {
  Beside.replace(block, range, spans);
}

/** Records a block's range. Readers call this; a function is asked once, when somebody wants the range. */
export function setSourceRange(block: Block, range: SourceRange | (() => SourceRange)): void {
  Beside.setRange(block, range);
}

/** The range of the original text that `block` covers, in code points; undefined when its reader recorded none. */
export function sourceRange(block: Block): SourceRange | undefined {
  return Beside.range(block);
}
