import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Database, Transaction } from './database.js';
import {
  CommitUncertainError,
  DatabaseUnavailableError,
  EngineCrashedError,
  EngineGoneError,
} from './errors.js';
import { failWithStatement } from './guard.js';
import { PGliteStream } from './pglite-stream.js';
import { valueTypes } from './values.js';

export interface PGliteOptions {
  /** The folder of the database; in memory when left out. */
  readonly dataDir?: string;
  /** An archive of a database folder to start from. */
  readonly loadDataDir?: Blob;
}

export interface PGliteDatabase extends Database {
  /** Calls `listener` once the engine has failed: it was given up, and whoever opened it can open it again. */
  onFailure(listener: () => void): void;
}

/**
 * PostgreSQL inside this process, in a folder or in memory. Nothing here keeps a second process from the same folder,
 * which would destroy it: `openFolder` does. One transaction runs at a time; the others wait.
 */
export async function openPGlite(options: PGliteOptions = {}): Promise<PGliteDatabase> {
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
  const database = new EmbeddedDatabase(engine, client);
  await client.connect();
  return database;
}

class EmbeddedDatabase implements PGliteDatabase {
  readonly kind = 'database';
  /** Ends when the work before has ended: all of it shares one session. */
  private turn: Promise<unknown> = Promise.resolve();
  private closed = false;
  private failed = false;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly engine: PGlite,
    private readonly client: pg.Client,
  ) {
    client.on('error', () => {
      if (this.failed) return;
      this.failed = true;
      for (const listener of this.listeners) listener();
    });
  }

  onFailure(listener: () => void): void {
    this.listeners.push(listener);
  }

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
        // There is nothing to roll back in an engine that failed.
        if (!this.failed) await this.client.query('ROLLBACK');
        throw error;
      }
      await this.client.query('COMMIT').catch((error: unknown) => {
        if (!(error instanceof EngineCrashedError)) throw error;
        throw new CommitUncertainError(
          'The embedded database failed within the commit: the work is stored whole or not at all. Open it again and read the state before repeating it.',
          { cause: error },
        );
      });
      return result;
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await this.inTurn(async () => {
      this.closed = true;
      await this.client.end();
      await this.engine.close();
    }).catch((error: unknown) => {
      // An engine that failed is left as it is: shutting down could write what it holds, or wait for itself for ever. What
      // it committed stands in its log, as after a process that was killed.
      if (!(error instanceof EngineGoneError)) throw error;
      this.closed = true;
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(() => {
      if (this.failed) throw new EngineGoneError();
      if (this.closed) throw new DatabaseUnavailableError('The embedded database was closed.');
      return work();
    });
    this.turn = result.catch(() => {});
    return result;
  }
}
