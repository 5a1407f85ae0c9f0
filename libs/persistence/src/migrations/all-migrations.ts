import { AccessRulings } from './access-rulings/access-rulings.migration.js';
import { AccountRoles } from './account-roles/account-roles.migration.js';
import { AgentTasks } from './agent-tasks/agent-tasks.migration.js';
import { Agents } from './agents/agents.migration.js';
import { AlertCrossings } from './alert-crossings/alert-crossings.migration.js';
import { Alerts } from './alerts/alerts.migration.js';
import { AsyncJobs } from './async-jobs/async-jobs.migration.js';
import { AuditAttribution } from './audit-attribution/audit-attribution.migration.js';
import { AuditPayloads } from './audit-payloads/audit-payloads.migration.js';
import { AuditVacuum } from './audit-vacuum/audit-vacuum.migration.js';
import { AzureExports } from './azure-exports/azure-exports.migration.js';
import { Batches } from './batches/batches.migration.js';
import { BoundedLimits } from './bounded-limits/bounded-limits.migration.js';
import { BudgetRules } from './budget-rules/budget-rules.migration.js';
import { BudgetSteps } from './budget-steps/budget-steps.migration.js';
import { BudgetTops } from './budget-tops/budget-tops.migration.js';
import { ChatImages } from './chat-images/chat-images.migration.js';
import { ChatSessions } from './chat-sessions/chat-sessions.migration.js';
import { Dashboards } from './dashboards/dashboards.migration.js';
import { DeclaredAlerts } from './declared-alerts/declared-alerts.migration.js';
import { EncryptionCanary } from './encryption-canary/encryption-canary.migration.js';
import { EvalGradeMarks } from './eval-grade-marks/eval-grade-marks.migration.js';
import { EvalRetention } from './eval-retention/eval-retention.migration.js';
import { EvalSchedules } from './eval-schedules/eval-schedules.migration.js';
import { EvalWorkflows } from './eval-workflows/eval-workflows.migration.js';
import { Evals } from './evals/evals.migration.js';
import { Exports } from './exports/exports.migration.js';
import { FirstSchema } from './first-schema/first-schema.migration.js';
import { KafkaExports } from './kafka-exports/kafka-exports.migration.js';
import { Knowledge } from './knowledge/knowledge.migration.js';
import { KnowledgeObjects } from './knowledge-objects/knowledge-objects.migration.js';
import { KnowledgeTranscripts } from './knowledge-transcripts/knowledge-transcripts.migration.js';
import { ListOrders } from './list-orders/list-orders.migration.js';
import { McpConnections } from './mcp-connections/mcp-connections.migration.js';
import { McpServerStates } from './mcp-server-states/mcp-server-states.migration.js';
import { McpServers } from './mcp-servers/mcp-servers.migration.js';
import { MediaUnits } from './media-units/media-units.migration.js';
import { MemberVersions } from './member-versions/member-versions.migration.js';
import { OrganizationAccounts } from './organization-accounts/organization-accounts.migration.js';
import { ParallelLimits } from './parallel-limits/parallel-limits.migration.js';
import { PoliciesAndUsage } from './policies-and-usage/policies-and-usage.migration.js';
import { Prompts } from './prompts/prompts.migration.js';
import { ProviderCoolDowns } from './provider-cool-downs/provider-cool-downs.migration.js';
import { ProviderNames } from './provider-names/provider-names.migration.js';
import { ProviderObjects } from './provider-objects/provider-objects.migration.js';
import { QueueSettings } from './queue-settings/queue-settings.migration.js';
import { RealtimeCalls } from './realtime-calls/realtime-calls.migration.js';
import { Replicas } from './replicas/replicas.migration.js';
import { RequestAnnotations } from './request-annotations/request-annotations.migration.js';
import { RunEvents } from './run-events/run-events.migration.js';
import { SavedViews } from './saved-views/saved-views.migration.js';
import { ScimMappings } from './scim-mappings/scim-mappings.migration.js';
import { SearchIndexes } from './search-indexes/search-indexes.migration.js';
import { SecondFactors } from './second-factors/second-factors.migration.js';
import { SecretHints } from './secret-hints/secret-hints.migration.js';
import { SessionOrigins } from './session-origins/session-origins.migration.js';
import { SettledBudgets } from './settled-budgets/settled-budgets.migration.js';
import { SnapshotChanges } from './snapshot-changes/snapshot-changes.migration.js';
import { SortedLists } from './sorted-lists/sorted-lists.migration.js';
import { SsoSettings } from './sso-settings/sso-settings.migration.js';
import { StatementRuleVersions } from './statement-rule-versions/statement-rule-versions.migration.js';
import { StatementSchedules } from './statement-schedules/statement-schedules.migration.js';
import { Statements } from './statements/statements.migration.js';
import { StoredImages } from './stored-images/stored-images.migration.js';
import { TagPolicies } from './tag-policies/tag-policies.migration.js';
import { TeamNames } from './team-names/team-names.migration.js';
import { TenantExports } from './tenant-exports/tenant-exports.migration.js';
import { TimedCapture } from './timed-capture/timed-capture.migration.js';
import { UsageDimensionScopes } from './usage-dimension-scopes/usage-dimension-scopes.migration.js';
import { UsageDimensionTotals } from './usage-dimension-totals/usage-dimension-totals.migration.js';
import { UsageDimensions } from './usage-dimensions/usage-dimensions.migration.js';
import { UsageImports } from './usage-imports/usage-imports.migration.js';
import { UsageRemovals } from './usage-removals/usage-removals.migration.js';
import { UsageSeries } from './usage-series/usage-series.migration.js';
import { UsageSeriesSums } from './usage-series/usage-series-sums.migration.js';
import { UsageKeyTotals } from './usage-sums/usage-key-totals.migration.js';
import { UsageModelTotals } from './usage-sums/usage-model-totals.migration.js';
import { UsageRanks } from './usage-sums/usage-ranks.migration.js';
import { UsageSums } from './usage-sums/usage-sums.migration.js';
import { WorkflowAgents } from './workflow-agents/workflow-agents.migration.js';
import { Workflows } from './workflows/workflows.migration.js';
import { WorkspaceSecrets } from './workspace-secrets/workspace-secrets.migration.js';

