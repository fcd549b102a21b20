/**
 * Addresses: `/` is the root; otherwise `/kind[i]` steps, `i` counted from 1 among siblings of the same kind, never left
 * out, the root's own kind never written: `/section[7]/list_item[2]`. An address is a position, not an identity.
 */
import { BLOCK_KINDS, type Block, type BlockKind } from './block.js';
import { DocumentError } from './errors.js';

/** One step of an address. */
export interface AddressStep {
  readonly kind: BlockKind;
  /** From 1, among siblings of the same kind. */
  readonly index: number;
}

const STEP = /^([a-z_]+)\[([1-9][0-9]*)\]$/;
const KINDS: ReadonlySet<string> = new Set(BLOCK_KINDS);

/** Spells an address. `formatAddress([])` is `/`. */
export function formatAddress(steps: readonly AddressStep[]): string {
  return steps.length === 0 ? '/' : steps.map((step) => `/${step.kind}[${step.index}]`).join('');
}

/** The address of the `index`-th (from 1) child of that kind below `parent`. */
export function childAddress(parent: string, kind: BlockKind, index: number): string {
  return `${parent === '/' ? '' : parent}/${kind}[${index}]`;
}

/**
 * Reads an address.
 * @throws DocumentError `bad_address` when the text is not an address; the message names the step.
 */
export function parseAddress(address: string): AddressStep[] {
  if (address === '/') return [];
  if (!address.startsWith('/')) {
    throw new DocumentError('bad_address', `"${address}" is not an address: an address starts with "/"`);
  }
  return address
    .slice(1)
    .split('/')
    .map((step) => {
      const match = STEP.exec(step);
      if (match === null || !KINDS.has(match[1])) {
        throw new DocumentError(
          'bad_address',
          `"${address}" is not an address: step "${step}" should read kind[i], with i from 1 and kind one of ${BLOCK_KINDS.join(', ')}`,
        );
      }
      return { kind: match[1] as BlockKind, index: Number(match[2]) };
    });
}

/** The block at `address` below `root`, found by counting siblings; undefined when there is none. */
export function resolveAddress(root: Block, address: string): Block | undefined {
  let block: Block | undefined = root;
  for (const step of parseAddress(address)) {
    let seen = 0;
    block = block.children.find((child) => child.kind === step.kind && ++seen === step.index);
    if (block === undefined) return undefined;
  }
  return block;
}

/**
 * Whether `address` is `prefix` or lies below it. Whole steps only: `/section[1]` is no prefix of `/section[11]`. A prefix
 * that ends in a slash covers what lies below and not the block itself, but `/`, which covers everything.
 */
export function isAddressPrefix(prefix: string, address: string): boolean {
  return address === prefix || address.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** The address one step up, or null for the root. */
export function parentAddress(address: string): string | null {
  if (address === '/') return null;
  const cut = address.lastIndexOf('/');
  return cut <= 0 ? '/' : address.slice(0, cut);
}
