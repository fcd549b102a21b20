import { mkdirSync, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../../src/patch/store/database.js';
import { migrate } from '../../../src/patch/store/migrate.js';
import { openPGlite } from '../../../src/patch/store/pglite.js';
import { openServer } from '../../../src/patch/store/server.js';

export type DriverName = 'embedded' | 'server';

async function ask(what: 'server' | 'archive'): Promise<string> {
  const response = await fetch(`${inject('patchBroker')}/${what}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}

/** The URL of the run's PostgreSQL server (its maintenance database). */
export function serverUrl(): Promise<string> {
  return ask('server');
}

/** The URL of a new, empty database on the run's server. */
export async function newServerDatabase(): Promise<string> {
  const url = await serverUrl();
  const name = `t_${process.pid}_${++made}_${performance.now().toFixed(0)}`;
  const server = openServer(url, { connections: 1 });
  await server.query(`CREATE DATABASE ${name}`);
  await server.close();
  return url.replace(/[^/]+$/, name);
}
let made = 0;

/** A migrated database of its own behind one of the two drivers. */
export async function openMigrated(driver: DriverName): Promise<Database> {
  if (driver === 'embedded') return openPGlite({ loadDataDir: await openAsBlob(await ask('archive')) });
  const database = openServer(await newServerDatabase());
  await migrate(database);
  return database;
}

/** Puts a migrated embedded database into `folder`, four times as fast as making one there. */
export async function seedFolder(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const loadDataDir = await openAsBlob(await ask('archive'));
  await (await openPGlite({ dataDir: join(folder, 'postgres'), loadDataDir })).close();
}

/**
 * Declares the same tests for both drivers. `database()` gives the driver's one migrated database, shared by the file's tests.
 */
export function onBothDrivers(
  title: string,
  declare: (database: () => Promise<Database>, driver: DriverName) => void,
): void {
  for (const driver of ['embedded', 'server'] as const) {
    describe(`${title} (${driver})`, () => {
      let opened: Promise<Database> | undefined;
      // A first run makes the archive or starts the server, which takes its time on a busy machine.
      beforeAll(async () => {
        opened = openMigrated(driver);
        await opened;
      });
      afterAll(async () => (await opened)?.close());
      declare(() => opened!, driver);
    });
  }
}
