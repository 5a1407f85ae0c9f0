import { isRecord } from '@multilane/contracts';
import type { FindingStatus } from '../import-result.js';
import { isBlank } from '../is-blank.js';
import { findGlobalRestrictions } from '../litellm/global-restrictions.js';
import type { BudgetPlanner } from './budget-planner.js';
import { type DatabaseRow, type DatabaseRows, OTHER_TABLES, type OtherTable, textOf, toName } from './database-rows.js';
import type { Restrictions } from './restrictions.js';

/** Tables whose rows are left out, each with what to do. */
const LEFT_OUT: Partial<Readonly<Record<OtherTable, readonly [FindingStatus, string]>>> = {
  models: [
    'manual',
    'Models of the database are encrypted with a key of LiteLLM, and were left out. Write them into its config.yaml, and import that.',
  ],
  mcpServers: ['manual', 'Left out. Add the server under `mcp.servers`, with the teams in `access`.'],
  mcpToolsets: ['unsupported', 'There are no sets of tools. Name tools in `access` of the MCP server.'],
  skills: ['unsupported', 'Skills were left out.'],
  vectorStoreIndexes: ['manual', 'Create knowledge bases in a workspace and load the documents again.'],
  credentials: ['manual', 'Credentials are encrypted with a key of LiteLLM. Set those of the providers.'],
  agents: ['unsupported', 'Agents of LiteLLM were left out. Make agents in a workspace.'],
  prompts: ['manual', 'Prompts were left out. Add them in a workspace.'],
  vectorStores: ['manual', 'Create knowledge bases in a workspace and load the documents again.'],
  searchTools: ['unsupported', 'There are no search tools.'],
  jwtKeyMappings: ['manual', 'Left out. Set `auth.oidc` to accept JWTs of your identity provider.'],
  deprecatedKeys: ['approximate', 'An old form of a rotated key. It was left out, and authenticates no more.'],
  sso: ['manual', 'Set up single sign-on in the console.'],
  policies: ['manual', 'Policies of guardrails were left out. Add guardrails for the team.'],
};

/** Column of each kind of row that names a budget. */
const BUDGET = 'budget_id';
const NAMERS: readonly (keyof DatabaseRows)[] = [
  ...(['keys', 'teams', 'users', 'organizations', 'projects', 'teamMemberships'] as const),
  ...(['organizationMemberships', 'endUsers', 'tags', 'accessGroupBudgets'] as const),
];

const OF_KEYS = 'Its models and limits became those of the keys that belong to it. It was not made itself.';

/** Tables whose rows become a part of keys and teams. */
const MERGED: Partial<Readonly<Record<OtherTable, string>>> = {
  organizations: OF_KEYS,
  projects: OF_KEYS,
  teamMemberships: OF_KEYS,
  organizationMemberships: OF_KEYS,
  objectPermissions: OF_KEYS,
  accessGroups: 'Its models became those of the keys and teams that name it.',
  teamAliases: 'Its names became no names of models.',
};

/**
 * Reports on the tables that become nothing.
 *
 * @returns True if something restricts every key, and cannot be kept.
 */
export function noteOtherTables(rows: DatabaseRows, restrictions: Restrictions, budgets: BudgetPlanner): boolean {
  for (const [name, [status, message]] of Object.entries(LEFT_OUT)) {
    const table = name as OtherTable;
    for (const row of rows[table] ?? []) restrictions.note(pathIn(table, row), status, message);
  }
  for (const [name, message] of Object.entries(MERGED)) {
    const table = name as OtherTable;
    for (const row of rows[table] ?? []) restrictions.note(pathIn(table, row), 'approximate', message);
  }
  noteBudgets(rows, restrictions);
  for (const row of (rows.tools ?? []).filter((each) => !isToolBlocked(each)))
    restrictions.note(pathIn('tools', row), 'unsupported', 'Tools that requests declare are not listed.');
  for (const row of (rows.accessGroupBudgets ?? []).filter((each) => isBlank(each.budget_id)))
    restrictions.note(pathIn('accessGroupBudgets', row), 'unsupported', 'Groups of models have no budgets.');
  return [
    ...(rows.endUsers ?? []).map((row) => isEndUserLost(row, restrictions, budgets)),
    ...(rows.tags ?? []).map((row) => isTagLost(row, restrictions, budgets)),
    ...(rows.accessGroupBudgets ?? [])
      .filter((row) => !isBlank(row.budget_id))
      .map((row) =>
        restrictions.closeAs(
          `${pathIn('accessGroupBudgets', row)}.budget_id`,
          'access_group_budgets',
          'Groups of models have no budgets. Set budgets of keys.',
        ),
      ),
    ...(rows.guardrails ?? []).map((row) => isGuardrailLost(row, restrictions)),
    ...(rows.policyAttachments ?? []).map((row) =>
      restrictions.close(pathIn('policyAttachments', row), 'policies', 'Policies of guardrails are not read.'),
    ),
    ...(rows.tools ?? [])
      .filter(isToolBlocked)
      .map((row) =>
        restrictions.close(
          pathIn('tools', row),
          'blocked_tools',
          'Tools that requests declare are not refused by name.',
        ),
      ),
    ...(rows.settings ?? []).flatMap((row) => findLostSettings(row, restrictions)),
  ].includes(true);
}

