/** Finding symbols in a reading. Selection gives exactly one symbol or says why not; it never picks between two. */
import type { ScopeKind, ScopeReading, ScopeSymbol } from './scope.js';

/** What a selection asks for. */
export interface ScopeSelector {
  /** A symbol's exact name, or `parent.name`; more of the enclosing names may stand before it, outermost first. */
  readonly name: string;
  /** Only symbols of this kind; null or left out for any. */
  readonly kind?: ScopeKind | string | null;
}

/** The outcome of a selection. Candidates are the symbols that match, in document order. */
export type ScopeSelection =
  | { readonly status: 'selected'; readonly symbol: ScopeSymbol; readonly index: number }
  | { readonly status: 'not_found' }
  | { readonly status: 'ambiguous'; readonly candidates: readonly ScopeSymbol[] };

/**
 * Whether `name` names the symbol: its own name, or that with its parent's or its enclosing symbols' before it. The name that
 * overloads share names each of them.
 */
export function isNamed(symbols: readonly ScopeSymbol[], symbol: ScopeSymbol, name: string): boolean {
  const { overload_of } = symbol;
  if (
    overload_of !== undefined &&
    isNamed(symbols, { ...symbol, name: overload_of, overload_of: undefined }, name)
  )
    return true;
  let rest = name;
  let at: ScopeSymbol = symbol;
  for (;;) {
    if (rest === at.name) return true;
    if (!rest.endsWith(`.${at.name}`)) return false;
    rest = rest.slice(0, rest.length - at.name.length - 1);
    if (rest === at.parent) return true;
    if (at.container === null) return false;
    at = symbols[at.container];
  }
}

/** Selects the one symbol that a selector names. */
export function selectScope(reading: ScopeReading, selector: ScopeSelector): ScopeSelection {
  const { symbols } = reading;
  const found: number[] = [];
  for (let i = 0; i < symbols.length; i++) {
    if (selector.kind != null && symbols[i].kind !== selector.kind) continue;
    if (isNamed(symbols, symbols[i], selector.name)) found.push(i);
  }
  if (found.length === 0) return { status: 'not_found' };
  if (found.length > 1) return { status: 'ambiguous', candidates: found.map((i) => symbols[i]) };
  return { status: 'selected', symbol: symbols[found[0]], index: found[0] };
}

/** What a list of candidates is narrowed by. */
export interface ScopeFilter {
  /** A part of `name` or of `parent.name`, upper and lower case alike; null or left out for all. */
  readonly query?: string | null;
  readonly kind?: ScopeKind | string | null;
}

/** The symbols that pass a filter, in document order. */
export function filterScopes(reading: ScopeReading, filter: ScopeFilter = {}): ScopeSymbol[] {
  const query = filter.query?.toLowerCase();
  return reading.symbols.filter(
    (symbol) =>
      (filter.kind == null || symbol.kind === filter.kind) &&
      (query === undefined ||
        (symbol.parent === null ? symbol.name : `${symbol.parent}.${symbol.name}`)
          .toLowerCase()
          .includes(query)),
  );
}

/** The smallest symbol whose range holds code points `start` to `end`; undefined when none does. */
export function enclosingScope(reading: ScopeReading, start: number, end: number): ScopeSymbol | undefined {
  let smallest: ScopeSymbol | undefined;
  for (const symbol of reading.symbols) {
    if (symbol.start > start) break;
    if (
      symbol.end >= end &&
      (smallest === undefined || symbol.end - symbol.start <= smallest.end - smallest.start)
    )
      smallest = symbol;
  }
  return smallest;
}
