/**
 * All occurrences of many short texts in one pass (Aho and Corasick). A text of a million characters is searched for a
 * thousand needles in about the time in which the engine's own search finds some dozens of them one by one.
 */

/** Longer needles are left to a search of their own, which leaps ahead by nearly their length. */
export const MAX_NEEDLE = 64;

/**
 * The start indexes (UTF-16) of each needle in `text`, ascending, overlapping ones counted; null when there are more than
 * `maxHits` of them together. Needles must be distinct, not empty and at most {@link MAX_NEEDLE} units long.
 */
export function findEach(
  text: string,
  needles: readonly string[],
  maxHits: number,
): Map<string, number[]> | null {
  const automaton = new Automaton(needles);
  const hits = needles.map((): number[] => []);
  let total = 0;
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    state = automaton.step(state, text.charCodeAt(i));
    for (let node = automaton.firstOutput(state); node !== 0; node = automaton.nextOutput(node)) {
      if (++total > maxHits) return null;
      const needle = automaton.needleAt(node);
      hits[needle].push(i + 1 - needles[needle].length);
    }
  }
  return new Map(needles.map((needle, i) => [needle, hits[i]]));
}

/** States are numbered from the root, 0. The edges stand in one hash table, keyed by state and character. */
class Automaton {
  private readonly edgeState: Int32Array;
  private readonly edgeUnit: Uint16Array;
  private readonly edgeTarget: Int32Array;
  private readonly mask: number;
  /** The root's edges, which most characters of a text ask for. */
  private readonly rootEdges = new Int32Array(0x10000);
  /** The state of the longest proper suffix that is a prefix of a needle. */
  private readonly fallback: Int32Array;
  /** The needle that ends in a state; -1 where none does. */
  private readonly ending: Int32Array;
  /** The nearest state along the fallbacks in which a needle ends; 0 where there is none. */
  private readonly shorter: Int32Array;

  constructor(needles: readonly string[]) {
    const states = 1 + needles.reduce((sum, needle) => sum + needle.length, 0);
    let slots = 16;
    while (slots < 2 * states) slots *= 2;
    this.mask = slots - 1;
    this.edgeState = new Int32Array(slots).fill(-1);
    this.edgeUnit = new Uint16Array(slots);
    this.edgeTarget = new Int32Array(slots);
    this.fallback = new Int32Array(states);
    this.ending = new Int32Array(states).fill(-1);
    this.shorter = new Int32Array(states);
    this.link(this.plant(needles));
  }

  /** Makes the tree of all prefixes; gives its edges by depth, so that a state's fallback is known before it is needed. */
  private plant(needles: readonly string[]): { from: number; unit: number; to: number }[][] {
    const levels: { from: number; unit: number; to: number }[][] = [];
    let states = 1;
    needles.forEach((needle, index) => {
      let state = 0;
      for (let depth = 0; depth < needle.length; depth++) {
        const unit = needle.charCodeAt(depth);
        let next = this.edge(state, unit);
        if (next < 0) {
          next = states++;
          this.addEdge(state, unit, next);
          (levels[depth] ??= []).push({ from: state, unit, to: next });
        }
        state = next;
      }
      this.ending[state] = index;
    });
    return levels;
  }

  private link(levels: { from: number; unit: number; to: number }[][]): void {
    for (const { from, unit, to } of levels.flat()) {
      const back = from === 0 ? 0 : this.step(this.fallback[from], unit);
      this.fallback[to] = back;
      this.shorter[to] = this.ending[back] >= 0 ? back : this.shorter[back];
    }
  }

  private slot(state: number, unit: number): number {
    let at = (Math.imul(state, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7;
    for (at &= this.mask; this.edgeState[at] >= 0; at = (at + 1) & this.mask) {
      if (this.edgeState[at] === state && this.edgeUnit[at] === unit) break;
    }
    return at;
  }

  private edge(state: number, unit: number): number {
    if (state === 0) return this.rootEdges[unit] || -1;
    const at = this.slot(state, unit);
    return this.edgeState[at] < 0 ? -1 : this.edgeTarget[at];
  }

  private addEdge(state: number, unit: number, target: number): void {
    if (state === 0) {
      this.rootEdges[unit] = target;
      return;
    }
    const at = this.slot(state, unit);
    this.edgeState[at] = state;
    this.edgeUnit[at] = unit;
    this.edgeTarget[at] = target;
  }

  step(state: number, unit: number): number {
    let at = state;
    while (at !== 0) {
      const next = this.edge(at, unit);
      if (next >= 0) return next;
      at = this.fallback[at];
    }
    return this.rootEdges[unit];
  }

  firstOutput(state: number): number {
    return this.ending[state] >= 0 ? state : this.shorter[state];
  }

  nextOutput(state: number): number {
    return this.shorter[state];
  }

  needleAt(state: number): number {
    return this.ending[state];
  }
}
