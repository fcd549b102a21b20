/** The flags that choose which changes to keep: the wire's filter, flag by flag. */
import { type Command, InvalidArgumentError } from 'commander';
import { CHANGE_KINDS, type ChangeFilter, type ChangeKind } from '../change/change.js';
import { parseAddress } from '../document/address.js';
import { didYouMean } from '../document/suggest.js';

/** Declares the filter's flags. */
export function addFilterOptions(command: Command): void {
  command
    .option(
      '--kind <kind>',
      `only changes of this kind: ${CHANGE_KINDS.join(', ')} (repeatable)`,
      collect(kind),
    )
    .option(
      '--address <address>',
      'only changes at or below this address, on either side; with a slash at the end, below it alone (repeatable)',
      collect(address),
    )
    .option(
      '--label <label>',
      'only changes of blocks with this label, on either side (repeatable)',
      collect(name),
    )
    .option('--role <role>', 'only changes of blocks with this role (repeatable)', collect(name))
    .option(
      '--min-chars <n>',
      'only edits that add or delete at least this many characters; above 0 this drops whole inserts and deletes and pure renumbers, which hold no edits',
      wholeNumber(0),
    )
    .option('--has-inline', 'only changes with edits inside their text')
    .option('--no-has-inline', 'only changes without edits inside their text');
}

/** The filter that the flags ask for; null when they ask for none. */
export function filterOption(options: Record<string, unknown>): ChangeFilter | null {
  const filter: ChangeFilter = {
    kinds: (options.kind as ChangeKind[] | undefined) ?? [],
    address_prefixes: (options.address as string[] | undefined) ?? [],
    labels: (options.label as string[] | undefined) ?? [],
    roles: (options.role as string[] | undefined) ?? [],
    min_chars: (options.minChars as number | undefined) ?? 0,
    has_inline: (options.hasInline as boolean | undefined) ?? null,
  };
  const lists = [filter.kinds, filter.address_prefixes, filter.labels, filter.roles];
  const asked = lists.some((list) => list.length > 0) || filter.min_chars > 0 || filter.has_inline !== null;
  return asked ? filter : null;
}

/** Reads a whole number of at least `least`. */
export function wholeNumber(least: number): (given: string) => number {
  return (given) => {
    const value = Number(given);
    if (!/^[0-9]+$/.test(given) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
    }
    return value;
  };
}

function collect<T>(read: (given: string) => T): (given: string, before: T[] | undefined) => T[] {
  return (given, before = []) => [...before, read(given)];
}

function kind(given: string): ChangeKind {
  const found = CHANGE_KINDS.find((known) => known === given);
  if (found === undefined) {
    throw new InvalidArgumentError(
      `The kinds are ${CHANGE_KINDS.join(', ')}${didYouMean(given, CHANGE_KINDS)}.`,
    );
  }
  return found;
}

function address(given: string): string {
  try {
    // A slash at the end means what lies below the block.
    parseAddress(given.length > 1 ? given.replace(/\/$/, '') : given);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
  return given;
}

function name(given: string): string {
  if (given.trim() === '') throw new InvalidArgumentError('It is empty: it would keep nothing.');
  return given;
}
