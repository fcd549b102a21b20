import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { initializeTarget } from '../../src/patch/index.js';
import { openFolder } from '../../src/patch/store/folder/open.js';
import { newServerDatabase, seedFolder } from '../patch/support/databases.js';
import { redtree } from './fake-io.js';

// Opening a database takes a second on an idle machine and much longer on a busy one.

const folder = mkdtempSync(join(tmpdir(), 'redtree-db-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('db migrates a server, once', async () => {
  const env = { DATABASE_URL: await newServerDatabase() };
  expect((await redtree(['db', 'status'], { env })).out).toMatch(/^0001 targets pending\n/);
  const refused = await redtree(['db', 'check'], { env });
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(/lacks 0001 "targets".*redtree db migrate/),
  ]);
  expect((await redtree(['db', 'migrate'], { env })).out).toMatch(/^0001 targets applied\n/);
  expect(await redtree(['db', 'migrate'], { env })).toEqual({
    code: 0,
    out: 'The schema is up to date.\n',
    err: '',
  });
  expect((await redtree(['db', 'status'], { env })).out).toMatch(/^0001 targets applied \d{4}-.*Z\n/);
});

test('db prints the pending SQL, which does by hand what migrate does', async () => {
  const url = await newServerDatabase();
  const { out } = await redtree(['db', 'status', '--sql'], { env: { DATABASE_URL: url } });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(out);
  await client.end();
  expect((await redtree(['db', 'migrate'], { env: { DATABASE_URL: url } })).out).toBe(
    'The schema is up to date.\n',
  );
});

test('db checks every target of the embedded database and exits with 1 when one does not agree', async () => {
  await seedFolder(folder);
  const env = { REDTREE_DATA: folder };
  const database = await openFolder(folder);
  await initializeTarget(database, { filename: 'a.md', content: 'x' });
  expect(await redtree(['db', 'check'], { env })).toEqual({
    code: 0,
    out: '1 target replayed, all agree.\n',
    err: '',
  });
  await database.transaction((transaction) =>
    transaction.query(`UPDATE cloud_target_files SET current_content = 'y'`),
  );
  const { code, out } = await redtree(['db', 'check'], { env });
  expect(code).toBe(1);
  expect(out).toMatch(
    /"a\.md" differs: not content_matches, not recomputed_hash_matches\n1 target replayed, 1 not as stored\.\n$/,
  );
  await database.close();
});

test('db says in one line what is wrong with its settings, and never the password', async () => {
  const wrong = await redtree(['db', 'status'], { env: { DATABASE_URL: 'mysql://x' } });
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining('DATABASE_URL must start with postgres://'),
  ]);
  const away = await redtree(['db', 'status'], {
    env: { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' },
  });
  expect([away.code, away.err]).toEqual([2, expect.stringContaining('127.0.0.1:1/d')]);
  expect(away.err).not.toContain('secret');
});
