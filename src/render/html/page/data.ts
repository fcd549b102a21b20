/** The comparison that the page carries, read when it is first needed: on a large page that takes a moment. */
import type { BlockTree } from '../../../document/block.js';
import { type PlainRow, plainRows } from '../plain-rows.js';
import { byId } from './dom.js';

interface Data {
  readonly source?: BlockTree;
  readonly test?: BlockTree;
}

let data: Data | null = null;
const rows = new Map<string, PlainRow[]>();

/** The whole comparison. */
export function comparison(): Data {
  data ??= JSON.parse(byId('comparison').textContent ?? '') as Data;
  return data;
}

/** The rows of one of the documents, counted as the page counted them. */
export function rowsOf(side: 'source' | 'test'): PlainRow[] {
  const known = rows.get(side);
  if (known !== undefined) return known;
  const tree = comparison()[side];
  const made = tree === undefined ? [] : plainRows(tree.root);
  rows.set(side, made);
  return made;
}
