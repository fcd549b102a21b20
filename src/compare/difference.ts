/** How one comparison document differs from another: which changes appeared, went or changed, and what else is not the same. */
import { heaviestRun } from '../align/increasing-run.js';
import type { Change } from '../change/change.js';
import { type FactDifference, factsBetween } from './facts.js';
import type { KeptComparison } from './kept.js';

/** What became of one change between the expected document and the actual one. */
export type ChangeDifference =
  | { readonly kind: 'appeared'; readonly actual: Change }
  | { readonly kind: 'went'; readonly expected: Change }
  | {
      readonly kind: 'changed';
      readonly expected: Change;
      readonly actual: Change;
      /** The fields that are not the same, in wire order; at least one. */
      readonly fields: readonly (keyof Change)[];
    };

/** The difference between two comparison documents. Both lists are empty exactly when the documents hold the same data. */
export interface DocumentDifference {
  /** In the actual document's order; what went stands where it stood. */
  readonly changes: readonly ChangeDifference[];
  /** Whatever else differs: the version, the configuration, the counts, trees and alignment, the order of the changes. */
  readonly facts: readonly FactDifference[];
}

/** Compares an actual document with the expected one. */
export function differenceBetween(expected: KeptComparison, actual: KeptComparison): DocumentDifference {
  const partners = pairChanges(expected.changes, actual.changes);
  const { changes: _, ...expectedRest } = expected;
  const { changes: __, ...actualRest } = actual;
  return {
    changes: changeDifferences(expected.changes, actual.changes, partners),
    facts: [...orderFact(partners), ...factsBetween('', expectedRest, actualRest)],
  };
}

/** Whether the two documents hold the same data. */
export function isSame({ changes, facts }: DocumentDifference): boolean {
  return changes.length === 0 && facts.length === 0;
}

/**
 * What two changes have to share to be taken for one, from the strictest to the loosest: everything; the pair of blocks;
 * what happened and to which text, because one new block shifts the addresses after it; the block on one side. The last two
 * never take a whole insert or delete for an edit: those read better as two.
 */
const IDENTITIES: readonly ((change: Change) => string | null)[] = [
  (change) => JSON.stringify(change),
  ({ source_address, test_address }) => JSON.stringify([source_address, test_address]),
  ({ kind, source_label, test_label, source_text, test_text, block_kind }) =>
    JSON.stringify([kind, block_kind, source_label, test_label, source_text, test_text]),
  (change) =>
    change.source_address === null
      ? null
      : JSON.stringify([change.source_address, change.test_address === null]),
  (change) =>
    change.test_address === null
      ? null
      : JSON.stringify([change.test_address, change.source_address === null]),
];

/** For each expected change the index of its partner among the actual ones, or -1. */
function pairChanges(expected: readonly Change[], actual: readonly Change[]): number[] {
  const partners: number[] = new Array(expected.length).fill(-1);
  const taken: boolean[] = new Array(actual.length).fill(false);
  for (const identity of IDENTITIES) {
    const waiting = new Map<string, number[]>();
    actual.forEach((change, j) => {
      const key = taken[j] ? null : identity(change);
      if (key === null) return;
      const same = waiting.get(key);
      if (same === undefined) waiting.set(key, [j]);
      else same.push(j);
    });
    // Taken from the front by a cursor: a document of ten thousand equal changes must not shift ten thousand lists.
    const next = new Map<string, number>();
    expected.forEach((change, i) => {
      const key = partners[i] >= 0 ? null : identity(change);
      const same = key === null ? undefined : waiting.get(key);
      if (key === null || same === undefined) return;
      const at = next.get(key) ?? 0;
      if (at === same.length) return;
      next.set(key, at + 1);
      partners[i] = same[at];
      taken[same[at]] = true;
    });
  }
  return partners;
}

function changeDifferences(
  expected: readonly Change[],
  actual: readonly Change[],
  partners: readonly number[],
): ChangeDifference[] {
  // What went is told after the change that it followed.
  const wentAfter = new Map<number, Change[]>();
  const expectedOf = new Map<number, Change>();
  let last = -1;
  expected.forEach((change, i) => {
    if (partners[i] >= 0) {
      last = partners[i];
      expectedOf.set(last, change);
      return;
    }
    const there = wentAfter.get(last);
    if (there === undefined) wentAfter.set(last, [change]);
    else there.push(change);
  });
  const went = (after: number): ChangeDifference[] =>
    (wentAfter.get(after) ?? []).map((change) => ({ kind: 'went', expected: change }));
  const differences = went(-1);
  actual.forEach((change, j) => {
    const before = expectedOf.get(j);
    if (before === undefined) differences.push({ kind: 'appeared', actual: change });
    else {
      const fields = differingFields(before, change);
      if (fields.length > 0) differences.push({ kind: 'changed', expected: before, actual: change, fields });
    }
    differences.push(...went(j));
  });
  return differences;
}

function differingFields(a: Change, b: Change): (keyof Change)[] {
  return (Object.keys(a) as (keyof Change)[]).filter(
    (field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]),
  );
}

/** Changes that are in both documents and stand in another order: how many. */
function orderFact(partners: readonly number[]): FactDifference[] {
  const paired = partners.filter((j) => j >= 0);
  if (paired.every((j, i) => i === 0 || paired[i - 1] < j)) return [];
  const kept = heaviestRun(paired.map((test, source) => ({ source, test, weight: 1 }))).length;
  const moved = paired.length - kept;
  return [
    { path: 'order of the changes', expected: 'as kept', actual: `${moved} of ${paired.length} elsewhere` },
  ];
}
