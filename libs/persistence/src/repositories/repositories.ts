import { AgentRunStore } from '../agents/agent-run-store.js';
import { AgentTaskStore } from '../agents/agent-task-store.js';
import { AgentWorkStore } from '../agents/agent-work-store.js';
import { AlertMeasures } from '../alerts/alert-measures.js';
import { AlertQueries } from '../alerts/alert-queries.js';
import { AlertWalkStore } from '../alerts/alert-walk-store.js';
import { AlertWorkStore } from '../alerts/alert-work-store.js';
import { AuditPayloadStore } from '../audit/audit-payloads.js';
import { AsyncJobStore } from '../background/async-job-store.js';
import { BatchLineStore } from '../background/batch-line-store.js';
import { BatchStore } from '../background/batch-store.js';
import { KnowledgeObjectStore } from '../background/knowledge-object-store.js';
import { KnowledgeStore } from '../background/knowledge-store.js';
import { KnowledgeWorkStore } from '../background/knowledge-work-store.js';
import { StoredFileStore } from '../background/stored-file-store.js';
import { WebhookDeliveryStore } from '../background/webhook-delivery-store.js';
import { ChatImageStore } from '../chats/chat-image-store.js';
import { ChatMessageStore } from '../chats/chat-message-store.js';
import { ChatResealStore } from '../chats/chat-reseal-store.js';
import { ChatSessionStore } from '../chats/chat-session-store.js';
import type { Access, OpenAccess } from '../connection/connection.js';
import { EvalRunStore } from '../evals/eval-run-store.js';
import { EvalScheduleStore } from '../evals/eval-schedule-store.js';
import { EvalWorkStore } from '../evals/eval-work-store.js';
import { ExportTurnStore } from '../exports/export-turn-store.js';
import { ExportWorkStore } from '../exports/export-work-store.js';
import { StoredImageStore } from '../images/stored-images.js';
import { McpConnectionStore } from '../mcp/mcp-connection-store.js';
import { RunEventStore } from '../runs/run-event-store.js';
import { RunTreeStore } from '../runs/run-tree-store.js';
import type { Sealer } from '../secrets/sealed-members.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { WorkflowRunStore } from '../workflows/workflow-run-store.js';
import { WorkflowWorkStore } from '../workflows/workflow-work-store.js';
import { AgentQueries, AgentRepository } from './agents.js';
import { AlertChannelQueries, AlertChannelRepository } from './alert-channels.js';
import { AlertRuleQueries, AlertRuleRepository } from './alert-rules.js';
import type { ChangeScope } from './audited-table.js';
import { BudgetHolderQueries } from './budget-holders.js';
import { BudgetQueries, BudgetRepository } from './budgets.js';
import { DashboardQueries, DashboardRepository } from './dashboards.js';
import { EvalDatasetQueries, EvalDatasetRepository } from './eval-datasets.js';
import { EvalSuiteQueries, EvalSuiteRepository } from './eval-suites.js';
import { CredentialQueries, CredentialRepository } from './identities/credentials.js';
import { MembershipQueries, MembershipRepository } from './identities/memberships.js';
import { OrganizationAccountQueries, OrganizationAccountRepository } from './identities/organization-accounts.js';
import {
  OrganizationQueries,
  OrganizationRepository,
  WorkspaceQueries,
  WorkspaceRepository,
} from './identities/organizations.js';
import { ScimMappingQueries, ScimMappingRepository } from './identities/scim-mappings.js';
import { SecondFactorQueries, SecondFactorRepository } from './identities/second-factors.js';
import { ServiceAccountQueries, ServiceAccountRepository } from './identities/service-accounts.js';
import { SessionQueries, SessionRepository } from './identities/sessions.js';
import { SsoSettingsReader, SsoSettingsRepository } from './identities/sso-settings.js';
import { TeamQueries, TeamRepository } from './identities/teams.js';
import {
  InviteQueries,
  InviteRepository,
  ScimTokenQueries,
  ScimTokenRepository,
  SetupTokenQueries,
  SetupTokenRepository,
} from './identities/tokens.js';
import { UserQueries, UserRepository } from './identities/users.js';
import { DocsetQueries, DocsetRepository } from './knowledge/docsets.js';
import { KnowledgeBaseQueries, KnowledgeBaseRepository } from './knowledge/knowledge-bases.js';
import { KnowledgeDocumentQueries, KnowledgeDocumentRepository } from './knowledge/knowledge-documents.js';
import { McpServerStateQueries } from './mcp/mcp-server-states.js';
import { McpServerQueries, McpServerRepository } from './mcp/mcp-servers.js';
import { McpToolQueries, McpToolRepository } from './mcp/mcp-tools.js';
import { ModelQueries, ModelRepository } from './models.js';
import { PolicyQueries, PolicyRepository } from './policies.js';
import { ProviderCoolDownQueries } from './provider-cool-downs.js';
import { ProviderObjectStore } from './provider-objects.js';
import { ProviderQueries, ProviderRepository } from './providers.js';
import { RateLimitPolicyQueries, RateLimitPolicyRepository } from './rate-limit-policies.js';
import { ReplicaQueries } from './replicas.js';
import { RequestAnnotationQueries, RequestAnnotationRepository } from './request-annotations.js';
import { RowResealStore } from './row-reseal-store.js';
import { SavedViewQueries, SavedViewRepository } from './saved-views.js';
import { TenantExportQueries, TenantExportRepository } from './tenant-exports.js';
import { AuditQueries } from './trail/audit-records.js';
import { ChangeQueries } from './trail/change-records.js';
import { RecordedUsageQueries } from './usage/imports/recorded-lines.js';
import { UsageImportQueries, UsageImportRepository } from './usage/imports/usage-imports.js';
import { StatementQueries, StatementRepository } from './usage/statements.js';
import { UsageQueries } from './usage/usage.js';
import { UsageDimensionQueries } from './usage/usage-dimensions.js';
import { UsageSeriesQueries } from './usage/usage-series.js';
import { WorkflowQueries, WorkflowRepository } from './workflows.js';
import { WorkspaceSecretQueries, WorkspaceSecretRepository } from './workspace-secrets.js';

