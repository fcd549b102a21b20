import { createHash } from 'node:crypto';
import type { Connection, Database, Queryable, Transaction } from './database.js';
import { StoreError } from './errors.js';
import { type Migration, migrations as ownMigrations } from './migrations/index.js';

/** `pg_input_is_valid`, by which history is read without failing on a damaged record, came with PostgreSQL 16. */
const OLDEST_SERVER = 16;

/** The key of the advisory lock under which migrations run: "redt" in ASCII. */
const MIGRATION_LOCK = 0x72656474;

/** Where applied migrations are recorded. */
const LEDGER = `CREATE TABLE IF NOT EXISTS redtree_migrations (
  number int PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/** One migration as the database and this release know it. */
export interface MigrationState {
  readonly number: number;
  readonly name: string;
  /** `changed`: applied with other SQL than this release has. `unknown`: applied by a newer release. */
  readonly state: 'applied' | 'pending' | 'changed' | 'unknown';
  /** When it was applied; null while pending. */
  readonly applied_at: string | null;
}

interface AppliedRow {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
  readonly applied_at: string;
}

/** The hash under which a migration is recorded: SHA-256 of its SQL. */
export function migrationHash(migration: Migration): string {
  return createHash('sha256').update(migration.sql, 'utf8').digest('hex');
}

/** A migration as a script that applies it and records it, for an operator who applies SQL by hand. */
export function migrationScript(migration: Migration): string {
  const record = `INSERT INTO redtree_migrations (number, name, sha256) VALUES (${migration.number}, '${migration.name}', '${migrationHash(migration)}');`;
  return `BEGIN;\n${LEDGER};\n${migration.sql.trim()}\n${record}\nCOMMIT;\n`;
}

/** Refuses a server that is too old; the error names its version and the one required. */
export async function checkServerVersion(database: Queryable): Promise<void> {
  const [row] = await database.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  if (Math.floor(row!.number / 10_000) >= OLDEST_SERVER) return;
  throw new StoreError(
    'server_too_old',
    `This is PostgreSQL ${row!.version}; PostgreSQL ${OLDEST_SERVER} or newer is required. Point DATABASE_URL at a newer server, or unset it to use the embedded one.`,
  );
}

/**
 * Brings the schema to this release's state: every pending migration once, in order, each in a transaction of its own
 * under an advisory lock, so that processes that start together do not meet. Gives the names of those it applied.
 *
 * @throws StoreError `server_too_old`, `migration_changed`, `migration_unknown`; nothing is applied then.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = ownMigrations,
): Promise<readonly MigrationState[]> {
  await checkServerVersion(database);
  const applied: MigrationState[] = [];
  for (;;) {
    const step = await database.transaction((transaction) => applyNext(transaction, migrations));
    if (step === null) return applied;
    applied.push(step);
  }
}

async function applyNext(
  transaction: Transaction,
  migrations: readonly Migration[],
): Promise<MigrationState | null> {
  await transaction.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await transaction.execute(LEDGER);
  const states = compareWith(await readApplied(transaction), migrations);
  refuseForeign(states);
  const next = states.find((state) => state.state === 'pending');
  if (next === undefined) return null;
  const migration = migrations.find(({ number }) => number === next.number)!;
  await transaction.execute(migration.sql);
  const [row] = await transaction.query<AppliedRow>(
    'INSERT INTO redtree_migrations (number, name, sha256) VALUES ($1, $2, $3) RETURNING *',
    [migration.number, migration.name, migrationHash(migration)],
  );
  return { number: row!.number, name: row!.name, state: 'applied', applied_at: row!.applied_at };
}

/** Every migration that the database or this release knows, in order. Changes nothing. */
export async function migrationStatus(
  connection: Connection,
  migrations: readonly Migration[] = ownMigrations,
): Promise<readonly MigrationState[]> {
  const [table] = await connection.query<{ present: boolean }>(
    `SELECT to_regclass('redtree_migrations') IS NOT NULL AS present`,
  );
  return compareWith(table!.present ? await readApplied(connection) : [], migrations);
}

/** Refuses a schema that is not this release's, whichever of the two is older. */
export async function checkMigrated(
  connection: Connection,
  migrations: readonly Migration[] = ownMigrations,
): Promise<void> {
  const states = await migrationStatus(connection, migrations);
  refuseForeign(states);
  const pending = states.filter((state) => state.state === 'pending');
  if (pending.length === 0) return;
  throw new StoreError(
    'migration_pending',
    `The database lacks ${pending.map(label).join(', ')}. Run "redtree db migrate".`,
  );
}

function readApplied(connection: Queryable): Promise<AppliedRow[]> {
  return connection.query<AppliedRow>(
    'SELECT number, name, sha256, applied_at FROM redtree_migrations ORDER BY number',
  );
}

function compareWith(applied: readonly AppliedRow[], migrations: readonly Migration[]): MigrationState[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  const done = new Map(applied.map((row) => [row.number, row]));
  const numbers = [...new Set([...known.keys(), ...done.keys()])].sort((a, b) => a - b);
  return numbers.map((number): MigrationState => {
    const migration = known.get(number);
    const row = done.get(number);
    if (row === undefined) return { number, name: migration!.name, state: 'pending', applied_at: null };
    const state =
      migration === undefined ? 'unknown' : row.sha256 === migrationHash(migration) ? 'applied' : 'changed';
    return { number, name: row.name, state, applied_at: row.applied_at };
  });
}

function refuseForeign(states: readonly MigrationState[]): void {
  const unknown = states.find((state) => state.state === 'unknown');
  if (unknown !== undefined) {
    throw new StoreError(
      'migration_unknown',
      `The database has migration ${label(unknown)}, which this release does not know: a newer release made it. Install that release or a later one.`,
    );
  }
  const changed = states.find((state) => state.state === 'changed');
  if (changed !== undefined) {
    throw new StoreError(
      'migration_changed',
      `Migration ${label(changed)} was applied to the database with other SQL than this release has. Nothing was changed. Use the release that made the database, or restore the database from a backup of this release's.`,
    );
  }
}

function label(state: MigrationState): string {
  return `${String(state.number).padStart(4, '0')} "${state.name}"`;
}
