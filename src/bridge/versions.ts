/** The comparison of two versions of a target, from its history alone. */
import { type CompareOptions, type Comparison, compare } from '../compare/index.js';
import type { Connection, InvalidArgument, ReplayRejection } from '../patch/index.js';
import {
  ArgumentError,
  answering,
  integer,
  type NotFound,
  notFound,
  targetId,
} from '../patch/service/arguments.js';
import { reconstruct } from '../patch/service/replay.js';
import { sha256Hex } from '../patch/text/hash.js';
import { formatOf, type TargetType } from './target-format.js';

/** Which versions to compare. */
export interface CompareVersionsArguments {
  readonly target_file_id: string;
  /** The earlier version; 0 is the text as it was uploaded. */
  readonly from_version: number;
  /** The later version; the current one when left out. The order is not asked for: either may be the higher number. */
  readonly to_version?: number | null;
}

/** The options of a comparison; the two names and formats are the target's own unless given. */
export type CompareVersionsOptions = Omit<CompareOptions, 'sourcePath' | 'testPath' | 'testFormat'>;

/** Two versions, compared. */
export interface ComparedVersions {
  readonly status: 'compared';
  readonly target_file_id: string;
  readonly from_version: number;
  readonly to_version: number;
  readonly from_hash: string;
  readonly to_hash: string;
  /** The format that both were read in; a program or a data file is read as plain text. */
  readonly format: string;
  readonly comparison: Comparison;
}

export type CompareVersionsResponse = ComparedVersions | ReplayRejection | NotFound | InvalidArgument;

/**
 * Compares two versions of a target. Both texts are built from the initial snapshot and the accepted attempts, and from
 * nothing that the row of the target says now.
 * @throws what {@link compare} throws for its options.
 */
export function compareVersions(
  connection: Connection,
  args: CompareVersionsArguments,
  options: CompareVersionsOptions = {},
): Promise<CompareVersionsResponse> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const [target] = await connection.query<TargetType & { version: number }>(
      'SELECT filename, target_type AS type, version FROM cloud_target_files WHERE target_file_id = $1',
      [id],
    );
    if (target === undefined) return notFound(id);
    const from = integer('from_version', args.from_version, 0, 0);
    const to = integer('to_version', args.to_version, 0, target.version, 'nullable');
    for (const [name, version] of [
      ['from_version', from],
      ['to_version', to],
    ] as const) {
      if (version > target.version)
        throw new ArgumentError(
          'out_of_range',
          `${name} must be at most ${target.version}, the current version.`,
        );
    }
    const source = await reconstruct(connection, id, from);
    if ('failure_reason' in source) return source;
    const test = await reconstruct(connection, id, to);
    if ('failure_reason' in test) return test;
    const format = options.sourceFormat ?? formatOf(target);
    return {
      status: 'compared',
      target_file_id: id,
      from_version: from,
      to_version: to,
      from_hash: sha256Hex(source.text),
      to_hash: sha256Hex(test.text),
      format,
      comparison: compare(source.text, test.text, { ...options, sourceFormat: format, testFormat: format }),
    };
  });
}
