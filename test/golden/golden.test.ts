import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Comparison } from '../../src/compare/index.js';
import { compareFixture, FIXTURES } from './fixtures.js';

const GOLDEN = new URL('../../golden/', import.meta.url);

/**
 * What every fixture pair must produce: the complete comparison document, trees and alignment with it. When a change of
 * the engine is meant to change them, `npm run golden` writes them anew; read the difference before it is committed.
 */
describe('the golden comparison of', () => {
  test.each(FIXTURES.map(({ name }) => name))('%s', async (name) => {
    const document = compareFixture(name).toJSON({ trees: true, alignment: true });
    const file = new URL(`${name}.comparison.json`, GOLDEN);
    // A missing file would be written and pass; only the update may do that.
    if (!updating())
      expect(existsSync(file), `golden/${name}.comparison.json is missing: npm run golden`).toBe(true);
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(file.pathname);
  });

  test.each(FIXTURES.map(({ name }) => name))('%s reads back and is written again, byte for byte', (name) => {
    const document = compareFixture(name).toJSON({ trees: true, alignment: true });
    const bytes = JSON.stringify(document);
    const read = Comparison.fromJSON(JSON.parse(bytes));
    expect(JSON.stringify(read.toJSON({ trees: true, alignment: true }))).toBe(bytes);
  });

  test('no pair that is not there any more is left over', () => {
    const names = readdirSync(GOLDEN).flatMap((file) => /^(.+)\.comparison\.json$/.exec(file)?.[1] ?? []);
    expect(names.filter((name) => !FIXTURES.some((fixture) => fixture.name === name))).toEqual([]);
  });
});

/** Whether the runner was told to update. Its workers do not see its arguments, only what it makes of them. */
function updating(): boolean {
  const state = expect.getState() as unknown as { snapshotState?: { _updateSnapshot?: string } };
  return state.snapshotState?._updateSnapshot === 'all';
}
