/** Bundles the library as a browser page would, and finds a browser to open pages in. */
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

/**
 * The library and whatever `entry` does with it, as one script: for a page, or for a worker, which has no `document` (some
 * dependencies have a variant for each). Any import of a Node module is an error.
 */
export async function bundleForBrowser(entry: string, where: 'page' | 'worker'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: new URL('../..', import.meta.url).pathname, loader: 'ts' },
    alias: { redtree: new URL('../../src/index.ts', import.meta.url).pathname },
    bundle: true,
    platform: 'browser',
    ...(where === 'worker' ? { conditions: ['worker'] } : {}),
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'no node modules',
        setup({ onResolve }) {
          onResolve({ filter: /^node:/ }, ({ path, importer }) => ({
            errors: [{ text: `${importer} imports ${path}, which no browser has` }],
          }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

/** The command of an installed Chromium; null when there is none. */
export function findChromium(): string | null {
  const names = [
    process.env.CHROME_BIN,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  for (const name of names) {
    if (name !== undefined && name !== '' && spawnSync(name, ['--version']).status === 0) return name;
  }
  return null;
}

/** Opens a page, lets its scripts run, and gives the resulting document as HTML. */
export function openPage(chromium: string, url: string): string {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--virtual-time-budget=10000',
  ];
  const { stdout, stderr, status } = spawnSync(chromium, [...flags, '--dump-dom', url], {
    encoding: 'utf8',
    timeout: 100_000,
  });
  if (status !== 0) throw new Error(`${chromium} failed on ${url}: ${stderr}`);
  return stdout;
}
