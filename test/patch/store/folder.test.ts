import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailableError, StoreError } from '../../../src/patch/store/errors.js';
import { onMessages, PROTOCOL, type Request, send } from '../../../src/patch/store/folder/frames.js';
import { listen } from '../../../src/patch/store/folder/host.js';
import { Link } from '../../../src/patch/store/folder/link.js';
import { type FolderDatabase, openFolder } from '../../../src/patch/store/folder/open.js';
import { Child } from '../support/child.js';
import { seedFolder } from '../support/databases.js';

// Opening a database takes a second on an idle machine and much longer on a busy one.

const PROGRAM = 'test/patch/store/folder-program.ts';
const base = mkdtempSync(join(tmpdir(), 'redtree-folder-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Answer {
  readonly role: string;
  readonly rows?: readonly unknown[];
  readonly error?: string;
}

describe('an embedded folder', () => {
  const folder = join(base, 'shared');
  let first: Child;

  beforeAll(async () => {
    await seedFolder(folder);
    first = await Child.start(PROGRAM, [folder]);
    expect(await first.next<Answer>()).toEqual({ role: 'holder' });
    await first.ask({ sql: 'CREATE TABLE note (n int PRIMARY KEY, t text DEFAULT now()::text)' });
  });
  afterAll(async () => {
    if (first.process.exitCode === null) await first.kill();
  });

  test('is closed to everyone but its owner', () => {
    expect(statSync(join(folder, 'run')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'run', 'database.sock')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(folder, 'run', 'holder.json'), 'utf8')).pid).toBe(first.process.pid);
  });

  test('lets a second process work through the first, with the same values in the same forms', async () => {
    const second = await openFolder(folder);
    expect(second.role()).toBe('guest');
    const [row] = await second.query(
      `SELECT 5::int8 AS n, $1::text AS t, $2::jsonb AS j, null AS x, timestamptz '2026-01-02 03:04:05.678901+02' AS at`,
      ['a\u{1F600}é\n', JSON.stringify({ a: [1] })],
    );
    expect(row).toEqual({
      n: 5,
      t: 'a\u{1F600}é\n',
      j: { a: [1] },
      x: null,
      at: '2026-01-02T01:04:05.678901Z',
    });
    await second.transaction((transaction) => transaction.query('INSERT INTO note (n) VALUES (1)'));
    expect((await first.ask<Answer>({ sql: 'SELECT n FROM note' })).rows).toEqual([{ n: 1 }]);
    await second.close();
  });

  test('rolls a failed transaction of a guest back and passes the error on with its SQLSTATE', async () => {
    const second = await openFolder(folder);
    const work = second.transaction(async (transaction) => {
      await transaction.query('INSERT INTO note (n) VALUES (7)');
      await transaction.query('INSERT INTO note (n) VALUES (7)');
    });
    await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'note_pkey' });
    expect(await second.query('SELECT 1 FROM note WHERE n = 7')).toEqual([]);
    await second.close();
  });

  test('never commits a transaction in which a swallowed statement failed', async () => {
    const second = await openFolder(folder);
    const work = second.transaction(async (transaction) => {
      await transaction.query('INSERT INTO note (n) VALUES (8)');
      await transaction.query('SELECT 1 / 0').catch(() => {});
    });
    await expect(work).rejects.toThrow(/division by zero/);
    await second.close();
  });

  test('keeps the transactions of several guests apart', async () => {
    const guests = await Promise.all([1, 2, 3].map(() => openFolder(folder)));
    await guests[0]!.transaction((transaction) =>
      transaction.query('INSERT INTO note (n, t) VALUES (100, 0)'),
    );
    await Promise.all(
      guests.flatMap((guest) =>
        Array.from({ length: 10 }, () =>
          guest.transaction(async (transaction) => {
            const [row] = await transaction.query<{ t: string }>(
              'SELECT t FROM note WHERE n = 100 FOR UPDATE',
            );
            await transaction.query('UPDATE note SET t = $1 WHERE n = 100', [String(Number(row!.t) + 1)]);
          }),
        ),
      ),
    );
    expect(await guests[1]!.query('SELECT t FROM note WHERE n = 100')).toEqual([{ t: '30' }]);
    await Promise.all(guests.map((guest) => guest.close()));
  });

  test('takes back what a guest had not committed when it was killed', async () => {
    const victim = await Child.start(PROGRAM, [folder]);
    expect(await victim.next<Answer>()).toEqual({ role: 'guest' });
    await victim.ask({ sql: 'INSERT INTO note (n) VALUES (2)', hold: true });
    await victim.kill();
    expect((await first.ask<Answer>({ sql: 'SELECT n FROM note WHERE n = 2' })).rows).toEqual([]);
  });

  test('refuses with the name of a holder that lives and does not answer', async () => {
    first.process.kill('SIGSTOP');
    try {
      const refused = await openFolder(folder, { wait: 300 }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(StoreError);
      expect((refused as StoreError).code).toBe('folder_in_use');
      expect((refused as StoreError).message).toContain(`process ${first.process.pid} `);
      expect((refused as StoreError).message).toContain('DATABASE_URL');
    } finally {
      first.process.kill('SIGCONT');
    }
  });

  test('passes to a guest when the holder is killed, with everything that was committed', async () => {
    const second = await openFolder(folder);
    const third = await openFolder(folder);
    await second.transaction((transaction) => transaction.query('INSERT INTO note (n) VALUES (3)'));
    await first.ask({ sql: 'INSERT INTO note (n) VALUES (4)', hold: true });
    await first.kill();
    expect(existsSync(join(folder, 'run', 'database.sock'))).toBe(true);
    const seen = await Promise.all(
      [second, third].map((guest) => guest.query('SELECT n FROM note WHERE n IN (3, 4)')),
    );
    expect(seen).toEqual([[{ n: 3 }], [{ n: 3 }]]);
    expect([second.role(), third.role()].sort()).toEqual(['guest', 'holder']);
    await handOver(second, third);
  });

  async function handOver(second: FolderDatabase, third: FolderDatabase): Promise<void> {
    const [holder, guest] = second.role() === 'holder' ? [second, third] : [third, second];
    await holder.close();
    expect(readdirSync(join(folder, 'run'))).toEqual([]);
    await guest.transaction((transaction) => transaction.query('INSERT INTO note (n) VALUES (5)'));
    expect(guest.role()).toBe('holder');
    await guest.close();
    await expect(guest.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailableError);
  }
});

