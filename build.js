/**
 * Builds the package: the library with its types by `tsc`, the grammars that it reads code with, then the command, which
 * is bundled so that it starts fast. All of it is made in a folder beside `dist` that takes its place once it is whole, so
 * that a build that fails or is interrupted leaves the one before as it was.
 * Each command is a chunk of its own, loaded when it is asked for: `redtree --version` never loads the engine.
 * `node build.js --command FOLDER` makes only the command, into FOLDER, which takes a moment: tests run that.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { copyGrammars } from './scripts/copy-grammars.js';
import { latePackages } from './scripts/late-packages.js';
import { freshFolder, putInPlace } from './scripts/whole-folder.js';

const root = dirname(fileURLToPath(import.meta.url));

/** Packages that the bundle leaves to `node_modules`: they load files of their own beside their code. */
const EXTERNAL = ['@electric-sql/pglite', 'pg', 'pg-native', 'web-tree-sitter'];

/** Packages that the command loads when it comes to need them; Node's own is large, and for commands of git alone. */
const LATE = [
  'decode-named-character-reference',
  'markdown-table',
  'mdast-util-to-markdown',
  'node:child_process',
  're2js',
  'string-width',
  'yaml',
];

/** Bundles the command from its TypeScript into `outdir`/redtree.js and chunks beside it. */
export async function bundleCommand(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: { redtree: 'src/cli/main.ts', 'comparison-thread': 'src/mcp/apart/thread.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    sourcemap: true,
    sourcesContent: false,
    minifySyntax: true,
    minifyWhitespace: true,
    external: EXTERNAL,
    plugins: [latePackages(LATE)],
    // CommonJS dependencies call require() for Node's own modules, and an ESM chunk has none.
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  chmodSync(join(outdir, 'redtree.js'), 0o755);
}

function compileLibrary(outdir) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', outdir];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

/** Makes everything that `dist` holds. */
async function buildPackage() {
  const dist = join(root, 'dist');
  const fresh = freshFolder(dist);
  try {
    compileLibrary(fresh);
    const { GRAMMAR_FILES } = await import(pathToFileURL(join(fresh, 'scope', 'grammar-files.js')).href);
    copyGrammars(GRAMMAR_FILES, join(fresh, 'grammars'));
    await bundleCommand(join(fresh, 'bin'));
    putInPlace(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [flag, outdir] = process.argv.slice(2);
  if (flag === '--command') await bundleCommand(resolve(outdir));
  else await buildPackage();
}
