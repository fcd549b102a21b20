/** The shortest name by which an observation selects a scope and no other. */
import type { ScopeSymbol } from '../scope/scope.js';
import { isNamed } from '../scope/select.js';

/** What `selections` of an observation names a scope by. */
export interface ScopeName {
  readonly symbol_name: string;
  readonly kind: string;
}

/** Finds names as {@link selectScope} would judge them, without looking at every symbol for each. */
export class ScopeNames {
  private readonly known = new Map<number, ScopeName | null>();
  /** Symbols by their own name and their kind. */
  private readonly byName = new Map<string, number[]>();

  constructor(private readonly symbols: readonly ScopeSymbol[]) {
    symbols.forEach(({ name, kind, overload_of }, i) => {
      this.add(`${kind} ${name}`, i);
      if (overload_of !== undefined) this.add(`${kind} ${overload_of}`, i);
    });
  }

  private add(key: string, index: number): void {
    const list = this.byName.get(key);
    if (list === undefined) this.byName.set(key, [index]);
    else list.push(index);
  }

  /** The name of a symbol: its own, or that with as many of the names around it as it takes; null when none is enough. */
  of(index: number): ScopeName | null {
    let name = this.known.get(index);
    if (name === undefined) this.known.set(index, (name = this.find(index)));
    return name;
  }

  private find(index: number): ScopeName | null {
    const { kind } = this.symbols[index];
    for (const symbol_name of this.spellings(index)) {
      if (this.selectsOne(symbol_name, kind)) return { symbol_name, kind };
    }
    return null;
  }

  /** What may stand for a symbol, the shortest first. */
  private *spellings(index: number): Iterable<string> {
    const { name, parent, container } = this.symbols[index];
    yield name;
    if (parent !== null) yield `${parent}.${name}`;
    let path = name;
    for (let at = container; at !== null; at = this.symbols[at].container) {
      path = `${this.symbols[at].name}.${path}`;
      yield path;
    }
  }

  /** Whether a name selects one symbol only. What it can name is called by it, or by what follows one of its dots. */
  private selectsOne(name: string, kind: string): boolean {
    let count = 0;
    for (let from = 0; ; ) {
      for (const i of this.byName.get(`${kind} ${name.slice(from)}`) ?? []) {
        if (isNamed(this.symbols, this.symbols[i], name) && ++count > 1) return false;
      }
      const dot = name.indexOf('.', from);
      if (dot < 0) return count === 1;
      from = dot + 1;
    }
  }
}
