/**
 * The two versions side by side, in step. Each row gets a copy of its text as it was, without what was inserted; the text
 * that stands there already is shown without what was deleted. Copies are made when they are first asked for.
 */
import { all, byId, topmostRow } from './dom.js';

/** What one can do with the two columns. */
export interface SideBySide {
  toggle(): void;
  /** Makes rows that were added later ready, if the two columns are shown. */
  prepare(root: HTMLElement): void;
}

export function startSideBySide(): SideBySide {
  const button = byId('split');
  const main = byId('document');
  let on = false;
  // The parts of a long page are made ready as they come near the window.
  const near = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        prepareRows(target);
      }
    },
    { rootMargin: '1500px' },
  );
  let prepared = false;

  function prepare(root: HTMLElement): void {
    if (!prepared) return;
    const parts = root.matches('.part') ? [root] : all('.part', root);
    if (parts.length === 0) prepareRows(root);
    for (const part of parts) near.observe(part);
  }

  function toggle(): void {
    on = !on;
    // What the reader was looking at stays where it was, though every row changes its height.
    const anchor = currentInView(main) ?? topmostRow(main);
    const before = anchor?.getBoundingClientRect().top ?? 0;
    if (on && !prepared) {
      prepared = true;
      prepare(main);
      const part = anchor?.closest('.part');
      if (part) prepareRows(part);
    }
    main.classList.toggle('side-by-side', on);
    document.documentElement.classList.toggle('wide', on);
    button.setAttribute('aria-pressed', String(on));
    button.textContent = on ? 'One text' : 'Side by side';
    if (anchor) window.scrollBy(0, anchor.getBoundingClientRect().top - before);
  }

  button.addEventListener('click', toggle);
  return { toggle, prepare };
}

function currentInView(main: HTMLElement): Element | null {
  const current = main.querySelector('.current');
  const top = current?.getBoundingClientRect().top ?? -1;
  return top > 0 && top < window.innerHeight ? current : null;
}

function prepareRows(root: Element): void {
  if (root.classList.contains('prepared')) return;
  root.classList.add('prepared');
  for (const row of all('.row:not(.tabular)', root)) {
    const text = row.querySelector<HTMLElement>('.text');
    if (text !== null) text.before(asItWas(text, row.classList.contains('insert')));
  }
  for (const table of all<HTMLTableElement>('.tabular table', root)) prepareTable(table);
}

function prepareTable(table: HTMLTableElement): void {
  const rows = [...table.rows].map((row) => ({ row, cells: [...row.cells].slice(1) }));
  const before = (cells: HTMLTableCellElement[]) =>
    cells.filter((cell) => !cell.classList.contains('insert'));
  const width = Math.max(1, ...rows.map(({ cells }) => before(cells).length));
  for (const { row, cells } of rows) {
    const first = cells[0] ?? null;
    const gone = row.classList.contains('insert');
    const shown = gone ? [] : before(cells);
    for (const cell of shown) row.insertBefore(asItWas(cell, false), first);
    const missing = width - shown.reduce((sum, cell) => sum + cell.colSpan, 0);
    if (missing > 0) {
      const empty = document.createElement('td');
      empty.className = 'was';
      empty.colSpan = missing;
      row.insertBefore(empty, first);
    }
  }
}

/** A copy without what was inserted, and without ids, which have to stay unique. */
function asItWas(element: HTMLElement, empty: boolean): HTMLElement {
  // A copied heading would be a second heading in the outline of the page.
  const isHeading = /^H\d$/.test(element.tagName);
  const copy = isHeading ? document.createElement('p') : (element.cloneNode(false) as HTMLElement);
  if (isHeading) copy.dir = element.dir;
  copy.removeAttribute('id');
  copy.className = `${element.className} was`;
  if (empty) return copy;
  copy.append(...[...element.childNodes].map((node) => node.cloneNode(true)));
  for (const gone of all('ins, .note, .anchor', copy)) gone.remove();
  return copy;
}
