/**
 * The one interface through which the service reaches PostgreSQL. Two drivers stand behind it, a server reached with
 * `pg` and PostgreSQL embedded in a folder; the SQL is the same for both.
 *
 * Values come back in one form from either driver: `int8` as a number (nothing stored here passes 2^53), `jsonb` parsed,
 * `timestamptz` as an ISO string in UTC, `uuid` and `text` as strings. A `jsonb` parameter is passed as its JSON text.
 */
export interface Queryable {
  /** Runs one statement with `$1`-style parameters and gives its rows. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly unknown[],
  ): Promise<Row[]>;
}

/**
 * An open transaction. Whoever opened it commits it. A service function that is given one neither commits nor
 * publishes: its work stands or falls with the caller's.
 */
export interface Transaction extends Queryable {
  readonly kind: 'transaction';
  /** Runs a script of several statements without parameters. */
  execute(script: string): Promise<void>;
}

export interface Database extends Queryable {
  readonly kind: 'database';
  /**
   * Runs one statement outside a transaction. For reading only: the driver may run it again on a new connection when the
   * first one is lost.
   */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly unknown[],
  ): Promise<Row[]>;
  /**
   * Runs `work` in a transaction on one connection and commits when it resolves; when it throws, everything is rolled
   * back and the error passed on. A second transaction must not be opened inside `work`: on an embedded database it
   * would wait for the first for ever.
   *
   * `work` must have no effect outside the database unless `repeatable` is false: when the connection is lost before the
   * commit was asked for, the driver may run it again. A connection lost during the commit throws
   * {@link CommitUncertainError}.
   */
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: { readonly repeatable?: boolean },
  ): Promise<T>;
  /** Gives every connection back. Waits for open transactions. */
  close(): Promise<void>;
}

/** What every service function takes: a database, or a transaction that its caller holds open. */
export type Connection = Database | Transaction;

/** Whether the caller owns the transaction, so that nothing may be committed or published here. */
export function isTransaction(connection: Connection): connection is Transaction {
  return connection.kind === 'transaction';
}

/** Runs `work` in the caller's transaction when there is one, otherwise in one of its own. */
export function inTransaction<T>(
  connection: Connection,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return isTransaction(connection) ? work(connection) : connection.transaction(work);
}
