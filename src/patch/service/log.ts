import type { InvalidArgument } from '../errors.js';
import type { Connection } from '../store/database.js';
import type { LogRow } from '../store/rows.js';
import {
  ArgumentError,
  answering,
  asInt8,
  flag,
  integer,
  notFound,
  optionalText,
  targetId,
} from './arguments.js';
import { intentSql } from './record-sql.js';

/** Rows of a page when no number is asked for, and at most. */
export const DEFAULT_ROWS = 50;
export const MOST_ROWS = 200;

/** UTF-8 bytes of record content in one page; the first entry with content is returned whole all the same. */
const CONTENT_BUDGET = 1_048_576;

/** Code points of an entry's intent. */
const INTENT_CHARS = 256;

export interface GetPdcpLogArguments {
  readonly target_file_id: string;
  /** At most 200; 50 when left out. */
  readonly limit?: number | null;
  /** Only attempts below this sequence number: the `next_sequence` of the page before. */
  readonly before_sequence?: number | null;
  readonly status?: 'accepted' | 'rejected' | null;
  /** Only attempts whose record has this hash. */
  readonly content_hash?: string | null;
  /** Only the attempt with this key; its form is not checked. */
  readonly client_request_id?: string | null;
  readonly include_content?: boolean;
}

export interface LogEntry
  extends Omit<
    LogRow,
    | 'target_file_id'
    | 'pdcp_content'
    | 'diagnostic_json'
    | 'evidence_json'
    | 'request_envelope'
    | 'observation_id'
    | 'observation_bundle_id'
  > {
  /** The same as `regeneration_attempt`. */
  readonly attempt: number | null;
  readonly diagnostic: Record<string, unknown> | null;
  /** At most 256 code points; null when the record has none. */
  readonly intent: string | null;
  readonly intent_truncated: boolean;
  /** With `include_content`; null where the page's budget left no room. */
  readonly pdcp_content?: string | null;
  readonly pdcp_content_omitted?: 'page_byte_budget';
}

/** A page of history: newest first in the log, oldest first in the ledger. Its `entries` are empty when it has a status. */
export interface HistoryPage<Entry> {
  readonly entries: readonly Entry[];
  readonly has_more: boolean;
  /** For `before_sequence` of the next page: the smallest sequence number here; null on the last page. */
  readonly next_sequence: number | null;
}

/** What a history tool answers when there is no page to give. */
export interface NoHistory extends HistoryPage<never> {
  readonly status: 'not_found' | 'invalid_argument';
  readonly code?: string;
  readonly target_file_id?: string;
  readonly failure_detail: string;
}

/** Turns the answers that are not pages into empty pages that say why. */
export async function historyPage<Entry>(
  tool: () => Promise<HistoryPage<Entry> | ReturnType<typeof notFound>>,
): Promise<HistoryPage<Entry> | NoHistory> {
  const answer: HistoryPage<Entry> | ReturnType<typeof notFound> | InvalidArgument = await answering(tool);
  if (!('status' in answer)) return answer;
  return { ...answer, entries: [], has_more: false, next_sequence: null };
}

interface PageRow
  extends Omit<LogEntry, 'attempt' | 'intent_truncated' | 'pdcp_content' | 'pdcp_content_omitted'> {
  readonly content_bytes: number;
}

/** A page of the attempts on a target, accepted and rejected, newest first. */
export function getPdcpLog(
  connection: Connection,
  args: GetPdcpLogArguments,
): Promise<HistoryPage<LogEntry> | NoHistory> {
  return historyPage(async () => {
    const id = targetId(args.target_file_id);
    const limit = Math.min(integer('limit', args.limit, 1, DEFAULT_ROWS, 'nullable'), MOST_ROWS);
    const before =
      args.before_sequence == null ? null : integer('before_sequence', args.before_sequence, 1, 1);
    const status = statusFilter(args.status);
    const contentHash = optionalText('content_hash', args.content_hash);
    const key = optionalText('client_request_id', args.client_request_id);
    const withContent = flag('include_content', args.include_content);
    const rows = await pageOf(connection, id, limit, { before, status, contentHash, key });
    if (rows === null) return notFound(id);
    const shown = rows.slice(0, limit);
    const contents = withContent ? await contentsOf(connection, shown) : null;
    return {
      entries: shown.map((row) => entryOf(row, contents)),
      has_more: rows.length > limit,
      next_sequence: rows.length > limit ? shown.at(-1)!.log_sequence : null,
    };
  });
}

