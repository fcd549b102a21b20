/** How deep a section is when nothing but its heading's words and label says so. */
import type { LabelMatch } from '../profile/label.js';
import type { CompiledProfile } from '../profile/profile.js';
import { decimalParts, styleKey } from './label-order.js';

/** What a heading is by its label, its words, or its place. */
export type HeadingKey =
  | { readonly type: 'title' }
  | { readonly type: 'plain' }
  | { readonly type: 'decimal'; readonly parts: number }
  | { readonly type: 'label'; readonly key: string }
  | { readonly type: 'reset'; readonly name: string };

export interface OpenSection<T> {
  readonly depth: number;
  readonly key: HeadingKey;
  readonly explicit: boolean;
  readonly value: T;
}

/**
 * The depth of a heading whose format gives none, among the sections that are open, outermost first. A key that is open
 * already goes back to its level; numbers nest by how many they are; a label of another style goes one deeper; headings
 * without a label stand beside those with a first-level label; a heading that resets numbering goes up to its own kind,
 * or out to the level below the document's title.
 */
export function inferDepth(
  open: readonly OpenSection<unknown>[],
  key: HeadingKey,
  resets: CompiledProfile['heading_resets'],
): number {
  if (key.type === 'title') return 1;
  const same = findLast(open, (section) => sameKey(section.key, key));
  if (key.type === 'reset') return same?.depth ?? resetDepth(open, key.name, resets);
  // Numbering inside a schedule is the schedule's: what is open outside it does not count.
  const base = findLast(open, (section) => isBase(section));
  const below = base === undefined ? open : open.slice(open.indexOf(base) + 1);
  const first = (base?.depth ?? 0) + 1;
  const again = findLast(below, (section) => sameKey(section.key, key));
  if (again !== undefined) return again.depth;
  if (key.type === 'plain') return first;
  const labelled = below.filter((section) => section.key.type === 'decimal' || section.key.type === 'label');
  if (key.type === 'decimal') {
    const parent = findLast(
      labelled,
      ({ key: other }) => other.type !== 'decimal' || other.parts < key.parts,
    );
    return parent === undefined ? (labelled[0]?.depth ?? first) : parent.depth + 1;
  }
  const last = labelled[labelled.length - 1];
  return last === undefined ? first : last.depth + 1;
}

function resetDepth(
  open: readonly OpenSection<unknown>[],
  name: string,
  resets: CompiledProfile['heading_resets'],
): number {
  const rank = (other: string) => resets.findIndex((reset) => reset.name === other);
  for (const section of open) {
    if (section.key.type !== 'reset') continue;
    // A profile lists the outer kinds first: a part inside a schedule goes deeper, a schedule after a part does not.
    return rank(section.key.name) < rank(name) ? section.depth + 1 : section.depth;
  }
  const title = open[0];
  if (title === undefined) return 1;
  return title.key.type === 'title' || (title.explicit && title.key.type === 'plain')
    ? title.depth + 1
    : title.depth;
}

/** Whether the numbering of what is open outside the section does not count inside it. */
export function isBase(section: OpenSection<unknown>): boolean {
  const { type } = section.key;
  return type === 'title' || type === 'reset' || (section.explicit && type === 'plain');
}

export function sameKey(a: HeadingKey, b: HeadingKey): boolean {
  if (a.type === 'decimal' && b.type === 'decimal') return a.parts === b.parts;
  if (a.type === 'label' && b.type === 'label') return a.key === b.key;
  if (a.type === 'reset' && b.type === 'reset') return a.name === b.name;
  return a.type === b.type;
}

function findLast<V>(items: readonly V[], test: (item: V) => boolean): V | undefined {
  for (let i = items.length - 1; i >= 0; i--) if (test(items[i])) return items[i];
  return undefined;
}

/** The kind of heading that a label makes. */
export function keyOf(match: LabelMatch): HeadingKey {
  const reading = match.readings[0];
  const parts = reading.style === 'decimal' ? decimalParts(match.label) : null;
  return parts === null
    ? { type: 'label', key: styleKey(reading, match.label) }
    : { type: 'decimal', parts: parts.length };
}
