import { randomUUID } from 'node:crypto';
import type { InvalidArgument } from '../errors.js';
import { type Connection, inTransaction, type Transaction } from '../store/database.js';
import type { SourceLineEndings, TargetRow } from '../store/rows.js';
import { canonicalText } from '../text/canonical.js';
import { sha256Hex } from '../text/hash.js';
import { sourceLineEndings } from '../text/line-endings.js';
import {
  ArgumentError,
  answering,
  type NotFound,
  notFound,
  optionalText,
  targetId,
  text,
} from './arguments.js';
import { isUuid } from './target-id.js';

export interface InitializeTargetArguments {
  readonly filename: string;
  /** The text, as uploaded: its line ends are recorded and then made LF. */
  readonly content?: string | null;
  /** A MIME type or a language; `text/plain` when left out. */
  readonly content_type?: string;
  readonly project_id?: string | null;
}

export interface InitializedTarget {
  readonly status: 'ok';
  readonly target_file_id: string;
  readonly filename: string;
  readonly target_type: string;
  readonly version: 0;
  readonly current_hash: string;
  readonly active_editing_cycle_id: string;
  readonly source_line_endings: SourceLineEndings;
}

/** A text and what is known of it, ready to be stored as a new target. */
export interface NewTarget {
  readonly filename: string;
  readonly target_type: string;
  readonly project_id: string | null;
  /** The text as it came. */
  readonly raw: string;
  readonly workspace: WorkspaceBinding | null;
}

/** Where a target's file is: the root's identity, the path below it, and the bytes last seen there. */
export interface WorkspaceBinding {
  readonly root_device: string;
  readonly root_inode: string;
  readonly path: string;
  readonly disk_sha256: string;
}

/** Stores a text as a target: version 0, its first editing cycle and its initial snapshot, all or nothing. */
export function initializeTarget(
  connection: Connection,
  args: InitializeTargetArguments,
): Promise<InitializedTarget | InvalidArgument> {
  return answering(async () => {
    const head = readHead(args);
    if (args.content === undefined || args.content === null) {
      throw new ArgumentError('content_required', 'content is required, unless from_workspace is true.');
    }
    const raw = text('content', args.content);
    return inTransaction(connection, (transaction) =>
      insertTarget(transaction, { ...head, raw, workspace: null }),
    );
  });
}

/** {@link initializeTarget} under the name that uploads use; every argument but the project is required. */
export function handleUpload(
  connection: Connection,
  args: Required<Pick<InitializeTargetArguments, 'filename' | 'content' | 'content_type'>> &
    Pick<InitializeTargetArguments, 'project_id'>,
): Promise<InitializedTarget | InvalidArgument> {
  return answering(async () => {
    text('content_type', args.content_type);
    return initializeTarget(connection, args);
  });
}

/** The arguments that say what a new target is, apart from its text. */
export function readHead(
  args: Pick<InitializeTargetArguments, 'filename' | 'content_type' | 'project_id'>,
): Pick<NewTarget, 'filename' | 'target_type' | 'project_id'> {
  const filename = text('filename', args.filename);
  if (filename.trim() === '') throw new ArgumentError('empty_text', 'filename must not be empty.');
  const target_type =
    args.content_type === undefined ? 'text/plain' : text('content_type', args.content_type);
  const project_id = optionalText('project_id', args.project_id);
  if (project_id !== null && !isUuid(project_id)) {
    throw new ArgumentError('invalid_project_id', 'project_id must be a UUID or null.');
  }
  return { filename, target_type, project_id };
}

export async function insertTarget(transaction: Transaction, target: NewTarget): Promise<InitializedTarget> {
  const id = randomUUID();
  const cycle = randomUUID();
  const content = canonicalText(target.raw);
  const hash = sha256Hex(content);
  const facts = sourceLineEndings(target.raw);
  const { workspace } = target;
  await transaction.query(
    `INSERT INTO cloud_target_files
       (target_file_id, project_id, filename, target_type, current_content, current_hash, version,
        active_editing_cycle_id, source_line_endings, workspace_root_device, workspace_root_inode, workspace_path,
        workspace_disk_sha256)
     VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8::jsonb, $9, $10, $11, $12)`,
    [
      id,
      target.project_id,
      target.filename,
      target.target_type,
      content,
      hash,
      cycle,
      JSON.stringify(facts),
      workspace?.root_device ?? null,
      workspace?.root_inode ?? null,
      workspace?.path ?? null,
      workspace?.disk_sha256 ?? null,
    ],
  );
  await transaction.query(
    'INSERT INTO editing_cycles (editing_cycle_id, target_file_id, cycle_number) VALUES ($1, $2, 1)',
    [cycle, id],
  );
  // The text is copied inside the database: it need not travel twice.
  await transaction.query(
    `INSERT INTO target_snapshots
       (snapshot_id, target_file_id, editing_cycle_id, snapshot_reason, version, content, content_hash)
     SELECT $1, target_file_id, active_editing_cycle_id, 'initial', version, current_content, current_hash
     FROM cloud_target_files WHERE target_file_id = $2`,
    [randomUUID(), id],
  );
  return {
    status: 'ok',
    target_file_id: id,
    filename: target.filename,
    target_type: target.target_type,
    version: 0,
    current_hash: hash,
    active_editing_cycle_id: cycle,
    source_line_endings: facts,
  };
}

export interface TargetState
  extends Pick<
    TargetRow,
    | 'target_file_id'
    | 'filename'
    | 'target_type'
    | 'current_content'
    | 'current_hash'
    | 'version'
    | 'active_editing_cycle_id'
    | 'source_line_endings'
  > {
  readonly status: 'ok';
}

/** The whole target as it is now. */
export function getTarget(
  connection: Connection,
  args: { readonly target_file_id: string },
): Promise<TargetState | NotFound | InvalidArgument> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const [row] = await connection.query<Omit<TargetState, 'status'>>(
      `SELECT target_file_id, filename, target_type, current_content, current_hash, version,
              active_editing_cycle_id, source_line_endings
       FROM cloud_target_files WHERE target_file_id = $1`,
      [id],
    );
    return row === undefined ? notFound(id) : { status: 'ok', ...row };
  });
}
