import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');

/** A folder in which the package of this source stands installed, whatever `dist` holds at the moment. */
export interface Installation {
  /** The folder: `import 'redtree'` works from files in it. */
  readonly folder: string;
  /** The command's script. */
  readonly command: string;
  /** A folder to put first in PATH, so that a shell finds `redtree`. */
  readonly path: string;
  remove(): void;
}

/** Builds the library and the command from the source as it is, and installs them in a folder of their own. */
export async function install(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'redtree-installed-'));
  const home = join(folder, 'node_modules', 'redtree');
  mkdirSync(join(home, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(home, 'package.json'));
  cpSync(join(ROOT, 'schemas'), join(home, 'schemas'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'), 'dir');
  await build({
    absWorkingDir: ROOT,
    entryPoints: { index: 'src/index.ts' },
    bundle: true,
    packages: 'external',
    platform: 'neutral',
    target: 'node20',
    outdir: join(home, 'dist'),
    logLevel: 'warning',
  });
  // What runs in Node alone.
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      ['scope', 'patch', 'bridge', 'mcp', 'vitest'].map((entry) => [
        `${entry}/index`,
        `src/${entry}/index.ts`,
      ]),
    ),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir: join(home, 'dist'),
    logLevel: 'warning',
  });
  execFileSync(process.execPath, ['build.js', '--command', join(home, 'dist', 'bin')], { cwd: ROOT });
  const path = join(folder, 'bin');
  mkdirSync(path);
  const command = join(home, 'dist', 'bin', 'redtree.js');
  writeFileSync(join(path, 'redtree'), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
  chmodSync(join(path, 'redtree'), 0o755);
  return { folder, command, path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
