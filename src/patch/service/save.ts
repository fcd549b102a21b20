import { randomUUID } from 'node:crypto';
import type { InvalidArgument } from '../errors.js';
import { type Connection, inTransaction, type Transaction } from '../store/database.js';
import type { TargetRow } from '../store/rows.js';
import {
  checkGuardSyntax,
  checkGuards,
  type GuardFault,
  type SubmittedGuards,
} from '../transaction/guards.js';
import { answering, flag, type NotFound, notFound, targetId } from './arguments.js';
import { type ExportedTarget, exportOf } from './export.js';

export interface SaveArguments {
  readonly target_file_id: string;
  /** Prefer this guard: a hash cannot tell a target that changed and changed back. */
  readonly expected_target_version?: number | null;
  readonly expected_current_hash?: string | null;
  /** Add the text to the answer. */
  readonly export_after_save?: boolean;
}

export interface Saved {
  readonly status: 'saved';
  readonly target_file_id: string;
  readonly snapshot_id: string;
  readonly closed_editing_cycle_id: string;
  readonly new_editing_cycle_id: string;
  readonly current_hash: string;
  readonly version: number;
  readonly export?: ExportedTarget;
}

export interface SaveRejection {
  readonly status: 'rejected';
  readonly target_file_id: string;
  readonly failure_reason: GuardFault['reason'];
  readonly failure_detail: string;
  readonly diagnostic?: { readonly code: string };
  readonly version: number;
  readonly current_hash: string;
}

/** The part of a target that a save works on. */
export type SavedTarget = Omit<
  TargetRow,
  'project_id' | 'created_at' | 'updated_at' | 'total_chars' | 'total_lines'
>;

/**
 * Keeps a snapshot of the target, closes its editing cycle and opens the next. The text stays as it is; nothing is
 * written when a guard does not hold.
 */
export function save(
  connection: Connection,
  args: SaveArguments,
): Promise<Saved | SaveRejection | NotFound | InvalidArgument> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const withExport = flag('export_after_save', args.export_after_save);
    return inTransaction(connection, async (transaction) => {
      const target = await lockForSave(transaction, id);
      if (target === null) return notFound(id);
      const refused = judgeSave(target, args);
      if (refused !== null) return refused;
      return checkpoint(transaction, target, withExport);
    });
  });
}

/** Reads the target and holds its row until the transaction ends. */
export async function lockForSave(transaction: Transaction, id: string): Promise<SavedTarget | null> {
  const [row] = await transaction.query<SavedTarget>(
    `SELECT target_file_id, filename, target_type, current_content, current_hash, version, active_editing_cycle_id,
            source_line_endings, workspace_root_device, workspace_root_inode, workspace_path, workspace_disk_sha256
     FROM cloud_target_files WHERE target_file_id = $1 FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

/** Whether the guards, none of which is required here, are well formed and hold. */
export function judgeSave(target: SavedTarget, guards: SubmittedGuards): SaveRejection | null {
  const given = guards.expected_target_version ?? guards.expected_current_hash ?? null;
  const fault =
    (given === null ? null : checkGuardSyntax(guards)) ??
    checkGuards(guards, {
      version: target.version,
      hash: target.current_hash,
      content: target.current_content,
    });
  if (fault === null) return null;
  return {
    status: 'rejected',
    target_file_id: target.target_file_id,
    failure_reason: fault.reason,
    failure_detail: fault.detail,
    ...(fault.code === null ? {} : { diagnostic: { code: fault.code } }),
    version: target.version,
    current_hash: target.current_hash,
  };
}

/** Writes the snapshot and turns the cycle over. */
export async function checkpoint(
  transaction: Transaction,
  target: SavedTarget,
  withExport: boolean,
): Promise<Saved> {
  const [snapshot, cycle] = [randomUUID(), randomUUID()];
  const closed = target.active_editing_cycle_id;
  await transaction.query(
    `INSERT INTO target_snapshots
       (snapshot_id, target_file_id, editing_cycle_id, snapshot_reason, version, content, content_hash)
     SELECT $1, target_file_id, active_editing_cycle_id, 'save_checkpoint', version, current_content, current_hash
     FROM cloud_target_files WHERE target_file_id = $2`,
    [snapshot, target.target_file_id],
  );
  await transaction.query('UPDATE editing_cycles SET closed_at = now() WHERE editing_cycle_id = $1', [
    closed,
  ]);
  await transaction.query(
    `INSERT INTO editing_cycles (editing_cycle_id, target_file_id, cycle_number)
     SELECT $1, target_file_id, cycle_number + 1 FROM editing_cycles WHERE editing_cycle_id = $2`,
    [cycle, closed],
  );
  await transaction.query(
    'UPDATE cloud_target_files SET active_editing_cycle_id = $2, updated_at = now() WHERE target_file_id = $1',
    [target.target_file_id, cycle],
  );
  return {
    status: 'saved',
    target_file_id: target.target_file_id,
    snapshot_id: snapshot,
    closed_editing_cycle_id: closed,
    new_editing_cycle_id: cycle,
    current_hash: target.current_hash,
    version: target.version,
    ...(withExport ? { export: exportOf(target, 'original_text') } : {}),
  };
}
