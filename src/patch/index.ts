/**
 * The patch service: guarded edits of one stored text, with every attempt on record. One function a tool, with the
 * tool's own argument and result names; each takes a database or a transaction that the caller holds open.
 */
export * from './errors.js';
export { present, type ResponseMode } from './present.js';
export type {
  AdmissionCheck,
  AdmissionOutcome,
  AdmissionPreimage,
  AdmissionRefusal,
} from './service/admission-check.js';
export {
  EXPORT_FORMATS,
  type ExportedTarget,
  type ExportFormat,
  type ExportTargetArguments,
  exportTarget,
} from './service/export.js';
export { type FindOccurrencesArguments, findOccurrences, type OccurrencePage } from './service/find.js';
export type { SubmitOptions } from './service/judge.js';
export type { ObservedSubmitOptions } from './service/judge-observed.js';
export { type GetManifestLedgerArguments, getManifestLedger, type LedgerEntry } from './service/ledger.js';
export {
  type GetPdcpLogArguments,
  getPdcpLog,
  type HistoryPage,
  type LogEntry,
  type NoHistory,
} from './service/log.js';
export { type ObserveOptions, observeScope } from './service/observe.js';
export type { ObserveScopeArguments, ScopeSelectionInput } from './service/observe-arguments.js';
export type {
  AmbiguousScope,
  BundledScope,
  ObservedBundle,
  ObservedReceipt,
  ObserveRefusal,
  ObserveScopeResponse,
  ScopeCandidate,
  ScopeCandidates,
  ScopeNotFound,
} from './service/observe-response.js';
export type {
  ObservedGroupInput,
  SubmitObservedBatchArguments,
  SubmitObservedOperationsArguments,
} from './service/observed-proposal.js';
export { type PreviewArguments, type PreviewResponse, preview } from './service/preview.js';
export type {
  MatchInput,
  SpanInput,
  SubmissionArguments,
  SubmitEditsArguments,
  SubmitOperationsArguments,
  SubmitReplacementArguments,
  TypedEdit,
} from './service/proposal.js';
export {
  type LinePage,
  type ReadLinesArguments,
  type ReadTargetArguments,
  readLines,
  readTarget,
  type TargetPage,
} from './service/read.js';
export { type ReplayRejection, type ReplayResult, replay } from './service/replay.js';
export type {
  AcceptedGroup,
  AcceptedResponse,
  RejectedResponse,
  SubmissionResponse,
} from './service/responses.js';
export { submitEdits, submitOperations, submitReplacement } from './service/submit.js';
export { submitObservedOperations } from './service/submit-observed.js';
export { getTarget, type InitializedTarget, type TargetState } from './service/targets.js';
export type { Connection, Database, Queryable, Transaction } from './store/database.js';
export {
  CommitUncertainError,
  DatabaseUnavailableError,
  StoreError,
  type StoreErrorCode,
} from './store/errors.js';
export { type FolderDatabase, type FolderOptions, openFolder } from './store/folder/open.js';
export {
  checkMigrated,
  checkServerVersion,
  type MigrationState,
  migrate,
  migrationStatus,
} from './store/migrate.js';
export { type Migration, migrations } from './store/migrations/index.js';
export { openStore, openStoreUnchecked, type StoreEnvironment, storeFolder } from './store/open.js';
export { openPGlite } from './store/pglite.js';
export type { ChangeFacts, LogRow, SourceLineEndings } from './store/rows.js';
export { openServer, type ServerOptions } from './store/server.js';
export { handleUpload, type InitializeTargetArguments, initializeTarget } from './workspace/initialize.js';
export { type SaveArguments, type SaveResponse, save } from './workspace/save.js';
export type { WorkspaceOptions } from './workspace/settings.js';
