import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { getTarget } from '../../../src/patch/service/targets.js';
import type { Database } from '../../../src/patch/store/database.js';
import { openFolder } from '../../../src/patch/store/folder/open.js';
import { migrate } from '../../../src/patch/store/migrate.js';
import { openServer } from '../../../src/patch/store/server.js';
import { newTarget } from '../service/fixture-target.js';
import { Child } from '../support/child.js';
import { newServerDatabase, seedFolder } from '../support/databases.js';
import { expectConsistent } from './consistency.js';

const LONG = 240_000;
const folder = mkdtempSync(join(tmpdir(), 'redtree-stress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function server(): Promise<{ url: string; database: Database }> {
  const url = await newServerDatabase();
  const database = openServer(url);
  await migrate(database);
  return { url, database };
}

test(
  'two hundred submissions at once from four processes: one winner a version, every loser on record',
  async () => {
    const { url, database } = await server();
    const { id } = await newTarget(database, 'END\n');
    const children = await Promise.all(
      ['a', 'b', 'c', 'd'].map((tag) =>
        Child.start('test/patch/stress/submit-program.ts', [url, id, tag, '50', '8']),
      ),
    );
    await Promise.all(children.map((child) => child.next()));
    type Outcome = { id: string; version: number | null; reason: string };
    const outcomes = (await Promise.all(children.map((child) => child.ask<Outcome[]>('go')))).flat();
    expect(outcomes.length).toBe(200);
    const won = outcomes.flatMap(({ version }) => (version === null ? [] : [version])).sort((a, b) => a - b);
    expect(won).toEqual(Array.from({ length: won.length }, (_, n) => n + 1));
    expect(new Set(outcomes.map(({ reason }) => reason))).toEqual(
      new Set(['accepted', 'target_version_mismatch']),
    );
    const rows = await database.query<{ pdcp_log_id: string }>(
      'SELECT pdcp_log_id FROM append_only_pdcp_logs WHERE target_file_id = $1',
      [id],
    );
    expect(rows.map(({ pdcp_log_id }) => pdcp_log_id).sort()).toEqual(
      outcomes.map((outcome) => outcome.id).sort(),
    );
    expect(await expectConsistent(database, id)).toBe(won.length);
    const target = await getTarget(database, { target_file_id: id });
    expect(target.status === 'ok' && target.current_content.split('\n').length).toBe(won.length + 2);
    await database.close();
  },
  LONG,
);

test(
  'six processes on one embedded folder, the one that runs it killed in the middle: the others finish, nothing is lost',
  async () => {
    const place = join(folder, 'shared');
    await seedFolder(place);
    const before = await openFolder(place);
    const targets = await Promise.all([0, 1, 2, 3, 4, 5].map(() => newTarget(before, '0\n')));
    await before.close();
    const children = await Promise.all(
      targets.map(({ id }) => Child.start('test/patch/stress/edit-program.ts', [place, id, '50'])),
    );
    const acknowledged = children.map(() => 0);
    let victim = -1;
    await Promise.all(
      children.map(async (child, n) => {
        await child.next();
        while (acknowledged[n]! < 50) {
          const answer = await child.next<{ version: number }>().catch(() => null);
          if (answer === null) break;
          acknowledged[n] = answer.version;
          const total = acknowledged.reduce((a, b) => a + b);
          if (victim === -1 && total >= 60) {
            const holder = JSON.parse(readFileSync(join(place, 'run', 'holder.json'), 'utf8')).pid as number;
            victim = children.findIndex((other) => other.process.pid === holder);
            children[victim]!.process.kill('SIGKILL');
          }
        }
      }),
    );
    await Promise.all(children.map((child) => child.ended));
    const after = await openFolder(place);
    const versions = await Promise.all(targets.map(({ id }) => expectConsistent(after, id)));
    expect(victim).toBeGreaterThanOrEqual(0);
    expect(acknowledged.filter((_, n) => n !== victim)).toEqual(Array(5).fill(50));
    expect(versions.filter((_, n) => n !== victim)).toEqual(Array(5).fill(50));
    // One edit more may have been stored whose answer was never read.
    expect(versions[victim]! - acknowledged[victim]!).toBeOneOf([0, 1]);
    await after.close();
  },
  LONG,
);

interface Step {
  readonly step: string;
  readonly id: string;
  readonly status: string;
}

/** Runs the fault program once for each point at which it can die, and checks the state it leaves each time. */
async function dieEverywhere(
  place: string,
  id: string,
  stride: number,
  check: (acknowledged: readonly Step[]) => Promise<void>,
  work: { readonly name: string; readonly from: number } = { name: 'edits', from: 1 },
): Promise<number> {
  for (let fatal = work.from; ; fatal += stride) {
    const args = [place, id, String(fatal), work.name];
    const child = await Child.start('test/patch/stress/fault-program.ts', args);
    const steps: Step[] = [];
    for (;;) {
      const step = await child.next<Step>().catch(() => null);
      if (step === null) break;
      steps.push(step);
    }
    await check(steps.filter(({ step }) => step !== 'done'));
    if (steps.at(-1)?.step === 'done') return Number(steps.at(-1)!.status);
  }
}

async function expectKept(db: Database, id: string, acknowledged: readonly Step[]): Promise<void> {
  await expectConsistent(db, id);
  for (const { step, id: row, status } of acknowledged) {
    expect(status).toBe({ edited: 'accepted', stale: 'rejected', saved: 'saved', batch: 'accepted' }[step]);
    const [table, key] =
      step === 'saved' ? ['target_snapshots', 'snapshot_id'] : ['append_only_pdcp_logs', 'pdcp_log_id'];
    expect((await db.query(`SELECT 1 FROM ${table} WHERE ${key} = $1`, [row])).length).toBe(1);
  }
}

test(
  'a client of a server killed between any two statements leaves nothing half made and loses nothing acknowledged',
  async () => {
    const { url, database } = await server();
    const { id } = await newTarget(database, 'a\n');
    const points = await dieEverywhere(url, id, 1, (steps) => expectKept(database, id, steps));
    expect(points).toBeGreaterThan(15);
    await database.close();
  },
  LONG,
);

test(
  'so does a process killed while it runs the embedded database',
  async () => {
    const place = join(folder, 'faults');
    await seedFolder(place);
    const first = await openFolder(place);
    const { id } = await newTarget(first, 'a\n');
    await first.close();
    await dieEverywhere(place, id, 4, async (steps) => {
      const after = await openFolder(place);
      expect(after.role()).toBe('holder');
      await expectKept(after, id, steps);
      await after.close();
    });
  },
  LONG,
);

test(
  'a client killed within a batch of observed edits uses up all of its receipts with it, or none',
  async () => {
    const { url, database } = await server();
    const { id } = await newTarget(database, '# A\n\nx\n\n# B\n\nx\n');
    // The first five points are in the observation.
    const work = { name: 'observed', from: 6 };
    await dieEverywhere(url, id, 1, (steps) => expectKept(database, id, steps), work);
    const [{ used, apart }] = await database.query<{ used: number; apart: number }>(
      `SELECT count(*) FILTER (WHERE receipts = 2) AS used, count(*) FILTER (WHERE receipts = 1) AS apart
       FROM (SELECT count(consumed_by_pdcp_log_id) AS receipts FROM target_scope_observations
             WHERE target_file_id = $1 GROUP BY observation_bundle_id) AS bundles`,
      [id],
    );
    expect(used).toBeGreaterThan(0);
    expect(apart).toBe(0);
    await database.close();
  },
  LONG,
);
