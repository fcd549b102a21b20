/** Tables: rows padded to full width. */
import type { Draft, DraftMaker } from './draft.js';
import type { RawTable } from './raw.js';
import type { Step } from './units.js';

/**
 * How many cells may be made to pad the rows of one table, besides as many as it has itself. A row of ten thousand cells
 * above ten thousand rows of one would make a hundred million out of a few hundred kilobytes.
 */
const MAX_PADDING = 20_000;

/** Adds a table below `holder`. False when some of its rows are left shorter than its widest. */
export function assembleTable(drafts: DraftMaker, holder: Draft, step: Step, table: RawTable): boolean {
  const matched = { matched_by: drafts.syntax('table'), confidence: 1 };
  const draft = drafts.draft('table', step.start, step.end, matched);
  drafts.attach(holder, draft);
  let width = 0;
  let written = 0;
  for (const { cells } of table.rows) {
    width = Math.max(width, cells.length);
    written += cells.length;
  }
  const pads = width * table.rows.length <= 2 * written + MAX_PADDING;
  table.rows.forEach((row, i) => {
    const range = { start: step.base + row.start, end: step.base + row.end };
    const rowDraft = drafts.draft('row', range.start, range.end, {
      ...matched,
      ...(i === 0 ? { attrs: { header: true } } : {}),
    });
    drafts.attach(draft, rowDraft);
    for (const { inline, start, end } of row.cells) {
      const place = { start: step.base + start, end: step.base + end, base: step.base };
      const unit = { inline, from: 0, to: inline.text.length, label: null };
      drafts.attach(rowDraft, drafts.textDraft('cell', place, unit, 0, matched));
    }
    for (let c = row.cells.length; pads && c < width; c++) {
      drafts.attach(
        rowDraft,
        drafts.draft('cell', range.end, range.end, { ...matched, attrs: { padded: true } }),
      );
    }
  });
  return pads;
}
