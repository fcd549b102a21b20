/**
 * Where the text outside a scope differs, whatever the blocks say. What no change of words or of markup explains is layout;
 * that it is, is tried: with these differences undone, the document must show the same.
 */
import type { Comparison } from '../compare/comparison.js';
import { CodePointIndex } from '../document/code-points.js';
import type { JudgedWords } from './judge.js';
import type { FoundMarkup, MarkedSides } from './markup.js';
import { type OutsideText, outsideOf, type TextRange } from './outside-text.js';
import type { MarkedSide } from './placed-marks.js';
import { Rendering } from './rendering.js';
import type { ScopeRoot } from './scope.js';
import { documentRanges, isJudged, liesIn } from './scope-ranges.js';

/** A stretch of the text outside the scope that differs and shows the same. */
export interface LayoutChange {
  /** The block in whose text it lies, or between whose blocks. */
  readonly source_address: string;
  readonly test_address: string;
  /** Lines from 1. */
  readonly source_line: number;
  readonly test_line: number;
  readonly removed: string;
  readonly added: string;
}

/** A difference outside the scope, and the block (by its address in the original) whose markup it changed. */
export interface OutsidePiece extends OutsideText {
  readonly markup: string | null;
}

/** What of the text differs outside the scope. */
export interface Outside {
  /** All of it but what lies in strays. */
  readonly pieces: readonly OutsidePiece[];
  /** Changes of what is shown that nothing else tells of. */
  readonly unseen: readonly FoundMarkup[];
  readonly layout: readonly LayoutChange[];
}

/** What is known already. */
interface Known {
  readonly scope: readonly ScopeRoot[];
  /** Ranges of the original that may change beside the scope's. */
  readonly ranges: readonly TextRange[];
  readonly words: JudgedWords;
  readonly markup: readonly FoundMarkup[];
}

/** The most places that are tried one by one; more of them are one change. */
const MOST_TRIED = 16;
/** The most characters that the grammar is given for it: about a second's work where every word is marked up. */
const MOST_PARSED = 100_000;

/** Of two formats, and without the texts, there is nothing to hold against each other. */
export function outsidePieces(comparison: Comparison, sides: MarkedSides | null, known: Known): Outside {
  const { source_format, test_format } = comparison.config;
  if (sides === null || source_format !== test_format) return { pieces: [], unseen: [], layout: [] };
  const [before, after] = [sides.source.raw.text, sides.test.raw.text];
  const { scope, words, markup } = known;
  const ranges = [...known.ranges, ...documentRanges(comparison.source, before, scope)];
  const differing = outsideOf(before, after, ranges, { edges: true });
  if (differing.length === 0) return { pieces: [], unseen: [], layout: [] };
  const judged = isJudged(comparison, words, before, after);
  const told = liesIn(comparison, [...words.within, ...words.exempted], before, after);
  const owners = new Owners(sides, before, after);
  const here = markup.filter(({ cause }) => cause === 'here');
  const marked = {
    source: new Map(here.map((change) => [change.source_address, change])),
    test: new Map(here.map((change) => [change.test_address, change])),
  };
  const pieces: OutsidePiece[] = [];
  const rest: Placed[] = [];
  const beside: (Placed & { readonly change: FoundMarkup })[] = [];
  for (const piece of differing) {
    if (judged(piece)) continue;
    const [source, test] = owners.of(piece);
    const change = marked.source.get(source) ?? marked.test.get(test);
    if (change !== undefined) {
      beside.push({ piece, source, test, change });
      continue;
    }
    pieces.push({ ...piece, markup: null });
    if (!told(piece)) rest.push({ piece, source, test });
  }
  // Beside a change of markup there may be others of layout.
  const shown = new Rendering(after, source_format);
  const layout = settingAside(beside, after, shown);
  for (const one of beside) {
    pieces.push({ ...one.piece, markup: layout.has(one) ? null : one.change.source_address });
  }
  const unseen = altering(rest, after, shown);
  return {
    pieces: pieces.sort(inOrder),
    unseen: bySource(unseen).map((group) => unseenChange(group, owners)),
    layout: [...layout, ...rest.filter((one) => !unseen.includes(one))]
      .sort((a, b) => inOrder(a.piece, b.piece))
      .map(({ piece, source, test }) => ({
        source_address: source,
        test_address: test,
        source_line: piece.line,
        test_line: owners.testLine(piece),
        removed: piece.removed,
        added: piece.added,
      })),
  };
}

