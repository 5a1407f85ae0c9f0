import { isRecord } from '@multilane/contracts';
import type { FindingStatus } from '../import-result.js';
import { isBlank } from '../is-blank.js';
import { listWindows } from './budget-windows.js';
import type { DatabaseRow } from './database-rows.js';

/** Meaning of a column or a member that has no counterpart. */
interface Rule {
  readonly status: FindingStatus;
  readonly message: string;
  /** Values that restrict nothing. */
  readonly isHarmless?: (value: unknown) => boolean;
}

export type Rules = Readonly<Record<string, Rule>>;

export interface ColumnFinding {
  readonly column: string;
  readonly status: FindingStatus;
  readonly message: string;
}

const closes = (message: string, isHarmless?: Rule['isHarmless']): Rule => ({
  status: 'opens_access',
  message,
  ...(isHarmless && { isHarmless }),
});
const leavesOut = (message: string): Rule => ({ status: 'unsupported', message });
const byHand = (message: string): Rule => ({ status: 'manual', message });

const PER_DAY = closes('Tokens are not limited by day. Use a budget, or limits of tokens per minute.');
const BY_MODEL = 'There is one budget for all models.';
const GUARDRAIL_POLICIES = closes('Policies of guardrails are not read. Add guardrails for the team.');
const ROUTER = leavesOut('Keys and teams have no routing of their own. Use routing configs.');

export const KEY_RULES: Rules = {
  config: closes('Settings of LiteLLM for this key alone are not read.'),
  permissions: closes(
    'Keys have no such permissions. Limit the key with guardrails and the models of its team.',
    (value) => isRecord(value) && Object.entries(value).every(([name, one]) => one === true && GRANTS.has(name)),
  ),
  model_max_budget: closes(BY_MODEL),
  budget_limits: closes(
    'Amounts of 0, and windows that cannot be read, do not become budget rules.',
    (value) => listWindows(value).length > 0,
  ),
  allowed_cache_controls: closes('Cache controls of requests are not limited by key.'),
  allowed_routes: closes(
    'Routes are not limited by key. Give the key a team with the models of those routes.',
    (value) => Array.isArray(value) && value.some((route) => EVERY_ROUTE.has(String(route))),
  ),
  policies: GUARDRAIL_POLICIES,
  agent_id: closes('The key belongs to an agent of LiteLLM, whose limits are not read.'),
  router_settings: ROUTER,
  auto_rotate: byHand('Keys do not rotate by themselves. Rotate the key in the console.'),
  rotation_interval: byHand('Keys do not rotate by themselves. Rotate the key in the console.'),
  tpd_limit: PER_DAY,
  budget_fallbacks: leavesOut('A key that has spent its budget gets no cheaper model.'),
};

/** They only let a key do more in LiteLLM. */
const GRANTS = new Set(['get_spend_routes', 'allow_pii_controls', 'allow_team_guardrail_config']);

/** They contain every route that calls a model. */
const EVERY_ROUTE = new Set(['llm_api_routes', '*', '/*']);

export const TEAM_RULES: Rules = {
  model_max_budget: closes(BY_MODEL),
  budget_limits: closes('There is one budget with one period.'),
  policies: GUARDRAIL_POLICIES,
  router_settings: ROUTER,
  team_member_permissions: byHand('Only administrators create keys.'),
  default_team_member_models: byHand('Every member has the models of the team.'),
  tpd_limit: PER_DAY,
};

export const USER_RULES: Rules = {
  model_max_budget: closes(BY_MODEL),
  allowed_cache_controls: closes('Cache controls of requests are not limited by person.'),
  policies: GUARDRAIL_POLICIES,
};

export const ORGANIZATION_RULES: Rules = {};

export const PROJECT_RULES: Rules = {
  model_rpm_limit: closes('Limits of one model for a project are not read.'),
  model_tpm_limit: closes('Limits of one model for a project are not read.'),
};