/** In order. A shipped migration never changes; a change of the schema is a new line. */
export const MIGRATIONS = [
  FirstSchema,
  PoliciesAndUsage,
  ScimMappings,
  AccessRulings,
  SettledBudgets,
  EncryptionCanary,
  TeamNames,
  AuditPayloads,
  BoundedLimits,
  MediaUnits,
  StoredImages,
  AsyncJobs,
  ProviderObjects,
  Batches,
  RealtimeCalls,
  Knowledge,
  ListOrders,
  UsageSeries,
  KnowledgeTranscripts,
  AccountRoles,
  SecretHints,
  Replicas,
  ChatSessions,
  KnowledgeObjects,
  ChatImages,
  WorkspaceSecrets,
  RunEvents,
  Workflows,
  Agents,
  OrganizationAccounts,
  McpServers,
  WorkflowAgents,
  Evals,
  EvalWorkflows,
  EvalSchedules,
  EvalRetention,
  EvalGradeMarks,
  McpConnections,
  AgentTasks,
  ProviderNames,
  UsageSums,
  SearchIndexes,
  McpServerStates,
  UsageRemovals,
  AuditVacuum,
  UsageModelTotals,
  SnapshotChanges,
  UsageKeyTotals,
  AuditAttribution,
  UsageDimensions,
  UsageRanks,
  UsageSeriesSums,
  SortedLists,
  SavedViews,
  Statements,
  BudgetRules,
  Alerts,
  RequestAnnotations,
  TimedCapture,
  TagPolicies,
  SessionOrigins,
  DeclaredAlerts,
  StatementSchedules,
  Dashboards,
  SecondFactors,
  Exports,
  ParallelLimits,
  UsageDimensionTotals,
  ProviderCoolDowns,
  SsoSettings,
  UsageDimensionScopes,
  BudgetTops,
  TenantExports,
  MemberVersions,
  BudgetSteps,
  Prompts,
  AlertCrossings,
  QueueSettings,
  KafkaExports,
  UsageImports,
  AzureExports,
  StatementRuleVersions,
];
