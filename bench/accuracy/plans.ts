/** The plans: what kind of revision a pair shows. Each row prepares the source if it must, then makes the test side. */
import { mergeUnits, splitUnit } from './divisions.js';
import { type Draft, textUnits } from './draft.js';
import { editHeading, editSome, editUnit, rewriteSome } from './edit-units.js';
import { deleteSection, deleteUnit, insertSection, insertUnit } from './insert-delete.js';
import { moveSection, moveUnit, promoteUnit, swapSections } from './move-units.js';
import { unwrapItems, unwrapSections, wrapItems, wrapSections } from './nesting.js';
import { copyBeside, findUnit, removeUnit, repeatUnit, scatterUnit } from './repetition.js';
import { bodyRows, deleteRow, editRow, insertRow, moveRow } from './rows.js';
import type { Unit } from './unit.js';

export interface Plan {
  readonly name: string;
  /** One line for the report. */
  readonly about: string;
  /** Only documents that hold tables, in the format that has them. */
  readonly needsTables?: boolean;
  /** How many pairs each document and format gives; two when left out. */
  readonly variants?: number;
  /** The test side is laid out in another style. */
  readonly relabels?: boolean;
  /** Changes made to both sides before the revision; what it returns is handed to `revise`. */
  readonly prepare?: (draft: Draft) => Unit[][];
  readonly revise: (draft: Draft, groups: readonly Unit[][]) => void;
}

const times = (count: number, action: () => void) => {
  for (let i = 0; i < count; i++) action();
};

/** A share of the units that bear text, at least one. */
const share = (draft: Draft, part: number) => Math.max(1, Math.round(textUnits(draft).length * part));