export const BUDGET_RULES: Rules = {
  model_max_budget: closes(BY_MODEL),
  tpd_limit: PER_DAY,
  temp_budget_increase: leavesOut('The increase of the budget was left out.'),
  temp_budget_expiry: leavesOut('The increase of the budget was left out.'),
};

const NOT_GRANTED = byHand(
  'The import grants none of these. Add the team to `access` of the MCP server, or share them in a workspace.',
);

export const PERMISSION_RULES: Rules = {
  mcp_tool_permissions: closes('The tools of one key are not limited. Name them in `access` of the MCP server.'),
  blocked_tools: closes('Tools that requests declare are not refused by name.'),
  mcp_servers: NOT_GRANTED,
  mcp_access_groups: NOT_GRANTED,
  mcp_toolsets: NOT_GRANTED,
  vector_stores: NOT_GRANTED,
  agents: NOT_GRANTED,
  agent_access_groups: NOT_GRANTED,
  search_tools: NOT_GRANTED,
  skills: NOT_GRANTED,
  mcp_tool_search_enabled: leavesOut('Tools of MCP servers are not searched.'),
};

const GUARDRAILS = closes('Guardrails that a key or a team chooses are not read. Add guardrails for the team.');
const ONE_MODEL = closes(
  'Limits of one model for one key are not read. Add a rate limit policy for the key and the model.',
);

/** Members of `metadata`, which LiteLLM reads as settings. Others are labels, unless their name says otherwise. */
const METADATA_RULES: Rules = {
  guardrails: GUARDRAILS,
  policies: GUARDRAIL_POLICIES,
  model_rpm_limit: ONE_MODEL,
  model_tpm_limit: ONE_MODEL,
  rpm_limit_type: leavesOut('Limits are always enforced.'),
  tpm_limit_type: leavesOut('Limits are always enforced.'),
  tags: closes('Tags of keys choose deployments and budgets of LiteLLM. They are not read.'),
  enforced_params: closes('Parameters cannot be made mandatory.'),
  allowed_passthrough_routes: closes('There are no pass-through routes.'),
  allowed_vector_store_indexes: byHand('The import grants no knowledge bases.'),
  team_member_budget_id: closes('The budget of each member of the team is not read.'),
  soft_budget: byHand('Left out. Add a budget rule with the action `alert`.'),
  logging: leavesOut('Requests of a key have no callbacks of their own.'),
  callback_settings: leavesOut('Requests of a team have no callbacks of their own.'),
  disable_global_guardrails: leavesOut('Guardrails cannot be switched off by key.'),
  opted_out_global_guardrails: leavesOut('Guardrails cannot be switched off by key.'),
  temp_budget_increase: leavesOut('The increase of the budget was left out.'),
  temp_budget_expiry: leavesOut('The increase of the budget was left out.'),
  throttle_on_budget_exceeded: leavesOut('A key that has spent its budget is refused.'),
  soft_budget_alerting_emails: byHand('Left out. Add a channel of the kind `email` and a rule of alerts.'),
  max_budget_alert_emails: byHand('Left out. Add a channel of the kind `email` and a rule of alerts.'),
  litellm_disabled_callbacks: leavesOut('Requests of a key have no callbacks of their own.'),
  disable_fallbacks: leavesOut('Virtual models have fallbacks for every caller who may use them.'),
  team_member_key_duration: byHand('Only administrators create keys. Set when a key expires.'),
};

/** Names that say that something is limited or refused. */
const RESTRICTING =
  /limit|allow|block|restrict|deny|denied|forbid|guardrail|enforce|require|disable|quota|budget|max_|(^|_)(only|ban|banned|ips?|region)(_|$)/i;

const RESTRICTS = 'The importer does not know this setting, whose name says that it restricts.';

