/** What an edit takes out of a program though it stands outside the edit: a comment or a text that it opens swallows it. */

import { textPieces } from '../change/text-edits.js';
import { CodePointIndex } from '../document/code-points.js';
import type { ScopeReading, ScopeSymbol } from '../scope/index.js';
import type { TextRange } from '../verify/outside-text.js';

/**
 * The symbols outside `ranges` that the text after the change has no more: by name and place in the structure, and those
 * that hold none of the ranges by their text too. Where the text after the change is not well-formed nothing can be said, and
 * nothing is lost.
 */
export function lostSymbols(
  before: string,
  source: ScopeReading,
  after: string,
  test: ScopeReading,
  ranges: readonly TextRange[],
): ScopeSymbol[] {
  const points = { source: new CodePointIndex(before), test: new CodePointIndex(after) };
  const textOf = (text: string, index: CodePointIndex, { start, end }: TextRange) =>
    text.slice(index.toUnit(start), index.toUnit(end));
  const outside = source.symbols.filter((it) => !ranges.some((range) => isIn(it, range)));
  const whole = new Set(outside.filter((it) => !ranges.some((range) => isIn(range, it))));
  const left = { texts: new Map<string, number>(), names: new Map<string, number>() };
  for (const symbol of test.symbols) {
    add(left.names, nameOf(symbol));
    add(left.texts, `${nameOf(symbol)} ${textOf(after, points.test, symbol)}`);
  }
  const placeOf = placesAfter(before, after, points);
  const isBroken = (symbol: ScopeSymbol) => {
    const { start, end } = placeOf(symbol);
    return test.skipped.some((part) => part.start < end && start < part.end);
  };
  return outside.filter((symbol) => {
    const found = whole.has(symbol)
      ? take(left.texts, `${nameOf(symbol)} ${textOf(before, points.source, symbol)}`)
      : take(left.names, nameOf(symbol));
    return !found && !isBroken(symbol);
  });
}

/** Where a part of the text before the change stands after it. */
function placesAfter(
  before: string,
  after: string,
  points: { readonly source: CodePointIndex; readonly test: CodePointIndex },
): (part: TextRange) => TextRange {
  const pieces = textPieces(before, after);
  const moved = (point: number) => {
    const unit = points.source.toUnit(point);
    let shift = 0;
    for (const { start, end, text } of pieces) if (end <= unit) shift += text.length - (end - start);
    return points.test.toPoint(Math.max(0, unit + shift));
  };
  return ({ start, end }) => ({ start: moved(start), end: moved(end) });
}

function isIn(inner: TextRange, outer: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/**
 * What a symbol is known by, whatever the symbols beside it are: the number of an element and the parameters that tell
 * overloads apart depend on those.
 */
function nameOf({ kind, parent, name, overload_of }: ScopeSymbol): string {
  const isItem = kind === 'object' || kind === 'config_item';
  const bare = (path: string | null) => (isItem ? (path?.replace(/\[\d+\]/g, '[]') ?? null) : path);
  return JSON.stringify([kind, bare(parent), overload_of ?? bare(name)]);
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Whether one of this key is left; it is then used up. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
