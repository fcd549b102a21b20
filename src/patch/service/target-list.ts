/** Which targets there are, and how far they have come: for hosts that offer them by name, and that watch them. */
import type { Queryable } from '../store/database.js';
import { isUuid } from './target-id.js';

/** A target, named. */
export interface ListedTarget {
  readonly target_file_id: string;
  readonly filename: string;
  readonly version: number;
}

/**
 * Targets whose id begins with `given` or whose file name contains it, whatever its case; the last changed first.
 * @param most the most that are listed; `total` counts them all.
 */
export async function findTargets(
  connection: Queryable,
  given: string,
  most: number,
): Promise<{ readonly targets: readonly ListedTarget[]; readonly total: number }> {
  // A NUL is in no name, and no query may hold one.
  if (given.includes('\0')) return { targets: [], total: 0 };
  const rows = await connection.query<ListedTarget & { readonly total: number }>(
    `SELECT target_file_id, filename, version, count(*) OVER () AS total
       FROM cloud_target_files
      WHERE starts_with(target_file_id::text, lower($1)) OR position(lower($1) IN lower(filename)) > 0
      ORDER BY updated_at DESC, target_file_id
      LIMIT $2`,
    [given, most],
  );
  return {
    targets: rows.map(({ target_file_id, filename, version }) => ({ target_file_id, filename, version })),
    total: rows[0]?.total ?? 0,
  };
}

/** The versions of those of the targets that there are. */
export async function targetVersions(
  connection: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = await connection.query<Pick<ListedTarget, 'target_file_id' | 'version'>>(
    'SELECT target_file_id, version FROM cloud_target_files WHERE target_file_id = ANY($1::uuid[])',
    [known],
  );
  return new Map(rows.map(({ target_file_id, version }) => [target_file_id, version]));
}
