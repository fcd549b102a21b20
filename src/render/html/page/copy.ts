/** Copies the comparison that the page carries. */
import { comparison } from './data.js';
import { byId } from './dom.js';

export function startCopy(): void {
  const button = byId('copy');
  const told = byId('told');
  const label = button.textContent;
  let timer = 0;
  button.addEventListener('click', async () => {
    // Written anew, so that what the page had to escape is plain again.
    const done = await copy(JSON.stringify(comparison(), null, 2));
    button.textContent = done ? 'Copied' : 'Copying failed';
    told.textContent = done ? 'The JSON is on the clipboard.' : 'The clipboard could not be written.';
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = label;
      told.textContent = '';
    }, 2500);
  });
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Where a page opened from a file has no clipboard of its own. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
