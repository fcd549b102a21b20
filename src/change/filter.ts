/** Filters: which changes a caller wants to see, as a value that travels with the result. */
import { isAddressPrefix, parseAddress } from '../document/address.js';
import { DocumentError } from '../document/errors.js';
import { didYouMean } from '../document/suggest.js';
import {
  CHANGE_KINDS,
  type Change,
  type ChangeFilter,
  type ChangeKind,
  RESERVED_CHANGE_KINDS,
} from './change.js';
import { ChangeError } from './errors.js';
import { charsAdded, charsDeleted } from './measures.js';

/** Keeps every change. */
export const NO_FILTER: ChangeFilter = {
  kinds: [],
  address_prefixes: [],
  labels: [],
  roles: [],
  min_chars: 0,
  has_inline: null,
};

const FIELDS = Object.keys(NO_FILTER);

/**
 * Reads a filter from untrusted data and fills in what it leaves out.
 * @throws ChangeError `bad_filter` for an unknown field or kind, an address prefix that is no address, or a value of the
 * wrong type; a filter with a slip in it would otherwise match nothing, and look like a document without changes.
 */
export function parseFilter(spec: unknown): ChangeFilter {
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    throw fail(`a filter is an object with any of ${FIELDS.join(', ')}, not ${show(spec)}`);
  }
  for (const field of Object.keys(spec)) {
    if (!FIELDS.includes(field)) {
      throw fail(`a filter has no field "${field}"${didYouMean(field, FIELDS)}; it has ${FIELDS.join(', ')}`);
    }
  }
  const given = spec as Partial<Record<keyof ChangeFilter, unknown>>;
  return {
    kinds: strings('kinds', given.kinds).map(changeKind),
    address_prefixes: strings('address_prefixes', given.address_prefixes).map(addressPrefix),
    labels: strings('labels', given.labels),
    roles: strings('roles', given.roles),
    min_chars: minChars(given.min_chars),
    has_inline: hasInline(given.has_inline),
  };
}

/** The changes that `filter` keeps, in their order. */
export function filterChanges(changes: readonly Change[], filter: ChangeFilter): Change[] {
  return changes.filter((change) => keeps(filter, change));
}

/** Whether a filter keeps a change. */
export function keeps(filter: ChangeFilter, change: Change): boolean {
  const { kinds, address_prefixes, labels, roles, min_chars, has_inline } = filter;
  if (kinds.length > 0 && !kinds.includes(change.kind)) return false;
  if (address_prefixes.length > 0 && !address_prefixes.some((prefix) => under(prefix, change))) return false;
  if (
    labels.length > 0 &&
    !labels.some((label) => label === change.source_label || label === change.test_label)
  ) {
    return false;
  }
  if (roles.length > 0 && (change.role === null || !roles.includes(change.role))) return false;
  if (min_chars > 0 && Math.max(charsAdded(change), charsDeleted(change)) < min_chars) return false;
  return has_inline === null || has_inline === change.inline.length > 0;
}

/** Either address counts: a block that was moved out of a section is still found under its old place. */
function under(prefix: string, { source_address, test_address }: Change): boolean {
  return (
    (source_address !== null && isAddressPrefix(prefix, source_address)) ||
    (test_address !== null && isAddressPrefix(prefix, test_address))
  );
}

function strings(field: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw fail(`filter field ${field} should be a list of strings, not ${show(value)}`);
  }
  return [...(value as string[])];
}

function changeKind(kind: string): ChangeKind {
  if ((CHANGE_KINDS as readonly string[]).includes(kind)) return kind as ChangeKind;
  if ((RESERVED_CHANGE_KINDS as readonly string[]).includes(kind)) {
    throw fail(
      `change kind "${kind}" is a reserved name that nothing produces yet; use ${CHANGE_KINDS.join(', ')}`,
    );
  }
  throw fail(
    `there is no change kind "${kind}"${didYouMean(kind, CHANGE_KINDS)}; use ${CHANGE_KINDS.join(', ')}`,
  );
}

function addressPrefix(prefix: string): string {
  // A closing slash means what lies below the block, without the block itself.
  const address = prefix.length > 1 && prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
  try {
    parseAddress(address);
  } catch (error) {
    if (error instanceof DocumentError) throw fail(`filter field address_prefixes: ${error.message}`);
    throw error;
  }
  return prefix;
}

function minChars(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw fail(`filter field min_chars should be a whole number of at least 0, not ${show(value)}`);
}

function hasInline(value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value;
  throw fail(`filter field has_inline should be true, false or null, not ${show(value)}`);
}

function fail(message: string): ChangeError {
  return new ChangeError('bad_filter', message);
}

/** A value as it may stand in a message: short, whatever it is. */
function show(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value) : Array.isArray(value) ? 'a list' : typeof value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