interface Filters {
  readonly before: number | null;
  readonly status: string | null;
  readonly contentHash: string | null;
  readonly key: string | null;
}

/** One row more than `limit` where there is one; null when there is no such target. */
async function pageOf(
  connection: Connection,
  id: string,
  limit: number,
  filters: Filters,
): Promise<PageRow[] | null> {
  const values: unknown[] = [id, limit + 1];
  const conditions = ['target_file_id = $1'];
  const filter = (condition: string, value: unknown) => {
    if (value === null) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  filter('log_sequence <', filters.before === null ? null : asInt8(filters.before));
  filter('status =', filters.status);
  filter('pdcp_content_hash =', filters.contentHash);
  filter('client_request_id =', filters.key);
  const rows = await connection.query<PageRow & { found: string }>(
    `SELECT target.target_file_id AS found, log_sequence, pdcp_log_id, status, protocol_version, runtime_version,
            pdcp_content_hash, before_version, after_version, before_hash, after_hash, failure_reason, failure_detail,
            failed_change_id, diagnostic_json AS diagnostic, parent_pdcp_log_id, regeneration_attempt,
            client_request_id, request_fingerprint, source, editing_cycle_id, page.created_at,
            octet_length(pdcp_content) AS content_bytes,
            left(${intentSql('pdcp_content', 'protocol_version')}, ${INTENT_CHARS} + 1) AS intent
     FROM cloud_target_files AS target
     LEFT JOIN LATERAL (
       SELECT * FROM append_only_pdcp_logs WHERE ${conditions.join(' AND ')} ORDER BY log_sequence DESC LIMIT $2
     ) AS page ON true
     WHERE target.target_file_id = $1
     ORDER BY log_sequence DESC`,
    values,
  );
  if (rows.length === 0) return null;
  // A target without a matching attempt is one row of nulls.
  return rows[0]!.log_sequence === null ? [] : rows;
}

/** The contents that the page's budget has room for. An entry that is left out uses none of it. */
async function contentsOf(connection: Connection, rows: readonly PageRow[]): Promise<Map<string, string>> {
  const chosen: string[] = [];
  let used = 0;
  for (const row of rows) {
    if (chosen.length > 0 && used + row.content_bytes > CONTENT_BUDGET) continue;
    chosen.push(row.pdcp_log_id);
    used += row.content_bytes;
  }
  // Attempts never change, so a second look sees the same.
  const found = await connection.query<{ pdcp_log_id: string; pdcp_content: string }>(
    'SELECT pdcp_log_id, pdcp_content FROM append_only_pdcp_logs WHERE pdcp_log_id = ANY ($1::uuid[])',
    [chosen],
  );
  return new Map(found.map((row) => [row.pdcp_log_id, row.pdcp_content]));
}

function entryOf(row: PageRow, contents: ReadonlyMap<string, string> | null): LogEntry {
  const [intent, intent_truncated] = shorten(row.intent);
  const content = contents?.get(row.pdcp_log_id);
  return {
    log_sequence: row.log_sequence,
    pdcp_log_id: row.pdcp_log_id,
    status: row.status,
    protocol_version: row.protocol_version,
    runtime_version: row.runtime_version,
    pdcp_content_hash: row.pdcp_content_hash,
    before_version: row.before_version,
    after_version: row.after_version,
    before_hash: row.before_hash,
    after_hash: row.after_hash,
    failure_reason: row.failure_reason,
    failure_detail: row.failure_detail,
    failed_change_id: row.failed_change_id,
    parent_pdcp_log_id: row.parent_pdcp_log_id,
    regeneration_attempt: row.regeneration_attempt,
    attempt: row.regeneration_attempt,
    client_request_id: row.client_request_id,
    request_fingerprint: row.request_fingerprint,
    diagnostic: row.diagnostic,
    intent,
    intent_truncated,
    source: row.source,
    editing_cycle_id: row.editing_cycle_id,
    created_at: row.created_at,
    ...(contents === null
      ? {}
      : content === undefined
        ? { pdcp_content: null, pdcp_content_omitted: 'page_byte_budget' as const }
        : { pdcp_content: content }),
  };
}

function shorten(intent: string | null): [string | null, boolean] {
  if (intent === null) return [null, false];
  const points = [...intent];
  return points.length > INTENT_CHARS ? [points.slice(0, INTENT_CHARS).join(''), true] : [intent, false];
}

function statusFilter(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (value === 'accepted' || value === 'rejected') return value;
  throw new ArgumentError('invalid_type', 'status must be "accepted", "rejected" or null.');
}
