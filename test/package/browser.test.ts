import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleForBrowser, findChromium, openPage } from './browser-bundle.js';

const PAGE = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, SAMPLE, OUTPUT] = /^```js run\n([\s\S]*?)^```\n\n```text output\n([\s\S]*?)^```/m.exec(PAGE)!;
// The README's own lines, with what they print caught.
const ENTRY = `${SAMPLE}\nglobalThis.outcome = printed.join('\\n');`;
const CAUGHT = 'const printed = []; const console = { log: (...words) => printed.push(words.join(" ")) };';

describe('the library in a browser', () => {
  it('runs the README’s lines without a Node module, a Node global, eval or a page', async () => {
    const script = await bundleForBrowser(ENTRY, 'worker');
    // Beside the language itself, only what every browser has; code from strings is forbidden, as strict pages forbid it.
    const globals = { TextDecoder, TextEncoder, URL, structuredClone };
    const context = vm.createContext(globals, { codeGeneration: { strings: false, wasm: false } });
    vm.runInContext(CAUGHT + script, context);
    const { outcome } = context as { outcome?: string };
    expect(outcome?.trim()).toBe(OUTPUT.trim());
  });

  const chromium = findChromium();
  const inCi = process.env.CI !== undefined;

  it.skipIf(chromium === null && !inCi)(
    'runs them on a strict page in Chromium (skipped where none is installed)',
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
<script nonce="one">${CAUGHT}${script.replaceAll('</script', '<\\/script')}
document.getElementById('out').textContent = globalThis.outcome;</script>`,
      );
      const html = openPage(chromium!, `file://${folder}/page.html`);
      expect(html).toContain(`<pre id="out">${OUTPUT.trim()}`);
    },
    // A browser's first start on a busy machine takes its time.
    120_000,
  );

  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
});
