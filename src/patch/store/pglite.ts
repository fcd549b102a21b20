import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Database, Transaction } from './database.js';
import { DatabaseUnavailableError } from './errors.js';
import { failWithStatement } from './guard.js';
import { PGliteStream } from './pglite-stream.js';
import { valueTypes } from './values.js';

export interface PGliteOptions {
  /** The folder of the database; in memory when left out. */
  readonly dataDir?: string;
  /** An archive of a database folder to start from. */
  readonly loadDataDir?: Blob;
}

/**
 * PostgreSQL inside this process, in a folder or in memory. Nothing here keeps a second process from the same folder,
 * which would destroy it: `openFolder` does. One transaction runs at a time; the others wait.
 */
export async function openPGlite(options: PGliteOptions = {}): Promise<Database> {
  // Loaded only where it runs: a process that works through another one has no use for it.
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create({ ...options });
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    types: valueTypes,
    // Declared as a network socket; `pg` uses of it what PGliteStream has.
    stream: (() => new PGliteStream(engine)) as unknown as pg.ClientConfig['stream'],
  });
  client.on('error', () => {});
  await client.connect();
  return new EmbeddedDatabase(engine, client);
}

class EmbeddedDatabase implements Database {
  readonly kind = 'database';
  /** Ends when the work before has ended: all of it shares one session. */
  private turn: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly engine: PGlite,
    private readonly client: pg.Client,
  ) {}

  query<Row extends object>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
    return this.inTurn(
      async () => (await this.client.query<Row & pg.QueryResultRow>(text, [...params])).rows,
    );
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      const own: Transaction = {
        kind: 'transaction',
        query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
          (await this.client.query<Row & pg.QueryResultRow>(text, [...params])).rows,
        execute: async (script) => {
          await this.client.query(script);
        },
      };
      await this.client.query('BEGIN');
      let result: T;
      try {
        result = await failWithStatement(own, work);
      } catch (error) {
        await this.client.query('ROLLBACK');
        throw error;
      }
      await this.client.query('COMMIT');
      return result;
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await this.inTurn(async () => {
      this.closed = true;
      await this.client.end();
      await this.engine.close();
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(() => {
      if (this.closed) throw new DatabaseUnavailableError('The embedded database was closed.');
      return work();
    });
    this.turn = result.catch(() => {});
    return result;
  }
}
