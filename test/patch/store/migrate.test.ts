import { expect, test } from 'vitest';
import type { Database } from '../../../src/patch/store/database.js';
import { StoreError } from '../../../src/patch/store/errors.js';
import {
  checkMigrated,
  checkServerVersion,
  migrate,
  migrationHash,
  migrationStatus,
} from '../../../src/patch/store/migrate.js';
import { type Migration, migrations } from '../../../src/patch/store/migrations/index.js';
import { openServer } from '../../../src/patch/store/server.js';
import { newServerDatabase, onBothDrivers } from '../support/databases.js';

const newest = migrations.at(-1)!.number;
const extra: Migration = { number: newest + 1, name: 'extra', sql: 'CREATE TABLE extra (n int)' };

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof StoreError) return error.code;
    throw error;
  }
  return 'none';
}

test('migrations are numbered from 1 without gaps', () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test('processes that migrate one server at the same time apply each migration once', async () => {
  const url = await newServerDatabase();
  const databases = [1, 2, 3, 4].map(() => openServer(url, { connections: 1 }));
  const applied = await Promise.all(databases.map((database) => migrate(database)));
  expect(
    applied
      .flat()
      .map(({ number }) => number)
      .sort(),
  ).toEqual(migrations.map(({ number }) => number));
  await Promise.all(databases.map((database) => database.close()));
});

test('a server older than 16 is refused with both numbers', async () => {
  const old = {
    query: async () => [{ number: 150_013, version: '15.13 (Debian 15.13-0+deb12u1)' }],
  } as unknown as Database;
  await expect(checkServerVersion(old)).rejects.toThrow(/PostgreSQL 15\.13.*PostgreSQL 16 or newer/);
  expect(await codeOf(migrate(old))).toBe('server_too_old');
});

onBothDrivers('the schema', (database) => {
  test('is whole after migrating, and migrating again does nothing', async () => {
    const db = await database();
    expect(await migrate(db)).toEqual([]);
    await checkMigrated(db);
    expect((await migrationStatus(db)).map(({ state }) => state)).toEqual(migrations.map(() => 'applied'));
    const rows = await db.query<{ sha256: string }>('SELECT sha256 FROM redtree_migrations ORDER BY number');
    expect(rows.map(({ sha256 }) => sha256)).toEqual(migrations.map(migrationHash));
  });

  test('that lacks a migration is refused until it is migrated', async () => {
    expect(await codeOf(checkMigrated(await database(), [...migrations, extra]))).toBe('migration_pending');
  });

  test('that was made with other SQL is refused and left alone', async () => {
    const altered = migrations.map((migration) => ({ ...migration, sql: `${migration.sql} ` }));
    const db = await database();
    expect(await codeOf(migrate(db, [...altered, extra]))).toBe('migration_changed');
    expect(await db.query(`SELECT to_regclass('extra') AS extra`)).toEqual([{ extra: null }]);
  });

  test('of a newer release is refused, and its migration is named', async () => {
    const db = await database();
    expect((await migrate(db, [...migrations, extra])).map(({ name }) => name)).toEqual(['extra']);
    await expect(migrate(db)).rejects.toThrow(/"extra".*newer release/);
    expect(await codeOf(checkMigrated(db))).toBe('migration_unknown');
  });

  test('keeps nothing of a migration that fails', async () => {
    const broken: Migration = {
      number: newest + 2,
      name: 'broken',
      sql: 'CREATE TABLE half (n int); SELECT 1 / 0',
    };
    const db = await database();
    await expect(migrate(db, [...migrations, extra, broken])).rejects.toThrow(/division by zero/);
    expect(await db.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  });
});
