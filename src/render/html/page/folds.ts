/** Folded stretches: what a large page does not hold is built when it is opened, a few hundred rows at a time. */
import type { RowStatus } from '../merge.js';
import { drawRows, plainRow } from '../row-markup.js';
import { rowsOf } from './data.js';
import { all, byId, toNode } from './dom.js';

/** Rows built before the page may draw again: some ten milliseconds of work. */
const AT_ONCE = 300;

/** What one can do with all folds. */
export interface Folds {
  toggle(): void;
}

/** @param prepare makes new rows ready to stand side by side. */
export function startFolds(prepare: (root: HTMLElement) => void): Folds {
  const button = byId('unfold');
  const folds = all<HTMLDetailsElement>('details.fold');
  const waiting: (() => boolean)[] = [];

  function work(): void {
    const [first] = waiting;
    if (first === undefined) return;
    if (!first()) waiting.shift();
    if (waiting.length > 0) setTimeout(work);
  }

  function build(fold: HTMLDetailsElement): void {
    const { side, from, to, status } = fold.dataset;
    if (side === undefined || fold.dataset.built !== undefined) return;
    fold.dataset.built = '';
    const into = fold.querySelector<HTMLElement>('.folded');
    if (into === null) return;
    into.replaceChildren();
    const end = Number(to);
    let next = Number(from);
    const step = (): boolean => {
      const part = document.createElement('div');
      part.className = 'part';
      const rows = rowsOf(side as 'source' | 'test').slice(next, Math.min(end, next + AT_ONCE));
      part.append(...drawRows(rows.map((row) => plainRow(row, status as RowStatus))).map(toNode));
      prepare(part);
      into.append(part);
      next += AT_ONCE;
      return next < end;
    };
    // The first part at once: whoever opened it is looking at it.
    if (step()) {
      waiting.push(step);
      if (waiting.length === 1) setTimeout(work);
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
