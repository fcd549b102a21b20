/**
 * What changed of two blocks that correspond though their words did not: where links lead, pictures, what is quoted or code,
 * the depth of a heading, emphasis, breaks, raw HTML, front matter, characters that nobody sees. A comparison does not
 * tell of it; whoever holds an edit to a scope has to know.
 */
import type { UnitRange } from '../apply/raw-side.js';
import type { Comparison } from '../compare/comparison.js';
import type { Block, BlockTree } from '../document/block.js';
import { sourceRange } from '../document/range.js';
import { type TurnedLink, turnedLinks } from './link-targets.js';
import type { MarkSort } from './marks.js';
import { MarkedSide, type PlacedMark, seenLength } from './placed-marks.js';
import { matchedStretches } from './rendering.js';
import { standingElsewhere } from './scope-moves.js';

/** What of a block, or between the blocks in it, changed though no words did. */
export interface MarkupChange {
  /** The block whose own text holds it, or between whose blocks it stands. */
  readonly source_address: string;
  readonly test_address: string;
  /** The lines of the first of these, or those on which the blocks begin; from 1, null where the texts are not at hand. */
  readonly source_line: number | null;
  readonly test_line: number | null;
  /** What is there no more, and what is there instead: each as its kind and what it says, `link https://example.org`. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** `elsewhere`: nothing there did it, but what was changed in another place, as the definition of a link. */
  readonly cause: 'here' | 'elsewhere';
}

/** A change of markup with what else is known of it. */
export interface FoundMarkup extends MarkupChange {
  /** Where what has gone stood in the original, or else the own text of the block; in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** What its marks are about. */
  readonly sorts: ReadonlySet<MarkSort>;
  /** The links in it that a definition elsewhere turned. */
  readonly turned: readonly TurnedLink[];
}

/** The texts that were compared, as far as they are at hand. */
export interface VerifiedTexts {
  readonly original?: string | undefined;
  readonly edited?: string | undefined;
}

/** Both documents as texts and blocks. */
export interface MarkedSides {
  readonly source: MarkedSide;
  readonly test: MarkedSide;
}

/** Both sides with their texts; null where a text is missing, or its blocks do not say where they stand in it. */
export function markedSides(
  { source, test, config }: Comparison,
  { original, edited }: VerifiedTexts,
): MarkedSides | null {
  if (original === undefined || edited === undefined || !hasRanges(source) || !hasRanges(test)) return null;
  return {
    source: new MarkedSide(original, source, config.source_format),
    test: new MarkedSide(edited, test, config.test_format),
  };
}

function hasRanges({ root }: BlockTree): boolean {
  return root.children.length === 0 || sourceRange(root.children[0]) !== undefined;
}

/**
 * Every such change between two blocks that correspond, in the order of the alignment. Without the texts only what the trees
 * tell, quotation and code, is known. Of two formats only what both can have is compared.
 */
export function markupChanges(comparison: Comparison, sides: MarkedSides | null): FoundMarkup[] {
  return sides === null ? changesOfTrees(comparison) : new Markups(comparison, sides).changes();
}

function changesOfTrees({ alignment, source, test }: Comparison): FoundMarkup[] {
  const itemsOf = (tree: BlockTree): Map<string, readonly string[]> => {
    const found = new Map<string, readonly string[]>();
    const add = (block: Block): void => {
      const { language } = block.attrs;
      const code =
        typeof language === 'string' ? [`code ${language}`] : block.role === 'code' ? ['code'] : [];
      found.set(block.path, block.role === 'quote' ? ['quotation', ...code] : code);
      block.children.forEach(add);
    };
    add(tree.root);
    return found;
  };
  const [before, after] = [itemsOf(source), itemsOf(test)];
  return alignment.pairs.flatMap(({ source_path, test_path }): FoundMarkup[] => {
    const [mine, theirs] = [before.get(source_path) ?? [], after.get(test_path) ?? []];
    const [gone, come] = [without(mine, theirs, same), without(theirs, mine, same)];
    if (gone.length + come.length === 0) return [];
    return [
      {
        start: 0,
        end: 0,
        source_address: source_path,
        test_address: test_path,
        source_line: null,
        test_line: null,
        gone,
        come,
        cause: 'here',
        sorts: new Set(['content']),
        turned: [],
      },
    ];
  });
}

