import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APART_FROM } from '../../src/mcp/apart/run.js';
import { Threads } from '../../src/mcp/apart/threads.js';
import { bundle } from '../patch/support/child.js';
import { type Connected, connected } from './connected.js';

const clauses = (n: number, word: string) =>
  Array.from({ length: n }, (_, i) => `${i + 1}. Clause ${i} on matter ${i * 7} and ${word} days.\n`).join(
    '\n',
  );

/** A comparison of some seconds on any machine; it is ended after one. */
const LONG = { source: clauses(30_000, 'thirty'), test: clauses(30_000, 'sixty') };
/** One that runs apart and is over soon. */
const MIDDLING = { source: clauses(1_400, 'thirty'), test: clauses(1_400, 'sixty') };

describe('long comparisons', () => {
  let program: URL;
  let folder: string;
  let here: Connected;
  beforeAll(async () => {
    program = pathToFileURL(await bundle('src/mcp/apart/thread.ts'));
    folder = mkdtempSync(join(tmpdir(), 'redtree-apart-'));
    writeFileSync(join(folder, 'old.md'), MIDDLING.source);
    writeFileSync(join(folder, 'new.md'), MIDDLING.test);
    here = await connected({ threadProgram: program, profile: 'compare', root: folder });
  });
  afterAll(async () => {
    await here?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('come to what they would come to here, from texts and from files', async () => {
    expect(MIDDLING.source.length + MIDDLING.test.length).toBeGreaterThan(APART_FROM);
    const inline = await connected({ threadProgram: null, profile: 'compare', root: folder });
    const expected = await inline.call('compare', MIDDLING);
    expect(await here.call('compare', MIDDLING)).toEqual(expected);
    const files = { source_file: 'old.md', test_file: 'new.md' };
    const formats = { source_format: 'markdown', test_format: 'markdown' };
    expect(await here.call('summary', { ...files, ...formats })).toEqual(
      await inline.call('summary', { ...MIDDLING, ...formats }),
    );
    // What is wrong is told as everywhere.
    const wrong = await here.call('compare', { ...MIDDLING, filter: { kinds: ['none'] } });
    expect([wrong.value.code, wrong.isError]).toEqual(['bad_filter', false]);
    await inline.close();
    expect(here.reported).toEqual([]);
  });

  it('hold back nobody, say that they go on, and end when nobody waits for them', async () => {
    const cancel = new AbortController();
    const told: { progress: number; message?: string }[] = [];
    let first = () => {};
    const begun = new Promise<void>((resolve) => {
      first = resolve;
    });
    let ended = false;
    const long = here.client
      .callTool({ name: 'compare', arguments: LONG }, undefined, {
        signal: cancel.signal,
        onprogress: (progress) => {
          told.push(progress);
          if (progress.progress >= 1) first();
        },
      })
      .finally(() => {
        ended = true;
      });
    const refused = expect(long).rejects.toThrow('enough');
    const short = await here.call('summary', { source: '1. Pay now.', test: '1. Pay later.' });
    expect([short.value.total_changes, ended]).toEqual([1, false]);
    await begun;
    expect(told.map(({ progress }) => progress)).toEqual([...told.keys()]);
    expect(told.at(-1)?.message).toMatch(/^compare: working, \d+ s$/);
    cancel.abort('enough');
    await refused;
    // Its thread is gone, and the next call has another one.
    expect((await here.call('compare', MIDDLING)).value.status).toBe('ok');
    expect(here.reported).toEqual([]);
  });

  it('wait in order where there are more of them than threads, and can be cancelled while they wait', async () => {
    const threads = new Threads(program, { root: null, resultChars: 6_000 }, 1);
    const order: number[] = [];
    const never = new AbortController().signal;
    const cancel = new AbortController();
    const run = (i: number, signal = never) =>
      threads.run({ tool: 'validate_profile', args: { profile: 'contract' } }, signal, () => order.push(i));
    const runs = [run(0), run(1, cancel.signal), run(2)];
    const refused = expect(runs[1]).rejects.toMatchObject({ code: 'cancelled' });
    cancel.abort();
    await refused;
    expect(await runs[2]).toMatchObject({ status: 'ok', name: 'contract' });
    expect(order).toEqual([0, 2]);
    await expect(threads.run({ tool: 'patchdiff_save', args: {} }, never)).rejects.toMatchObject({
      code: 'thread_failed',
    });
    const last = expect(run(3)).rejects.toMatchObject({ code: 'cancelled' });
    await threads.close();
    await last;
  });

  it('whose thread cannot be had are an error, and no silence', async () => {
    const broken = await connected({ threadProgram: pathToFileURL(join(folder, 'none.mjs')) });
    const { value, isError } = await broken.call('compare', MIDDLING);
    expect([value.status, isError]).toEqual(['error', true]);
    expect(broken.reported).toMatchObject([{ code: 'thread_lost' }]);
    await broken.close();
  });
});
