import type { Caller, KeyRole } from './caller.js';
import {
  GRANTABLE_PERMISSIONS,
  KEY_ROLE_PERMISSIONS,
  ORGANIZATION_ROLE_PERMISSIONS,
  type Permission,
  WORKSPACE_ROLE_PERMISSIONS,
} from './permissions.js';

/** Fields from which permissions follow; any `Caller` is one. */
export type Subject = Pick<
  Caller,
  | 'credentialType'
  | 'role'
  | 'organizationId'
  | 'organizationRole'
  | 'memberships'
  | 'workspaceId'
  | 'teamId'
  | 'grantedPermissions'
>;

/** Place in which something is to be done. With neither workspace nor team it concerns the organization as a whole. */
export interface Scope {
  readonly organizationId: string;
  readonly workspaceId?: string | undefined;
  readonly teamId?: string | undefined;
}

const NOTHING: ReadonlySet<Permission> = new Set();

/**
 * Lists the permissions of a subject in a place (docs/contract/control-plane.md#roles). Nothing in another
 * organization. A person's organization role counts everywhere, a workspace role in its workspace. A PAT is its person
 * in the one workspace it was issued for, and has no power over the organization. The role of a key or JWT counts in
 * its own team, and not over the organization: see `keyPermissions`. The token of a virtual account of the organization
 * has what an owner granted the account, everywhere; the token of a virtual account of a workspace has nothing.
 */
export function permissionsOf(subject: Subject, place: Scope): ReadonlySet<Permission> {
  if (subject.organizationId === undefined || subject.organizationId !== place.organizationId) return NOTHING;
  switch (subject.credentialType) {
    case 'session':
      return union(organizationPermissions(subject), workspacePermissions(subject, place.workspaceId));
    case 'pat':
      return place.workspaceId === undefined || place.workspaceId !== subject.workspaceId
        ? NOTHING
        : union(withinWorkspace(organizationPermissions(subject)), workspacePermissions(subject, place.workspaceId));
    case 'api_key':
    case 'oidc':
      return keyPermissions(subject, place);
    case 'vat':
      return grantedPermissions(subject);
  }
}

/** True if a subject has a permission in a place. */
export function can(subject: Subject, permission: Permission, place: Scope): boolean {
  return permissionsOf(subject, place).has(permission);
}

/**
 * Everything that a subject may do somewhere: for a guard that rejects early, and for a console that hides what would be
 * rejected. Having a permission somewhere does not mean having it in the place at hand; ask `can`.
 */
export function permissionsAnywhere(subject: Subject): ReadonlySet<Permission> {
  const { organizationId, workspaceId, teamId, memberships = [] } = subject;
  if (organizationId === undefined) return NOTHING;
  const workspaceIds = [workspaceId, ...memberships.map((membership) => membership.workspaceId)];
  const places = workspaceIds.map((id) => ({ organizationId, workspaceId: id, teamId }));
  return places.map((place) => permissionsOf(subject, place)).reduce(union, NOTHING);
}

/**
 * Lists the permissions of a key or JWT in its own team. Only who reaches a workspace binds a key to it
 * (docs/contract/control-plane.md#key-management): one that is bound to a workspace counts there alone, and one that is
 * bound to none changes only what is bound to none. It still sees all of its team.
 */
function keyPermissions({ role, teamId, workspaceId }: Subject, place: Scope): ReadonlySet<Permission> {
  if (place.teamId === undefined || place.teamId !== teamId) return NOTHING;
  if (place.workspaceId === workspaceId) return KEY_ROLE_PERMISSIONS[role];
  return workspaceId === undefined ? KEY_ROLE_READS[role] : NOTHING;
}

const readsOf = (role: KeyRole): ReadonlySet<Permission> =>
  new Set([...KEY_ROLE_PERMISSIONS[role]].filter((permission) => permission.endsWith('.read')));

/** The part of a key's role that shows and changes nothing. */
const KEY_ROLE_READS: Readonly<Record<KeyRole, ReadonlySet<Permission>>> = {
  member: readsOf('member'),
  editor: readsOf('editor'),
  admin: readsOf('admin'),
};

function grantedPermissions({ grantedPermissions: granted }: Subject): ReadonlySet<Permission> {
  if (granted === undefined) return NOTHING;
  return new Set(GRANTABLE_PERMISSIONS.filter((permission) => granted.has(permission)));
}

function organizationPermissions({ organizationRole }: Subject): ReadonlySet<Permission> {
  return organizationRole === undefined ? NOTHING : ORGANIZATION_ROLE_PERMISSIONS[organizationRole];
}

function workspacePermissions({ memberships = [] }: Subject, workspaceId: string | undefined): ReadonlySet<Permission> {
  const membership = memberships.find((candidate) => candidate.workspaceId === workspaceId);
  return membership === undefined ? NOTHING : WORKSPACE_ROLE_PERMISSIONS[membership.role];
}

/** The part of an organization role that concerns one workspace: what the admin of that workspace has. */
function withinWorkspace(permissions: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set([...permissions].filter((permission) => WORKSPACE_ROLE_PERMISSIONS.admin.has(permission)));
}

function union(left: ReadonlySet<Permission>, right: ReadonlySet<Permission>): ReadonlySet<Permission> {
  if (left.size === 0 || right.size === 0) return left.size === 0 ? right : left;
  return new Set([...left, ...right]);
}
