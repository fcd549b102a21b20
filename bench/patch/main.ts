/**
 * Measures the patch service on the fixtures that its contract's figures are stated for, and beyond them:
 *
 *   npm run bench:patch                 everything, on both drivers
 *   npm run bench:patch -- near apply   what needs no database
 *   npm run bench:patch -- embedded     one driver
 *
 * The contract's figures stand beside those they are for. They were taken on another machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/patch/store/migrate.js';
import { openPGlite } from '../../src/patch/store/pglite.js';
import { openServer } from '../../src/patch/store/server.js';
import { startServer } from '../../test/patch/support/postgres.js';
import { benchApply } from './apply.js';
import { benchHistory } from './history.js';
import { benchNearMisses } from './near-misses.js';
import { benchReads } from './reads.js';
import { benchSubmissions } from './submissions.js';

const asked = process.argv.slice(2);
const wants = (name: string) => asked.length === 0 || asked.includes(name);

console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
if (wants('near')) await benchNearMisses();
if (wants('apply')) await benchApply();
if (wants('embedded')) {
  console.log('\nEmbedded PostgreSQL, in memory');
  const database = await openPGlite();
  await migrate(database);
  await benchSubmissions(database, 1);
  await benchReads(database);
  await benchHistory(database);
  await database.close();
}
if (wants('server')) {
  const folder = await mkdtemp(join(tmpdir(), 'redtree-test-bench-'));
  const server = await startServer(folder);
  try {
    const database = openServer(server.url);
    const [{ version }] = await database.query<{ version: string }>('SELECT version()');
    console.log(`\n${version}, fsync off, over a local socket`);
    await migrate(database);
    await benchSubmissions(database, 8);
    await benchReads(database);
    await benchHistory(database);
    await database.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
