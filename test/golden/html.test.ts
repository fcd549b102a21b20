import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/render/html/html.js';
import { compareFixture } from './fixtures.js';

const GOLDEN = new URL('../../golden/', import.meta.url);

/**
 * The page of the sample pair, from Markdown and from text: its markup, without the style, the script and the data, which
 * are the same for every page or stand in the golden comparison already.
 */
describe('the golden page of', () => {
  test.each([
    ['agreement', 'md'],
    ['agreement-text', 'txt'],
  ])('%s', async (name, extension) => {
    const names = { source: `${name}.source.${extension}`, test: `${name}.test.${extension}` };
    const page = renderHtml(compareFixture(name), { names })
      .replaceAll(/(<(style|script)[^>]*>)[\s\S]*?(<\/\2>)/g, '$1…$3')
      .replaceAll(/'sha256-[^']*'/g, "'sha256-…'");
    const file = new URL(`${name}.html`, GOLDEN);
    if (!updating()) expect(existsSync(file), `golden/${name}.html is missing: npm run golden`).toBe(true);
    await expect(page).toMatchFileSnapshot(file.pathname);
  });
});

/** Whether the runner was told to update. Its workers do not see its arguments, only what it makes of them. */
function updating(): boolean {
  const state = expect.getState() as unknown as { snapshotState?: { _updateSnapshot?: string } };
  return state.snapshotState?._updateSnapshot === 'all';
}
