import type { Transaction } from './database.js';

/**
 * Runs `work` on a transaction that remembers a failed statement. PostgreSQL turns the COMMIT of a transaction in which
 * a statement failed into a ROLLBACK without an error; work that swallowed the failure would be told that it was kept.
 */
export async function failWithStatement<T>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let failed = false;
  let failure: unknown;
  const remember = async <R>(statement: Promise<R>): Promise<R> => {
    try {
      return await statement;
    } catch (error) {
      if (!failed) failure = error;
      failed = true;
      throw error;
    }
  };
  const result = await work({
    kind: 'transaction',
    query: (text, params) => remember(transaction.query(text, params)),
    execute: (script) => remember(transaction.execute(script)),
  });
  if (failed) throw failure;
  return result;
}
