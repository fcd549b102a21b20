import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../docs/patch-contract.md', import.meta.url), 'utf8');
const named = [...page.matchAll(/\[[\w-]+\]\(\.\.\/(test\/[^)]+)\): (.+?)(?=<br>| \|\n)/g)].map(
  ([, file, title]) => ({
    file,
    title,
  }),
);

describe('the page that maps the contract to tests', () => {
  it('names tests that exist', () => {
    expect(named.length).toBeGreaterThan(100);
    const missing = named.filter(({ file, title }) => {
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      return !source.includes(title);
    });
    expect(missing).toEqual([]);
  });
});
