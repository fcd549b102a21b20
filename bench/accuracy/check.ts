/**
 * Holds the generator's own account of a document against the tree that a reader made of it. What differs is a fault of
 * one of the two and is reported, never dropped.
 */
import type { Block } from '../../src/document/block.js';
import type { Layout, Placed } from './layout.js';

export interface Fault {
  readonly what: 'missing' | 'kind' | 'text' | 'label' | 'extra';
  readonly address: string;
  readonly expected: string;
  readonly found: string;
}

/** A document as it was read, with the generator's blocks found in it. */
export interface Located {
  /** The generator's block at each address of the read tree; null when it could not be told which is which. */
  readonly at: ReadonlyMap<string, Placed> | null;
  readonly faults: readonly Fault[];
}

const CONTAINERS: ReadonlySet<string> = new Set(['document', 'section', 'table', 'row']);
const clip = (text: string) => (text.length > 70 ? `${text.slice(0, 67)}…` : text);

function flatten(root: Block): Block[] {
  const blocks: Block[] = [];
  const visit = (block: Block) => {
    for (const child of block.children) {
      blocks.push(child);
      visit(child);
    }
  };
  visit(root);
  return blocks;
}

/**
 * Finds every block of the layout in the tree: at its own address, where the two agree on text, kind and place; else,
 * when the texts still stand in the same order, by that order, so that a fault in one heading's depth costs a report and
 * not the pair.
 */
export function locate(layout: Layout, root: Block): Located {
  const read = flatten(root);
  const byAddress = new Map(read.map((block) => [block.path, block]));
  const faults: Fault[] = [];
  const expectedAddresses = new Set<string>();
  let misplaced = false;
  for (const placed of layout.byId.values()) {
    expectedAddresses.add(placed.address);
    const block = byAddress.get(placed.address);
    const fault = (what: Fault['what'], expected: string, found: string) => {
      faults.push({ what, address: placed.address, expected: clip(expected), found: clip(found) });
      if (what !== 'label') misplaced = true;
    };
    if (block === undefined) fault('missing', `${placed.kind} ${placed.label ?? ''} ${placed.text}`, '');
    else if (block.text !== placed.text) fault('text', placed.text, block.text);
    else if (block.label !== placed.label) fault('label', String(placed.label), String(block.label));
  }
  for (const block of read) {
    if (expectedAddresses.has(block.path)) continue;
    misplaced = true;
    faults.push({
      what: 'extra',
      address: block.path,
      expected: '',
      found: clip(`${block.kind} ${block.label ?? ''} ${block.text}`),
    });
  }
  if (!misplaced) {
    return { at: new Map([...layout.byId.values()].map((placed) => [placed.address, placed])), faults };
  }
  return { at: locateByOrder(layout, read), faults };
}

function locateByOrder(layout: Layout, read: readonly Block[]): Map<string, Placed> | null {
  const bearing = [...layout.byId.values()].filter((placed) => !CONTAINERS.has(placed.kind));
  const found = read.filter((block) => !CONTAINERS.has(block.kind));
  if (bearing.length !== found.length) return null;
  const at = new Map<string, Placed>();
  const parents = new Map(
    read.flatMap((block) => block.children.map((child) => [child.path, block] as const)),
  );
  for (let i = 0; i < bearing.length; i++) {
    if (bearing[i].text !== found[i].text) return null;
    at.set(found[i].path, bearing[i]);
    // The containers that open with this block are those of its twin, from the inside out.
    let block = parents.get(found[i].path);
    let placed = bearing[i].parent;
    while (block !== undefined && placed !== null && placed.parent !== null && !at.has(block.path)) {
      if (block.kind !== placed.kind || !CONTAINERS.has(block.kind)) break;
      at.set(block.path, placed);
      block = parents.get(block.path);
      placed = placed.parent;
    }
  }
  return at;
}
