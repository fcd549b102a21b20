import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Database, Transaction } from '../database.js';
import { CommitUncertainError, DatabaseUnavailableError, EngineGoneError, StoreError } from '../errors.js';
import { migrate } from '../migrate.js';
import { openPGlite, type PGliteDatabase } from '../pglite.js';
import { claim, describeHolder, type Holder, type Lock, unlinkQuietly } from './holder.js';
import { type Host, startHost } from './host.js';
import { Link, LinkLostError, LinkRefusedError } from './link.js';

export interface FolderOptions {
  /**
   * How long to wait for a living holder to let this process in, in milliseconds; 120,000 when left out. A holder that is
   * busy, or makes the database for the first time, can take a while to answer.
   */
  readonly wait?: number;
}

/** How this process reaches the folder's database at the moment. */
export interface FolderDatabase extends Database {
  /** `holder`: the database runs in this process; `guest`: in another one; null before the first use and between holders. */
  role(): 'holder' | 'guest' | null;
}

type Session =
  | { readonly role: 'holder'; readonly database: PGliteDatabase; readonly host: Host; readonly lock: Lock }
  | { readonly role: 'guest'; readonly link: Link };

/** How many holders in a row may go away during one operation before it is given up. */
const HOLDERS_TRIED = 8;

/** Time between two looks at a holder that does not listen yet, in milliseconds. */
const LOOK_AGAIN = 50;

/** Socket names end at about 108 bytes on Linux, 104 elsewhere. */
const LONGEST_SOCKET_PATH = 100;

/**
 * The embedded database in `folder`, shared between processes. The first process on the folder runs the database; the
 * others work through it over a local socket that only the folder's owner can open, and when it goes away, one of them
 * takes its place. The schema is migrated by whoever runs the database.
 *
 * @throws StoreError `folder_in_use` when a living process holds the folder and cannot be worked through,
 *   `folder_unusable` when it cannot be made or opened.
 */
export async function openFolder(folder: string, options: FolderOptions = {}): Promise<FolderDatabase> {
  const place = prepare(folder);
  let session: Promise<Session> | undefined;
  let role: Session['role'] | null = null;
  let closed = false;

  const current = (): Promise<Session> => {
    if (closed) throw new DatabaseUnavailableError(`The database in ${folder} was closed.`);
    if (session === undefined) {
      const opening = letting.then(() => enter(place, options.wait ?? 120_000));
      session = opening;
      opening.then(
        (entered) => {
          role = entered.role;
          if (entered.role === 'holder') entered.database.onFailure(() => giveUp(opening, entered));
        },
        () => {
          if (session === opening) session = undefined;
        },
      );
    }
    return session;
  };
  const leave = (left: Promise<Session>) => {
    if (session !== left) return;
    session = undefined;
    role = null;
  };
  /** Until an engine that failed is let go, nobody takes its place, this process neither. */
  let letting: Promise<void> = Promise.resolve();
  const giveUp = (left: Promise<Session>, { host, database, lock }: Extract<Session, { role: 'holder' }>) => {
    leave(left);
    letting = (async () => {
      // The one whose statement it was is answered first.
      await new Promise((resolve) => setImmediate(resolve));
      await host.cut();
      await database.close();
      await lock.release();
    })();
  };

  /** Runs `work` in the present session and, while the holder goes away without having done it, in the next. */
  const perform = async <T>(work: (session: Session) => Promise<T>, again: () => boolean): Promise<T> => {
    for (let tried = 1; ; tried++) {
      const entered = current();
      try {
        return await work(await entered);
      } catch (error) {
        const lost = error instanceof LinkLostError;
        if (!lost && !(error instanceof EngineGoneError)) throw error;
        leave(entered);
        if (lost && error.committing) {
          throw new CommitUncertainError(
            `The process that runs the database in ${folder} went away while the work was being committed: it is stored whole or not at all. Read the state again before repeating it.`,
            { cause: error },
          );
        }
        if (again() && tried < HOLDERS_TRIED) continue;
        throw new DatabaseUnavailableError(
          `The process that runs the database in ${folder} went away before the work was committed. Nothing was stored. Repeat it.`,
          { cause: error },
        );
      }
    }
  };

  await current();
  return {
    kind: 'database',
    role: () => role,
    query: (text, params) =>
      perform(
        (at) => (at.role === 'holder' ? at.database.query(text, params) : at.link.query(text, params)),
        () => true,
      ),
    transaction: <T>(
      work: (transaction: Transaction) => Promise<T>,
      settings?: { readonly repeatable?: boolean },
    ) => {
      let begun = false;
      return perform<T>(
        (at) =>
          at.role === 'holder'
            ? at.database.transaction(work, settings)
            : at.link.transaction(work, () => {
                begun = true;
              }),
        () => !begun || settings?.repeatable !== false,
      );
    },
    close: async () => {
      if (closed) return;
      closed = true;
      const last = await session?.catch(() => undefined);
      await letting;
      role = null;
      if (last?.role === 'guest') last.link.close();
      if (last?.role === 'holder') await abandon(last.host, last.database, last.lock);
      if (place.descriptor !== null) closeSync(place.descriptor);
    },
  };
}

