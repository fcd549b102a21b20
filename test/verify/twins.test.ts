import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateCheck } from '../../src/bridge/index.js';
import { verify } from '../../src/verify/verify.js';

const options = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;

async function passes(source: string, edited: string, ...addresses: string[]): Promise<boolean> {
  const allowed = { address_prefixes: addresses };
  const found = verify(source, edited, allowed, options);
  const target = {
    target_file_id: 't',
    version: 0,
    hash: '',
    filename: 'a.md',
    target_type: 'text/markdown',
  };
  const outcome = { content: edited, hash: '', changes: [], edits: { intent: 'x', operations: [] } };
  const refused = await gateCheck(allowed)({ ...target, content: source }, outcome);
  expect(refused === null, JSON.stringify(refused)).toBe(found.ok);
  return found.ok;
}

const lines = (count: number) => `## A\n\n${'Reserved.\n\n'.repeat(count)}## B\n\nWords.\n`;
const at = (n: number) => `/section[1]/paragraph[${n}]`;

describe('of several blocks that are alike', () => {
  it('any may be deleted by whoever may change one', async () => {
    for (const n of [1, 2, 3]) expect(await passes(lines(3), lines(2), at(n))).toBe(true);
    const items = '## A\n\n- alike\n- alike\n- alike\n- other\n';
    for (const n of [1, 2, 3])
      expect(await passes(items, items.replace('- alike\n', ''), `/section[1]/list_item[${n}]`)).toBe(true);
    const table = '## A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 1 | 2 |\n| 3 | 4 |\n';
    for (const n of [2, 3])
      expect(await passes(table, table.replace('| 1 | 2 |\n', ''), `/section[1]/table[1]/row[${n}]`)).toBe(
        true,
      );
    const section = '## A\n\nWords of it.\n\n';
    for (const n of [1, 2])
      expect(
        await passes(
          `# T\n\n${section}${section}## B\n\nZ.\n`,
          `# T\n\n${section}## B\n\nZ.\n`,
          `/section[1]/section[${n}]`,
        ),
      ).toBe(true);
  });

  it('as many may be deleted as may be changed, and no more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.nat(6),
        fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
        async (count, gone, allowed) => {
          const scope = allowed.filter((n) => n <= count);
          const left = Math.max(0, count - gone);
          fc.pre(scope.length > 0 && left > 0);
          const ok = await passes(lines(count), lines(left), ...scope.map(at));
          expect(ok).toBe(count - left <= scope.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('none is another where what stands between them tells them apart, or their links do', async () => {
    expect(
      await passes('## A\n\nAlike.\n\n---\n\nAlike.\n\nEnd.\n', '## A\n\nAlike.\n\n---\n\nEnd.\n', at(1)),
    ).toBe(false);
    expect(await passes('## A\n\n[p](a)\n\n[p](b)\n\nEnd.\n', '## A\n\n[p](a)\n\nEnd.\n', at(1))).toBe(false);
  });

  it('nothing comes in the place of one that goes', async () => {
    for (const put of ['<!-- x -->\n\n', '---\n\n', '[q]: x\n\n', 'Other.\n\n']) {
      expect(await passes(lines(3), lines(2).replace('## B', `${put}## B`), at(1)), put).toBe(false);
    }
  });
});
