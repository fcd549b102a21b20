/** Which row of the statistics a change counts for, so that the list of changes and the figures agree. */
import type { Change } from '../../change/change.js';
import { parentAddress } from '../../document/address.js';
import type { Pairs } from '../pairs.js';
import type { RedlineDocument } from '../redline-document.js';

/** Changes that count for one section; `section` is its place in `statistics.sections`, null outside every section. */
export interface SectionGroup {
  readonly section: number | null;
  /** By their place in the comparison, in its order. */
  readonly changes: readonly number[];
}

/** The changes by section, in the order of the sections; what stands in none comes first. */
export function groupBySection(document: RedlineDocument, pairs: Pairs | null): SectionGroup[] {
  const find = sectionFinder(document, pairs);
  const groups = new Map<number | null, number[]>();
  document.changes.forEach((change, i) => {
    const section = find(change);
    const there = groups.get(section);
    if (there === undefined) groups.set(section, [i]);
    else there.push(i);
  });
  return [...groups]
    .map(([section, changes]) => ({ section, changes }))
    .sort((a, b) => (a.section ?? -1) - (b.section ?? -1));
}

function sectionFinder(document: RedlineDocument, pairs: Pairs | null): (change: Change) => number | null {
  const inTest = new Map<string, number>();
  const inSource = new Map<string, number>();
  const byHeadings = new Map<string, number>();
  document.statistics.sections.forEach(({ address, blocks, breadcrumb, heading }, i) => {
    // Only a section that was deleted whole has no block on the test side.
    (blocks === 0 ? inSource : inTest).set(address, i);
    const key = headingsKey([...breadcrumb, heading]);
    if (!byHeadings.has(key)) byHeadings.set(key, i);
  });
  const climb = (from: string | null): number | null => {
    for (let at = from; at !== null; at = parentAddress(at)) {
      const found = inTest.get(at);
      if (found !== undefined) return found;
    }
    return null;
  };
  return (change) => {
    if (change.test_address !== null) return climb(change.test_address);
    for (let at = change.source_address; at !== null; at = parentAddress(at)) {
      const deleted = inSource.get(at);
      if (deleted !== undefined) return deleted;
      const partner = pairs?.toTest.get(at);
      if (partner !== undefined) return climb(partner.path);
    }
    return byHeadings.get(headingsKey(change.breadcrumb)) ?? null;
  };
}

function headingsKey(headings: readonly string[]): string {
  return JSON.stringify(headings);
}
