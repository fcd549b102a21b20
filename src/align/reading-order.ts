/**
 * Which pairs keep their place although a wrapper came or went around them. When a heading is put in above some clauses, or
 * taken out, their parents are no pair any more, and yet nobody moved them: they are read where they were read before.
 */
import { type Crossing, heaviestRun } from './increasing-run.js';
import type { Run } from './run.js';
import { containerPairs } from './run.js';
import { markOrder } from './siblings.js';

/** What stands where it stood by its siblings alone outweighs everything whose wrapper came or went. */
const RAIL = 1e6;

/** A block without text of its own is as good as nothing beside one with text, but has a place too. */
const BARE = 0.01;

/** What moved as a whole can hold wrappers that came or went, and those such again: so deep they are followed. */
const LEVELS = 4;

/** Nothing above: the whole documents. */
const WHOLE = 0;

/** Whether a wrapper came or went directly above a pair: at least one of the two parents is no pair. */
export function isRewrapped(run: Run, s: number, t: number): boolean {
  return run.source.partner[run.source.parent[s]] < 0 || run.test.partner[run.test.parent[t]] < 0;
}

/**
 * The pairs that keep their place in the reading order although a wrapper came or went directly above them, as 1 for the
 * source block; null when no pair has such a wrapper above it.
 *
 * What moved for certain (both parents are paired, but not with each other; or the pair is off the order of its siblings)
 * is set aside with all below it. Of what is left, the pairs whose parents correspond all the way up stand firm, and are in
 * one order on both sides. The others keep their place when they are on the heaviest increasing run together with those:
 * what is read before them, and what is read after them, is then the same on both sides. A container keeps its place when
 * most of what it holds does. Marks `run.inOrder`.
 */
export function keptPlaces(run: Run): Uint8Array | null {
  if (!hasRewrapped(run)) return null;
  for (const [p, q] of containerPairs(run)) markOrder(run, p, q);
  return new ReadingOrder(run).find();
}

function hasRewrapped(run: Run): boolean {
  const { partner } = run.source;
  for (let s = 1; s < partner.length; s++) {
    if (partner[s] >= 0 && isRewrapped(run, s, partner[s])) return true;
  }
  return false;
}

class ReadingOrder {
  /** 1 for a source block whose pair moved, as far as is known. */
  private readonly moved: Uint8Array;
  private readonly kept: Uint8Array;
  /** For each block of either side the source block of the nearest pair at or above it that moved; WHOLE for none. */
  private readonly homes: { readonly source: Int32Array; readonly test: Int32Array };
  /** For each paired source block the rewrapped pair that it hangs on through parents that are pairs; -1 when on none. */
  private readonly hangsOn: Int32Array;

  constructor(private readonly run: Run) {
    const n = run.source.blocks.length;
    this.moved = new Uint8Array(n);
    this.kept = new Uint8Array(n);
    this.hangsOn = new Int32Array(n).fill(-1);
    this.homes = { source: new Int32Array(n), test: new Int32Array(run.test.blocks.length) };
    for (let s = 1; s < n; s++) {
      const t = run.source.partner[s];
      if (t < 0 || this.isRewrapped(s)) continue;
      if (!run.parentsCorrespond(s, t) || !run.inOrder[s]) this.moved[s] = 1;
    }
  }

  find(): Uint8Array {
    for (let level = 1; ; level++) {
      const found = this.settle();
      for (const s of found) this.moved[s] = 1;
      if (found.length === 0) return this.kept;
      if (level < LEVELS) continue;
      // Deeper than anyone nests: what hangs on the last ones found is taken to have moved with them.
      this.findHomes();
      for (let s = 1; s < this.kept.length; s++) if (this.kept[s] && !this.isAtHome(s)) this.kept[s] = 0;
      return this.kept;
    }
  }

  /** Decides about the rewrapped pairs that are not known to have moved. @returns those that did. */
  private settle(): number[] {
    const { source } = this.run;
    this.findHomes();
    const worlds = new Map<number, { crossings: Crossing[]; blocks: number[]; open: boolean }>();
    const found: number[] = [];
    for (let s = 1; s < source.blocks.length; s++) {
      const t = source.partner[s];
      if (t < 0) continue;
      const rewrapped = this.isRewrapped(s) && !this.moved[s];
      const above = this.hangsOn[source.parent[s]];
      this.hangsOn[s] = this.moved[s] ? -1 : rewrapped ? s : above;
      const home = this.homes.source[s];
      if (rewrapped && this.homes.test[t] !== home) {
        found.push(s);
        continue;
      }
      if (this.homes.test[t] !== home) continue;
      let world = worlds.get(home);
      if (world === undefined) worlds.set(home, (world = { crossings: [], blocks: [], open: false }));
      if (rewrapped) world.open = true;
      world.crossings.push({ source: s, test: t, weight: this.weigh(s, t) });
      world.blocks.push(s);
    }
    const share = new Map<number, number>();
    for (const { crossings, blocks, open } of worlds.values()) {
      if (!open) continue;
      const onRun = new Set(heaviestRun(crossings));
      crossings.forEach(({ weight }, i) => {
        const top = this.hangsOn[blocks[i]];
        if (top >= 0) share.set(top, (share.get(top) ?? 0) + (onRun.has(i) ? weight : -weight));
      });
    }
    for (const [s, weight] of share) {
      this.kept[s] = weight > 0 ? 1 : 0;
      if (weight <= 0) found.push(s);
    }
    return found;
  }

  private weigh(s: number, t: number): number {
    const { source, test } = this.run;
    if (this.hangsOn[s] < 0) return RAIL;
    const text = Math.min(source.ownWeight[s], test.ownWeight[t]);
    return text > 0 ? 1 + text / (text + 1e4) : BARE;
  }

  private findHomes(): void {
    const { source, test } = this.run;
    for (let s = 1; s < source.blocks.length; s++) {
      this.homes.source[s] = this.moved[s] ? s : this.homes.source[source.parent[s]];
    }
    for (let t = 1; t < test.blocks.length; t++) {
      const s = test.partner[t];
      this.homes.test[t] = s >= 0 && this.moved[s] ? s : this.homes.test[test.parent[t]];
    }
    this.homes.source[0] = WHOLE;
    this.homes.test[0] = WHOLE;
  }

  private isAtHome(s: number): boolean {
    return this.homes.source[s] === this.homes.test[this.run.source.partner[s]];
  }

  private isRewrapped(s: number): boolean {
    return isRewrapped(this.run, s, this.run.source.partner[s]);
  }
}
