import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Database } from './database.js';
import { StoreError } from './errors.js';
import { openFolder } from './folder/open.js';
import { checkMigrated, checkServerVersion } from './migrate.js';
import { openServer } from './server.js';

/** The environment variables that say where the store is; `process.env` has them. */
export interface StoreEnvironment {
  /** `postgres://…` of a server. Unset or empty: the embedded database. */
  readonly DATABASE_URL?: string;
  /** The embedded database's folder. Unset or empty: a folder of the user's, see {@link defaultFolder}. */
  readonly REDTREE_DATA?: string;
  readonly [name: string]: string | undefined;
}

/**
 * Opens the store that the environment names and checks that it can be used: the embedded database brings its schema up
 * to date by itself, a server's must have been migrated.
 *
 * @throws StoreError, with the code of what is wrong.
 */
export async function openStore(environment: StoreEnvironment = process.env): Promise<Database> {
  const database = await openStoreUnchecked(environment);
  try {
    await checkServerVersion(database);
    await checkMigrated(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** {@link openStore} for the one who migrates: says nothing of the state of a server's schema. */
export async function openStoreUnchecked(environment: StoreEnvironment = process.env): Promise<Database> {
  const url = environment.DATABASE_URL;
  if (url === undefined || url === '') return openFolder(storeFolder(environment));
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new StoreError(
      'bad_setting',
      'DATABASE_URL must start with postgres:// or postgresql://. Unset it to use the embedded database.',
    );
  }
  return openServer(url);
}

/** The embedded database's folder. */
export function storeFolder(environment: StoreEnvironment = process.env): string {
  const folder = environment.REDTREE_DATA;
  return folder === undefined || folder === '' ? defaultFolder(environment) : resolve(folder);
}

/** Where the platform keeps a user's application data, and `redtree` in it. */
function defaultFolder(environment: StoreEnvironment): string {
  if (process.platform === 'win32') {
    return join(environment.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'redtree');
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'redtree');
  return join(environment.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'redtree');
}
