import pg from 'pg';
import type { Database } from './database.js';
import { CommitUncertainError, DatabaseUnavailableError, sqlState } from './errors.js';
import { failWithStatement } from './guard.js';
import { valueTypes } from './values.js';

export interface ServerOptions {
  /** Connections that this process opens at most; 10 when left out, as `pg` has it. */
  readonly connections?: number;
}

/** How long to wait for a connection before saying that there is none, in milliseconds. */
const CONNECT_TIMEOUT = 15_000;

/**
 * A PostgreSQL server at `url` (`postgres://…`), through a pool. Session settings are left alone, so that a pooler may
 * stand between. Connections are made when they are needed: a server that went away is found again when it is back.
 */
export function openServer(url: string, options: ServerOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    types: valueTypes,
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const place = describe(url);

  return {
    kind: 'database',
    query: async <Row extends object>(text: string, params: readonly unknown[] = []) => {
      try {
        return (await pool.query<Row & pg.QueryResultRow>(text, [...params])).rows;
      } catch (error) {
        throw lost(error) ? unavailable(place, error) : error;
      }
    },
    transaction: async (work) => {
      const client = await begin(pool, place);
      // A connection in use that breaks reports it here too; the statement under way fails with it.
      const ignore = () => {};
      client.on('error', ignore);
      let broken = false;
      try {
        const result = await failWithStatement(
          {
            kind: 'transaction',
            query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
              (await client.query<Row & pg.QueryResultRow>(text, [...params])).rows,
            execute: async (script) => {
              await client.query(script);
            },
          },
          work,
        ).catch(async (error: unknown) => {
          await client.query('ROLLBACK').catch(() => {
            broken = true;
          });
          throw lost(error) ? unavailable(place, error) : error;
        });
        await client.query('COMMIT').catch((error: unknown) => {
          if (!lost(error)) throw error;
          broken = true;
          throw new CommitUncertainError(
            `The connection to ${place} was lost while the work was being committed: it is stored whole or not at all. Read the state again before repeating it.`,
            { cause: error },
          );
        });
        return result;
      } finally {
        client.off('error', ignore);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

async function begin(pool: pg.Pool, place: string): Promise<pg.PoolClient> {
  // A pooled connection may have died while it lay idle; each attempt drops one, and a fresh one tells the truth.
  for (let attempt = 0; ; attempt++) {
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(place, error);
    });
    const ignore = () => {};
    client.on('error', ignore);
    try {
      await client.query('BEGIN');
      return client;
    } catch (error) {
      client.release(true);
      if (!lost(error)) throw error;
      if (attempt === pool.options.max) throw unavailable(place, error);
    } finally {
      client.off('error', ignore);
    }
  }
}

/** Whether `error` says that the connection or the server is gone, rather than that a statement was refused. */
function lost(error: unknown): boolean {
  const state = sqlState(error);
  // Class 08: connection; 57P01..57P03: the server shuts down, has crashed, is starting.
  if (state !== null) return state.startsWith('08') || /^57P0[123]$/.test(state);
  if (!(error instanceof Error)) return false;
  if ('syscall' in error) return true;
  return /^Connection terminated|^Client has encountered a connection error|timeout exceeded when trying to connect|^Client was closed/.test(
    error.message,
  );
}

function unavailable(place: string, cause: unknown): DatabaseUnavailableError {
  const reason = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
  return new DatabaseUnavailableError(
    `No connection to ${place}${reason}. Nothing was stored. Check that the server runs and that DATABASE_URL is right.`,
    { cause },
  );
}

/** Where the server is, for messages: never the password. */
function describe(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `the PostgreSQL server at ${hostname || 'localhost'}${port ? `:${port}` : ''}${pathname}`;
  } catch {
    return 'the PostgreSQL server';
  }
}
