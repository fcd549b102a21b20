/** The scopes of one text that can be asked for by name, found by the place that an edit is to be made at. */
import type { ScopeReading, ScopeSymbol } from '../scope/scope.js';
import { selectScope } from '../scope/select.js';

/** What `selections` of an observation names a scope by. */
export interface ScopeName {
  readonly symbol_name: string;
  readonly kind: string;
}

/** Scopes by their index in the reading. Offsets are code points. */
export class ScopeIndex {
  readonly symbols: readonly ScopeSymbol[];
  private readonly starts: readonly number[];
  private readonly names = new Map<number, ScopeName | null>();

  /**
   * @param headingLevel The level of the heading that a section of the text starts with; null for other scopes.
   */
  constructor(
    private readonly reading: ScopeReading,
    private readonly headingLevel: (symbol: ScopeSymbol) => number | null,
  ) {
    this.symbols = reading.symbols;
    this.starts = reading.symbols.map((symbol) => symbol.start);
  }

  /**
   * The smallest scope that may hold an edit of `[start, end)` and that a name selects; null when none does. An insertion
   * must lie inside it, and not at its edge, where it could as well belong to what stands beside.
   * @param opens The level of the highest heading that is put in, which would end every section of that level or a lower one.
   */
  around(start: number, end: number, opens: number | null = null): number | null {
    let at: number | null = this.lastStart(start);
    // A symbol that starts last before a place may have ended before it; what holds the place then holds that symbol too.
    while (at !== null && !(this.holds(at, start, end) && this.stays(at, opens)))
      at = this.symbols[at].container;
    return at === null ? null : this.named(at);
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
    let known = this.names.get(index);
    if (known === undefined) this.names.set(index, (known = this.findName(index)));
    return known;
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

  private named(index: number): number | null {
    let at: number | null = index;
    while (at !== null && this.name(at) === null) at = this.symbols[at].container;
    return at;
  }

  private findName(index: number): ScopeName | null {
    const { name, kind, parent, container } = this.symbols[index];
    const spelt = [name];
    if (parent !== null) spelt.push(`${parent}.${name}`);
    let path = name;
    for (let at = container; at !== null; at = this.symbols[at].container) {
      path = `${this.symbols[at].name}.${path}`;
      if (path !== spelt[1]) spelt.push(path);
    }
    for (const symbol_name of spelt) {
      const found = selectScope(this.reading, { name: symbol_name, kind });
      if (found.status === 'selected' && found.index === index) return { symbol_name, kind };
      if (found.status === 'not_found') break;
    }
    return null;
  }

  /** The last symbol that starts at or before a place. */
  private lastStart(place: number): number | null {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= place) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : low - 1;
  }
}
