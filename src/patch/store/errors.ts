/** What can go wrong with the store itself, apart from a statement that PostgreSQL refuses. */
export type StoreErrorCode =
  | 'database_unavailable'
  | 'commit_uncertain'
  | 'server_too_old'
  | 'migration_changed'
  | 'migration_unknown'
  | 'migration_pending'
  | 'folder_in_use'
  | 'folder_unusable'
  | 'bad_setting';

/** A fault of the store. The message says what is wrong, where, and what the operator can do. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The database cannot be reached, or went away before the work was committed: nothing of the work was kept. */
export class DatabaseUnavailableError extends StoreError {
  override readonly name: string = 'DatabaseUnavailableError';
  constructor(message: string, options?: ErrorOptions) {
    super('database_unavailable', message, options);
  }
}

/**
 * The embedded engine failed within this statement, a stack that overflowed say, and was given up. Repeating the work would
 * do it again.
 */
export class EngineCrashedError extends DatabaseUnavailableError {
  override readonly name = 'EngineCrashedError';
  constructor(options?: ErrorOptions) {
    super(
      'The embedded database failed within a statement and was stopped. Nothing of the work was stored.',
      options,
    );
  }
}

/** The embedded engine had failed, in the work of somebody else, before this work was begun. */
export class EngineGoneError extends DatabaseUnavailableError {
  override readonly name = 'EngineGoneError';
  constructor() {
    super('The embedded database has failed and was stopped. Open it again.');
  }
}

/** The connection was lost between asking for the commit and its answer: the work is stored whole or not at all. */
export class CommitUncertainError extends StoreError {
  override readonly name = 'CommitUncertainError';
  constructor(message: string, options?: ErrorOptions) {
    super('commit_uncertain', message, options);
  }
}

/** The five-character SQLSTATE of an error that PostgreSQL itself reported; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  const { code } = error;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}
