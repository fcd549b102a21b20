import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGE_ASSETS, pageAssets } from '../../../scripts/bundle-page.js';

it('the page’s style and script are made from their sources: npm run page', async () => {
  expect(readFileSync(PAGE_ASSETS, 'utf8')).toBe(await pageAssets());
});
