/** Light or dark, where the reader wants other than the system says. */
import { byId } from './dom.js';

const THEMES = ['auto', 'light', 'dark'];

export function startTheme(): void {
  const button = byId('theme');
  let at = 0;
  button.addEventListener('click', () => {
    at = (at + 1) % THEMES.length;
    const theme = THEMES[at];
    if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
    button.textContent = `Theme: ${theme}`;
  });
}
