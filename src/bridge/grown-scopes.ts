/**
 * What is put at the edge of a scope of a program may be the scope's own: a line at the end of a Python function, a comment
 * above a declaration. Whether it is, the text after the change tells.
 */
import { CodePointIndex, codePointLength } from '../document/code-points.js';
import type { ScopeReading, ScopeSymbol } from '../scope/index.js';
import type { OutsideText } from '../verify/outside-text.js';

/**
 * Whether an insertion stands at the edge of one of `scopes`, white space apart, and the scope of that name and place in the
 * structure holds it after the change.
 */
export function growsInto(
  before: string,
  test: ScopeReading,
  scopes: readonly ScopeSymbol[],
): (change: OutsideText) => boolean {
  const points = new CodePointIndex(before);
  const isBlank = (from: number, to: number) =>
    before.slice(points.toUnit(from), points.toUnit(to)).trim() === '';
  return ({ start, end, testStart, added }) => {
    if (start !== end || added.trim() === '') return false;
    const first = testStart + codePointLength(added) - codePointLength(added.trimStart());
    const last = testStart + codePointLength(added.trimEnd());
    return scopes.some((scope) => {
      const atEdge =
        (start >= scope.end && isBlank(scope.end, start)) ||
        (start <= scope.start && isBlank(start, scope.start));
      const grown = atEdge ? sameIn(test, scope) : null;
      return grown !== null && grown.start <= first && last <= grown.end;
    });
  };
}

/** The one symbol of the same name and place; null where there is none, or more than one. */
function sameIn({ symbols }: ScopeReading, { kind, parent, name }: ScopeSymbol): ScopeSymbol | null {
  const found = symbols.filter((it) => it.kind === kind && it.parent === parent && it.name === name);
  return found.length === 1 ? found[0] : null;
}