const same = (one: string): string => one;

/** The entries of `list` that `others` has not as often. */
function without<T>(list: readonly T[], others: readonly T[], key: (entry: T) => string): T[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(key(one), (left.get(key(one)) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(key(one)) ?? 0;
    left.set(key(one), count - 1);
    return count <= 0;
  });
}

class Markups {
  private readonly partner = new Map<number, number>();
  /** Blocks of the source that kept their place, and their partners: what stands behind one can be told by it. */
  private readonly anchors = { source: new Map<number, number>(), test: new Map<number, number>() };
  private readonly sameFormat: boolean;

  constructor(
    comparison: Comparison,
    private readonly sides: MarkedSides,
  ) {
    const { source, test } = sides;
    const { pairs } = comparison.alignment;
    this.sameFormat = comparison.config.source_format === comparison.config.test_format;
    const moved = standingElsewhere(comparison);
    for (const { source_path, test_path } of pairs) {
      const [i, j] = [source.raw.index.at(source_path), test.raw.index.at(test_path)];
      this.partner.set(i, j);
      if (moved.has(test_path)) continue;
      this.anchors.source.set(i, i);
      this.anchors.test.set(j, i);
    }
  }

  changes(): FoundMarkup[] {
    this.walk();
    const turned = this.turned();
    const found: FoundMarkup[] = [];
    for (const [i, j] of this.partner) {
      const change = this.change(i, j, turned.get(i) ?? []);
      if (change !== null) found.push(change);
    }
    return found;
  }

