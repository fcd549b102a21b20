/** What the readers of configuration share: names and the depth to which items are named. */
import { MAX_DEPTH } from '../../document/block.js';

/** How deep items are told apart; what lies deeper belongs to the item around it, and is reported as skipped. */
export const MAX_ITEM_DEPTH = MAX_DEPTH;

/** The dotted name of a key below `parent`; null is the root. Keys keep their spelling, dots and all; an empty one is `""`. */
export function itemName(parent: string | null, key: string): string {
  const spelt = key === '' ? '""' : key;
  return parent === null ? spelt : `${parent}.${spelt}`;
}

/** The name of an array's element: `steps[0]`, at the root `[0]`. Elements count from 0, as in a JavaScript path. */
export function elementName(parent: string | null, index: number): string {
  return `${parent ?? ''}[${index}]`;
}
