import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleForBrowser, findChromium, openPage } from './browser-bundle.js';

const ENTRY = `
  import { compare, renderSummary, renderTerminal } from './src/index.js';
  const before = '# Terms\\n\\n1. Pay within thirty days.\\n2. Give notice in writing.\\n';
  const comparison = compare(before, before.replace('thirty', 'sixty'), { sourcePath: 'a.md', testPath: 'b.md' });
  const document = comparison.toJSON();
  globalThis.outcome = JSON.stringify(document.changes.map((change) => [change.kind, change.inline.length]))
    + renderSummary(document) + renderTerminal(document);
`;
const EXPECTED = '[["modify",1]]';

describe('the library in a browser', () => {
  it('needs no Node module, no Node global and no eval, not even a page', async () => {
    const script = await bundleForBrowser(ENTRY, 'worker');
    // Beside the language itself, only what every browser has; code from strings is forbidden, as strict pages forbid it.
    const globals = { TextDecoder, TextEncoder, URL, structuredClone };
    const context = vm.createContext(globals, { codeGeneration: { strings: false, wasm: false } });
    vm.runInContext(script, context);
    const { outcome } = context as { outcome?: string };
    expect(outcome?.slice(0, EXPECTED.length)).toBe(EXPECTED);
    expect(outcome).toContain('[-thirty-]{+sixty+}');
  });

  const chromium = findChromium();
  const inCi = process.env.CI !== undefined;

  it.skipIf(chromium === null && !inCi)(
    'runs on a strict page in Chromium (skipped where none is installed)',
    async () => {
      const script = await bundleForBrowser(ENTRY, 'page');
      expect(chromium, 'CI installs a browser; CHROME_BIN names one').not.toBeNull();
      const folder = mkdtempSync(join(tmpdir(), 'redtree-page-'));
      folders.push(folder);
      writeFileSync(
        join(folder, 'page.html'),
        `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-one'">
<pre id="out"></pre>
<script nonce="one">${script.replaceAll('</script', '<\\/script')}
document.getElementById('out').textContent = globalThis.outcome;</script>`,
      );
      const html = openPage(chromium!, `file://${folder}/page.html`);
      expect(html).toContain(`<pre id="out">${EXPECTED}`);
      expect(html).toContain('[-thirty-]{+sixty+}');
    },
  );

  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
});
