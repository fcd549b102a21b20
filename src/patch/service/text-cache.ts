import { CodePointIndex } from '../../document/code-points.js';
import { type Connection, isTransaction } from '../store/database.js';

/** A target's text in one stored state, with what its row says of it. */
export interface ObservedText {
  readonly id: string;
  readonly version: number;
  readonly hash: string;
  readonly content: string;
  readonly index: CodePointIndex;
  readonly filename: string;
  readonly type: string;
  /** The editing cycle that is open. */
  readonly cycle: string;
}

interface Entry extends ObservedText {
  readonly state: string;
}

/** UTF-16 units of text kept for each database; the least recently used go first. */
const KEPT_UNITS = 8_000_000;

const caches = new WeakMap<object, Map<string, Entry>>();

/**
 * What identifies a stored state of a row: PostgreSQL writes each change of it, by whatever hand, as a new row version
 * with another place and another transaction.
 */
const STATE = `xmin::text || ' ' || cmin::text || ' ' || ctid::text AS state`;

/**
 * The target's text as it is now. It is moved out of the database only when it is not the text that was moved last: its
 * state is asked for each time, so that a change by any process, or by hand, is seen.
 */
export async function observeText(connection: Connection, id: string): Promise<ObservedText | null> {
  // What an open transaction sees may never be committed.
  if (isTransaction(connection)) return fetchText(connection, id);
  const cache = cacheOf(connection);
  const kept = cache.get(id);
  if (kept !== undefined) {
    const [row] = await connection.query<{ state: string }>(
      `SELECT ${STATE} FROM cloud_target_files WHERE target_file_id = $1`,
      [id],
    );
    cache.delete(id);
    if (row?.state === kept.state) {
      cache.set(id, kept);
      return kept;
    }
  }
  const fetched = await fetchText(connection, id);
  if (fetched !== null) keep(cache, id, fetched);
  return fetched;
}

async function fetchText(connection: Connection, id: string): Promise<Entry | null> {
  const [row] = await connection.query<Omit<Entry, 'index'>>(
    `SELECT ${STATE}, target_file_id AS id, version, current_hash AS hash, current_content AS content, filename, target_type AS type,
            active_editing_cycle_id AS cycle
     FROM cloud_target_files WHERE target_file_id = $1`,
    [id],
  );
  return row === undefined ? null : { ...row, index: new CodePointIndex(row.content) };
}

function cacheOf(connection: Connection): Map<string, Entry> {
  let cache = caches.get(connection);
  if (cache === undefined) caches.set(connection, (cache = new Map()));
  return cache;
}

/** A map keeps the order of insertion: the first key is the one used least recently. */
function keep(cache: Map<string, Entry>, id: string, entry: Entry): void {
  if (entry.content.length > KEPT_UNITS) return;
  cache.set(id, entry);
  let units = 0;
  for (const { content } of cache.values()) units += content.length;
  for (const [oldest, { content }] of cache) {
    if (units <= KEPT_UNITS) return;
    cache.delete(oldest);
    units -= content.length;
  }
}
