import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '../../../src/patch/store/database.js';
import type {
  LogRow,
  ObservationBundleRow,
  ScopeObservationRow,
  TargetRow,
} from '../../../src/patch/store/rows.js';
import { canonicalText } from '../../../src/patch/text/canonical.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';

type Row = Record<string, unknown>;
type Answer = (params: readonly unknown[], sql: string) => readonly object[];

/**
 * The rows of one target in memory, behind the interface of a database: it answers the statements of submissions, previews,
 * observations and replay, and refuses every other one. It is for laws over thousands of cases, each with its own target;
 * what PostgreSQL itself does with those statements is tested on PostgreSQL.
 */
export class MemoryDatabase implements Database {
  readonly kind = 'database';
  readonly id = randomUUID();
  target: TargetRow;
  private readonly initial: string;
  logs: readonly LogRow[] = [];
  private observations: readonly ScopeObservationRow[] = [];
  private bundles: readonly ObservationBundleRow[] = [];

  constructor(raw: string, filename = 'doc.md', target_type = 'text/markdown') {
    const current_content = canonicalText(raw);
    this.initial = current_content;
    const known = { filename, target_type, current_content, current_hash: sha256Hex(current_content) };
    const cycle = { target_file_id: this.id, version: 0, active_editing_cycle_id: randomUUID() };
    this.target = { ...known, ...cycle } as TargetRow;
  }

  async query<R extends object>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const found = this.statements.find(([part]) => sql.includes(part));
    if (found === undefined) throw new Error(`Not a statement of these tests: ${sql}`);
    // As from a server: rows are the reader's own.
    return structuredClone(found[1](params, sql)) as R[];
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { target, logs, observations, bundles } = this;
    try {
      const query = this.query.bind(this);
      return await work({
        kind: 'transaction',
        query,
        execute: () => Promise.reject(new Error('no scripts')),
      });
    } catch (error) {
      Object.assign(this, { target, logs, observations, bundles });
      throw error;
    }
  }

  async close(): Promise<void> {}

  /** A statement is known by a part of it; the first that fits answers. */
  private readonly statements: readonly (readonly [part: string, answer: Answer])[] = [
    ['WITH attempt AS (INSERT', (params, sql) => this.accept(params, sql)],
    ['INSERT INTO append_only_pdcp_logs', (params, sql) => this.log(params, sql)],
    ['INSERT INTO observation_bundles', (params) => this.issueBundle(params)],
    ['INSERT INTO target_scope_observations', (params) => this.issue(params)],
    ['UPDATE target_scope_observations', (params) => this.consume(params)],
    ['array_agg(observation_id::text)', () => this.used()],
    [
      'FROM target_scope_observations WHERE observation_id = ANY',
      ([ids]) =>
        this.observations.filter((it) =>
          (ids as string[]).some((id) => id.toLowerCase() === it.observation_id),
        ),
    ],
    ['FROM observation_bundles', ([id]) => this.bundles.filter((it) => it.observation_bundle_id === id)],
    ['AND client_request_id = $2', ([, key]) => this.logs.filter((it) => it.client_request_id === key)],
    ['WHERE pdcp_log_id = $1', ([id]) => this.logs.filter((it) => it.pdcp_log_id === id)],
    [
      "status = 'accepted' AND after_version > $2",
      ([, after, upTo]) =>
        this.logs
          .filter(
            (it) =>
              it.after_version !== null &&
              it.after_version > Number(after) &&
              it.after_version <= Number(upTo),
          )
          .slice(0, 32),
    ],
    ['FROM target_snapshots', () => [{ content: this.initial, version: 0 }]],
    ['FROM cloud_target_files WHERE target_file_id = $1', ([id]) => (id === this.id ? [this.read()] : [])],
  ];

  /** With the names that reads give to columns. */
  private read(): Row {
    const {
      current_content: content,
      current_hash: hash,
      target_type: type,
      active_editing_cycle_id: cycle,
    } = this.target;
    return { ...this.target, id: this.id, content, hash, type, cycle, state: `${this.target.version}` };
  }

  private log(params: readonly unknown[], sql: string): object[] {
    const columns = /INSERT INTO append_only_pdcp_logs \(([^)]*)\)/.exec(sql)![1].split(', ');
    const row = Object.fromEntries(
      columns.map((column, i) => [
        column,
        /_json|envelope/.test(column) && params[i] !== null ? JSON.parse(params[i] as string) : params[i],
      ]),
    );
    this.logs = [...this.logs, row as unknown as LogRow];
    return [];
  }

  private accept(params: readonly unknown[], sql: string): object[] {
    this.log(params, sql);
    const at = /INSERT INTO append_only_pdcp_logs \(([^)]*)\)/.exec(sql)![1].split(', ').length;
    this.target = {
      ...this.target,
      version: this.target.version + 1,
      current_hash: params[at] as string,
      current_content: (params[at + 2] ?? this.target.current_content) as string,
    };
    return [];
  }

  private issueBundle([
    observation_bundle_id,
    target_file_id,
    editing_cycle_id,
    target_version,
    target_current_hash,
    engine,
    language,
  ]: readonly unknown[]): object[] {
    const row = {
      observation_bundle_id,
      target_file_id,
      editing_cycle_id,
      target_version,
      target_current_hash,
      engine,
      language,
    };
    this.bundles = [...this.bundles, row as ObservationBundleRow];
    return [];
  }

  private issue([
    target_file_id,
    editing_cycle_id,
    observation_bundle_id,
    target_version,
    target_current_hash,
    engine,
    language,
    rows,
  ]: readonly unknown[]): object[] {
    const common = {
      target_file_id,
      editing_cycle_id,
      observation_bundle_id,
      target_version,
      target_current_hash,
      engine,
      language,
    };
    const issued = (JSON.parse(rows as string) as Row[]).map((row) => ({
      ...common,
      ...row,
      consumed_by_pdcp_log_id: null,
    }));
    this.observations = [...this.observations, ...(issued as unknown as ScopeObservationRow[])];
    return [];
  }

  private consume([ids, consumed_by_pdcp_log_id]: readonly unknown[]): object[] {
    const used = (it: ScopeObservationRow) =>
      (ids as string[]).includes(it.observation_id) && it.consumed_by_pdcp_log_id === null;
    const rows = this.observations.filter(used);
    this.observations = this.observations.map((it) =>
      used(it) ? ({ ...it, consumed_by_pdcp_log_id } as ScopeObservationRow) : it,
    );
    return rows;
  }

  private used(): object[] {
    const consumed = this.observations.filter((it) => it.consumed_by_pdcp_log_id !== null);
    return [...new Set(consumed.map((it) => it.consumed_by_pdcp_log_id))].map((attempt) => ({
      attempt,
      ids: consumed.filter((it) => it.consumed_by_pdcp_log_id === attempt).map((it) => it.observation_id),
    }));
  }
}
