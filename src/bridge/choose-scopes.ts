/** Which scopes to observe for a list of edits: the smallest that hold them, disjoint, and no more than a bundle may have. */
import type { ScopeIndex } from './scope-index.js';

/** What a bundle of observations may hold at most, by the contract of the patch service. */
export const MAX_BUNDLE_SCOPES = 32;
export const MAX_BUNDLE_CODE_POINTS = 65_536;

/** For each edit the scope that is to hold it, an index in the reading; or why there is no such choice. */
export type ScopeChoice =
  | { readonly scopes: readonly number[] }
  | { readonly fault: 'outside_every_scope'; readonly outside: readonly number[] }
  | { readonly fault: 'too_many_scopes' | 'scopes_too_large'; readonly count: number };

/** A change: its place in code points, and the level of the highest heading that it puts in, null without one. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly opens: number | null;
}

/** Chooses a scope for each of `places`. */
export function chooseScopes(index: ScopeIndex, places: readonly Place[]): ScopeChoice {
  const around = places.map(({ start, end, opens }) => index.around(start, end, opens));
  const unheld = missing(around);
  if (unheld.length > 0) return { fault: 'outside_every_scope', outside: unheld };
  const held = around as number[];
  // Each outermost scope takes at least one of the bundle: where they are too many, no name need be looked for.
  const roots = new Set(held.map((scope) => index.outermost(scope)));
  if (roots.size > MAX_BUNDLE_SCOPES) return { fault: 'too_many_scopes', count: roots.size };
  const smallest = held.map((scope) => index.named(scope));
  const unnamed = missing(smallest);
  if (unnamed.length > 0) return { fault: 'outside_every_scope', outside: unnamed };
  const holders = smallest as number[];
  const chosen = fewEnough(index, disjoint(index, new Set(holders)));
  if (chosen === null)
    return {
      fault: 'too_many_scopes',
      count: disjoint(index, new Set(holders.map((it) => top(index, it)))).size,
    };
  let size = 0;
  for (const scope of chosen) size += index.size(scope);
  if (size > MAX_BUNDLE_CODE_POINTS) return { fault: 'scopes_too_large', count: size };
  return { scopes: holders.map((holder) => outermost(index, holder, chosen)) };
}

function missing(scopes: readonly (number | null)[]): number[] {
  return scopes.flatMap((scope, i) => (scope === null ? [i] : []));
}

/** Leaves out every scope that another one holds. */
function disjoint(index: ScopeIndex, scopes: ReadonlySet<number>): Set<number> {
  return new Set([...scopes].map((scope) => outermost(index, scope, scopes)));
}

/** The outermost of `scopes` that holds this one, or is it. */
function outermost(index: ScopeIndex, scope: number, scopes: ReadonlySet<number>): number {
  let found = scope;
  for (let at: number | null = scope; at !== null; at = index.symbols[at].container)
    if (scopes.has(at)) found = at;
  return found;
}

function top(index: ScopeIndex, scope: number): number {
  let at = scope;
  for (let above = index.above(at); above !== null; above = index.above(at)) at = above;
  return at;
}

/** Takes enclosing scopes in the place of scopes, the smallest first, until a bundle holds them; null when none does. */
function fewEnough(index: ScopeIndex, scopes: ReadonlySet<number>): Set<number> | null {
  let chosen = new Set(scopes);
  if (chosen.size <= MAX_BUNDLE_SCOPES) return chosen;
  if (new Set([...chosen].map((scope) => top(index, scope))).size > MAX_BUNDLE_SCOPES) return null;
  while (chosen.size > MAX_BUNDLE_SCOPES) {
    let least: number | null = null;
    for (const scope of chosen) {
      const above = index.above(scope);
      if (above !== null && (least === null || index.size(above) < index.size(least))) least = above;
    }
    if (least === null) return null;
    chosen = disjoint(index, new Set([...chosen, least]));
  }
  return chosen;
}
