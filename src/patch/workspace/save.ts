import type { InvalidArgument } from '../errors.js';
import { ArgumentError, answering, type NotFound, notFound, targetId } from '../service/arguments.js';
import { exportOf } from '../service/export.js';
import {
  checkpoint,
  judgeSave,
  lockForSave,
  type Saved,
  type SavedTarget,
  type SaveArguments as SaveOnlyArguments,
  type SaveRejection,
  save as saveOnly,
} from '../service/save.js';
import { type Connection, type Database, isTransaction, type Transaction } from '../store/database.js';
import { type PinnedPlace, walkTo } from './directory.js';
import { busy, type WorkspaceRejection, type WorkspaceState } from './initialize.js';
import { takeLease } from './lease.js';
import { pathComponents } from './path.js';
import { DriftError, discard, install, type PublicationIo, type Staged, stage, systemIo } from './publish.js';
import { openRoot, syncsOnSave, type WorkspaceOptions } from './settings.js';

const WORKSPACE_EOL_FORMATS = ['original_eol', 'canonical_lf', 'crlf'] as const;
export type WorkspaceEolFormat = (typeof WORKSPACE_EOL_FORMATS)[number];

export interface SaveArguments extends SaveOnlyArguments {
  /** Publish the text to the target's file; left out or null, the environment decides. */
  readonly sync_workspace?: boolean | null;
  /** `original_eol` when left out. */
  readonly workspace_eol_format?: WorkspaceEolFormat;
}

/** What was put in place. */
export interface WorkspaceReceipt {
  /** Relative to the workspace's root. */
  readonly synced_path: string;
  /** Of the published bytes. */
  readonly disk_sha256: string;
  readonly bytes_written: number;
  readonly content_eol: 'lf' | 'crlf' | 'cr';
  readonly publication: 'installed';
  readonly durability: 'confirmed' | 'uncertain';
}

export interface SavedAndPublished extends Saved {
  readonly workspace_sync: WorkspaceReceipt;
}

/** The file was installed, the checkpoint may not be: inspect both before going on. */
export interface PartialSave {
  readonly status: 'partial';
  readonly target_file_id: string;
  readonly code:
    | 'workspace_durability_uncertain'
    | 'workspace_checkpoint_uncertain'
    | 'workspace_post_install_error';
  readonly failure_detail: string;
  readonly workspace_sync: WorkspaceReceipt;
  readonly snapshot_id: null;
  readonly closed_editing_cycle_id: null;
  readonly new_editing_cycle_id: null;
  readonly current_hash: string;
  readonly version: number;
}

export type SaveResponse =
  | Saved
  | SavedAndPublished
  | PartialSave
  | SaveRejection
  | (WorkspaceRejection & { readonly target_file_id: string })
  | NotFound
  | InvalidArgument;

/**
 * Keeps a snapshot of the target, closes its editing cycle and opens the next. With `sync_workspace`, the text is also
 * published to the file that the target is bound to: the file first, then the commit, so that a saved answer means both.
 * The two are not one transaction; an answer between them is `partial`.
 *
 * A save that publishes must own its transaction.
 */
export function save(
  connection: Connection,
  args: SaveArguments,
  options: WorkspaceOptions & { readonly io?: PublicationIo } = {},
): Promise<SaveResponse> {
  return answering<SaveResponse>(async () => {
    const id = targetId(args.target_file_id);
    const asked = syncArgument(args.sync_workspace);
    const format = eolArgument(args.workspace_eol_format);
    if (!(asked ?? syncsOnSave(options))) return saveOnly(connection, args);
    const bound = await isBound(connection, id);
    if (bound === null) return notFound(id);
    // The environment's default is about files; a target without one is saved as ever.
    if (!bound && asked === null) return saveOnly(connection, args);
    if (!bound) {
      return {
        target_file_id: id,
        ...rejection(
          'workspace_target_unbound',
          'The target was not initialised from the workspace: it has no file.',
        ),
      };
    }
    if (isTransaction(connection)) {
      throw new ArgumentError(
        'workspace_requires_owned_transaction',
        'A save that publishes to the workspace must own its transaction.',
      );
    }
    return publishAndSave(connection, id, args, format, options);
  });
}

function syncArgument(value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value;
  throw new ArgumentError('invalid_type', 'sync_workspace must be true, false or null.');
}

function eolArgument(value: unknown): WorkspaceEolFormat {
  if (value === undefined) return 'original_eol';
  const format = WORKSPACE_EOL_FORMATS.find((known) => known === value);
  if (format !== undefined) return format;
  throw new ArgumentError(
    'unsupported_workspace_eol',
    `workspace_eol_format must be one of ${WORKSPACE_EOL_FORMATS.join(', ')}.`,
    { allowed_formats: WORKSPACE_EOL_FORMATS },
  );
}

async function isBound(connection: Connection, id: string): Promise<boolean | null> {
  const [row] = await connection.query<{ bound: boolean }>(
    'SELECT workspace_path IS NOT NULL AS bound FROM cloud_target_files WHERE target_file_id = $1',
    [id],
  );
  return row?.bound ?? null;
}

/** How far a publication came, known also to the one who catches its error. */
interface Progress {
  target: SavedTarget | null;
  receipt: WorkspaceReceipt | null;
  partial: PartialSave['code'] | null;
}

