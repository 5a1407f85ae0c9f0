export { type AgentRunFilters, type AgentRunStore, TooManyAgentRuns } from './agents/agent-run-store.js';
export { type AgentTaskStore, encodeTaskCursor } from './agents/agent-task-store.js';
export type { AgentWorkStore, FinishedCall } from './agents/agent-work-store.js';
export { cancelAgentRun } from './agents/cancel-agent-run.js';
export type {
  AlertMeasures,
  AskedGroup,
  MeasuredBudget,
  MeasuredCredential,
  MeasuredGroup,
} from './alerts/alert-measures.js';
export type { AlertDeliveryFilters, AlertListFilters, AlertQueries } from './alerts/alert-queries.js';
export type { AlertAttempt, AlertDeliveryToSend, AlertTurn, AlertWorkStore } from './alerts/alert-work-store.js';
export type { AuditPayloadStore } from './audit/audit-payloads.js';
export type { Removal } from './audit/remove-old-records.js';
export { ADD_TO_SERIES } from './audit/series-table.js';
export { type AsyncJobStore, TooManyJobs } from './background/async-job-store.js';
export type { BatchLineStore } from './background/batch-line-store.js';
export { type BatchStore, TooManyBatches } from './background/batch-store.js';
export type { StoredObjects } from './background/knowledge-object-store.js';
export { KnowledgeQuotaExceeded } from './background/knowledge-quota.js';
export type { KnowledgeStore, WorkspaceAddress } from './background/knowledge-store.js';
export type {
  DocumentEnd,
  FetchedContent,
  KnowledgeGenerations,
  KnowledgeToSearch,
  KnowledgeWorkStore,
} from './background/knowledge-work-store.js';
export { type StoredFileStore, TooManyStoredBytes } from './background/stored-file-store.js';
export { TooManyDeliveries, type WebhookDeliveryStore } from './background/webhook-delivery-store.js';
export type { ChangeEntry } from './changes/change-log.js';
export type { OrganizationLimits } from './changes/room-check.js';
export { ChatBoundReached } from './chats/chat-session-store.js';
export type { DatabaseLocation, FolderLocation, ServerLocation, Sql } from './connection/connection.js';
export {
  type Change,
  type Database,
  type DatabaseOptions,
  type DatabaseWithSecrets,
  openDatabase,
} from './database.js';
export {
  ConflictError,
  DatabaseInUse,
  DatabaseUnavailable,
  InvalidCursorError,
  LimitReachedError,
  NotFoundError,
  ReadTooLargeError,
  UnknownReferenceError,
  UnstorableTextError,
} from './database-error.js';
export {
  type EvalResultPlace,
  type EvalRunFilters,
  type EvalRunStore,
  TooManyEvalRuns,
} from './evals/eval-run-store.js';
export type { EvalScheduleStore } from './evals/eval-schedule-store.js';
export type { EvalRunHold, EvalWorkStore } from './evals/eval-work-store.js';
export { type EndedTurn, ExportTurnStore, type TakenTest, type TakenTurn } from './exports/export-turn-store.js';
export {
  type ExportedItem,
  type ExportPlace,
  type ExportProgress,
  type ExportSinkRecord,
  ExportWorkStore,
  MOST_EXPORT_ENTRIES,
  type RejectedRecord,
  type TakenSink,
} from './exports/export-work-store.js';
export * from './exports/tenant-export.js';
export { decodeCursor, decodePosition, encodeCursor, encodePosition, type ListPosition } from './ids/cursor.js';
export { derivedId, isId, newId } from './ids/new-id.js';
export type { FoundImage, StoredImage } from './images/stored-images.js';
export type { MigrationReport } from './migrations/migrate.js';
export { SchemaTooNew } from './migrations/schema-release.js';
export { SUM_SCOPES } from './migrations/usage-dimension-scopes/usage-dimension-scopes-tables.js';
export { SUM_DIMENSIONS } from './migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
export { INDEXES as USAGE_SUM_INDEXES, SUM_EVERYTHING } from './migrations/usage-sums/usage-sums-tables.js';
export * from './records/agent.js';
export * from './records/agent-task.js';
export * from './records/alert.js';
export type * from './records/alert-walk.js';
export * from './records/async-job.js';
export * from './records/audit.js';
export * from './records/batch.js';
export type * from './records/budget.js';
export type * from './records/budget.js';
export type * from './records/budget-holder.js';
export type * from './records/change.js';
export * from './records/chat-session.js';
export * from './records/credential.js';
export type * from './records/dashboard.js';
export * from './records/eval.js';
export type * from './records/json.js';
export * from './records/knowledge.js';
export type * from './records/mcp-connection.js';
export type * from './records/mcp-server.js';
export type * from './records/model.js';
export * from './records/organization.js';
export * from './records/page.js';
export * from './records/people.js';
export * from './records/policy.js';
export type * from './records/queue.js';
export * from './records/requests/request-annotation.js';
export type * from './records/requests/request-tree.js';
export * from './records/run-event.js';
export type * from './records/saved-view.js';
export type * from './records/statement.js';
export type * from './records/team.js';
export type * from './records/usage/usage-dimension.js';
export * from './records/usage/usage-import.js';
export * from './records/usage/usage-series.js';
export * from './records/workflow.js';
export type * from './records/workspace-secret.js';
export type { AgentValues } from './repositories/agents.js';
export type { AlertChannelChanges, NewAlertChannel } from './repositories/alert-channels.js';
export type { AlertFilters, AlertRuleChanges, NewAlertRule } from './repositories/alert-rules.js';
export type { BudgetHolderFilters } from './repositories/budget-holders.js';
export { chargeAccounts, type LeaseDecision } from './repositories/budgets.js';
export type { DashboardChanges, DashboardFilters, NewDashboard } from './repositories/dashboards.js';
export type { EvalSuiteValues } from './repositories/eval-suites.js';
export {
  CREDENTIAL_STATES,
  type CredentialChanges,
  type CredentialFilters,
  type CredentialState,
  type NewCredential,
  type Rotation,
} from './repositories/identities/credentials.js';
export type { MembershipFilters, MembershipValues, WorkspaceMember } from './repositories/identities/memberships.js';
export type { OrganizationAccountChanges } from './repositories/identities/organization-accounts.js';
export type {
  NewOrganization,
  OrganizationChanges,
  WorkspaceFilters,
} from './repositories/identities/organizations.js';
export { secondFactorOf } from './repositories/identities/second-factors.js';
export type {
  NewServiceAccount,
  ServiceAccountChanges,
  ServiceAccountFilters,
} from './repositories/identities/service-accounts.js';
export type { NewSession } from './repositories/identities/sessions.js';
export type { NewTeam, TeamChanges, TeamFilters } from './repositories/identities/teams.js';
export type { NewInvite, NewScimToken } from './repositories/identities/tokens.js';
export type { NewUser, UserChanges, UserFilters } from './repositories/identities/users.js';
export type { DocsetValues, DocsetViewer } from './repositories/knowledge/docsets.js';
export type { DocumentFilters, KnowledgeBasePlace } from './repositories/knowledge/knowledge-documents.js';
export type { McpServerReport, McpServerState } from './repositories/mcp/mcp-server-states.js';
export type { NewMcpServer } from './repositories/mcp/mcp-servers.js';
export type { SeenMcpTool, SeenMcpTools } from './repositories/mcp/mcp-tools.js';
export type { ModelChanges, ModelFilters, NewModel } from './repositories/models.js';
export type { NewPolicy, PolicyChanges, PolicyFilters } from './repositories/policies.js';
export type { CoolDownReport, ProviderCoolDown } from './repositories/provider-cool-downs.js';
export type { ObjectKind, ObjectOwner, ProviderObjectStore } from './repositories/provider-objects.js';
export type { NewProvider, ProviderChanges, ProviderFilters } from './repositories/providers.js';
export type {
  NewRateLimitPolicy,
  PolicyIdentity,
  RateLimitPolicyChanges,
  RateLimitPolicyFilters,
} from './repositories/rate-limit-policies.js';
export type { Replica } from './repositories/replicas.js';
export type { Queries, Repositories } from './repositories/repositories.js';
export type { NewSavedView, SavedViewChanges, SavedViewFilters } from './repositories/saved-views.js';
export type {
  NewTenantExport,
  SealedConfig,
  TenantExportChanges,
  TenantExportFilters,
} from './repositories/tenant-exports.js';
export type { ChangeFilters } from './repositories/trail/change-records.js';
export { type NewUsageImport, UsageImportRejected } from './repositories/usage/imports/usage-imports.js';
export type { DueWorkflow, HookTarget, WorkflowChanges } from './repositories/workflows.js';
export type {
  NewWorkspaceSecret,
  WorkspaceSecretChanges,
  WorkspaceSecretFilters,
} from './repositories/workspace-secrets.js';
export { RUN_EVENTS_CHANNEL, type RunEventStore } from './runs/run-event-store.js';
export type { RunPart, RunTreeStore } from './runs/run-tree-store.js';
export { WrongEncryptionKey } from './secrets/encryption-canary.js';
export { SecretBox, SecretBoxError } from './secrets/secret-box.js';
export type { ResealedBatch, UpstreamSecrets } from './secrets/upstream-secrets.js';
export type {
  SnapshotChanges,
  SnapshotMcpServer,
  SnapshotProvider,
  SnapshotRows,
  SnapshotState,
  SnapshotTables,
  TableChanges,
} from './snapshot/snapshot-rows.js';
export { ChannelHealth } from './version-channel/channel-health.js';
export { type ChannelOptions, createVersionChannel } from './version-channel/create-version-channel.js';
export { type FollowOptions, followVersion, type VersionFollower } from './version-channel/follow-version.js';
export { createInProcessChannel } from './version-channel/in-process-channel.js';
export type { VersionChannel, VersionListener } from './version-channel/version-channel.js';
export { cancelWorkflowRun } from './workflows/cancel-workflow-run.js';
export { TooManyRuns, type WorkflowRunStore } from './workflows/workflow-run-store.js';
export {
  type NewStep,
  RunDataTooLarge,
  type StepResult,
  type WorkflowWorkStore,
} from './workflows/workflow-work-store.js';
