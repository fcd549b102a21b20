import type { InvalidArgument } from '../errors.js';
import { ArgumentError, answering, flag, text } from '../service/arguments.js';
import {
  handleUpload as handleInlineUpload,
  type InitializedTarget,
  type InitializeTargetArguments as InlineArguments,
  initializeTarget as initializeInline,
  insertTarget,
  readHead,
} from '../service/targets.js';
import { type Connection, inTransaction } from '../store/database.js';
import { readFileAt, walkTo } from './directory.js';
import { takeLease } from './lease.js';
import { pathComponents } from './path.js';
import { openRoot, type WorkspaceOptions } from './settings.js';

export interface InitializeTargetArguments extends InlineArguments {
  /** Read `filename`, a path below the workspace's root, instead of `content`, and bind the target to it. */
  readonly from_workspace?: boolean;
}

/** What stands in the way of a workspace operation without being a fault of its arguments. */
export interface WorkspaceRejection {
  readonly status: 'rejected';
  readonly failure_reason: WorkspaceState;
  readonly failure_detail: string;
}

export type WorkspaceState =
  | 'workspace_busy'
  | 'external_disk_drift'
  | 'workspace_identity_mismatch'
  | 'workspace_target_unbound'
  | 'original_eol_unrecoverable'
  | 'source_line_endings_unknown'
  | 'workspace_io_error';

/**
 * Stores a text as a target: version 0, its first editing cycle and its initial snapshot, all or nothing. With
 * `from_workspace` the text is that of a file, read under the lease on its directory, and the target is bound to the
 * file's path, its bytes, and the identity of the workspace's root.
 */
export function initializeTarget(
  connection: Connection,
  args: InitializeTargetArguments,
  options: WorkspaceOptions = {},
): Promise<InitializedTarget | WorkspaceRejection | InvalidArgument> {
  return answering(async () => {
    if (!flag('from_workspace', args.from_workspace)) return initializeInline(connection, args);
    if (args.content !== undefined && args.content !== null) {
      throw new ArgumentError('content_conflict', 'content must be left out when from_workspace is true.');
    }
    const head = readHead(args);
    const components = pathComponents(head.filename);
    const root = await openRoot(options);
    const place = await orRejected(() => walkTo(root, components, false));
    if ('status' in place) return place;
    try {
      const lease = await orRejected(() => takeLease(place.parent));
      if (lease === null) return busy(head.filename);
      if ('status' in lease) return lease;
      try {
        const file = await orRejected(() => readFileAt(place));
        if (file === null) {
          throw new ArgumentError(
            'workspace_file_missing',
            `There is no "${head.filename}" in the workspace.`,
          );
        }
        if ('status' in file) return file;
        const raw = text('The file', decode(file.bytes, head.filename));
        const workspace = {
          root_device: root.device,
          root_inode: root.inode,
          path: head.filename,
          disk_sha256: file.sha256,
        };
        return await inTransaction(connection, (transaction) =>
          insertTarget(transaction, { ...head, raw, workspace }),
        );
      } finally {
        await lease.release();
      }
    } finally {
      await place.parent.handle.close();
    }
  });
}

/** Does something with files; that the system refuses it is an answer. */
async function orRejected<T>(work: () => Promise<T>): Promise<T | WorkspaceRejection> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof Error) || error instanceof ArgumentError || code === undefined) throw error;
    return {
      status: 'rejected',
      failure_reason: 'workspace_io_error',
      failure_detail: `The file was not read: ${error.message}.`,
    };
  }
}

/** {@link initializeTarget} under the name that uploads use: always inline, its content type required. */
export const handleUpload = handleInlineUpload;

export function busy(path: string): WorkspaceRejection {
  return {
    status: 'rejected',
    failure_reason: 'workspace_busy',
    failure_detail: `Another operation works in the directory of "${path}". Try again when it has ended.`,
  };
}

/** Text as it stands in the file; a byte order mark is text. */
function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ArgumentError('workspace_file_unsupported', `"${path}" is not UTF-8.`);
  }
}
