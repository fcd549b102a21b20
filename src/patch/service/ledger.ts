import type { Connection } from '../store/database.js';
import type { LedgerRow } from '../store/rows.js';
import { BATCH_PROTOCOL } from '../transaction/decode-batch.js';
import { asInt8, flag, integer, notFound, targetId } from './arguments.js';
import { DEFAULT_ROWS, type HistoryPage, historyPage, MOST_ROWS, type NoHistory } from './log.js';
import { intentSql, ONCE, recordSql, SMALL, stringSql } from './record-sql.js';

export interface GetManifestLedgerArguments {
  readonly target_file_id: string;
  /** Also the changes of cycles that a save has closed; only those of the open cycle when left out. */
  readonly include_previous_cycles?: boolean;
  /** At most 200; 50 when left out. */
  readonly limit?: number | null;
  /** Only changes below this sequence number: the `next_sequence` of the page before. */
  readonly before_sequence?: number | null;
}

export interface LedgerEntry extends Omit<LedgerRow, 'target_file_id'> {
  /** Of the attempt, for joining with the log. */
  readonly log_sequence: number;
  readonly before_version: number;
  readonly after_version: number;
  /** As the record has them; `intent` keeps what was stored, which is the rationale where there is one. */
  readonly transaction_intent: string | null;
  readonly rationale: string | null;
}

/** The newest page of a target's accepted changes, oldest first in the page. */
export function getManifestLedger(
  connection: Connection,
  args: GetManifestLedgerArguments,
): Promise<HistoryPage<LedgerEntry> | NoHistory> {
  return historyPage(async () => {
    const id = targetId(args.target_file_id);
    const all = flag('include_previous_cycles', args.include_previous_cycles);
    const limit = Math.min(integer('limit', args.limit, 1, DEFAULT_ROWS, 'nullable'), MOST_ROWS);
    const before =
      args.before_sequence == null ? null : integer('before_sequence', args.before_sequence, 1, 1);
    const rows = await connection.query<LedgerEntry>(pageSql(all, before !== null), [
      id,
      limit + 1,
      ...(before === null ? [] : [asInt8(before)]),
    ]);
    if (rows.length === 0) return notFound(id);
    const found = rows[0]!.ledger_sequence === null ? [] : rows;
    const shown = found.slice(0, limit).reverse();
    const has_more = found.length > limit;
    return { entries: shown, has_more, next_sequence: has_more ? shown[0]!.ledger_sequence : null };
  });
}

/** The operation with an identifier. A batch's changes are numbered by their places in the text, not in the record. */
function batchChangeSql(record: string, changeId: string): string {
  return `(SELECT operation
    FROM jsonb_path_query(${record}, '$.groups[*].operations[*]') WITH ORDINALITY AS listed (operation, place)
    WHERE coalesce(operation ->> 'change_id', 'chg_' || lpad(place::text, 3, '0')) = ${changeId} LIMIT 1)`;
}

/**
 * A whole replacement's record is not touched: its one change stores the intent and has no rationale. The records of the
 * others are looked at once for each attempt on the page, however many of its changes stand there. A change stores its
 * rationale or, without one, the intent; so a large record need not be parsed where every change on the page stores
 * something else than the intent.
 */
function pageSql(allCycles: boolean, continued: boolean): string {
  const cycle = allCycles ? '' : 'AND editing_cycle_id = target.active_editing_cycle_id';
  const below = continued ? 'AND ledger_sequence < $3' : '';
  return `
    WITH page AS MATERIALIZED (
      SELECT change.* FROM cloud_target_files AS target
      LEFT JOIN LATERAL (
        SELECT * FROM manifest_ledger
        WHERE target_file_id = target.target_file_id ${cycle} ${below}
        ORDER BY ledger_sequence DESC LIMIT $2
      ) AS change ON true
      WHERE target.target_file_id = $1
    ), record AS MATERIALIZED (
      SELECT log.pdcp_log_id, head.intent, plain.plain,
             CASE WHEN NOT plain.plain THEN ${recordSql('log.pdcp_content')} END AS record
      FROM (SELECT pdcp_log_id, array_agg(intent) AS stored FROM page GROUP BY pdcp_log_id) AS used
      JOIN append_only_pdcp_logs AS log USING (pdcp_log_id)
      CROSS JOIN LATERAL (SELECT ${intentSql('log.pdcp_content', 'log.protocol_version')} AS intent ${ONCE}) AS head
      CROSS JOIN LATERAL (
        SELECT octet_length(log.pdcp_content) > ${SMALL} AND coalesce(head.intent <> ALL (used.stored), false) AS plain
      ) AS plain
      WHERE log.protocol_version <> 'patchdiff-tx/3'
    )
    SELECT page.ledger_sequence, page.pdcp_log_id, log.log_sequence, log.before_version, log.after_version,
           page.editing_cycle_id, page.change_index, page.change_id, page.intent,
           CASE WHEN log.protocol_version = 'patchdiff-tx/3' THEN page.intent ELSE record.intent END AS transaction_intent,
           CASE WHEN record.plain THEN page.intent ELSE ${stringSql('change.change', 'rationale')} END AS rationale,
           page.input_state, page.output_state, page.affected_region, page.user_visible_change, page.risk,
           page.origin, page.derived, page.created_at
    FROM page
    LEFT JOIN append_only_pdcp_logs AS log USING (pdcp_log_id)
    LEFT JOIN record USING (pdcp_log_id)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN log.protocol_version = '${BATCH_PROTOCOL}' THEN ${batchChangeSql('record.record', 'page.change_id')}
        ELSE coalesce(record.record -> 'edits', record.record -> 'operations') -> (page.change_index - 1)::int
        END AS change ${ONCE}
    ) AS change
    ORDER BY page.ledger_sequence DESC`;
}
