/** Folded stretches: what a large page does not hold is built when it is opened, a part at a time. */
import type { RowStatus } from '../merge.js';
import { drawRows, plainRow, ROWS_IN_PART } from '../row-markup.js';
import { rowsOf } from './data.js';
import { all, byId, toNode } from './dom.js';

/** How long the page builds before it may draw and answer again, in milliseconds: a frame. */
const AT_ONCE = 12;

/** What one can do with all folds. */
export interface Folds {
  toggle(): void;
}

/** @param prepare makes new rows ready to stand side by side. */
export function startFolds(prepare: (root: HTMLElement) => void): Folds {
  const button = byId('unfold');
  const folds = all<HTMLDetailsElement>('details.fold');
  const waiting: Iterator<void>[] = [];
  let working = false;

  /** Builds until the frame is over, then lets the page breathe. */
  function work(): void {
    const end = performance.now() + AT_ONCE;
    while (waiting.length > 0 && performance.now() < end) {
      if (waiting[0].next().done) waiting.shift();
    }
    working = waiting.length > 0;
    if (working) setTimeout(work);
  }

  function build(fold: HTMLDetailsElement): void {
    const { side, from, to, status, built } = fold.dataset;
    const into = fold.querySelector<HTMLElement>('.folded');
    if (side === undefined || built !== undefined || into === null) return;
    fold.dataset.built = '';
    waiting.push(parts(into, side as 'source' | 'test', Number(from), Number(to), status as RowStatus));
    // Whoever opened it is looking at it: its beginning is there at once.
    if (!working) work();
  }

  function* parts(
    into: HTMLElement,
    side: 'source' | 'test',
    from: number,
    to: number,
    status: RowStatus,
  ): Iterator<void> {
    into.replaceChildren();
    for (let next = from; next < to; next += ROWS_IN_PART) {
      const part = document.createElement('div');
      part.className = to - from > ROWS_IN_PART ? 'part' : '';
      const rows = rowsOf(side).slice(next, Math.min(to, next + ROWS_IN_PART));
      part.append(...drawRows(rows.map((row) => plainRow(row, status))).map(toNode));
      into.append(part);
      prepare(part);
      yield;
    }
  }

  // The event does not bubble, but it can be caught on its way down.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.matches('.fold')) build(target);
    },
    true,
  );

  function toggle(): void {
    const open = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(open));
    button.textContent = open ? 'Fold all' : 'Unfold all';
    for (const fold of folds) fold.open = open;
  }

  if (folds.length === 0) button.setAttribute('disabled', '');
  button.addEventListener('click', toggle);
  return { toggle };
}
