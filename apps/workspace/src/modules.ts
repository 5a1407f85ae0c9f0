import type { Type } from '@nestjs/common';
import { AgentsModule } from './modules/agents/agents.module.js';
import { AlertsModule } from './modules/alerts/alerts.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { BudgetsModule } from './modules/budgets/budgets.module.js';
import { ChangesModule } from './modules/changes/changes.module.js';
import { ChatsModule } from './modules/chats/chats.module.js';
import { ConfigImportsModule } from './modules/config-imports/config-imports.module.js';
import { DashboardsModule } from './modules/dashboards/dashboards.module.js';
import { DeploymentModule } from './modules/deployment/deployment.module.js';
import { DryRunsModule } from './modules/dry-runs/dry-runs.module.js';
import { EvalsModule } from './modules/evals/evals.module.js';
import { ExplainModule } from './modules/explain/explain.module.js';
import { ExportsModule } from './modules/exports/exports.module.js';
import { HooksModule } from './modules/hooks/hooks.module.js';
import { InvitesModule } from './modules/invites/invites.module.js';
import { KeysModule } from './modules/keys/keys.module.js';
import { KnowledgeModule } from './modules/knowledge/knowledge.module.js';
import { McpServersModule } from './modules/mcp-servers/mcp-servers.module.js';
import { ModelsModule } from './modules/models/models.module.js';
import { OrganizationModule } from './modules/organization/organization.module.js';
import { OrganizationAccountsModule } from './modules/organization-accounts/organization-accounts.module.js';
import { PersonalTokensModule } from './modules/personal-tokens/personal-tokens.module.js';
import { PoliciesModule } from './modules/policies/policies.module.js';
import { ProvidersModule } from './modules/providers/providers.module.js';
import { RateLimitsModule } from './modules/rate-limits/rate-limits.module.js';
import { SavedViewsModule } from './modules/saved-views/saved-views.module.js';
import { ScimModule } from './modules/scim/scim.module.js';
import { ScimMappingsModule } from './modules/scim-mappings/scim-mappings.module.js';
import { ScimTokensModule } from './modules/scim-tokens/scim-tokens.module.js';
import { SecretsModule } from './modules/secrets/secrets.module.js';
import { ServiceAccountsModule } from './modules/service-accounts/service-accounts.module.js';
import { SsoModule } from './modules/sso/sso.module.js';
import { StatementsModule } from './modules/statements/statements.module.js';
import { TeamsModule } from './modules/teams/teams.module.js';
import { UsageModule } from './modules/usage/usage.module.js';
import { UsageImportsModule } from './modules/usage-imports/usage-imports.module.js';
import { UsersModule } from './modules/users/users.module.js';
import { WorkflowsModule } from './modules/workflows/workflows.module.js';
import { WorkspacesModule } from './modules/workspaces/workspaces.module.js';
import { UiModule } from './ui/ui.module.js';

/** The modules of the control plane: a folder each, and a line here. */
export const MODULES: readonly Type[] = [
  AgentsModule,
  AlertsModule,
  AuditModule,
  AuthModule,
  BudgetsModule,
  ChangesModule,
  ChatsModule,
  ConfigImportsModule,
  DeploymentModule,
  DryRunsModule,
  EvalsModule,
  ExplainModule,
  ExportsModule,
  HooksModule,
  InvitesModule,
  KeysModule,
  KnowledgeModule,
  McpServersModule,
  ModelsModule,
  OrganizationModule,
  OrganizationAccountsModule,
  PersonalTokensModule,
  PoliciesModule,
  ProvidersModule,
  RateLimitsModule,
  ScimMappingsModule,
  ScimTokensModule,
  ServiceAccountsModule,
  ScimModule,
  DashboardsModule,
  SavedViewsModule,
  SecretsModule,
  SsoModule,
  StatementsModule,
  TeamsModule,
  UiModule,
  UsageImportsModule,
  UsageModule,
  UsersModule,
  WorkflowsModule,
  WorkspacesModule,
];
