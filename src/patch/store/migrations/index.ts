import targets from './0001-targets.sql.js';

/** One numbered step of the schema. Once published its SQL never changes: the next change is the next number. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /**
   * Plain SQL. It stands in a string module rather than in a file, so that compiled output and bundles carry it without
   * a copying step; `redtree db status --sql` prints it for applying by hand.
   */
  readonly sql: string;
}

/** Every migration, in order, numbered from 1 without gaps. */
export const migrations: readonly Migration[] = [{ number: 1, name: 'targets', sql: targets }];
