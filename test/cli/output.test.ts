import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { redtree } from './fake-io.js';

const folder = mkdtempSync(join(tmpdir(), 'redtree-output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pair = ['source', 'test'].map(
  (side) => new URL(`../../fixtures/agreement.${side}.md`, import.meta.url).pathname,
);

describe('-o FILE', () => {
  it('takes what would have been printed, as in a pipe also on a terminal', async () => {
    const printed = await redtree(['compare', ...pair]);
    const file = join(folder, 'comparison.json');
    expect(await redtree(['compare', ...pair, '-o', file], { isTerminal: true })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(printed.out);
  });

  it('takes the page of a stored comparison', async () => {
    const stored = join(folder, 'stored.json');
    writeFileSync(stored, (await redtree(['compare', ...pair])).out);
    const file = join(folder, 'redline.html');
    expect(await redtree(['render', 'html', stored, '--output', file])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(readFileSync(file, 'utf8')).toBe((await redtree(['render', 'html', stored])).out);
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('is no document that is compared or drawn, under whatever name', async () => {
    const files = ['a.md', 'b.md'].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, '# Terms\n\nPay.\n');
    const link = join(folder, 'link.md');
    symlinkSync(files[1], link);
    const stored = join(folder, 'kept.json');
    writeFileSync(stored, (await redtree(['compare', ...pair])).out);
    for (const [args, lost] of [
      [['compare', ...files, '-o', files[0]], files[0]],
      [['compare', ...files, '-o', link], files[1]],
      [['render', 'html', stored, '-o', stored], stored],
    ] as const) {
      const kept = readFileSync(lost, 'utf8');
      const { code, err } = await redtree([...args]);
      expect([code, err]).toEqual([
        2,
        `redtree: --output names ${lost}, which is read: what stands in it would be lost\n`,
      ]);
      expect(readFileSync(lost, 'utf8')).toBe(kept);
    }
  });

  it('is left as it was by an error', async () => {
    const file = join(folder, 'none.html');
    expect((await redtree(['compare', ...pair, '--kind', 'nothing', '-o', file])).code).toBe(2);
    expect(existsSync(file)).toBe(false);
  });

  it('says what it cannot write', async () => {
    const file = join(folder, 'no', 'where.html');
    const { code, err } = await redtree(['compare', ...pair, '-o', file]);
    expect([code, err]).toEqual([
      2,
      `redtree: cannot write ${file}: there is no folder ${join(folder, 'no')}\n`,
    ]);
    expect((await redtree(['compare', ...pair, '-o', folder])).err).toBe(
      `redtree: cannot write ${folder}: it is a folder, not a file\n`,
    );
    expect((await redtree(['compare', ...pair, '-o', join(pair[0], 'x')])).err).toContain('is no folder');
  });
});
