import type { components } from '../../api/schema.js';

export type Permission = components['schemas']['CreateOrganizationAccountDto']['permissions'][number];

type PermissionGroupName = 'organization' | 'workspaces' | 'access' | 'gateway' | 'policies' | 'build' | 'observe';

/** The group of each permission that can be granted. Those of the API are all here: without its line, a new one does not compile. */
const GROUP_OF: Readonly<Record<Permission, PermissionGroupName>> = {
  'org.read': 'organization',
  'org.manage': 'organization',
  'org.members.read': 'organization',
  'org.members.manage': 'organization',
  'gateway.teams.read': 'organization',
  'gateway.teams.manage': 'organization',
  'gateway.teammembers.manage': 'organization',
  'org.accounts.read': 'organization',
  'org.credentialpolicy.manage': 'organization',
  'workspace.read': 'workspaces',
  'workspace.manage': 'workspaces',
  'org.workspaces.manage': 'workspaces',
  'workspace.members.read': 'workspaces',
  'workspace.members.manage': 'workspaces',
  'gateway.keys.read': 'access',
  'gateway.keys.manage': 'access',
  'gateway.serviceaccounts.read': 'access',
  'gateway.serviceaccounts.manage': 'access',
  'gateway.providers.read': 'gateway',
  'gateway.providers.manage': 'gateway',
  'gateway.models.read': 'gateway',
  'gateway.models.manage': 'gateway',
  'gateway.routing.read': 'gateway',
  'gateway.routing.manage': 'gateway',
  'gateway.prompts.read': 'build',
  'gateway.prompts.manage': 'build',
  'gateway.prompts.release': 'build',
  'gateway.cache.read': 'gateway',
  'gateway.cache.manage': 'gateway',
  'gateway.guardrails.read': 'policies',
  'gateway.guardrails.manage': 'policies',
  'gateway.pii.read': 'policies',
  'gateway.pii.manage': 'policies',
  'gateway.ratelimits.read': 'policies',
  'gateway.ratelimits.manage': 'policies',
  'gateway.budgets.read': 'policies',
  'gateway.budgets.manage': 'policies',
  'gateway.budgetrules.read': 'policies',
  'gateway.budgetrules.manage': 'policies',
  'gateway.tags.read': 'policies',
  'gateway.tags.manage': 'policies',
  'gateway.mcp.read': 'build',
  'gateway.mcp.manage': 'build',
  'gateway.agents.read': 'build',
  'gateway.agents.manage': 'build',
  'gateway.agents.run': 'build',
  'gateway.agents.approve': 'build',
  'gateway.workflows.read': 'build',
  'gateway.workflows.manage': 'build',
  'gateway.workflows.run': 'build',
  'gateway.evals.read': 'build',
  'gateway.evals.manage': 'build',
  'gateway.evals.run': 'build',
  'gateway.secrets.read': 'build',
  'gateway.secrets.manage': 'build',
  'gateway.usage.read': 'observe',
  'gateway.usage.manage': 'observe',
  'gateway.alerts.read': 'observe',
  'gateway.alerts.manage': 'observe',
  'gateway.teamalerts.manage': 'observe',
  'gateway.exports.read': 'observe',
  'gateway.exports.manage': 'observe',
  'org.usage.read': 'observe',
  'org.statements.manage': 'observe',
  'gateway.audit.read': 'observe',
  'gateway.annotations.manage': 'observe',
};

export const ALL_PERMISSIONS = Object.keys(GROUP_OF) as Permission[];

/** Permissions on one sort of resource. */
interface PermissionRow {
  /** A key of the texts: `gateway_keys`. */
  readonly resource: string;
  readonly permissions: readonly Permission[];
}

interface PermissionGroup {
  readonly group: PermissionGroupName;
  readonly rows: readonly PermissionRow[];
}

/** Permissions by group and resource, in the order of the list above. */
export function groupPermissions(list: readonly string[]): PermissionGroup[] {
  const groups = new Map<PermissionGroupName, Map<string, Permission[]>>();
  for (const permission of ALL_PERMISSIONS.filter((each) => list.includes(each))) {
    const rows = groups.get(GROUP_OF[permission]) ?? new Map<string, Permission[]>();
    groups.set(GROUP_OF[permission], rows);
    const resource = resourceOf(permission);
    rows.set(resource, [...(rows.get(resource) ?? []), permission]);
  }
  return [...groups].map(([group, rows]) => ({
    group,
    rows: [...rows].map(([resource, permissions]) => ({ resource, permissions })),
  }));
}

function resourceOf(permission: string): string {
  return permission.slice(0, permission.lastIndexOf('.')).replaceAll('.', '_');
}

/** The last word: `read`, `manage`, `run` or `approve`. */
export function actionOf(permission: string): string {
  return permission.slice(permission.lastIndexOf('.') + 1);
}

/** The list with or without a permission. */
export function setPermission(list: readonly Permission[], permission: Permission, isGranted: boolean): Permission[] {
  const others = list.filter((each) => each !== permission);
  return isGranted ? [...others, permission] : others;
}

/** The list, and everything that only shows. */
export function withReads(list: readonly Permission[]): Permission[] {
  return [...new Set([...list, ...ALL_PERMISSIONS.filter((permission) => actionOf(permission) === 'read')])];
}

/** Permissions that can be granted now: those that no longer can be granted are not sent again. */
export function grantableOf(list: readonly string[]): Permission[] {
  return ALL_PERMISSIONS.filter((permission) => list.includes(permission));
}
