import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DatabaseUnavailableError,
  EngineCrashedError,
  EngineGoneError,
} from '../../../src/patch/store/errors.js';
import { type FolderDatabase, openFolder } from '../../../src/patch/store/folder/open.js';
import type { PGliteDatabase } from '../../../src/patch/store/pglite.js';
import { countMessages } from '../../../src/patch/store/wire-messages.js';
import { Child } from '../support/child.js';
import { openMigrated, seedFolder } from '../support/databases.js';

/** Nests so deeply that the stack of the embedded engine overflows. */
const FATAL = `SELECT repeat('[', 200000)::json`;

test('messages are counted by their type, however the bytes are cut', () => {
  const message = fc.tuple(fc.constantFrom('Q', 'S', 'Z', 'D'), fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.nat(40)), (messages, cuts) => {
      const bytes = Buffer.concat(
        messages.map(([type, body]) => {
          const head = Buffer.alloc(5, type);
          head.writeInt32BE(body.length + 4, 1);
          return Buffer.concat([head, body]);
        }),
      );
      const chunks: Buffer[] = [];
      let at = 0;
      for (const cut of cuts) chunks.push(bytes.subarray(at, (at += cut)));
      chunks.push(bytes.subarray(at));
      const of = (types: string) => messages.filter(([type]) => types.includes(type)).length;
      expect(countMessages(chunks, 'QS')).toBe(of('QS'));
      expect(countMessages(chunks, 'Z')).toBe(of('Z'));
    }),
  );
});

test('a statement that the embedded engine dies of is an error, and so is all that comes after', async () => {
  const database = (await openMigrated('embedded')) as PGliteDatabase;
  let told = 0;
  database.onFailure(() => told++);
  const [fatal, waiting] = [database.query(FATAL), database.query('SELECT 1')];
  await expect(fatal).rejects.toBeInstanceOf(EngineCrashedError);
  await expect(waiting).rejects.toBeInstanceOf(EngineGoneError);
  await expect(database.transaction(async () => 1)).rejects.toMatchObject({ code: 'database_unavailable' });
  expect(told).toBe(1);
  await database.close();
  await expect(database.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailableError);
});

describe('a folder whose engine died', () => {
  const base = mkdtempSync(join(tmpdir(), 'redtree-crash-'));
  const folder = join(base, 'folder');
  let database: FolderDatabase;
  beforeAll(async () => {
    await seedFolder(folder);
    database = await openFolder(folder);
    await database.transaction((transaction) => transaction.execute('CREATE TABLE note (n int)'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(base, { recursive: true, force: true });
  });
  const insert = (n: number) =>
    database.transaction((transaction) => transaction.query(`INSERT INTO note VALUES (${n})`));
  const notes = async () =>
    (await database.query<{ n: number }>('SELECT n FROM note ORDER BY n')).map((it) => it.n);

  test('opens again with all that was committed, and does what was waiting', async () => {
    await insert(1);
    const fatal = database.transaction(async (transaction) => {
      await transaction.query('INSERT INTO note VALUES (100)');
      await transaction.query(FATAL);
    });
    const waiting = insert(2);
    await expect(fatal).rejects.toThrow('failed within a statement');
    await waiting;
    expect(await notes()).toEqual([1, 2]);
    expect(database.role()).toBe('holder');
  });

  test('tells the process whose statement it was, and the others go on', async () => {
    const guest = await Child.start('test/patch/store/folder-program.ts', [folder]);
    expect(await guest.next()).toEqual({ role: 'guest' });
    const fatal = guest.ask<{ error?: string }>({ sql: FATAL });
    await insert(3);
    expect((await fatal).error).toContain('failed within a statement');
    await insert(4);
    expect(await guest.ask({ sql: 'SELECT count(*)::int AS n FROM note' })).toMatchObject({
      rows: [{ n: 4 }],
    });
    expect(await notes()).toEqual([1, 2, 3, 4]);
    // Now the holder's statement, with a guest's work behind it.
    const mine = database.query(FATAL);
    const theirs = guest.ask({ sql: 'INSERT INTO note VALUES (5) RETURNING n' });
    await expect(mine).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await theirs).toMatchObject({ rows: [{ n: 5 }] });
    expect(await notes()).toEqual([1, 2, 3, 4, 5]);
    await guest.kill();
  });
});
