import { PGlite } from '@electric-sql/pglite';
import type { Database } from './database.js';
import { failWithStatement } from './guard.js';
import { INT8, parseInt8, parseTimestamp, TIMESTAMPTZ } from './values.js';

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
  const engine = await PGlite.create({
    ...options,
    parsers: { [INT8]: parseInt8, [TIMESTAMPTZ]: parseTimestamp },
  });
  return {
    kind: 'database',
    query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
      (await engine.query<Row>(text, [...params])).rows,
    transaction: (work) =>
      engine.transaction((transaction) =>
        failWithStatement(
          {
            kind: 'transaction',
            query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
              (await transaction.query<Row>(text, [...params])).rows,
            execute: async (script) => {
              await transaction.exec(script);
            },
          },
          work,
        ),
      ),
    close: () => engine.close(),
  };
}
