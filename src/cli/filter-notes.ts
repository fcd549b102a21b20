/** What a filter names and neither document has: a slip of the pen looks like a document without changes otherwise. */
import type { ChangeFilter } from '../change/change.js';
import type { BlockTree } from '../document/block.js';
import { walk } from '../document/block.js';
import { didYouMean } from '../document/suggest.js';
import type { Io } from './io.js';

/** Tells on standard error, a line each, which of the filter's addresses, labels and roles no block of either document has. */
export async function noteUnmet(
  filter: ChangeFilter | null,
  documents: readonly BlockTree[],
  io: Io,
): Promise<void> {
  for (const note of unmet(filter, documents)) await io.writeError(`redtree: ${note}\n`);
}

function unmet(filter: ChangeFilter | null, documents: readonly BlockTree[]): string[] {
  if (filter === null) return [];
  const { address_prefixes, labels, roles } = filter;
  if (address_prefixes.length + labels.length + roles.length === 0) return [];
  const known = { addresses: new Set<string>(), labels: new Set<string>(), roles: new Set<string>() };
  for (const { root } of documents) {
    for (const { path, label, role } of walk(root)) {
      known.addresses.add(path);
      if (label !== null) known.labels.add(label);
      if (role !== null) known.roles.add(role);
    }
  }
  const present = [...known.roles].sort();
  return [
    ...address_prefixes
      .map((address) => (address === '/' ? address : address.replace(/\/$/, '')))
      .filter((address) => !known.addresses.has(address))
      .map((address) => `no block of either document has the address ${address}`),
    ...labels
      .filter((label) => !known.labels.has(label))
      .map(
        (label) =>
          `no block of either document has the label "${label}"${ownLabel(label, known.labels) ?? didYouMean(label, [...known.labels])}`,
      ),
    ...roles
      .filter((role) => !known.roles.has(role))
      .map(
        (role) =>
          `no block of either document has the role "${role}"${didYouMean(role, present)}; roles there are: ${present.join(', ') || 'none'}`,
      ),
  ];
}

/** A redline cites a sub-clause with the clauses that hold it, `3.2(d)`; its own label is the last part, `(d)`. */
function ownLabel(cited: string, known: ReadonlySet<string>): string | null {
  const own = /.(\([^()]+\))$/.exec(cited)?.[1];
  return own !== undefined && known.has(own) ? `: a block has its own label alone, "${own}"` : null;
}
