/** Single keys for what a reader does all the time. They can be switched off, and never act while one is typing. */
import { byId } from './dom.js';

/** What keys do. */
export interface Commands {
  next(): void;
  previous(): void;
  toList(): void;
  toggleSplit(): void;
  toggleFolds(): void;
}

export function startKeys(commands: Commands): void {
  const on = byId<HTMLInputElement>('keys-on');
  const actions = new Map<string, () => void>([
    ['j', commands.next],
    ['n', commands.next],
    ['k', commands.previous],
    ['p', commands.previous],
    ['s', commands.toggleSplit],
    ['u', commands.toggleFolds],
    ['l', commands.toList],
  ]);
  document.addEventListener('keydown', (event) => {
    if (!on.checked || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (
      event.target instanceof Element &&
      event.target.matches('select, textarea, input:not([type=checkbox])')
    )
      return;
    const action = actions.get(event.key);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
