/** The scopes of one text that can be asked for by name, found by the place that an edit is to be made at. */
import { countBelow } from '../document/ascending.js';
import type { ScopeReading, ScopeSymbol } from '../scope/scope.js';
import { type ScopeName, ScopeNames } from './scope-names.js';

/** Scopes by their index in the reading. Offsets are code points. */
export class ScopeIndex {
  readonly symbols: readonly ScopeSymbol[];
  private readonly starts: readonly number[];
  private readonly names: ScopeNames;

  /**
   * @param headingLevel The level of the heading that a section of the text starts with; null for other scopes.
   */
  constructor(
    reading: ScopeReading,
    private readonly headingLevel: (symbol: ScopeSymbol) => number | null,
  ) {
    this.symbols = reading.symbols;
    this.names = new ScopeNames(reading.symbols);
    this.starts = reading.symbols.map((symbol) => symbol.start);
  }

  /**
   * The smallest scope that may hold an edit of `[start, end)`, whether or not a name selects it; null when none does. An
   * insertion must lie inside it, and not at its edge, where it could as well belong to what stands beside.
   * @param opens The level of the highest heading that is put in, which would end every section of that level or a lower one.
   */
  around(start: number, end: number, opens: number | null): number | null {
    let at: number | null = this.lastStart(start);
    // A symbol that starts last before a place may have ended before it; what holds the place then holds that symbol too.
    while (at !== null && !(this.holds(at, start, end) && this.stays(at, opens)))
      at = this.symbols[at].container;
    return at;
  }

  /** The outermost scope around one. */
  outermost(index: number): number {
    let at = index;
    for (let up = this.symbols[at].container; up !== null; up = this.symbols[at].container) at = up;
    return at;
  }

  private stays(index: number, opens: number | null): boolean {
    if (opens === null) return true;
    const level = this.headingLevel(this.symbols[index]);
    return level === null || level < opens;
  }

  /** The next larger scope that a name selects. */
  above(index: number): number | null {
    const { container } = this.symbols[index];
    return container === null ? null : this.named(container);
  }

  /** The name that selects this scope and no other; null when there is none. */
  name(index: number): ScopeName | null {
    return this.names.of(index);
  }

  size(index: number): number {
    return this.symbols[index].end - this.symbols[index].start;
  }

  private holds(index: number, start: number, end: number): boolean {
    const scope = this.symbols[index];
    return start === end
      ? scope.start < start && start < scope.end
      : scope.start <= start && end <= scope.end;
  }

  /** The scope itself, or the smallest one around it, that a name selects; null when none is selected. */
  named(index: number): number | null {
    let at: number | null = index;
    while (at !== null && this.name(at) === null) at = this.symbols[at].container;
    return at;
  }

  /** The last symbol that starts at or before a place. */
  private lastStart(place: number): number | null {
    const found = countBelow(this.starts, place + 1);
    return found === 0 ? null : found - 1;
  }
}
