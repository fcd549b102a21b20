/**
 * The blocks of two documents as one set of nodes: pairs, blocks only in the source, blocks only in the test document. Each
 * knows which change decides about its text, and which about its place.
 */
import type { Alignment } from '../align/alignment.js';
import { pairTable } from '../change/build-changes.js';
import type { Change } from '../change/change.js';
import type { RawSide } from './raw-side.js';

/** A block in both documents, or in one. `s` and `t` are its indexes in the two trees, -1 where it is not. */
export interface Node {
  readonly s: number;
  readonly t: number;
  /** The change that edits or relabels the block, or inserts or deletes it (the topmost one's, below it); -1 for none. */
  readonly text: number;
  /**
   * The change that brings it from its place in the source to that in the test document: its own move, or the insertion or
   * deletion of what stands around it on one side alone; -1 when it stays.
   */
  readonly place: number;
  /** Its parts cannot be told apart in the text: it is taken from one side as a whole. */
  readonly opaque: boolean;
}

/** All nodes, by the index of their block on either side. */
export interface Nodes {
  readonly source: RawSide;
  readonly test: RawSide;
  /** Every change between the two, also those that a filter left out; nodes refer to these by index. */
  readonly changes: readonly Change[];
  readonly bySource: readonly Node[];
  readonly byTest: readonly Node[];
}

/** Joins two sides. `changes` has to be all of them. */
export function joinSides(
  source: RawSide,
  test: RawSide,
  alignment: Alignment,
  changes: readonly Change[],
): Nodes {
  const { toTest, toSource, byTest: pairs } = pairTable(source.index, test.index, alignment);
  const bySourceAddress = new Map<string, number>();
  const byTestAddress = new Map<string, number>();
  changes.forEach(({ source_address, test_address }, i) => {
    if (source_address !== null) bySourceAddress.set(source_address, i);
    if (test_address !== null) byTestAddress.set(test_address, i);
  });
  const insertedBy = wholesBy(test, toSource, byTestAddress);
  const deletedBy = wholesBy(source, toTest, bySourceAddress);
  const places = testPlaces(source, test, toSource, pairs, changes, byTestAddress, [insertedBy, deletedBy]);
  const opaque = opaqueSources(source, test, toTest, toSource, places);
  const bySource: Node[] = [];
  const byTest: Node[] = [];
  for (let t = 0; t < test.count; t++) {
    const s = toSource[t];
    const own = byTestAddress.get(test.block(t).path) ?? -1;
    const text = s < 0 ? insertedBy[t] : own;
    byTest.push({ s, t, text, place: places[t], opaque: s >= 0 && opaque.has(s) });
  }
  for (let s = 0; s < source.count; s++) {
    const t = toTest[s];
    if (t >= 0) {
      bySource.push(byTest[t]);
      continue;
    }
    bySource.push({ s, t: -1, text: deletedBy[s], place: -1, opaque: false });
  }
  return { source, test, changes, bySource, byTest };
}

/** For each block of one side without a partner the change that tells of it: its own, or what it came or went with. */
function wholesBy(side: RawSide, partners: Int32Array, byAddress: ReadonlyMap<string, number>): Int32Array {
  const found = new Int32Array(side.count).fill(-1);
  for (let i = 1; i < side.count; i++) {
    if (partners[i] < 0) found[i] = byAddress.get(side.block(i).path) ?? found[side.index.parents[i]];
  }
  return found;
}

/**
 * For each test block the change that brought it where it is: its own move, that of what it moved with, or what came or went
 * around it.
 */
function testPlaces(
  source: RawSide,
  test: RawSide,
  toSource: Int32Array,
  pairs: readonly ({ readonly moved: boolean } | undefined)[],
  changes: readonly Change[],
  byTestAddress: ReadonlyMap<string, number>,
  [insertedBy, deletedBy]: readonly [Int32Array, Int32Array],
): Int32Array {
  const places = new Int32Array(test.count).fill(-1);
  const { parents } = test.index;
  for (let t = 1; t < test.count; t++) {
    const s = toSource[t];
    if (s < 0) continue;
    const stays = !pairs[t]!.moved && toSource[parents[t]] === source.index.parents[s];
    if (stays) continue;
    const own = byTestAddress.get(test.block(t).path);
    if (own !== undefined && changes[own].kind === 'move') {
      places[t] = own;
      continue;
    }
    if (!pairs[t]!.moved) {
      const [around, aroundBefore] = [insertedBy[parents[t]], deletedBy[source.index.parents[s]]];
      places[t] = around >= 0 ? around : aroundBefore;
      if (places[t] >= 0) continue;
    }
    for (let above = parents[t]; above > 0 && places[t] < 0; above = parents[above]) {
      if (places[above] >= 0 && toSource[above] >= 0 && source.index.contains(toSource[above], s)) {
        places[t] = places[above];
      }
    }
    // What nothing reported moves goes with whatever surrounds it.
    if (places[t] < 0) places[t] = own ?? places[parents[t]];
  }
  return places;
}

/** The source blocks of the pairs that are taken as wholes: where the text does not stand in the tree's order. */
function opaqueSources(
  source: RawSide,
  test: RawSide,
  toTest: Int32Array,
  toSource: Int32Array,
  places: Int32Array,
): ReadonlySet<number> {
  const found = new Set<number>();
  const closed = (s: number): boolean => {
    const t = toTest[s];
    if (t < 0) return false;
    for (let i = s; i < source.index.ends[s]; i++) {
      if (toTest[i] >= 0 && !test.index.contains(t, toTest[i])) return false;
    }
    for (let i = t; i < test.index.ends[t]; i++) {
      if (toSource[i] >= 0 && !source.index.contains(s, toSource[i])) return false;
    }
    return true;
  };
  const add = (from: number): void => {
    let s = from;
    while (s > 0 && !closed(s)) s = source.index.parents[s];
    found.add(Math.max(0, s));
  };
  for (let s = 0; s < source.count; s++) if (!source.isOrdered(s)) add(s);
  for (let t = 0; t < test.count; t++) {
    if (test.isOrdered(t)) continue;
    let above = t;
    while (above > 0 && toSource[above] < 0) above = test.index.parents[above];
    add(Math.max(0, toSource[above]));
  }
  for (let t = 0; t < test.count; t++) {
    if (toSource[t] >= 0 && !staysInOrder(test, t, toSource, places)) add(toSource[t]);
  }
  return found;
}

/** Whether the children of a test block that stayed stand in the source in the same order. */
function staysInOrder(test: RawSide, t: number, toSource: Int32Array, places: Int32Array): boolean {
  const { ends } = test.index;
  let last = -1;
  for (let child = t + 1; child < ends[t]; child = ends[child]) {
    if (toSource[child] < 0 || places[child] >= 0) continue;
    if (toSource[child] < last) return false;
    last = toSource[child];
  }
  return true;
}
