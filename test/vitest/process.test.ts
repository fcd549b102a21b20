import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LEASE = '# Lease\n\n1. Rent is due monthly.\n\n2. Notice is two months.\n';

/** The page's own sample, run by a Vitest of its own on an installed package. */
describe('toMatchRedline in a run of Vitest', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redtree-vitest-'));
    const modules = join(folder, 'node_modules');
    const home = join(modules, 'redtree');
    mkdirSync(home, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(modules, 'vitest'), 'dir');
    symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'), 'dir');
    writeFileSync(join(home, 'package.json'), readFileSync(join(ROOT, 'package.json')));
    await build({
      absWorkingDir: ROOT,
      entryPoints: { index: 'src/index.ts', 'vitest/index': 'src/vitest/index.ts' },
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outdir: join(home, 'dist'),
      logLevel: 'warning',
    });
    const page = readFileSync(join(ROOT, 'docs/golden.md'), 'utf8');
    const sample = /^```ts\n([\s\S]*?toMatchRedline[\s\S]*?)^```/m.exec(page)![1];
    writeFileSync(join(folder, 'lease.test.ts'), sample);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'lease-2024.md'), LEASE);
    writeFileSync(join(folder, 'lease-2025.md'), LEASE.replace('monthly', 'weekly'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const vitest = (...args: string[]) => {
    const script = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
    for (const name of Object.keys(env))
      if (/^(?:VITEST|VITE_|TEST$|NODE_ENV|FORCE_COLOR)/.test(name)) delete env[name];
    const run = spawnSync(process.execPath, [script, 'run', ...args], { cwd: folder, env, encoding: 'utf8' });
    return { status: run.status, out: run.stdout + run.stderr };
  };

  it('fails until -u has kept the comparison, and then tells what differs', () => {
    const missing = vitest();
    expect(missing.status).toBe(1);
    expect(missing.out).toContain('lease.comparison.json is not there: run Vitest with -u');
    expect(vitest('-u').status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'lease.comparison.json'), 'utf8')).changes.length).toBe(1);
    writeFileSync(join(folder, 'lease-2025.md'), LEASE.replace('monthly', 'weekly').replace('two', 'three'));
    const different = vitest();
    expect(different.status).toBe(1);
    expect(different.out).toContain(
      '1 change appeared, 2 other values changed against lease.comparison.json',
    );
    expect(different.out).toContain('Notice is [-two-]{+three+} months.');
  });
});
