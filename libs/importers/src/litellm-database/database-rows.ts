import { toShownName } from '@multilane/contracts';

/** A row as PostgreSQL's `to_jsonb` makes it: columns that a release of LiteLLM lacks are not there. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** Tables beside the main ones, which not every release of LiteLLM has. */
export const OTHER_TABLES = {
  organizations: ['LiteLLM_OrganizationTable', 'organization_id'],
  projects: ['LiteLLM_ProjectTable', 'project_id'],
  teamMemberships: ['LiteLLM_TeamMembership', 'user_id'],
  organizationMemberships: ['LiteLLM_OrganizationMembership', 'user_id'],
  objectPermissions: ['LiteLLM_ObjectPermissionTable', 'object_permission_id'],
  accessGroups: ['LiteLLM_AccessGroupTable', 'access_group_id'],
  accessGroupBudgets: ['LiteLLM_ModelAccessGroupBudgetTable', 'access_group_name'],
  teamAliases: ['LiteLLM_ModelTable', 'id'],
  endUsers: ['LiteLLM_EndUserTable', 'user_id'],
  tags: ['LiteLLM_TagTable', 'tag_name'],
  models: ['LiteLLM_ProxyModelTable', 'model_id'],
  mcpServers: ['LiteLLM_MCPServerTable', 'server_id'],
  mcpToolsets: ['LiteLLM_MCPToolsetTable', 'toolset_id'],
  guardrails: ['LiteLLM_GuardrailsTable', 'guardrail_id'],
  policies: ['LiteLLM_PolicyTable', 'policy_id'],
  policyAttachments: ['LiteLLM_PolicyAttachmentTable', 'attachment_id'],
  tools: ['LiteLLM_ToolTable', 'tool_id'],
  agents: ['LiteLLM_AgentsTable', 'agent_id'],
  settings: ['LiteLLM_Config', 'param_name'],
  credentials: ['LiteLLM_CredentialsTable', 'credential_id'],
  prompts: ['LiteLLM_PromptTable', 'id'],
  vectorStores: ['LiteLLM_ManagedVectorStoresTable', 'vector_store_id'],
  vectorStoreIndexes: ['LiteLLM_ManagedVectorStoreIndexTable', 'index_name'],
  searchTools: ['LiteLLM_SearchToolsTable', 'search_tool_id'],
  skills: ['LiteLLM_SkillsTable', 'skill_id'],
  jwtKeyMappings: ['LiteLLM_JWTKeyMapping', 'id'],
  deprecatedKeys: ['LiteLLM_DeprecatedVerificationToken', 'id'],
  sso: ['LiteLLM_SSOConfig', 'id'],
} as const;

export type OtherTable = keyof typeof OTHER_TABLES;

/** Rows that are read of LiteLLM's database. */
export interface DatabaseRows extends Partial<Readonly<Record<OtherTable, readonly DatabaseRow[]>>> {
  readonly teams: readonly DatabaseRow[];
  readonly users: readonly DatabaseRow[];
  readonly keys: readonly DatabaseRow[];
  readonly budgets: readonly DatabaseRow[];
}

export interface PlannedTeam {
  readonly name: string;
  /** Null: every model. */
  readonly allowedModels: readonly string[] | null;
  readonly rpmLimit: number;
  readonly tpmLimit: number;
  readonly maxParallel: number;
  /** Email addresses of planned users. */
  readonly members: readonly string[];
}

export interface PlannedUser {
  readonly email: string;
  readonly name: string;
}

export interface PlannedKey {
  /** SHA-256 of the whole key in lower-case hex, as LiteLLM stores it. */
  readonly hash: string;
  readonly name: string;
  readonly hint: string;
  readonly team: string;
  readonly owner: string | undefined;
  readonly rpmLimit: number;
  readonly tpmLimit: number;
  readonly maxParallel: number;
  /** US dollars per period. 0: unlimited. */
  readonly budgetUsd: number;
  readonly budgetResetPeriod: 'daily' | 'weekly' | 'monthly' | 'never';
  readonly expiresAt: Date | null;
  readonly disabled: boolean;
}

/** A budget rule. Its names are unique. */
export interface PlannedBudget {
  readonly name: string;
  readonly scope: 'api_key' | 'customer' | 'tag' | 'team';
  /** Name of a team, a customer, `name=value` of a tag, or the hash of a key. */
  readonly value: string;
  /** US dollars of each window. */
  readonly amount: number;
  readonly window: 'day' | 'hour' | 'month' | 'quarter' | 'total' | 'week' | 'year';
  /** `alert`: it rejects nothing. */
  readonly action: 'alert' | 'refuse';
}

export const textOf = (row: DatabaseRow, name: string): string | undefined => {
  const value = row[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A finite number, also one that is written as a text. */
export const numberOf = (row: DatabaseRow, name: string): number | undefined => {
  const value = row[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

export const textsOf = (row: DatabaseRow, name: string): string[] => {
  const value = row[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : [];
};

/** A time of LiteLLM, which stores UTC without saying so. Null if there is none, undefined if it cannot be read. */
export const timeOf = (row: DatabaseRow, name: string): Date | null | undefined => {
  const value = row[name];
  if (value === null || value === undefined || value === '') return null;
  const text = String(value).trim().replace(' ', 'T');
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes('T') ? text : `${text}Z`);
  return Number.isNaN(time) ? undefined : new Date(time);
};

/** A name for people: printable, and not too long. */
export function toName(text: string): string {
  return toShownName(text).slice(0, 120).trim() || 'imported';
}