  /** Walks the stretches of Markdown that are not the same on both sides, and those whose blocks have partners there. */
  private walk(): void {
    const { source, test } = this.sides;
    const [a, b] = [source.markdown, test.markdown];
    const matched =
      a === null || b === null
        ? { source: new Map<number, number>(), test: new Map<number, number>() }
        : matchedStretches(a, b);
    const queue: ['source' | 'test', number][] = [];
    const seen = { source: new Set<number>(), test: new Set<number>() };
    const need = (side: 'source' | 'test', stretch: number): void => {
      if (seen[side].has(stretch)) return;
      seen[side].add(stretch);
      queue.push([side, stretch]);
    };
    for (const side of ['source', 'test'] as const) {
      this.sides[side].markdown?.stretches.forEach((_, k) => {
        if (!matched[side].has(k)) need(side, k);
      });
    }
    if (a !== null && b !== null) {
      for (const [i, j] of this.partner) {
        const k = a.at(source.raw.tile(i).start);
        const l = b.at(test.raw.tile(j).start);
        // The root and the sections have no text of their own.
        if (source.ownText(i) === '' || matched.source.get(k) === l) continue;
        need('source', k);
        need('test', l);
      }
    }
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [side, stretch] = next;
      this.sides[side].walk(stretch);
      const other = matched[side].get(stretch);
      if (other !== undefined) need(side === 'source' ? 'test' : 'source', other);
    }
  }

  private turned(): Map<number, TurnedLink[]> {
    const { source, test } = this.sides;
    const found = new Map<number, TurnedLink[]>();
    if (source.markdown === null || test.markdown === null) return found;
    for (const link of turnedLinks(source.markdown, test.markdown)) {
      const { block } = source.ownerAt(link.start);
      const known = found.get(block);
      if (known === undefined) found.set(block, [link]);
      else known.push(link);
    }
    return found;
  }

  private change(i: number, j: number, turned: readonly TurnedLink[]): FoundMarkup | null {
    const { source, test } = this.sides;
    const isSame = source.ownText(i) === test.ownText(j) && source.textBetween(i) === test.textBetween(j);
    const [mine, theirs] = [this.marks('source', i, j, isSame), this.marks('test', i, j, isSame)];
    const words = source.raw.block(i).text === test.raw.block(j).text;
    // Counted from the end, so that another label in front moves no mark; what stands around the label is at its edge.
    const most = this.isRenumbered(i, j) ? seenLength(source.raw.block(i).text) : Number.POSITIVE_INFINITY;
    const key = (mark: PlacedMark, side: 'source' | 'test'): string =>
      words || mark.after !== null ? `${mark.says}\u0000${this.place(mark, side, most)}` : mark.says;
    const keyed = (side: 'source' | 'test') => (mark: PlacedMark) => ({ mark, key: key(mark, side) });
    const [a, b] = [mine.map(keyed('source')), theirs.map(keyed('test'))];
    const keyOf = (entry: { key: string }) => entry.key;
    const gone = without(a, b, keyOf).map(({ mark }) => mark);
    const come = without(b, a, keyOf).map(({ mark }) => mark);
    if (gone.length + come.length + turned.length === 0) return null;
    const sorts = new Set([...gone, ...come].map(({ sort }) => sort));
    if (turned.length > 0) sorts.add('content');
    return {
      ...placeOf(gone, source.raw.tile(i)),
      source_address: source.raw.block(i).path,
      test_address: test.raw.block(j).path,
      source_line: gone.length > 0 ? source.lineAt(gone[0].at) : source.lineOf(i),
      test_line: come.length > 0 ? test.lineAt(come[0].at) : test.lineOf(j),
      gone: [...this.told(gone, come, 'source'), ...turned.map(({ name, removed }) => told(name, removed))],
      come: [...this.told(come, gone, 'test'), ...turned.map(({ name, added }) => told(name, added))],
      // What stands between blocks may be the same, and stand elsewhere among them.
      cause: [...gone, ...come].every(({ after }) => isSame && after === null) ? 'elsewhere' : 'here',
      sorts,
      turned,
    };
  }

  private isRenumbered(i: number, j: number): boolean {
    const { source, test } = this.sides;
    return source.raw.block(i).label !== test.raw.block(j).label;
  }

  private marks(side: 'source' | 'test', i: number, j: number, isSame: boolean): readonly PlacedMark[] {
    const block = side === 'source' ? i : j;
    const marks = this.sides[side].marksOf(block);
    const renumbered = this.isRenumbered(i, j);
    const known = marks.filter(({ sort }) =>
      // A label says the number, and the comparison its change.
      this.sameFormat ? sort !== 'number' || !renumbered : sort === 'content',
    );
    return isSame ? known : [...known, ...this.sides[side].invisible(block)];
  }

  /** A mark's place, in terms that both sides share. */
  private place({ start, end, after }: PlacedMark, side: 'source' | 'test', most: number): string {
    if (after === null) return `${Math.min(start, most)} ${Math.min(end, most)}`;
    const anchors = this.anchors[side];
    let at = after;
    while (at > 0 && !anchors.has(at)) at--;
    return `after ${anchors.get(at) ?? 0}`;
  }

  /** Marks by what they say; where the other side says the same of another place, by their place too. */
  private told(
    marks: readonly PlacedMark[],
    others: readonly PlacedMark[],
    side: 'source' | 'test',
  ): string[] {
    const said = new Set(others.map(({ says }) => says));
    return marks.map((mark) => {
      const { says, where, after } = mark;
      if (!said.has(says)) return says;
      return after === null
        ? `${says} ${where}`.trimEnd()
        : `${says} after ${this.sides[side].raw.block(after).path}`;
    });
  }
}

function placeOf(gone: readonly PlacedMark[], tile: UnitRange): UnitRange {
  const places = gone.map(({ at }) => at);
  return places.length === 0
    ? tile
    : { start: places.reduce((a, b) => Math.min(a, b)), end: places.reduce((a, b) => Math.max(a, b)) };
}

function told(name: string, says: string): string {
  return name === '' ? `definitions ${says}` : `${name.startsWith('^') ? 'note' : 'link'} [${name}] ${says}`;
}
