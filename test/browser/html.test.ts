import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../../src/compare/compare.js';
import { renderHtml } from '../../src/render/html/html.js';
import { compareFixture } from '../golden/fixtures.js';
import { findChromium } from '../package/browser-bundle.js';
import { longAgreement } from './long-agreement.js';
import { unwieldy } from './unwieldy.js';

/**
 * The page as a reader has it: in a real browser, from a file, without a network. Expressions for the browser are strings,
 * so that the tests need no types of a page.
 */
const found = findChromium();
const inCi = process.env.CI !== undefined;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// A browser's first start on a busy machine takes its time.
const PATIENCE = 240_000;

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

describe.skipIf(found === null && !inCi)('the page in Chromium (skipped where none is installed)', () => {
  let browser: Browser;
  let folder: string;
  const agreement = compareFixture('agreement');
  const faults: string[] = [];

  beforeAll(async () => {
    expect(found, 'CI installs a browser; CHROME_BIN names one').not.toBeNull();
    folder = mkdtempSync(join(tmpdir(), 'redtree-page-'));
    const names = { source: 'agreement.source.md', test: 'agreement.test.md' };
    writeFileSync(join(folder, 'agreement.html'), renderHtml(agreement, { names }));
    writeFileSync(join(folder, 'folded.html'), renderHtml(agreement, { names, foldedBlocks: 0 }));
    const hard = compare(unwieldy('old'), unwieldy('new'), {
      sourceFormat: 'markdown',
      testFormat: 'markdown',
    });
    writeFileSync(join(folder, 'unwieldy.html'), renderHtml(hard));
    writeFileSync(join(folder, 'unwieldy-alone.html'), renderHtml(hard.toJSON({ trees: false })));
    browser = await chromium.launch({
      executablePath: execFileSync('sh', ['-c', `command -v '${found}'`], { encoding: 'utf8' }).trim(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      timeout: PATIENCE,
    });
  }, PATIENCE);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => faults.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) faults.push(request.url());
    });
    await page.goto(`file://${folder}/${name}`);
    return page;
  }

  async function close(page: Page): Promise<void> {
    await page.context().close();
    expect(faults.splice(0)).toEqual([]);
  }

  const texts = async (page: Page, selector: string) =>
    (await page.locator(selector).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const settled = (page: Page) =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'has no fault that axe would call serious, %s, %d pixels wide',
    async (colorScheme, width) => {
      const page = await open('agreement.html', { colorScheme, viewport: { width, height: 844 } });
      const check = async () => {
        const { violations } = (await page.evaluate('axe.run(document)')) as { violations: Violation[] };
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])]);
      };
      await page.evaluate(AXE);
      expect(await check()).toEqual([]);
      // With everything open, one change in focus, some filtered out, and both versions shown.
      await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
      await page.keyboard.press('j');
      await page.locator('.chip.insert input').uncheck();
      await page.locator('#split').click();
      expect(await check()).toEqual([]);
      await close(page);
    },
    PATIENCE,
  );

  it.each(['agreement.html', 'unwieldy.html', 'unwieldy-alone.html'])(
    'never needs to be scrolled sideways: %s',
    async (name) => {
      for (const width of [1280, 800, 390, 320]) {
        const page = await open(name, { viewport: { width, height: 844 } });
        for (const split of [false, true]) {
          if (split) await page.locator('#split').click();
          expect([width, split, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
            width,
            split,
            width,
          ]);
        }
        await close(page);
      }
    },
    PATIENCE,
  );

  it(
    'is read without script: the whole text, the list, the links between them',
    async () => {
      const page = await open('agreement.html', { javaScriptEnabled: false });
      expect(await page.locator('#toolbar').isVisible()).toBe(false);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      expect(await page.locator('li.entry').count()).toBe(agreement.changes.length);
      await page.locator('.fold summary').first().click();
      expect(await page.locator('.fold').first().locator('.row').first().isVisible()).toBe(true);
      const link = page.locator('li.entry.move a');
      await link.click();
      expect(page.url()).toContain(`#${(await link.getAttribute('href'))!.slice(1)}`);
      await close(page);
    },
    PATIENCE,
  );

  it(
    'goes from change to change by key and by button, and says where it is',
    async () => {
      const page = await open('agreement.html');
      const total = agreement.changes.length;
      expect(await page.locator('#position').textContent()).toBe(`${total} shown`);
      await page.keyboard.press('j');
      expect(await page.locator('#position').textContent()).toBe(`1 / ${total}`);
      await page.keyboard.press('n');
      await page.locator('#next').click();
      expect(await page.locator('#position').textContent()).toBe(`3 / ${total}`);
      await page.keyboard.press('k');
      expect(await page.locator('#position').textContent()).toBe(`2 / ${total}`);
      const current = await page.locator('a[aria-current]').getAttribute('href');
      expect(await page.locator('.current').getAttribute('id')).toBe(current!.slice(1));
      expect(await page.evaluate('document.activeElement.id')).toBe(current!.slice(1));
      await page.keyboard.press('k');
      await page.keyboard.press('k');
      expect(await page.locator('#position').textContent()).toBe(`${total} / ${total}`);
      await page.keyboard.press('l');
      expect(await page.evaluate('document.activeElement.closest("li").id')).toBe(`e${total - 1}`);
      await close(page);
    },
    PATIENCE,
  );

  it(
    'leaves keys alone that are typed into a control, or switched off',
    async () => {
      const page = await open('agreement.html');
      await page.locator('select[name=role]').focus();
      await page.keyboard.press('j');
      expect(await page.locator('.current').count()).toBe(0);
      await page.locator('.keys summary').click();
      await page.locator('#keys-on').uncheck();
      await page.keyboard.press('j');
      expect(await page.locator('.current').count()).toBe(0);
      await close(page);
    },
    PATIENCE,
  );

  it(
    'filters by kind, by section and by role',
    async () => {
      const page = await open('agreement.html');
      const kinds = () =>
        page.evaluate('[...document.querySelectorAll("li.entry:not([hidden])")].map((e) => e.dataset.kind)');
      for (const kind of ['insert', 'delete', 'modify', 'renumber']) {
        await page.locator(`.chip.${kind} input`).uncheck();
      }
      expect(await kinds()).toEqual(['move']);
      expect(await page.locator('#shown').textContent()).toBe(`1 of ${agreement.changes.length}`);
      await page.keyboard.press('j');
      expect(await page.locator('#position').textContent()).toBe('1 / 1');
      for (const kind of ['insert', 'delete', 'modify', 'renumber']) {
        await page.locator(`.chip.${kind} input`).check();
      }
      await page.locator('select[name=section]').selectOption({ label: '5 Security and Personal Data' });
      expect(await kinds()).toEqual(['insert', 'renumber', 'renumber']);
      expect(await page.locator('section.group:visible').count()).toBe(1);
      await page.locator('select[name=section]').selectOption('');
      await page.locator('select[name=role]').selectOption('is definition');
      expect(await kinds()).toEqual(['modify']);
      await close(page);
    },
    PATIENCE,
  );

  it(
    'follows a move both ways',
    async () => {
      const page = await open('agreement.html');
      const there = page.locator('.row.left .note a');
      await there.click();
      const arrived = await page.evaluate('document.activeElement.id');
      expect(`#${arrived}`).toBe(await there.getAttribute('href'));
      await page.locator(`#${arrived} .note a`).click();
      expect(await page.evaluate('document.activeElement.className')).toContain('left');
      await page.locator('.row.left .mark').click();
      expect(await page.evaluate('document.activeElement.closest("li").className')).toBe('entry move');
      await close(page);
    },
    PATIENCE,
  );

  it(
    'shows the two versions side by side, each without the other’s words',
    async () => {
      const page = await open('agreement.html');
      await page.keyboard.press('s');
      const row = page.locator('.row.modify', { hasText: 'The limit in clause 8.3' });
      const before = row.locator('.text.was');
      const after = row.locator('.text:not(.was)');
      expect((await before.textContent())!.replaceAll(/\s+/g, ' ')).toContain('under clause 5.3.');
      expect(await after.locator('del').isVisible()).toBe(false);
      const [left, right] = [await before.boundingBox(), await after.boundingBox()];
      expect(left!.y).toBe(right!.y);
      expect(left!.x + left!.width).toBeLessThan(right!.x);
      const inserted = page.locator('tr.insert');
      expect(await inserted.locator('td.was').count()).toBe(1);
      await page.keyboard.press('s');
      expect(await before.isVisible()).toBe(false);
      expect(await after.locator('del').isVisible()).toBe(true);
      await close(page);
    },
    PATIENCE,
  );

  it(
    'builds a folded stretch when it is opened, just as the page would have held it',
    async () => {
      const held = await open('agreement.html');
      const built = await open('folded.html');
      expect(await built.locator('.fold .row').count()).toBe(0);
      await built.keyboard.press('u');
      await held.keyboard.press('u');
      await built.locator('.unbuilt').first().waitFor({ state: 'detached' });
      const shape = `[...document.querySelectorAll('.folded')].map((fold) => [...fold.querySelectorAll('.row, tr')].map((row) => row.className + ' ' + row.textContent.replace(/\\s+/g, ' ').trim()))`;
      expect(await built.evaluate(shape)).toEqual(await held.evaluate(shape));
      expect(await built.locator('#unfold').textContent()).toBe('Fold all');
      await built.keyboard.press('u');
      expect(await built.locator('.fold[open]').count()).toBe(0);
      await held.context().close();
      await close(built);
    },
    PATIENCE,
  );

  it(
    'copies the comparison',
    async () => {
      const page = await open('agreement.html', { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.locator('#copy').click();
      await page.locator('#copy', { hasText: 'Copied' }).waitFor();
      const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
      expect(copied).toBe(JSON.stringify(agreement, null, 2));
      await close(page);
    },
    PATIENCE,
  );

  it(
    'takes the theme that is asked for',
    async () => {
      const page = await open('agreement.html', { colorScheme: 'light' });
      const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      const light = await ground();
      await page.locator('#theme').click();
      expect([await page.locator('#theme').textContent(), await ground()]).toEqual(['Theme: light', light]);
      await page.locator('#theme').click();
      expect(await ground()).not.toBe(light);
      await close(page);
    },
    PATIENCE,
  );

  it(
    'prints without its commands, with the list and the text',
    async () => {
      const page = await open('agreement.html');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#toolbar').isVisible()).toBe(false);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      expect(await page.locator('li.entry').first().isVisible()).toBe(true);
      expect((await page.pdf()).length).toBeGreaterThan(20_000);
      await close(page);
    },
    PATIENCE,
  );

  it(
    'runs nothing that a document holds',
    async () => {
      const hostile = '</script><script>document.title = "taken"</script><img src=x onerror=alert(1)>';
      const side = (text: string) => ({ text: `# ${hostile}\n\n${hostile} ${text}\n`, path: 'a.txt' });
      writeFileSync(
        join(folder, 'hostile.html'),
        renderHtml(compare(side('was'), side('is')), { names: { source: hostile, test: hostile } }),
      );
      const page = await open('hostile.html');
      await page.keyboard.press('s');
      expect(await page.title()).toContain('onerror');
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(2);
      await close(page);
    },
    PATIENCE,
  );

  describe('with twenty thousand blocks', () => {
    let comparison: ReturnType<typeof compare>;
    beforeAll(() => {
      const { source, test } = longAgreement(400, 49);
      comparison = compare(source, test, { maxChars: 10_000_000 });
      writeFileSync(join(folder, 'long.html'), renderHtml(comparison));
    }, PATIENCE);

    it(
      'opens, and answers each command soon',
      async () => {
        expect(comparison.statistics.test_blocks).toBeGreaterThan(20_000);
        const page = await open('long.html');
        const reaction = async (act: () => Promise<unknown>) => {
          const start = performance.now();
          await act();
          await settled(page);
          return performance.now() - start;
        };
        // Generous, for a machine that does much else: on an idle one each takes a tenth of this or less.
        const SOON = 8000;
        expect(await reaction(() => page.keyboard.press('j'))).toBeLessThan(SOON);
        expect(await page.locator('#position').textContent()).toBe(`1 / ${comparison.changes.length}`);
        const fold = page.locator('.fold').nth(2);
        expect(await fold.locator('.row').count()).toBe(0);
        expect(await reaction(() => fold.locator('summary').click())).toBeLessThan(SOON);
        expect(await fold.locator('.row').count()).toBe(
          Number((await fold.locator('summary').textContent())!.split(' ')[0]),
        );
        expect(await reaction(() => page.keyboard.press('s'))).toBeLessThan(SOON);
        expect(await reaction(() => page.locator('.chip.modify input').uncheck())).toBeLessThan(SOON);
        expect(await reaction(() => page.keyboard.press('u'))).toBeLessThan(SOON);
        await page.locator('.unbuilt').first().waitFor({ state: 'detached' });
        expect(await reaction(() => page.keyboard.press('k'))).toBeLessThan(SOON);
        await close(page);
      },
      PATIENCE,
    );
  });

  it(
    'lists what the text shows',
    async () => {
      const page = await open('agreement.html');
      expect(await texts(page, '.group h3')).toEqual([
        '1 Definitions and Interpretation',
        "3 The Customer's Part",
        '5 Security and Personal Data',
        '8 Liability',
        '9 Governance and Audit',
        'Schedule 1 Service Levels',
        'Schedule 2 Charges',
      ]);
      await close(page);
    },
    PATIENCE,
  );
});
