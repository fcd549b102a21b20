/** The words that renderers share for kinds of change and of block, for counts and for filters. */

import type { ChangeCounts, ChangeFilter, ChangeKind } from '../change/change.js';
import type { Dropped } from '../document/block.js';

/** What happened, as a participle. */
export const VERB: Readonly<Record<ChangeKind, string>> = {
  insert: 'inserted',
  delete: 'deleted',
  modify: 'edited',
  move: 'moved',
  renumber: 'renumbered',
};

/** A wire name (`list_item`, `cross_reference`) as words. */
export function wordsOf(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `1 change`, `2 changes`; irregular plurals are given. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** `1 inserted, 2 edited`: the kinds of change that there are. */
export function kindCounts(counts: ChangeCounts): string {
  const parts: [number, string][] = [
    [counts.inserted, VERB.insert],
    [counts.deleted, VERB.delete],
    [counts.modified, VERB.modify],
    [counts.moved, VERB.move],
    [counts.renumbered, VERB.renumber],
  ];
  return parts
    .filter(([n]) => n > 0)
    .map(([n, verb]) => `${n} ${verb}`)
    .join(', ');
}

/** What the edits inside texts come to, in one clause; null when there are none. */
export function inlineCounts(counts: ChangeCounts): string | null {
  const parts = [
    counts.inline_insertions > 0 ? count(counts.inline_insertions, 'insertion') : '',
    counts.inline_deletions > 0 ? count(counts.inline_deletions, 'deletion') : '',
    counts.inline_replacements > 0 ? count(counts.inline_replacements, 'replacement') : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return null;
  return `${parts.join(', ')}; ${count(counts.chars_added, 'character')} added and ${counts.chars_deleted} deleted`;
}

/** Which changes a filter keeps, in words; null when it keeps them all. */
export function filterWords(filter: ChangeFilter | null): string | null {
  if (filter === null) return null;
  const parts = [
    filter.kinds.length > 0 ? `kind ${filter.kinds.join(' or ')}` : '',
    filter.address_prefixes.length > 0 ? `address under ${filter.address_prefixes.join(' or ')}` : '',
    filter.labels.length > 0 ? `label ${filter.labels.join(' or ')}` : '',
    filter.roles.length > 0 ? `role ${filter.roles.join(' or ')}` : '',
    filter.min_chars > 0 ? `at least ${count(filter.min_chars, 'changed character')}` : '',
    filter.has_inline === null
      ? ''
      : filter.has_inline
        ? 'with edits in the text'
        : 'without edits in the text',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(', ');
}

/** What a reader left out of a document, as words: `front matter (1), image (2)`; null when it left out nothing. */
export function droppedWords(tree: { readonly dropped: readonly Dropped[] } | undefined): string | null {
  if (tree === undefined || tree.dropped.length === 0) return null;
  return tree.dropped.map(({ kind, count: n }) => `${wordsOf(kind)} (${n})`).join(', ');
}