/** Lists the findings about the columns of a row. @param known what the plan reads, and what restricts nothing */
export function* inspectColumns(row: DatabaseRow, rules: Rules, known: ReadonlySet<string>): Generator<ColumnFinding> {
  for (const [column, value] of Object.entries(row)) {
    if (column === 'metadata') yield* inspectMetadata(value);
    if (known.has(column) || column === 'metadata' || isBlank(value)) continue;
    const rule = Object.hasOwn(rules, column) ? rules[column] : undefined;
    if (rule === undefined) {
      const message = 'The importer does not know this column, which may restrict.';
      if (value !== 0) yield { column, status: 'opens_access', message };
    } else if (!rule.isHarmless?.(value)) yield { column, status: rule.status, message: rule.message };
  }
}

function* inspectMetadata(metadata: unknown): Generator<ColumnFinding> {
  const value = typeof metadata === 'string' ? parseObject(metadata) : metadata;
  if (isBlank(value)) return;
  if (!isRecord(value)) {
    yield { column: 'metadata', status: 'opens_access', message: 'The metadata cannot be read.' };
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (isBlank(member)) continue;
    const rule = Object.hasOwn(METADATA_RULES, name) ? METADATA_RULES[name] : undefined;
    const column = `metadata.${name.slice(0, 60)}`;
    if (rule !== undefined) yield { column, status: rule.status, message: rule.message };
    else if (RESTRICTING.test(name)) yield { column, status: 'opens_access', message: RESTRICTS };
    else yield { column, status: 'unsupported', message: 'Labels of keys and teams are not kept.' };
  }
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const BOOKKEEPING = ['created_at', 'created_by', 'updated_at', 'updated_by', 'spend', 'model_spend', 'total_spend'];

/** Columns that the plan reads or that say nothing of access, by kind of row. */
export const KNOWN_COLUMNS = {
  key: new Set([
    ...BOOKKEEPING,
    ...['token', 'key_name', 'key_alias', 'user_id', 'team_id', 'models', 'aliases', 'expires', 'blocked'],
    ...['rpm_limit', 'tpm_limit', 'max_budget', 'budget_duration', 'budget_reset_at', 'budget_id'],
    'max_parallel_requests',
    ...['project_id', 'organization_id', 'object_permission_id', 'access_group_ids', 'soft_budget_cooldown'],
    ...['last_active', 'rotation_count', 'last_rotation_at', 'key_rotation_at', 'key_type', 'last_used_at'],
    'settings_updated_at',
  ]),
  team: new Set([
    ...BOOKKEEPING,
    ...['team_id', 'team_alias', 'organization_id', 'object_permission_id', 'admins', 'members', 'members_with_roles'],
    ...['max_budget', 'budget_duration', 'budget_reset_at', 'models', 'tpm_limit', 'rpm_limit', 'blocked'],
    ...['access_group_ids', 'model_id', 'allow_team_guardrail_config', 'max_parallel_requests', 'soft_budget'],
  ]),
  user: new Set([
    ...BOOKKEEPING,
    ...['user_id', 'user_alias', 'team_id', 'sso_user_id', 'organization_id', 'object_permission_id', 'password'],
    ...['teams', 'user_role', 'max_budget', 'user_email', 'models', 'tpm_limit', 'rpm_limit', 'budget_duration'],
    ...['budget_reset_at', 'budget_id', 'blocked', 'password_reset_required', 'last_breach_check_at'],
    'max_parallel_requests',
  ]),
  organization: new Set([
    ...BOOKKEEPING,
    ...['organization_id', 'organization_alias', 'budget_id', 'models', 'object_permission_id'],
  ]),
  project: new Set([
    ...BOOKKEEPING,
    ...[
      'project_id',
      'project_alias',
      'description',
      'team_id',
      'budget_id',
      'models',
      'blocked',
      'object_permission_id',
    ],
  ]),
  budget: new Set([
    ...BOOKKEEPING,
    ...['budget_id', 'max_budget', 'budget_duration', 'budget_reset_at', 'tpm_limit', 'rpm_limit', 'allowed_models'],
    ...['max_parallel_requests', 'soft_budget'],
  ]),
  permission: new Set([...BOOKKEEPING, 'object_permission_id', 'models']),
} as const;