/** A difference with the addresses of what holds it. */
interface Placed {
  readonly piece: OutsideText;
  readonly source: string;
  readonly test: string;
}

/** Whose text holds a difference. */
class Owners {
  private readonly points: { readonly source: CodePointIndex; readonly test: CodePointIndex };

  constructor(
    private readonly sides: MarkedSides,
    before: string,
    after: string,
  ) {
    this.points = { source: new CodePointIndex(before), test: new CodePointIndex(after) };
  }

  of({ start, end, testStart, testEnd }: OutsideText): [source: string, test: string] {
    const at = (side: MarkedSide, points: CodePointIndex, from: number, to: number): string => {
      // What is put in at the very end of a block's text stands behind its last sign.
      const unit = points.toUnit(from);
      const own = side.ownerAt(unit);
      const before = from === to && own.between && unit > 0 ? side.ownerAt(unit - 1) : own;
      return side.raw.block(before.between ? own.block : before.block).path;
    };
    return [
      at(this.sides.source, this.points.source, start, end),
      at(this.sides.test, this.points.test, testStart, testEnd),
    ];
  }

  sourceUnit(point: number): number {
    return this.points.source.toUnit(point);
  }

  testLine({ testStart }: OutsideText): number {
    return this.sides.test.lineAt(this.points.test.toUnit(testStart));
  }
}

const inOrder = (a: OutsideText, b: OutsideText): number => a.start - b.start || a.testStart - b.testStart;

/** Those of some differences that alter nothing, though others of the same blocks do. */
function settingAside(beside: readonly Placed[], after: string, shown: Rendering): ReadonlySet<Placed> {
  const spaces = beside.filter(({ piece }) => `${piece.removed}${piece.added}`.trim() === '');
  const free = new Set<Placed>();
  if (spaces.length > 0 && shown.isLike(without(after, spaces))) {
    for (const one of spaces) free.add(one);
  }
  const left = beside.filter((one) => !free.has(one));
  const budget = { left: MOST_PARSED };
  for (const one of left.slice(0, MOST_TRIED)) {
    if (shown.isLike(without(after, [one]), budget)) free.add(one);
  }
  return free;
}

/** Those differences without which the document would show something else. */
function altering(rest: readonly Placed[], after: string, shown: Rendering): readonly Placed[] {
  if (rest.length === 0 || shown.isLike(without(after, rest))) return [];
  const groups = bySource(rest);
  if (groups.length > MOST_TRIED) return rest;
  const budget = { left: MOST_PARSED };
  const found = groups.filter((group) => !shown.isLike(without(after, group), budget));
  return found.length === 0 ? rest : found.flat();
}

function bySource(rest: readonly Placed[]): Placed[][] {
  const groups = new Map<string, Placed[]>();
  for (const one of rest) {
    const known = groups.get(one.source);
    if (known === undefined) groups.set(one.source, [one]);
    else known.push(one);
  }
  return [...groups.values()];
}

/** The text after the change with some of the differences undone. */
function without(after: string, undone: readonly Placed[]): string {
  const points = new CodePointIndex(after);
  let text = '';
  let at = 0;
  for (const { piece } of [...undone].sort((a, b) => a.piece.testStart - b.piece.testStart)) {
    text += after.slice(at, points.toUnit(piece.testStart)) + piece.removed;
    at = points.toUnit(piece.testEnd);
  }
  return text + after.slice(at);
}

function unseenChange(group: readonly Placed[], owners: Owners): FoundMarkup {
  const [{ piece, source, test }] = group;
  const told = (side: 'removed' | 'added') =>
    group.flatMap((one) => (one.piece[side] === '' ? [] : [`text ${one.piece[side]}`]));
  return {
    start: owners.sourceUnit(piece.start),
    end: owners.sourceUnit(piece.end),
    source_address: source,
    test_address: test,
    source_line: piece.line,
    test_line: owners.testLine(piece),
    gone: told('removed'),
    come: told('added'),
    cause: 'here',
    sorts: new Set(['content']),
    turned: [],
  };
}
