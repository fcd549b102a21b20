import { PGlite } from '@electric-sql/pglite';
import type { Database, Transaction } from './database.js';
import { INT8, parseInt8, parseTimestamp, TIMESTAMPTZ } from './values.js';

/**
 * PostgreSQL inside this process, in the folder `dataDir` or, without one, in memory. Nothing here keeps a second process
 * from the same folder, which would destroy it: `openFolder` does. One transaction runs at a time; the others wait.
 */
export async function openPGlite(dataDir?: string): Promise<Database> {
  const engine = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    parsers: { [INT8]: parseInt8, [TIMESTAMPTZ]: parseTimestamp },
  });
  await engine.exec(`SET TimeZone = 'UTC'`);
  return {
    kind: 'database',
    query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
      (await engine.query<Row>(text, [...params])).rows,
    transaction: (work) =>
      engine.transaction((transaction) => {
        const own: Transaction = {
          kind: 'transaction',
          query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
            (await transaction.query<Row>(text, [...params])).rows,
          execute: async (script) => {
            await transaction.exec(script);
          },
        };
        return work(own);
      }),
    close: () => engine.close(),
  };
}
