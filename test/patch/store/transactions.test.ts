import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CommitUncertainError, DatabaseUnavailableError, sqlState } from '../../../src/patch/store/errors.js';
import { openServer } from '../../../src/patch/store/server.js';
import { parseTimestamp } from '../../../src/patch/store/values.js';
import { newServerDatabase, onBothDrivers } from '../support/databases.js';
import { startServer } from '../support/postgres.js';

const folder = mkdtempSync(join(tmpdir(), 'redtree-server-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('times come in UTC with their own fraction, whatever zone the session prints', () => {
  expect(parseTimestamp('2026-10-22 23:28:20+00')).toBe('2026-10-22T23:28:20Z');
  expect(parseTimestamp('2026-10-23 01:28:20.123456+02')).toBe('2026-10-22T23:28:20.123456Z');
  expect(parseTimestamp('2026-10-22 19:58:20.5-03:30')).toBe('2026-10-22T23:28:20.5Z');
});

onBothDrivers('a database', (database) => {
  test('gives every value in the form that the interface states, and every character of it', async () => {
    const text = '\ufeff\u{1F600}e\u0301\u2028"\\\n';
    const [row] = await (await database()).query(
      `SELECT 9007199254740991::int8 AS big, count(*) AS n, $1::text AS t, $2::jsonb AS j, NULL::text AS x, true AS b,
              '{A,NULL}'::text[] AS list, timestamptz '2026-01-02 03:04:05.678901+02' AS at`,
      [text, JSON.stringify({ [text]: [1.5, null] })],
    );
    expect(row).toEqual({
      big: 9007199254740991,
      n: 1,
      t: text,
      j: { [text]: [1.5, null] },
      x: null,
      b: true,
      list: ['A', null],
      at: '2026-01-02T01:04:05.678901Z',
    });
  });

  test('keeps all of a transaction or nothing, also when a failed statement was swallowed', async () => {
    const db = await database();
    await db.transaction((transaction) =>
      transaction.execute('CREATE TABLE kept (n int PRIMARY KEY); CREATE TABLE more (n int)'),
    );
    const insert = (n: number) =>
      db.transaction((transaction) => transaction.query('INSERT INTO kept VALUES ($1)', [n]));
    await insert(1);
    await expect(insert(1)).rejects.toMatchObject({ code: '23505' });
    const swallowed = db.transaction(async (transaction) => {
      await transaction.query('INSERT INTO kept VALUES (2)');
      await transaction.query('SELECT 1 / 0').catch(() => {});
    });
    await expect(swallowed).rejects.toSatisfy((error) => sqlState(error) === '22012');
    const thrown = db.transaction(async (transaction) => {
      await transaction.query('INSERT INTO kept VALUES (3)');
      throw new Error('mine');
    });
    await expect(thrown).rejects.toThrow('mine');
    expect(await db.query('SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  test('rolls back when the commit itself is refused', async () => {
    const db = await database();
    const work = db.transaction(async (transaction) => {
      await transaction.execute(
        `CREATE TABLE checked (n int PRIMARY KEY, other int REFERENCES checked DEFERRABLE INITIALLY DEFERRED)`,
      );
      await transaction.query('INSERT INTO checked VALUES (1, 2)');
    });
    await expect(work).rejects.toSatisfy((error) => sqlState(error) === '23503');
    expect(await db.query(`SELECT to_regclass('checked') AS t`)).toEqual([{ t: null }]);
    expect(await db.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });
});

test('a connection lost during the commit leaves it uncertain, lost before it leaves nothing', async () => {
  const url = new URL(await newServerDatabase());
  const port = Number(url.port);
  const proxy = createServer((client) => {
    const server = connect(port, url.hostname);
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes('COMMIT') || chunk.includes('cut here')) client.destroy();
      else server.write(chunk);
    });
    server.on('data', (chunk) => client.write(chunk));
    client.on('close', () => server.destroy());
    for (const socket of [client, server]) socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url.port = String((proxy.address() as AddressInfo).port);
  const database = openServer(url.href);
  await expect(database.transaction(async () => 1)).rejects.toBeInstanceOf(CommitUncertainError);
  const cut = database.transaction((transaction) => transaction.query(`SELECT 'cut here'`));
  await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect(await database.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
  await database.close();
  proxy.close();
});

test('a server that goes away is reported, nothing is half made, and work goes on when it is back', async () => {
  const server = await startServer(join(folder, 'server'));
  const database = openServer(server.url);
  try {
    await database.transaction((transaction) => transaction.execute('CREATE TABLE kept (n int)'));
    const interrupted = database.transaction(async (transaction) => {
      await transaction.query('INSERT INTO kept VALUES (1)');
      await server.stop('SIGQUIT');
      await transaction.query('INSERT INTO kept VALUES (2)');
    });
    await expect(interrupted).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await expect(database.query('SELECT 1')).rejects.toThrow(
      /No connection to the PostgreSQL server at 127\.0\.0\.1/,
    );
    await expect(database.transaction(async () => {})).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await server.start();
    expect(await database.query('SELECT n FROM kept')).toEqual([]);
    await database.transaction((transaction) => transaction.query('INSERT INTO kept VALUES (3)'));
    expect(await database.query('SELECT n FROM kept')).toEqual([{ n: 3 }]);
  } finally {
    await database.close();
    await server.stop();
  }
});
