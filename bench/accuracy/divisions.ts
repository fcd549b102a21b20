/** Splits and merges. */
import { type Draft, freshId, isFree, parents, touch } from './draft.js';
import { splitText } from './edits.js';
import { makeUnit } from './unit.js';

export function splitUnit(draft: Draft): void {
  for (const { unit, parent } of draft.rng.shuffle(parents(draft))) {
    if (
      !['clause', 'bullet', 'paragraph'].includes(unit.kind) ||
      unit.children.length > 0 ||
      !isFree(draft, unit)
    )
      continue;
    if (unit.name !== null || unit.text.includes('{')) continue;
    const halves = splitText(unit.text, draft.rng);
    if (halves === null) continue;
    const parts = halves.map((text) => makeUnit(freshId(draft), unit.kind, text));
    parent.children.splice(parent.children.indexOf(unit), 1, ...parts);
    for (const part of parts) touch(draft, part);
    draft.divisions.push({ kind: 'split', source: [unit.id], test: parts.map((part) => part.id) });
    return;
  }
}

export function mergeUnits(draft: Draft): void {
  for (const { unit, parent } of draft.rng.shuffle(parents(draft))) {
    const next = parent.children[parent.children.indexOf(unit) + 1];
    if (!['clause', 'bullet', 'paragraph'].includes(unit.kind) || next?.kind !== unit.kind) continue;
    if ([unit, next].some((part) => part.children.length > 0 || part.name !== null || !isFree(draft, part)))
      continue;
    const merged = makeUnit(freshId(draft), unit.kind, `${unit.text} ${next.text}`);
    parent.children.splice(parent.children.indexOf(unit), 2, merged);
    touch(draft, merged);
    draft.divisions.push({ kind: 'merge', source: [unit.id, next.id], test: [merged.id] });
    return;
  }
}
