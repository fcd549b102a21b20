/** Filters by kind, section and role. What is filtered out loses its colour in the text and its place in the list. */
import { all, byId } from './dom.js';

interface Entry {
  readonly element: HTMLElement;
  readonly group: HTMLElement;
  readonly change: number;
  readonly kind: string;
  readonly role: string;
  readonly sections: ReadonlySet<string>;
  off: boolean;
}

/** @param report is told which changes are left, by number. */
export function startFilters(report: (shown: readonly number[]) => void): void {
  const form = document.getElementById('filters');
  if (!(form instanceof HTMLFormElement)) return;
  const entries = all('.group').flatMap((group) => {
    const sections = new Set((group.dataset.in ?? '').split(' ').filter((part) => part !== ''));
    return all('li.entry', group).map(
      (element): Entry => ({
        element,
        group,
        change: Number(element.id.slice(1)),
        kind: element.dataset.kind ?? '',
        role: element.dataset.role ?? '',
        sections,
        off: false,
      }),
    );
  });
  const total = entries.length;

  function apply(): void {
    const data = new FormData(form as HTMLFormElement);
    const kinds = new Set(data.getAll('kind'));
    const section = String(data.get('section') ?? '');
    const role = String(data.get('role') ?? '');
    const groups = new Map<HTMLElement, boolean>();
    for (const entry of entries) {
      const inSection =
        section === '' || (section === 'none' ? entry.sections.size === 0 : entry.sections.has(section));
      const on = kinds.has(entry.kind) && inSection && (role === '' || role === `is ${entry.role}`);
      groups.set(entry.group, (groups.get(entry.group) ?? false) || on);
      if (on === !entry.off) continue;
      entry.off = !on;
      entry.element.hidden = !on;
      for (const id of [`c${entry.change}`, `m${entry.change}`]) {
        document.getElementById(id)?.classList.toggle('off', !on);
      }
    }
    for (const [group, on] of groups) group.hidden = !on;
    const shown = entries.filter(({ off }) => !off).map(({ change }) => change);
    byId('shown').textContent = shown.length === total ? String(total) : `${shown.length} of ${total}`;
    report(shown);
  }

  form.addEventListener('change', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
}
