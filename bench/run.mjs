// Runs a benchmark: bundles bench/NAME/main.ts to a temporary file and runs that, with the arguments that follow.
// Benchmarks are TypeScript over src/, so neither a build of the package nor a loader is needed to measure it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  console.error('usage: node bench/run.mjs accuracy|bridge|mcp|patch|scope|speed [arguments]');
  process.exit(2);
}
// Inside the project, so that what stays outside the bundle is found in its node_modules.
const folder = mkdtempSync(join(root, 'node_modules', '.bench-'));
const bundle = join(folder, `${name}.mjs`);
try {
  await build({
    entryPoints: [join(root, 'bench', name, 'main.ts')],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const node = ['--enable-source-maps', '--expose-gc', bundle, ...args];
  process.exitCode = spawnSync(process.execPath, node, { cwd: root, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