async function publishAndSave(
  database: Database,
  id: string,
  args: SaveArguments,
  format: WorkspaceEolFormat,
  options: WorkspaceOptions & { readonly io?: PublicationIo },
): Promise<SaveResponse> {
  const progress: Progress = { target: null, receipt: null, partial: null };
  const io = options.io ?? systemIo;
  try {
    return await database.transaction(
      async (transaction) => {
        const target = await lockForSave(transaction, id);
        if (target === null) return notFound(id);
        const refused = judgeSave(target, args);
        if (refused !== null) return refused;
        progress.target = target;
        return publish(transaction, { target, args, format, options, io, progress });
      },
      { repeatable: false },
    );
  } catch (error) {
    if (progress.receipt !== null) return partial(progress, error);
    if (error instanceof DriftError) {
      const path = progress.target?.workspace_path;
      const detail = `"${path}" was changed by someone else. It is left as it is: initialise a target from it.`;
      return { target_file_id: id, ...rejection('external_disk_drift', detail) };
    }
    if (error instanceof StateError) return { target_file_id: id, ...error.rejection };
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string' && progress.target !== null) {
      const detail = `The file was not written: ${(error as Error).message}.`;
      return { target_file_id: id, ...rejection('workspace_io_error', detail) };
    }
    throw error;
  }
}

interface Publication {
  readonly target: SavedTarget;
  readonly args: SaveArguments;
  readonly format: WorkspaceEolFormat;
  readonly options: WorkspaceOptions;
  readonly io: PublicationIo;
  readonly progress: Progress;
}

/** Ends a publication before installation; thrown so that the transaction is rolled back. */
class StateError extends Error {
  constructor(readonly rejection: WorkspaceRejection) {
    super(rejection.failure_detail);
  }
}

async function publish(transaction: Transaction, publication: Publication): Promise<SaveResponse> {
  const { target, format, options, io } = publication;
  const path = target.workspace_path!;
  const exported = exportFor(target, format);
  const root = await openRoot(options);
  if (root.device !== target.workspace_root_device || root.inode !== target.workspace_root_inode) {
    await root.handle.close();
    const detail =
      'The workspace root is not the directory that the target was initialised from. Initialise a target from this one.';
    throw new StateError(rejection('workspace_identity_mismatch', detail));
  }
  const place = await walkTo(root, pathComponents(path), true);
  let open = true;
  try {
    const lease = await takeLease(place.parent);
    if (lease === null) throw new StateError(busy(path));
    try {
      const staged = await stage(place, exported.content, target.workspace_disk_sha256!, io);
      const saved = await checkpointAndInstall(transaction, publication, place, staged, exported.content_eol);
      open = false;
      publication.progress.partial = 'workspace_post_install_error';
      await io.closeDirectory(place.parent);
      publication.progress.partial = 'workspace_checkpoint_uncertain';
      return saved;
    } finally {
      await lease.release();
    }
  } finally {
    if (open) await place.parent.handle.close();
  }
}

/** The rows first, so that little but the commit can fail once the file is installed. */
async function checkpointAndInstall(
  transaction: Transaction,
  { target, args, io, progress }: Publication,
  place: PinnedPlace,
  staged: Staged,
  content_eol: WorkspaceReceipt['content_eol'],
): Promise<SavedAndPublished> {
  const receipt: WorkspaceReceipt = {
    synced_path: target.workspace_path!,
    disk_sha256: staged.sha256,
    bytes_written: staged.bytes,
    content_eol,
    publication: 'installed',
    durability: 'confirmed',
  };
  try {
    const saved = await checkpoint(transaction, target, args.export_after_save === true);
    await transaction.query(
      'UPDATE cloud_target_files SET workspace_disk_sha256 = $2 WHERE target_file_id = $1',
      [target.target_file_id, staged.sha256],
    );
    await install(place, staged);
    progress.receipt = { ...receipt, durability: 'uncertain' };
    progress.partial = 'workspace_durability_uncertain';
    await io.syncDirectory(place.parent);
    progress.receipt = receipt;
    return { ...saved, workspace_sync: receipt };
  } catch (error) {
    if (progress.receipt === null) await discard(staged.path);
    throw error;
  }
}

function exportFor(target: SavedTarget, format: WorkspaceEolFormat) {
  try {
    return exportOf(target, format);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    // Here the line ends are a state of the target, not a wish that it cannot meet.
    throw new StateError(rejection(error.code as WorkspaceState, error.message));
  }
}

const PARTIAL_DETAIL: Readonly<Record<PartialSave['code'], string>> = {
  workspace_durability_uncertain: 'The file was installed; whether its directory is on disk is uncertain.',
  workspace_checkpoint_uncertain:
    'The file was installed; whether the checkpoint was committed is uncertain.',
  workspace_post_install_error: 'The file was installed; giving its directory back failed.',
};

function partial({ target, receipt, partial: code }: Progress, error: unknown): PartialSave {
  const cause = error instanceof Error ? ` (${error.message})` : '';
  return {
    status: 'partial',
    target_file_id: target!.target_file_id,
    code: code!,
    failure_detail: `${PARTIAL_DETAIL[code!]} Inspect the file and the database before going on${cause}.`,
    workspace_sync: receipt!,
    snapshot_id: null,
    closed_editing_cycle_id: null,
    new_editing_cycle_id: null,
    current_hash: target!.current_hash,
    version: target!.version,
  };
}

function rejection(failure_reason: WorkspaceState, failure_detail: string): WorkspaceRejection {
  return { status: 'rejected', failure_reason, failure_detail };
}
