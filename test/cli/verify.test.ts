import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { redtree } from './fake-io.js';

const folder = mkdtempSync(join(tmpdir(), 'redtree-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const original = file(
  'original.md',
  '# Terms\n\n## 1. Payment\n\n1.1 The Client shall pay within thirty days of the invoice.\n\n1.2 Interest runs under clause 1.1 at four per cent.\n\n## 2. Notice\n\n2.1 A notice is given in writing to the address above.\n',
);
const edited = file(
  'edited.md',
  '# Terms\n\n## 1. Payment\n\n1.1 The Client shall pay within sixty days of the invoice.\n\n1.2 Interest runs under clause 1.1 at four per cent.\n\n## 2. Notice\n\n2.1 A notice is given by letter to the address above.\n',
);

describe('redtree verify', () => {
  it('says what strayed, and exits with 1', async () => {
    expect(await redtree(['verify', original, edited, '--allow', 'label:1', '--format', 'text'])).toEqual({
      code: 1,
      err: '',
      out: `Out of scope: 1 change of 2 changes.
Allowed: /section[1]/section[1] (label "1").

Out of scope:
  edited 2.1 (list item) at /section[1]/section[2]/list_item[1]: [-in writing-]{+by letter+}

In scope:
  edited 1.1 (list item) at /section[1]/section[1]/list_item[1]: [-thirty-]{+sixty+}
`,
    });
  });

  it('writes JSON in a pipe, and exits with 0 when all is in scope', async () => {
    const { code, out } = await redtree(['verify', original, edited, '--allow', '/section[1]']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, out_of_scope: [], undefined_terms: [] });
  });

  it('lists layout that differs outside, which may not with --strict', async () => {
    const wrapped = file(
      'wrapped.md',
      '# Terms\n\n## 1. Payment\n\n1.1 The Client shall pay within sixty days of the invoice.\n\n1.2 Interest runs under clause 1.1 at four per cent.\n\n## 2. Notice\n\n2.1 A notice is given in writing\nto the address above.\n',
    );
    const text = ['verify', original, wrapped, '--allow', 'label:1', '--format', 'text'];
    const place = 'at /section[1]/section[2]/list_item[1], line 11: [- -]{+\\n+}';
    const lenient = await redtree(text);
    expect(lenient.code).toBe(0);
    expect(lenient.out).toContain(`Layout outside the scope, which may change:\n  ${place}\n`);
    const strict = await redtree([...text, '--strict']);
    expect(strict.code).toBe(1);
    expect(strict.out).toContain('Out of scope: 1 change of layout.\n');
    expect(strict.out).toContain(`Out of scope, layout:\n  ${place}\n`);
  });

  it.each([
    [['--allow', 'label:9'], 'the allowed label "9" names nothing'],
    [['--allow', 'clause 9'], '--allow "clause 9" is no scope'],
    [
      ['--allow', 'label:1', '--exempt', 'case'],
      '--exempt takes whitespace, labels, emphasis, markup, not "case"',
    ],
    [[], '--allow'],
  ])('%j is an error of one line', async (flags, message) => {
    const { code, out, err } = await redtree(['verify', original, edited, ...flags]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
