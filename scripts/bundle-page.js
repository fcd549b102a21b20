/**
 * Bundles the style and the script of the HTML page, from `src/render/html/page`, into the module that the renderer takes
 * them from. The module is kept in the repository, so that the library is plain TypeScript; a test holds it to its sources.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = 'src/render/html/page';

/** Where the module stands. */
export const PAGE_ASSETS = join(root, 'src/render/html/page-assets.ts');

/** The module's text. */
export async function pageAssets() {
  const style = await bundle(`${PAGE}/page.css`);
  const script = await bundle(`${PAGE}/page.ts`);
  for (const [text, end] of [
    [style, '</style'],
    [script, '</script'],
    [script, '<!--'],
  ]) {
    if (text.includes(end)) throw new Error(`the page's ${end} would end too early`);
  }
  return `/** Made from the sources in page/ by \`npm run page\`; not to be edited. */

/** The page's style. */
export const PAGE_STYLE: string = ${JSON.stringify(style)};

/** Its SHA-256 in base64, by which the page's policy allows it. */
export const PAGE_STYLE_HASH: string = '${hash(style)}';

/** The page's script. */
export const PAGE_SCRIPT: string = ${JSON.stringify(script)};

/** Its SHA-256 in base64. */
export const PAGE_SCRIPT_HASH: string = '${hash(script)}';
`;
}

async function bundle(entry) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    format: entry.endsWith('.ts') ? 'iife' : undefined,
    target: entry.endsWith('.ts') ? 'es2020' : ['chrome100', 'firefox100', 'safari15'],
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
    tsconfigRaw: '{}',
  });
  return outputFiles[0].text.trim();
}

function hash(text) {
  return createHash('sha256').update(text, 'utf8').digest('base64');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(PAGE_ASSETS, await pageAssets());
}