describe('work that a dying holder interrupts', () => {
  test('is done again when it may be repeated, and refused when it may not', async () => {
    const folder = join(base, 'shared');
    const holder = await Child.start(PROGRAM, [folder]);
    expect(await holder.next<Answer>()).toEqual({ role: 'holder' });
    const guest = await openFolder(folder);
    let runs = 0;
    const interrupted = (repeatable: boolean) =>
      guest.transaction(
        async (transaction) => {
          await transaction.query('SELECT 1');
          if (++runs === 1) await holder.kill();
          return transaction.query('SELECT n FROM note WHERE n = 5');
        },
        { repeatable },
      );
    await expect(interrupted(false)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(runs).toBe(1);
    await guest.query('SELECT 1');
    expect(guest.role()).toBe('holder');
    await guest.close();

    const next = await Child.start(PROGRAM, [folder]);
    await next.next();
    const again = await openFolder(folder);
    let count = 0;
    const rows = await again.transaction(async (transaction) => {
      await transaction.query('SELECT 1');
      if (++count === 1) await next.kill();
      return transaction.query('SELECT n FROM note WHERE n = 5');
    });
    expect([count, rows]).toEqual([2, [{ n: 5 }]]);
    await again.close();
  });

  test('is told apart from work whose commit was under way', async () => {
    const path = join(base, 'fake.sock');
    const server = createServer((socket) => {
      send(socket, { hello: PROTOCOL, holder: 1 });
      onMessages<Request>(socket, (request) => {
        if (request.op === 'commit') socket.destroy();
        else send(socket, { id: request.id, rows: [] });
      });
    });
    await listen(server, path);
    const link = await Link.open(path, 1000);
    await expect(
      link.transaction(
        async () => 1,
        () => {},
      ),
    ).rejects.toMatchObject({ committing: true });
    await expect(
      link.transaction(
        async () => 1,
        () => {},
      ),
    ).rejects.toMatchObject({ committing: false });
    server.close();
  });
});

test('a process killed while it makes the database leaves a folder that opens', async () => {
  const folder = join(base, 'young');
  const child = await Child.start(PROGRAM, [folder]);
  while (!existsSync(folder) || !readdirSync(folder).some((name) => name.startsWith('postgres.new'))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  await child.kill();
  const database = await openFolder(folder);
  expect(database.role()).toBe('holder');
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'run']);
  await database.close();
});

describe.runIf(process.platform === 'linux')(
  'a folder that names a holder which the lock cannot vouch for',
  () => {
    const folder = join(base, 'foreign');
    const run = join(folder, 'run');
    const boot = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const name = (holder: object) => {
      mkdirSync(run, { recursive: true });
      const whole = {
        pid: 4711,
        host: hostname(),
        boot: boot(),
        namespace: 'net:[1]',
        command: 'other',
        ...holder,
      };
      writeFileSync(join(run, 'holder.json'), JSON.stringify(whole));
    };

    test('is refused when that is on another machine, or in a container out of reach', async () => {
      for (const holder of [{ host: 'elsewhere', boot: 'another' }, { host: 'container' }]) {
        name(holder);
        const refused = openFolder(folder, { wait: 100 });
        await expect(refused).rejects.toThrow(/process 4711 on host "(elsewhere|container)" \(other\)/);
      }
    });

    test('is opened when the machine was started again since, or nobody listens any more', async () => {
      await seedFolder(folder);
      name({ boot: 'before' });
      await (await openFolder(folder)).close();
      name({ host: 'container' });
      const server = createServer();
      await listen(server, join(run, 'database.sock'));
      // Bound elsewhere, and left behind by a process that died.
      renameSync(join(run, 'database.sock'), join(run, 'left.sock'));
      server.close();
      renameSync(join(run, 'left.sock'), join(run, 'database.sock'));
      const database = await openFolder(folder);
      expect(database.role()).toBe('holder');
      await database.close();
    });
  },
);

test.runIf(process.platform === 'linux')(
  'a folder whose name is too long for a socket is shared all the same',
  async () => {
    const folder = join(base, 'long'.repeat(30));
    await seedFolder(folder);
    const [one, two] = [await openFolder(folder), await openFolder(folder)];
    expect([one.role(), two.role()]).toEqual(['holder', 'guest']);
    expect(await two.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await two.close();
    await one.close();
  },
);