export const PLANS: readonly Plan[] = [
  {
    name: 'light',
    about: 'a few units edited, one inserted, one deleted',
    revise: (draft) => {
      editSome(draft, share(draft, 0.06));
      insertUnit(draft);
      if (draft.rng.chance(0.5)) deleteUnit(draft);
    },
  },
  {
    name: 'mixed',
    about: 'a seventh of the units edited, some inserted, deleted and moved, a section more or less',
    revise: (draft) => {
      const { rng } = draft;
      moveUnit(draft, 'across', rng.chance(0.5));
      moveUnit(draft, 'within', rng.chance(0.3));
      if (rng.chance(0.4)) deleteSection(draft);
      times(share(draft, 0.04), () => deleteUnit(draft));
      editSome(draft, share(draft, 0.14), 0.3);
      if (rng.chance(0.5)) editHeading(draft);
      times(share(draft, 0.04), () => insertUnit(draft));
      if (rng.chance(0.4)) insertSection(draft);
      if (bodyRows(draft).length > 0) {
        editRow(draft);
        insertRow(draft, false);
      }
    },
  },
  {
    name: 'heavy',
    about: 'a third of the units edited, up to three times each, many inserted, deleted and moved',
    revise: (draft) => {
      const { rng } = draft;
      times(2, () => moveUnit(draft, 'across', rng.chance(0.5)));
      moveUnit(draft, 'within', true);
      deleteSection(draft);
      times(share(draft, 0.07), () => deleteUnit(draft));
      editSome(draft, share(draft, 0.33), 0.7);
      editHeading(draft);
      times(share(draft, 0.07), () => insertUnit(draft));
      insertSection(draft);
      if (bodyRows(draft).length > 0) {
        times(3, () => editRow(draft));
        insertRow(draft, true);
        deleteRow(draft);
      }
    },
  },
  {
    name: 'moves',
    about: 'units moved within and across sections, with all below them, about half of them edited',
    revise: (draft) => {
      const { rng } = draft;
      times(rng.between(2, 3), () => moveUnit(draft, 'across', rng.chance(0.5)));
      times(rng.between(1, 2), () => moveUnit(draft, 'within', rng.chance(0.5)));
      if (rng.chance(0.4)) promoteUnit(draft);
      editSome(draft, share(draft, 0.04));
    },
  },
  {
    name: 'sections',
    about: 'sections swapped, moved among their siblings and moved below another',
    revise: (draft) => {
      const { rng } = draft;
      swapSections(draft);
      if (rng.chance(0.6)) moveSection(draft, false);
      if (rng.chance(0.4)) moveSection(draft, true);
      if (rng.chance(0.3)) moveUnit(draft, 'across', false);
      editSome(draft, share(draft, 0.06));
    },
  },
  {
    name: 'renumber',
    about: 'sections and units inserted and deleted near the front, so that most labels change',
    revise: (draft) => {
      const { rng } = draft;
      insertSection(draft, true);
      times(rng.between(2, 4), () => insertUnit(draft, 'early'));
      if (rng.chance(0.5)) deleteSection(draft);
      times(2, () => deleteUnit(draft));
      editSome(draft, share(draft, 0.05));
    },
  },
  {
    name: 'divisions',
    about: 'units split in two and neighbours merged into one, a few others edited',
    revise: (draft) => {
      times(2, () => splitUnit(draft));
      times(2, () => mergeUnits(draft));
      editSome(draft, share(draft, 0.06));
      insertUnit(draft);
    },
  },
  {
    name: 'tables',
    about: 'rows inserted (before an edited row too), deleted, moved and edited',
    needsTables: true,
    variants: 6,
    revise: (draft) => {
      const { rng } = draft;
      moveRow(draft, rng.chance(0.4));
      insertRow(draft, true);
      insertRow(draft, false);
      times(2, () => deleteRow(draft));
      times(rng.between(3, 5), () => editRow(draft, rng.chance(0.3) ? 2 : 1));
      editSome(draft, share(draft, 0.04));
    },
  },
  {
    name: 'repetitive',
    about:
      'byte-identical neighbours and identical units in different lists; some of them deleted, added and edited',
    prepare: (draft) => [
      repeatUnit(draft, draft.rng.between(1, 3)),
      repeatUnit(draft, 2),
      scatterUnit(draft, 3),
      scatterUnit(draft, 2),
    ],
    revise: (draft, [first, second, third, fourth]) => {
      const { rng } = draft;
      const find = (unit: Unit) => findUnit(draft, unit.id)!;
      // No other edit to a text that is repeated: an edited copy beside a new one could be either.
      const repeated = new Set([first, second, third, fourth].map((group) => group[0].text));
      for (const unit of textUnits(draft)) if (repeated.has(unit.text)) draft.touched.add(unit.id);
      removeUnit(draft, rng.pick(first));
      if (rng.chance(0.5)) copyBeside(draft, find(rng.pick(second)));
      else editUnit(draft, find(rng.pick(second)), 1);
      removeUnit(draft, rng.pick(third));
      editUnit(draft, find(rng.pick(fourth)), 1);
      insertUnit(draft);
      editSome(draft, share(draft, 0.06));
    },
  },
  {
    name: 'relabelled',
    about:
      'the same document numbered in another way or by list syntax instead of labels, a few units edited',
    relabels: true,
    revise: (draft) => {
      editSome(draft, share(draft, 0.08));
      insertUnit(draft);
      deleteUnit(draft);
    },
  },
  {
    name: 're-nested',
    about: 'a level of sections or of list items put in or taken out, a few units edited',
    revise: (draft) => {
      const { rng } = draft;
      const nested = rng.chance(0.5) && unwrapSections(draft);
      if (!nested) wrapSections(draft);
      if (rng.chance(0.5)) wrapItems(draft) || unwrapItems(draft, true);
      else unwrapItems(draft, rng.chance(0.6)) || wrapItems(draft);
      editSome(draft, share(draft, 0.06));
    },
  },
  {
    name: 'rewritten',
    about: 'an eighth of the units written anew but for their opening words, others edited',
    revise: (draft) => {
      rewriteSome(draft, share(draft, 0.12));
      editSome(draft, share(draft, 0.08));
      insertUnit(draft);
      deleteUnit(draft);
    },
  },
];