interface Place {
  readonly folder: string;
  /** Socket and holder's file: closed to everyone but the owner. */
  readonly run: string;
  readonly socket: string;
  /** Keeps the short name of `run` valid, where its own is too long for a socket. */
  readonly descriptor: number | null;
}

function prepare(folder: string): Place {
  const run = join(folder, 'run');
  try {
    mkdirSync(run, { recursive: true, mode: 0o700 });
    chmodSync(run, 0o700);
  } catch (error) {
    throw new StoreError(
      'folder_unusable',
      `The folder ${folder} cannot hold the database: ${(error as Error).message}. Set REDTREE_DATA to a folder of your own, or DATABASE_URL to a server.`,
      { cause: error },
    );
  }
  if (process.platform === 'win32') {
    return {
      folder,
      run,
      socket: `\\\\.\\pipe\\${folder.replace(/[\\/:]/g, '_')}_redtree`,
      descriptor: null,
    };
  }
  const socket = join(run, 'database.sock');
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) return { folder, run, socket, descriptor: null };
  if (process.platform !== 'linux') {
    throw new StoreError(
      'folder_unusable',
      `The folder's name is too long for the socket ${socket}. Set REDTREE_DATA to a shorter one.`,
    );
  }
  const descriptor = openSync(run, constants.O_RDONLY | constants.O_DIRECTORY);
  return { folder, run, socket: `/proc/self/fd/${descriptor}/database.sock`, descriptor };
}

/** Becomes the holder when the folder is free, a guest when a living process has it. */
async function enter(place: Place, wait: number): Promise<Session> {
  const deadline = performance.now() + wait;
  for (;;) {
    const claimed = await claim(place.folder, place.run, place.socket);
    if (claimed.held) return hold(place, claimed.lock);
    const left = deadline - performance.now();
    if (!claimed.reachable || left <= 0) throw inUse(place, claimed.holder, claimed.reachable);
    try {
      return { role: 'guest', link: await Link.open(place.socket, left) };
    } catch (error) {
      if (error instanceof LinkRefusedError) throw inUse(place, claimed.holder, true);
      const { code } = error as NodeJS.ErrnoException;
      // Not listening yet, or just gone: look at the lock again. Anything else will not change by waiting.
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED' && code !== 'ECONNRESET' && code !== 'EPIPE')
        throw inUse(place, claimed.holder, true);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
  }
}

function inUse(place: Place, holder: Holder | null, reachable: boolean): StoreError {
  const remedy = reachable
    ? 'End that process'
    : `If that process no longer runs, delete ${join(place.run, 'holder.json')}; otherwise end it`;
  return new StoreError(
    'folder_in_use',
    `The database in ${place.folder} is held by ${describeHolder(holder)}, which cannot be worked through from here. ${remedy}, set REDTREE_DATA to another folder, or set DATABASE_URL to a PostgreSQL server, which any number of processes can share.`,
  );
}

async function hold(place: Place, lock: Lock): Promise<Session> {
  try {
    if (process.platform !== 'win32') unlinkQuietly(place.socket);
    const data = await initialised(place.folder);
    const database = await openPGlite({ dataDir: data });
    try {
      await migrate(database);
      const host = await startHost(database, place.socket);
      if (process.platform !== 'win32') chmodSync(place.socket, 0o600);
      return { role: 'holder', database, host, lock };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    await lock.release();
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      'folder_unusable',
      `The database in ${place.folder} cannot be opened: ${(error as Error).message}. Restore the folder from a backup, or set REDTREE_DATA to another one.`,
      { cause: error },
    );
  }
}

/**
 * The folder of PostgreSQL's own files, made when there is none: under another name first, so that a process killed
 * while it makes them leaves nothing that looks like a database.
 */
async function initialised(folder: string): Promise<string> {
  const data = join(folder, 'postgres');
  for (const name of readdirSync(folder)) {
    if (name.startsWith('postgres.new')) rmSync(join(folder, name), { recursive: true, force: true });
  }
  if (existsSync(join(data, 'PG_VERSION'))) return data;
  const draft = join(folder, `postgres.new-${process.pid}`);
  const database = await openPGlite({ dataDir: draft });
  await database.close();
  renameSync(draft, data);
  return data;
}

async function abandon(host: Host, database: Database, lock: Lock): Promise<void> {
  await host.close();
  await database.close();
  await lock.release();
}
