/** Which changes a caller accepts: all, those of a filter, or those at some addresses. */
import type { Change, ChangeFilter } from '../change/change.js';
import { filterChanges, parseFilter } from '../change/filter.js';
import { didYouMean } from '../document/suggest.js';
import { ApplyError } from './errors.js';

/**
 * A filter; or a list of addresses, each of which names the changes that have it on either side, and of changes
 * themselves, where one address names two.
 */
export type Accept = Partial<ChangeFilter> | readonly (string | Change)[];

/**
 * The positions in `changes` of those that are accepted.
 * @throws ApplyError `unknown_change`, `bad_option`; ChangeError `bad_filter`.
 */
export function acceptedPositions(changes: readonly Change[], accept: Accept | undefined): Set<number> {
  if (accept === undefined) return new Set(changes.keys());
  if (!isList(accept)) {
    const kept = new Set(filterChanges(changes, parseFilter(accept)));
    return new Set([...changes.keys()].filter((i) => kept.has(changes[i])));
  }
  const found = new Set<number>();
  for (const one of accept) for (const i of named(changes, one)) found.add(i);
  return found;
}

function isList(accept: Accept): accept is readonly (string | Change)[] {
  return Array.isArray(accept);
}

function named(changes: readonly Change[], one: string | Change): number[] {
  if (typeof one !== 'string' && (typeof one !== 'object' || one === null)) {
    throw new ApplyError('bad_option', 'accept should be a filter, or a list of addresses and changes');
  }
  const found = [...changes.keys()].filter((i) => {
    const { source_address, test_address } = changes[i];
    return typeof one === 'string'
      ? source_address === one || test_address === one
      : source_address === one.source_address && test_address === one.test_address;
  });
  if (found.length > 0) return found;
  const address = typeof one === 'string' ? one : (one.test_address ?? one.source_address ?? '');
  const addresses = changes.flatMap(({ source_address, test_address }) =>
    [source_address, test_address].filter((known) => known !== null),
  );
  throw new ApplyError('unknown_change', `there is no change at ${address}${didYouMean(address, addresses)}`);
}
