/** What renderers say of an entry before its words: what it is called, what it is, and where a moved block was or went. */
import type { Change } from '../change/change.js';
import { blockCount, contentLines } from './contents.js';
import { type Entry, sameTrail } from './plan.js';
import { count, wordsOf } from './wording.js';

/** What an entry's block is called: by its labels when they differ, by its name, or else by its kind. */
export function subject({ change, names }: Entry): string {
  if (change.kind === 'renumber') return `${names.source ?? 'no label'} → ${names.test ?? 'no label'}`;
  return (change.kind === 'delete' ? names.source : names.test) ?? wordsOf(change.block_kind);
}

/** Kind (unless the block is called by it), role, size, place in a table, and the kinds of span that the edits touch. */
export function description(entry: Entry): string {
  const { change, block, cell } = entry;
  const parts = [wordsOf(change.block_kind)].filter((kind) => !subject(entry).endsWith(kind));
  if (change.role !== null) parts.push(wordsOf(change.role));
  const whole = change.kind === 'insert' || change.kind === 'delete' || change.kind === 'move';
  if (whole && block !== null && block.kind !== 'row' && block.children.length > 0) {
    parts.push(count(blockCount(block), 'block'));
  }
  if (cell !== null) parts.push(`row “${cell.row}”`, `column “${cell.column}”`);
  const touched = change.inline.length === 0 ? [] : change.span_types.filter((type) => type !== 'emphasis');
  if (touched.length > 0) parts.push(`touches ${touched.map(wordsOf).join(' and ')}`);
  return parts.join(', ');
}

/** The other end of a move: what it is called there and the section it is in, as far as they are known. */
export function placeName(entry: Entry, name: string | null): string {
  const { change, otherTrail } = entry;
  const address = entry.at === 'here' ? change.source_address : change.test_address;
  const inside = otherTrail?.at(-1);
  const section = inside === undefined || sameTrail(otherTrail!, entry.trail) ? null : `“${inside}”`;
  // A section is named by its heading at both ends, so that only its place tells them apart.
  // So does a label that is the same at both ends of a move within a section.
  const same = section === null && entry.otherFollows !== null && entry.names.source === entry.names.test;
  const own = change.block_kind === 'section' || same ? null : name;
  if (own !== null && section !== null) return `${own} in ${section}`;
  return own ?? section ?? entry.otherFollows ?? address!;
}

/** Whether the change itself says nothing of what its block is or holds. */
export function contentless(change: Change): boolean {
  return (
    change.source_text === '' &&
    change.test_text === '' &&
    change.source_label === null &&
    change.test_label === null
  );
}

/** A few words by which a block whose text did not change is recognised. */
export function changeText({ change, block }: Entry): string {
  const own = change.test_text;
  if (own !== '' || block === null) return own;
  if (block.kind === 'section' || block.kind === 'document') return '';
  const line = contentLines(block)[0];
  return line === undefined ? '' : line.cells === null ? line.text : line.cells.join(' | ');
}
