/** The part of a document that an edit may touch, read against the original. */
import { isAddressPrefix, parseAddress } from '../document/address.js';
import type { Block, BlockTree } from '../document/block.js';
import { didYouMean } from '../document/suggest.js';
import { TreeIndex } from '../document/tree-index.js';
import { VerifyError } from './errors.js';

/** What an edit may touch: the blocks that any entry names, each with all below it. */
export interface AllowedScope {
  /** Addresses of the original: that block and all below it. */
  readonly address_prefixes?: readonly string[];
  /** Labels as the original spells them. */
  readonly labels?: readonly string[];
  readonly roles?: readonly string[];
  /** Phrases: the one block whose own text contains the phrase. Two such blocks are an error. */
  readonly anchors?: readonly string[];
}

/** One block that the scope names, and the entry that names it. */
export interface ScopeRoot {
  readonly address: string;
  readonly named_by: 'address' | 'label' | 'role' | 'text';
  readonly name: string;
}

const KEYS = ['address_prefixes', 'labels', 'roles', 'anchors'] as const;

/**
 * Resolves a scope against the original.
 * @throws VerifyError `bad_scope` for an unknown key, a wrong type or an address that is none; `empty_scope` for an entry
 * that names nothing, or a scope without entries; `ambiguous_anchor` for a phrase that stands in two blocks.
 */
export function resolveScope(original: BlockTree, allowed: AllowedScope): ScopeRoot[] {
  if (typeof allowed !== 'object' || allowed === null || Array.isArray(allowed)) {
    throw new VerifyError('bad_scope', `an allowed scope is an object with ${KEYS.join(', ')}`);
  }
  for (const key of Object.keys(allowed)) {
    if (!(KEYS as readonly string[]).includes(key)) {
      throw new VerifyError(
        'bad_scope',
        `an allowed scope has no "${key}"${didYouMean(key, KEYS)}; it has ${KEYS.join(', ')}`,
      );
    }
  }
  const entries = (key: (typeof KEYS)[number]): readonly string[] => {
    const list: unknown = allowed[key] ?? [];
    if (!Array.isArray(list) || list.some((entry) => typeof entry !== 'string' || entry.trim() === '')) {
      throw new VerifyError('bad_scope', `${key} should be a list of texts, none of them empty`);
    }
    return list;
  };
  const index = new TreeIndex(original);
  const roots: ScopeRoot[] = [];
  for (const address of entries('address_prefixes')) {
    parseAddress(address);
    if (index.at(address) < 0) throw nothing('address', address, 'the original has no such block');
    roots.push({ address, named_by: 'address', name: address });
  }
  for (const label of entries('labels')) {
    const wanted = plain(label);
    const found = index.blocks.filter((block) => plain(labelOf(block) ?? '') === wanted);
    if (found.length === 0) throw nothing('label', label, labelHint(index, label));
    for (const block of found) roots.push({ address: block.path, named_by: 'label', name: label });
  }
  for (const role of entries('roles')) {
    const found = index.blocks.filter((block) => block.role === role);
    const known = [...new Set(index.blocks.flatMap((block) => block.role ?? []))].sort();
    if (found.length === 0) throw nothing('role', role, `the original has ${known.join(', ') || 'no roles'}`);
    for (const block of found) roots.push({ address: block.path, named_by: 'role', name: role });
  }
  for (const phrase of entries('anchors')) {
    const wanted = plain(phrase).trim();
    const found = index.blocks.filter(({ text }) => plain(text).includes(wanted));
    if (found.length === 0) throw nothing('text', phrase, 'no block of the original contains it');
    if (found.length > 1) {
      throw new VerifyError(
        'ambiguous_anchor',
        `the text "${clip(phrase)}" stands in ${found.length} blocks of the original (${found[0].path}, ${found[1].path}${found.length > 2 ? ', …' : ''}): give a longer phrase, or an address`,
      );
    }
    roots.push({ address: found[0].path, named_by: 'text', name: phrase });
  }
  if (roots.length === 0) {
    throw new VerifyError('empty_scope', `the allowed scope is empty: name something in ${KEYS.join(', ')}`);
  }
  return roots;
}

/** A text however its accents and its white space are encoded: what looks alike is alike. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ');
}

/** Whether a block of the original lies in the scope. */
export function inScope(roots: readonly ScopeRoot[], address: string): boolean {
  return roots.some((root) => isAddressPrefix(root.address, address));
}

/** A section is named by its heading's label, and then is the whole section. */
function labelOf(block: Block): string | null {
  if (block.kind === 'heading') return null;
  if (block.kind !== 'section') return block.label;
  const first = block.children[0];
  return first?.kind === 'heading' ? first.label : null;
}

function labelHint(index: TreeIndex, label: string): string {
  const known = [...new Set(index.blocks.flatMap((block) => labelOf(block) ?? []))];
  return `no block of the original bears it${didYouMean(label, known)}`;
}

function nothing(kind: string, name: string, why: string): VerifyError {
  return new VerifyError('empty_scope', `the allowed ${kind} "${clip(name)}" names nothing: ${why}`);
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