function noteBudgets(rows: DatabaseRows, restrictions: Restrictions): void {
  const named = new Set(NAMERS.flatMap((table) => (rows[table] ?? []).map((row) => row[BUDGET])));
  for (const row of rows.budgets) {
    const path = `LiteLLM_BudgetTable[${toName(String(row.budget_id))}]`;
    if (named.has(row.budget_id))
      restrictions.note(path, 'approximate', 'Its amounts and limits became those of the rows that name it.');
    else restrictions.note(path, 'unsupported', 'No row names it. Nothing came of it.');
  }
}

function pathIn(table: OtherTable, row: DatabaseRow): string {
  const [name, id] = OTHER_TABLES[table];
  const shown = ['model_name', 'server_name', 'guardrail_name', 'credential_name', 'agent_name'].find((column) =>
    textOf(row, column),
  );
  return `${name}[${toName(String(row[shown ?? id] ?? ''))}]`;
}

/** Clients of callers, whom requests name in `user`: any key may name them. */
function isEndUserLost(row: DatabaseRow, restrictions: Restrictions, budgets: BudgetPlanner): boolean {
  const path = pathIn('endUsers', row);
  const lost = ['blocked', 'allowed_model_region', 'models', 'object_permission_id'].filter(
    (name) => !isBlank(row[name]),
  );
  const isLimited = !isBlank(row[BUDGET]);
  restrictions.note(
    path,
    isLimited ? 'approximate' : 'unsupported',
    isLimited
      ? 'A customer of Multilane, whom requests name in `user`, `safety_identifier` or `X-Service-Customer`.'
      : 'Clients of your callers need no row: requests name them.',
  );
  if (!isBlank(row.default_model))
    restrictions.note(`${path}.default_model`, 'unsupported', 'Clients of your callers have no models of their own.');
  const message = 'Clients of your callers are not rejected: let the application reject this one, and open the others.';
  return [
    ...lost.map((name) => restrictions.closeAs(`${path}.${name}`, 'end_users', message)),
    isLimited && budgets.addCustomer(path, row),
  ].includes(true);
}

function isTagLost(row: DatabaseRow, restrictions: Restrictions, budgets: BudgetPlanner): boolean {
  const path = pathIn('tags', row);
  const isLimited = !isBlank(row[BUDGET]);
  const message = 'Tags have no models, and requests of any key may have tags.';
  restrictions.note(
    path,
    isLimited ? 'approximate' : 'unsupported',
    isLimited ? 'Its budget became a rule for requests with the tag.' : 'Tags need no row: requests name them.',
  );
  return [
    !isBlank(row.models) && restrictions.closeAs(`${path}.models`, 'tags', message),
    isLimited && budgets.addTag(path, row),
  ].includes(true);
}

function isGuardrailLost(row: DatabaseRow, restrictions: Restrictions): boolean {
  const path = pathIn('guardrails', row);
  const status = textOf(row, 'status') ?? 'active';
  if (status !== 'active') {
    restrictions.note(path, 'approximate', 'The guardrail is not in effect. It was left out.');
    return false;
  }
  const params = row.litellm_params;
  if (isRecord(params) && params.default_on !== true) {
    restrictions.note(path, 'manual', 'Left out. Add it under `guardrails`; keys that choose it are disabled.');
    return false;
  }
  return restrictions.close(
    path,
    'guardrails',
    'Guardrails of the database are not read. Add this one under `guardrails`.',
  );
}

const isToolBlocked = (row: DatabaseRow): boolean => row.input_policy === 'blocked';

/** Settings that LiteLLM keeps in its database, in place of its file. */
function findLostSettings(row: DatabaseRow, restrictions: Restrictions): boolean[] {
  const section = textOf(row, 'param_name') ?? '';
  const path = pathIn('settings', row);
  restrictions.note(
    path,
    'manual',
    'Settings of the database are not kept. Write them into config.yaml, and import that.',
  );
  return findGlobalRestrictions(section, row.param_value).map(({ name, message }) =>
    restrictions.close(path, name, message),
  );
}
