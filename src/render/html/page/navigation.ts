/** From change to change, and between the list and the text. */
import { all, byId, topmostRow } from './dom.js';

/** What one can do with the list of changes. */
export interface Navigation {
  next(): void;
  previous(): void;
  toList(): void;
  /** Leaves only these changes, by number, to be visited. */
  setShown(shown: readonly number[]): void;
}

export function startNavigation(): Navigation {
  const position = byId('position');
  const panel = byId<HTMLDetailsElement>('panel');
  let shown = all('li.entry').map(({ id }) => numberOf(id));
  let current: number | null = null;
  let place: Element | null = null;
  let entry: HTMLElement | null = null;

  function setCurrent(change: number | null): void {
    place?.classList.remove('current');
    entry?.removeAttribute('aria-current');
    place = null;
    entry = null;
    current = change;
    if (change !== null) {
      const target = document.getElementById(`c${change}`);
      // A row that tells two changes has an empty anchor for the one that is not its own.
      place = target?.matches('.anchor') ? target.closest('tr, .row') : target;
      place?.classList.add('current');
      entry = document.querySelector<HTMLElement>(`#e${change} > a`);
      entry?.setAttribute('aria-current', 'true');
      if (entry !== null && panel.scrollHeight > panel.clientHeight) keepInView(entry);
    }
    tell();
  }

  function keepInView(link: HTMLElement): void {
    const frame = panel.getBoundingClientRect();
    const box = link.getBoundingClientRect();
    if (box.top < frame.top + 60 || box.bottom > frame.bottom) {
      panel.scrollTop += box.top - frame.top - frame.height / 3;
    }
  }

  function tell(): void {
    const at = current === null ? -1 : shown.indexOf(current);
    position.textContent = at < 0 ? `${shown.length} shown` : `${at + 1} / ${shown.length}`;
  }

  function go(step: 1 | -1): void {
    if (shown.length === 0) return;
    const at = current === null ? -1 : shown.indexOf(current);
    const to = at < 0 ? nearest(step) : (at + step + shown.length) % shown.length;
    visit(`c${shown[to]}`);
  }

  /** The first change at or after, or the last before, what is at the top of the window. */
  function nearest(step: 1 | -1): number {
    const top = topmostRow(byId('document'));
    const after =
      top === undefined
        ? -1
        : shown.findIndex((change) => isAtOrAfter(top, document.getElementById(`c${change}`)));
    if (step === 1) return Math.max(0, after);
    return after <= 0 ? shown.length - 1 : after - 1;
  }

  /** The address bar keeps the place, so that it can be passed on; going through changes leaves no trail of pages. */
  function visit(id: string): void {
    location.replace(`#${id}`);
    follow(id);
  }

  function follow(id: string): void {
    const match = /^[cme](\d+)$/.exec(id);
    if (match === null) return;
    setCurrent(Number(match[1]));
    const target = document.getElementById(id);
    if (target === null) return;
    if (id.startsWith('e')) {
      panel.open = true;
      const link = target.querySelector<HTMLElement>('a');
      link?.focus();
    } else {
      target.focus({ preventScroll: true });
    }
  }

  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    if (link === null || event.defaultPrevented) return;
    const id = link.getAttribute('href')?.slice(1) ?? '';
    // After the browser has gone there.
    setTimeout(() => follow(id));
  });
  byId('next').addEventListener('click', () => go(1));
  byId('previous').addEventListener('click', () => go(-1));
  // On a narrow screen the list stands above the text, and would hide it.
  if (window.matchMedia('(max-width: 60rem)').matches) panel.open = false;
  window.addEventListener('beforeprint', () => {
    panel.open = true;
  });
  if (location.hash.length > 1) follow(location.hash.slice(1));
  else tell();

  return {
    next: () => go(1),
    previous: () => go(-1),
    toList() {
      if (current === null) byId('panel').querySelector('summary')?.focus();
      else visit(`e${current}`);
    },
    setShown(changes) {
      shown = [...changes];
      tell();
    },
  };
}

function isAtOrAfter(top: Element, place: Element | null): boolean {
  if (place === null) return false;
  return top.contains(place) || (top.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