/** Reads that are possible at any time. */
export function createQueries(access: OpenAccess, box: SecretBox | undefined) {
  return {
    organizations: new OrganizationQueries(access),
    workspaces: new WorkspaceQueries(access),
    users: new UserQueries(access),
    memberships: new MembershipQueries(access),
    teams: new TeamQueries(access),
    serviceAccounts: new ServiceAccountQueries(access),
    organizationAccounts: new OrganizationAccountQueries(access),
    credentials: new CredentialQueries(access),
    secondFactors: new SecondFactorQueries(access),
    sessions: new SessionQueries(access),
    ssoSettings: new SsoSettingsReader(access, box),
    invites: new InviteQueries(access),
    scimMappings: new ScimMappingQueries(access),
    scimTokens: new ScimTokenQueries(access),
    setupTokens: new SetupTokenQueries(access),
    providers: new ProviderQueries(access),
    providerCoolDowns: new ProviderCoolDownQueries(access),
    models: new ModelQueries(access),
    mcpConnections: new McpConnectionStore(access, box),
    mcpServers: new McpServerQueries(access),
    mcpServerStates: new McpServerStateQueries(access),
    mcpTools: new McpToolQueries(access),
    rateLimitPolicies: new RateLimitPolicyQueries(access),
    policies: new PolicyQueries(access),
    budgets: new BudgetQueries(access),
    budgetHolders: new BudgetHolderQueries(access),
    changes: new ChangeQueries(access),
    auditRecords: new AuditQueries(access),
    auditPayloads: new AuditPayloadStore(access, box),
    usage: new UsageQueries(access),
    usageDimensions: new UsageDimensionQueries(access),
    usageImports: new UsageImportQueries(access),
    recordedUsage: new RecordedUsageQueries(access),
    usageSeries: new UsageSeriesQueries(access),
    storedImages: new StoredImageStore(access),
    alerts: new AlertQueries(access),
    alertChannels: new AlertChannelQueries(access),
    alertMeasures: new AlertMeasures(access),
    alertRules: new AlertRuleQueries(access),
    alertWalks: new AlertWalkStore(access),
    alertWork: new AlertWorkStore(access, box),
    exportWork: new ExportWorkStore(access),
    exportTurns: new ExportTurnStore(access, box),
    tenantExports: new TenantExportQueries(access),
    agents: new AgentQueries(access),
    agentRuns: new AgentRunStore(access, box),
    agentTasks: new AgentTaskStore(access, box),
    agentWork: new AgentWorkStore(access, box),
    evalDatasets: new EvalDatasetQueries(access, box),
    evalSuites: new EvalSuiteQueries(access),
    evalRuns: new EvalRunStore(access, box),
    evalWork: new EvalWorkStore(access, box),
    evalSchedules: new EvalScheduleStore(access, box),
    asyncJobs: new AsyncJobStore(access, box),
    batches: new BatchStore(access, box),
    batchLines: new BatchLineStore(access, box),
    storedFiles: new StoredFileStore(access, box),
    webhookDeliveries: new WebhookDeliveryStore(access, box),
    chatSessions: new ChatSessionStore(access, box),
    chatMessages: new ChatMessageStore(access, box),
    chatImages: new ChatImageStore(access, box),
    chatSealing: new ChatResealStore(access, box),
    rowSealing: new RowResealStore(access, box),
    knowledge: new KnowledgeStore(access, box),
    knowledgeObjects: new KnowledgeObjectStore(access, box),
    knowledgeBases: new KnowledgeBaseQueries(access),
    knowledgeDocuments: new KnowledgeDocumentQueries(access),
    docsets: new DocsetQueries(access),
    knowledgeWork: new KnowledgeWorkStore(access),
    providerObjects: new ProviderObjectStore(access),
    replicas: new ReplicaQueries(access),
    runEvents: new RunEventStore(access, box),
    workflows: new WorkflowQueries(access, box),
    workflowRuns: new WorkflowRunStore(access, box),
    workflowWork: new WorkflowWorkStore(access, box),
    runTrees: new RunTreeStore(access),
    savedViews: new SavedViewQueries(access),
    dashboards: new DashboardQueries(access),
    statements: new StatementQueries(access),
    requestAnnotations: new RequestAnnotationQueries(access),
    workspaceSecrets: new WorkspaceSecretQueries(access),
  };
}

