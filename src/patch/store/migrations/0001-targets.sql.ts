/** Targets, their cycles, snapshots, attempts and ledger, and the structural observations that edits may be tied to. */
export default /* sql */ `
CREATE TABLE cloud_target_files (
  target_file_id uuid PRIMARY KEY,
  project_id uuid,
  filename text NOT NULL,
  target_type text NOT NULL,
  current_content text NOT NULL,
  -- A hash damaged by hand is reported whole within a byte budget, so it cannot be longer than a real one.
  current_hash text NOT NULL CHECK (char_length(current_hash) <= 64),
  version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
  active_editing_cycle_id uuid NOT NULL,
  source_line_endings jsonb,
  workspace_root_device text,
  workspace_root_inode text,
  workspace_path text,
  workspace_disk_sha256 text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Made from the text by the database, so that a page's frame cannot disagree with the text it is cut from.
  total_chars bigint GENERATED ALWAYS AS (char_length(current_content)) STORED,
  total_lines bigint GENERATED ALWAYS AS
    (1 + octet_length(current_content) - octet_length(replace(current_content, E'\\n', ''))) STORED,
  CHECK (num_nulls(workspace_root_device, workspace_root_inode, workspace_path, workspace_disk_sha256) IN (0, 4))
);
-- Uncompressed out of line, so that a window is read without unpacking the whole text.
ALTER TABLE cloud_target_files ALTER COLUMN current_content SET STORAGE EXTERNAL;

CREATE TABLE editing_cycles (
  editing_cycle_id uuid PRIMARY KEY,
  target_file_id uuid NOT NULL REFERENCES cloud_target_files,
  cycle_number bigint NOT NULL CHECK (cycle_number >= 1),
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  UNIQUE (target_file_id, cycle_number)
);
CREATE UNIQUE INDEX editing_cycles_one_open ON editing_cycles (target_file_id) WHERE closed_at IS NULL;
ALTER TABLE cloud_target_files
  ADD FOREIGN KEY (active_editing_cycle_id) REFERENCES editing_cycles DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE target_snapshots (
  snapshot_id uuid PRIMARY KEY,
  target_file_id uuid NOT NULL REFERENCES cloud_target_files,
  editing_cycle_id uuid NOT NULL REFERENCES editing_cycles,
  snapshot_reason text NOT NULL CHECK (snapshot_reason IN ('initial', 'save_checkpoint')),
  version bigint NOT NULL CHECK (version >= 0),
  content text NOT NULL,
  content_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX target_snapshots_one_initial ON target_snapshots (target_file_id)
  WHERE snapshot_reason = 'initial';
CREATE INDEX target_snapshots_by_target ON target_snapshots (target_file_id, version);

CREATE TABLE observation_bundles (
  observation_bundle_id uuid PRIMARY KEY,
  target_file_id uuid NOT NULL REFERENCES cloud_target_files,
  editing_cycle_id uuid NOT NULL REFERENCES editing_cycles,
  target_version bigint NOT NULL,
  target_current_hash text NOT NULL,
  engine text NOT NULL,
  language text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE append_only_pdcp_logs (
  log_sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  pdcp_log_id uuid PRIMARY KEY,
  target_file_id uuid NOT NULL REFERENCES cloud_target_files,
  editing_cycle_id uuid NOT NULL REFERENCES editing_cycles,
  status text NOT NULL CHECK (status IN ('accepted', 'rejected')),
  protocol_version text NOT NULL,
  runtime_version text NOT NULL,
  pdcp_content text NOT NULL,
  pdcp_content_hash text NOT NULL,
  before_version bigint NOT NULL,
  after_version bigint,
  before_hash text NOT NULL,
  after_hash text,
  failure_reason text,
  failure_detail text,
  failed_change_id text,
  diagnostic_json jsonb,
  evidence_json jsonb,
  parent_pdcp_log_id uuid REFERENCES append_only_pdcp_logs,
  regeneration_attempt bigint,
  client_request_id text,
  request_fingerprint text,
  request_envelope jsonb,
  source text NOT NULL,
  observation_id uuid,
  observation_bundle_id uuid REFERENCES observation_bundles,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (CASE status WHEN 'accepted' THEN after_version = before_version + 1 AND after_hash IS NOT NULL
                                          AND failure_reason IS NULL
                     ELSE after_version IS NULL AND after_hash IS NULL AND failure_reason IS NOT NULL END)
);
-- Uncompressed out of line: the head and the tail of a record are read without unpacking it.
ALTER TABLE append_only_pdcp_logs ALTER COLUMN pdcp_content SET STORAGE EXTERNAL;
CREATE INDEX append_only_pdcp_logs_page ON append_only_pdcp_logs (target_file_id, log_sequence);
CREATE INDEX append_only_pdcp_logs_content ON append_only_pdcp_logs (target_file_id, pdcp_content_hash, log_sequence);
CREATE UNIQUE INDEX append_only_pdcp_logs_key ON append_only_pdcp_logs (target_file_id, client_request_id)
  WHERE client_request_id IS NOT NULL;
CREATE UNIQUE INDEX append_only_pdcp_logs_version ON append_only_pdcp_logs (target_file_id, after_version)
  WHERE status = 'accepted';

CREATE TABLE manifest_ledger (
  ledger_sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pdcp_log_id uuid NOT NULL REFERENCES append_only_pdcp_logs,
  target_file_id uuid NOT NULL REFERENCES cloud_target_files,
  editing_cycle_id uuid NOT NULL REFERENCES editing_cycles,
  change_index bigint NOT NULL CHECK (change_index >= 1),
  change_id text NOT NULL,
  intent text,
  input_state text,
  output_state text,
  affected_region text,
  user_visible_change text,
  risk text,
  origin text NOT NULL CHECK (origin = 'typed'),
  derived jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (pdcp_log_id, change_index)
);
CREATE INDEX manifest_ledger_page ON manifest_ledger (target_file_id, ledger_sequence);
CREATE INDEX manifest_ledger_cycle_page ON manifest_ledger (editing_cycle_id, ledger_sequence);

CREATE TABLE target_scope_observations (
  observation_id uuid PRIMARY KEY,
  target_file_id uuid NOT NULL REFERENCES cloud_target_files,
  editing_cycle_id uuid NOT NULL REFERENCES editing_cycles,
  observation_bundle_id uuid REFERENCES observation_bundles,
  ordinal bigint,
  target_version bigint NOT NULL,
  target_current_hash text NOT NULL,
  engine text NOT NULL,
  language text NOT NULL,
  symbol_name text NOT NULL,
  kind text NOT NULL,
  parent text,
  scope_start bigint NOT NULL CHECK (scope_start >= 0),
  scope_end bigint NOT NULL CHECK (scope_end >= scope_start),
  start_line bigint NOT NULL,
  end_line bigint NOT NULL,
  observed_scope_hash text NOT NULL,
  consumed_by_pdcp_log_id uuid REFERENCES append_only_pdcp_logs,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((observation_bundle_id IS NULL) = (ordinal IS NULL))
);
CREATE INDEX target_scope_observations_by_target ON target_scope_observations (target_file_id);
CREATE UNIQUE INDEX target_scope_observations_in_bundle
  ON target_scope_observations (observation_bundle_id, ordinal) WHERE observation_bundle_id IS NOT NULL;
-- A single observation is used up by one attempt; the scopes of a bundle share theirs.
CREATE UNIQUE INDEX target_scope_observations_single_use ON target_scope_observations (consumed_by_pdcp_log_id)
  WHERE consumed_by_pdcp_log_id IS NOT NULL AND observation_bundle_id IS NULL;

CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON append_only_pdcp_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON append_only_pdcp_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON manifest_ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON manifest_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
`;
