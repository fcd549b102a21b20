/**
 * Rows of ids that stand once on each of two sides, and so tell which place is which: what two long sequences are parted at
 * before they are searched. All in time proportional to the sequences, but for the logarithm of {@link risingRun}.
 */

/** Two sequences of ids, which are whole numbers from 0 to below `count`. */
export interface IdPair {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly count: number;
}

/** Places on both sides that belong together, by their place on the first. */
export interface Places {
  readonly a: Int32Array;
  readonly b: Int32Array;
}

/** The pair of two sequences whose ids may be any small whole numbers. */
export function idPair(a: ArrayLike<number>, b: ArrayLike<number>): IdPair {
  const ids = { a: Int32Array.from(a), b: Int32Array.from(b) };
  return { ...ids, count: Math.max(largest(ids.a), largest(ids.b)) + 1 };
}

function largest(ids: Int32Array): number {
  let found = -1;
  for (let i = 0; i < ids.length; i++) if (ids[i] > found) found = ids[i];
  return found;
}

/**
 * From the ids of all rows of `words` words those of all rows twice as long: equal rows have equal ids. A row is known by
 * the ids of its halves.
 */
export function doubledRows({ a, b, count }: IdPair, words: number): IdPair {
  const rowsA = Math.max(0, a.length - words);
  const rowsB = Math.max(0, b.length - words);
  const first = new Int32Array(rowsA + rowsB);
  const second = new Int32Array(rowsA + rowsB);
  for (let i = 0; i < rowsA; i++) {
    first[i] = a[i];
    second[i] = a[i + words];
  }
  for (let j = 0; j < rowsB; j++) {
    first[rowsA + j] = b[j];
    second[rowsA + j] = b[j + words];
  }
  // Sorted by both halves, equal rows stand together.
  const order = sortedBy(first, sortedBy(second, null, count), count);
  const ids = new Int32Array(order.length);
  let id = -1;
  for (let k = 0; k < order.length; k++) {
    const row = order[k];
    const above = k === 0 ? -1 : order[k - 1];
    if (above < 0 || first[row] !== first[above] || second[row] !== second[above]) id++;
    ids[row] = id;
  }
  return { a: ids.subarray(0, rowsA), b: ids.subarray(rowsA), count: id + 1 };
}

/** `order` sorted by what `keys` says of each, equal ones as they stood. Null is the order of the numbers themselves. */
function sortedBy(keys: Int32Array, order: Int32Array | null, count: number): Int32Array {
  const next = new Int32Array(count + 1);
  for (let i = 0; i < keys.length; i++) next[keys[i] + 1]++;
  for (let key = 0; key < count; key++) next[key + 1] += next[key];
  const sorted = new Int32Array(keys.length);
  for (let k = 0; k < keys.length; k++) {
    const at = order === null ? k : order[k];
    sorted[next[keys[at]]++] = at;
  }
  return sorted;
}

/** Where the ids stand that stand exactly once on each side. */
export function standingOnce({ a, b, count }: IdPair): Places {
  const inA = placesOf(a, count);
  const inB = placesOf(b, count);
  let found = 0;
  const once = { a: new Int32Array(a.length), b: new Int32Array(a.length) };
  for (let i = 0; i < a.length; i++) {
    if (inA[a[i]] !== i || inB[a[i]] < 0) continue;
    once.a[found] = i;
    once.b[found++] = inB[a[i]];
  }
  return { a: once.a.subarray(0, found), b: once.b.subarray(0, found) };
}

/** For each id its place, -1 where it has none, -2 where it has several. */
function placesOf(ids: Int32Array, count: number): Int32Array {
  const places = new Int32Array(count).fill(-1);
  for (let i = 0; i < ids.length; i++) places[ids[i]] = places[ids[i]] === -1 ? i : -2;
  return places;
}

/** The longest run of places that rises on the second side too, by patience sorting. */
export function risingRun({ a, b }: Places): Places {
  const tails = new Int32Array(b.length);
  const before = new Int32Array(b.length);
  let length = 0;
  for (let k = 0; k < b.length; k++) {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (b[tails[middle]] < b[k]) low = middle + 1;
      else high = middle;
    }
    before[k] = low > 0 ? tails[low - 1] : -1;
    tails[low] = k;
    if (low === length) length++;
  }
  const run = { a: new Int32Array(length), b: new Int32Array(length) };
  for (let k = length === 0 ? -1 : tails[length - 1], at = length - 1; at >= 0; k = before[k], at--) {
    run.a[at] = a[k];
    run.b[at] = b[k];
  }
  return run;
}