/** Reads and writes within a change. */
export function createRepositories(access: Access, scope: ChangeScope, box: Sealer | undefined) {
  return {
    organizations: new OrganizationRepository(access, scope),
    workspaces: new WorkspaceRepository(access, scope),
    users: new UserRepository(access, scope),
    memberships: new MembershipRepository(access, scope),
    teams: new TeamRepository(access, scope),
    serviceAccounts: new ServiceAccountRepository(access, scope),
    organizationAccounts: new OrganizationAccountRepository(access, scope),
    credentials: new CredentialRepository(access, scope),
    secondFactors: new SecondFactorRepository(access, scope),
    sessions: new SessionRepository(access, scope),
    ssoSettings: new SsoSettingsRepository(access, scope, box),
    invites: new InviteRepository(access, scope),
    scimMappings: new ScimMappingRepository(access, scope),
    scimTokens: new ScimTokenRepository(access, scope),
    setupTokens: new SetupTokenRepository(access, scope),
    providers: new ProviderRepository(access, scope, box),
    models: new ModelRepository(access, scope),
    mcpServers: new McpServerRepository(access, scope, box),
    mcpTools: new McpToolRepository(access, scope),
    rateLimitPolicies: new RateLimitPolicyRepository(access, scope),
    policies: new PolicyRepository(access, scope, box),
    budgets: new BudgetRepository(access),
    knowledgeBases: new KnowledgeBaseRepository(access, scope),
    knowledgeDocuments: new KnowledgeDocumentRepository(access, scope),
    docsets: new DocsetRepository(access, scope),
    workflows: new WorkflowRepository(access, scope, box),
    alertChannels: new AlertChannelRepository(access, scope, box),
    alertRules: new AlertRuleRepository(access, scope),
    tenantExports: new TenantExportRepository(access, scope, box),
    agents: new AgentRepository(access, scope),
    evalDatasets: new EvalDatasetRepository(access, scope, box),
    evalSuites: new EvalSuiteRepository(access, scope, box),
    savedViews: new SavedViewRepository(access, scope),
    dashboards: new DashboardRepository(access, scope),
    statements: new StatementRepository(access, scope),
    usageImports: new UsageImportRepository(access, scope),
    requestAnnotations: new RequestAnnotationRepository(access, scope),
    workspaceSecrets: new WorkspaceSecretRepository(access, scope, box),
    changes: new ChangeQueries(access),
  };
}

export type Queries = ReturnType<typeof createQueries>;
export type Repositories = ReturnType<typeof createRepositories>;
