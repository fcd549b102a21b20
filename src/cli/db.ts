import { Argument, type Command } from 'commander';
import type { Database } from '../patch/store/database.js';
import { EXIT } from './errors.js';
import type { Io } from './io.js';

export function define(command: Command): void {
  command
    .addArgument(new Argument('<action>', 'what to do').choices(['migrate', 'status', 'check']))
    .option('--sql', 'with status: print the SQL of what is pending, for applying by hand')
    .addHelpText(
      'after',
      `
Works on the PostgreSQL server (16 or newer) that DATABASE_URL names or, without
it, on the embedded database in the folder REDTREE_DATA, which migrates itself.

migrate brings the schema up to date. status lists the migrations. check replays
the history of every target and compares it with what is stored; it repairs
nothing and exits with 1 when a target does not agree.

Examples:
  redtree db status
  redtree db status --sql > pending.sql
  DATABASE_URL=postgres://localhost/texts redtree db migrate`,
    );
}

export async function run(command: Command, io: Io): Promise<number> {
  const { openStoreUnchecked } = await import('../patch/store/open.js');
  const database = await openStoreUnchecked(io.env);
  try {
    switch (command.processedArgs[0] as 'migrate' | 'status' | 'check') {
      case 'migrate':
        return await migrate(database, io);
      case 'status':
        return await status(database, io, command.opts<{ sql?: boolean }>().sql === true);
      case 'check':
        return await check(database, io);
    }
  } finally {
    await database.close();
  }
}

async function migrate(database: Database, io: Io): Promise<number> {
  const { migrate } = await import('../patch/store/migrate.js');
  const applied = await migrate(database);
  for (const { number, name } of applied) await io.write(`${label(number, name)} applied\n`);
  if (applied.length === 0) await io.write('The schema is up to date.\n');
  return EXIT.same;
}

async function status(database: Database, io: Io, sql: boolean): Promise<number> {
  const { checkServerVersion, migrationStatus } = await import('../patch/store/migrate.js');
  await checkServerVersion(database);
  const states = await migrationStatus(database);
  if (sql) {
    const { migrations } = await import('../patch/store/migrations/index.js');
    const { migrationScript } = await import('../patch/store/migrate.js');
    for (const { number, state } of states) {
      const migration = migrations.find((known) => known.number === number);
      if (state === 'pending' && migration !== undefined) await io.write(migrationScript(migration));
    }
    return EXIT.same;
  }
  for (const { number, name, state, applied_at } of states) {
    await io.write(`${label(number, name)} ${state}${applied_at === null ? '' : ` ${applied_at}`}\n`);
  }
  return EXIT.same;
}

async function check(database: Database, io: Io): Promise<number> {
  const { checkServerVersion, checkMigrated } = await import('../patch/store/migrate.js');
  const { checkTargets } = await import('../patch/service/check.js');
  await checkServerVersion(database);
  await checkMigrated(database);
  let targets = 0;
  let faults = 0;
  for await (const { target_file_id, filename, outcome, detail } of checkTargets(database)) {
    targets++;
    if (outcome === 'agrees') continue;
    faults++;
    await io.write(`${target_file_id} ${JSON.stringify(filename)} ${outcome}: ${detail}\n`);
  }
  const noun = targets === 1 ? 'target' : 'targets';
  await io.write(`${targets} ${noun} replayed, ${faults === 0 ? 'all agree' : `${faults} not as stored`}.\n`);
  return faults === 0 ? EXIT.same : EXIT.different;
}

function label(number: number, name: string): string {
  return `${String(number).padStart(4, '0')} ${name}`;
}
