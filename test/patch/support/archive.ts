import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import packages from '../../../package.json' with { type: 'json' };
import { migrationHash } from '../../../src/patch/store/migrate.js';
import { migrations } from '../../../src/patch/store/migrations/index.js';

/**
 * The path of an archive of an embedded database with every migration applied. Opening it takes a quarter of the time
 * that making a database does, and it is kept beside the packages for the next run with the same migrations.
 */
export async function migratedArchive(): Promise<string> {
  const folder = join('node_modules', '.redtree-test');
  const state = JSON.stringify([packages.dependencies['@electric-sql/pglite'], migrations]);
  const path = join(folder, `migrated-${createHash('sha256').update(state).digest('hex').slice(0, 16)}.tar`);
  if (existsSync(path)) return path;
  const engine = await PGlite.create();
  await engine.exec(
    `CREATE TABLE redtree_migrations (
       number int PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  for (const migration of migrations) {
    await engine.exec(migration.sql);
    await engine.query('INSERT INTO redtree_migrations (number, name, sha256) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migrationHash(migration),
    ]);
  }
  const blob = await engine.dumpDataDir('none');
  await engine.close();
  // Renamed into place, so that another run never opens half an archive.
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, Buffer.from(await blob.arrayBuffer()));
  await rename(`${path}.${process.pid}`, path);
  return path;
}
