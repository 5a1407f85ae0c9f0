import { isRecord } from '@multilane/contracts';
import type { FindingStatus } from '../import-result.js';
import { isBlank } from '../is-blank.js';
import { findGlobalRestrictions } from '../litellm/global-restrictions.js';
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
 * @returns Whether something restricts every key, and cannot be kept.
 */
export function noteOtherTables(rows: DatabaseRows, restrictions: Restrictions): boolean {
  for (const [name, [status, message]] of Object.entries(LEFT_OUT)) {
    const table = name as OtherTable;
    for (const row of rows[table] ?? []) restrictions.note(pathIn(table, row), status, message);
  }
  for (const [name, message] of Object.entries(MERGED)) {
    const table = name as OtherTable;
    for (const row of rows[table] ?? []) restrictions.note(pathIn(table, row), 'approximate', message);
  }
  for (const row of rows.budgets)
    restrictions.note(`LiteLLM_BudgetTable[${toName(String(row.budget_id))}]`, 'approximate', OF_KEYS);
  for (const row of (rows.tools ?? []).filter((each) => !isToolBlocked(each)))
    restrictions.note(pathIn('tools', row), 'unsupported', 'Tools that requests declare are not listed.');
  for (const row of (rows.accessGroupBudgets ?? []).filter((each) => isBlank(each.budget_id)))
    restrictions.note(pathIn('accessGroupBudgets', row), 'unsupported', 'Groups of models have no budgets.');
  return [
    ...(rows.endUsers ?? []).map((row) => isEndUserLost(row, restrictions)),
    ...(rows.tags ?? []).map((row) => isTagLost(row, restrictions)),
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

function pathIn(table: OtherTable, row: DatabaseRow): string {
  const [name, id] = OTHER_TABLES[table];
  const shown = ['model_name', 'server_name', 'guardrail_name', 'credential_name', 'agent_name'].find((column) =>
    textOf(row, column),
  );
  return `${name}[${toName(String(row[shown ?? id] ?? ''))}]`;
}

/** Clients of callers, whom requests name in `user`: any key may name them. */
function isEndUserLost(row: DatabaseRow, restrictions: Restrictions): boolean {
  const path = pathIn('endUsers', row);
  const lost = ['blocked', 'budget_id', 'allowed_model_region', 'models', 'object_permission_id'].filter(
    (name) => !isBlank(row[name]),
  );
  if (lost.length === 0) restrictions.note(path, 'unsupported', 'Clients of your callers are not kept.');
  const message =
    'Clients of your callers are neither refused nor limited: let the application refuse this one, and open the others.';
  return lost.map((name) => restrictions.closeAs(`${path}.${name}`, 'end_users', message)).includes(true);
}

function isTagLost(row: DatabaseRow, restrictions: Restrictions): boolean {
  const path = pathIn('tags', row);
  const lost = ['budget_id', 'models'].filter((name) => !isBlank(row[name]));
  if (lost.length === 0) restrictions.note(path, 'unsupported', 'Tags are not kept.');
  const message = 'Tags have no budgets and no models, and requests of any key may have tags.';
  return lost.map((name) => restrictions.closeAs(`${path}.${name}`, 'tags', message)).includes(true);
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
