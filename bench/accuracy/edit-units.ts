/** Edits in place: words, headings, and texts written anew. */
import { type Draft, depthOf, FEWEST_WORDS, TEXT_KINDS, textUnits, words } from './draft.js';
import { editCell, editCode, editText, rewriteText } from './edits.js';
import { type Unit, type UnitKind, walk } from './unit.js';

export function editUnit(draft: Draft, unit: Unit, count: number): void {
  const { rng, genre } = draft;
  if (unit.kind === 'row') {
    const column = rng.below(unit.cells.length);
    const edited = editCell(unit.cells[column], rng);
    unit.cells[column] = edited.text;
    unit.cellChanged[column] += edited.changed;
  } else {
    const edited = unit.kind === 'code' ? editCode(unit.text, rng) : editText(unit.text, rng, genre, count);
    unit.text = edited.text;
    unit.changed += edited.changed;
  }
  draft.touched.add(unit.id);
}

/** Edits `count` units that nothing has touched; the chance of a second and third edit in one grows with `depth`. */
export function editSome(draft: Draft, count: number, depth = 0): void {
  const kinds: readonly UnitKind[] = [...TEXT_KINDS, 'code'];
  const free = [...walk(draft.root)].filter(
    (unit) => kinds.includes(unit.kind) && !draft.touched.has(unit.id) && words(unit.text) >= FEWEST_WORDS,
  );
  for (const unit of draft.rng.sample(free, count)) {
    editUnit(draft, unit, 1 + (draft.rng.chance(depth) ? 1 : 0) + (draft.rng.chance(depth / 2) ? 1 : 0));
  }
}

/** Renames a section: its heading gains or changes a word. */
export function editHeading(draft: Draft): void {
  const sections = [...walk(draft.root)].filter(
    (unit) => unit.kind === 'section' && !draft.touched.has(`${unit.id}.h`),
  );
  const section = draft.rng.pick(sections.slice(1));
  const addition = draft.rng.pick([' and review', ' in general', ' and records', ' and exceptions']);
  section.text += addition;
  section.changed += addition.length;
  draft.touched.add(`${section.id}.h`);
}

export function rewriteSome(draft: Draft, count: number): void {
  const free = textUnits(draft).filter((unit) => !draft.touched.has(unit.id) && words(unit.text) >= 10);
  for (const unit of draft.rng.sample(free, count)) {
    const donor = draft.pool.text(unit.kind === 'quote' ? 'paragraph' : unit.kind, depthOf(draft, unit));
    const rewritten = rewriteText(unit.text, donor, draft.rng);
    if (rewritten === null) continue;
    unit.text = rewritten.text;
    unit.changed += rewritten.changed;
    draft.touched.add(unit.id);
  }
}
