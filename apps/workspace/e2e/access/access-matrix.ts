import type { TestWorkspace } from '../start-test-workspace.js';

/** Every kind of caller that there is. */
export const CALLERS = [
  /** No credential. */
  'stranger',
  /** Console sessions of people with an organization role and no place in a workspace. */
  'owner',
  'org_admin',
  'org_member',
  /** Console sessions of members of the organization with a role in its workspace. */
  'workspace_admin',
  'workspace_editor',
  'workspace_viewer',
  /** The PAT of an owner who is the workspace's admin too. */
  'pat_owner',
  /** Team-scoped API keys by their role. */
  'key_admin',
  'key_editor',
  'key_member',
  /** The token of a virtual account. */
  'vat',
  /** A SCIM client. */
  'scim',
] as const;

export type CallerName = (typeof CALLERS)[number];

/** Callers that a route admits, and those that it rejects: each caller is in exactly one of the lists. */
export interface AccessRow {
  readonly allowed: readonly CallerName[];
  readonly refused: readonly CallerName[];
  /** A body that the route's checks let through, for the test with ids of another tenant; `{}` by default. */
  readonly body?: object;
  /** Reason why a PUT, PATCH or DELETE does not honour `If-Match` (docs/contract/control-plane.md#versions). */
  readonly unversioned?: string;
}

export const NEVER_CHANGED =
  'It is made and removed, and never changed: there is no change that a removal could undo unseen.';
export const MEMBERSHIP = 'Somebody is in it or not.';

/**
 * Rows by route: `POST /admin/keys`. Written by hand from docs/contract/control-plane.md#roles, and not from the code.
 */
export type AccessMatrix = Readonly<Record<string, AccessRow>>;

/** A tenant with somebody and something in it. */
export interface Tenant {
  readonly workspace: TestWorkspace;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly teamId: string;
  readonly userId: string;
}

/**
 * Makers of a tenant's ids, by the path up to the parameter (`/admin/keys/:id`) or by a parameter's name wherever it occurs (`:user_id`).
 */
export type IdMakers = Readonly<Record<string, (tenant: Tenant) => Promise<string> | string>>;

/** Rows of all modules, their ids where routes have any, and the file of each row. */
export interface ModuleAccess {
  readonly rows: AccessMatrix;
  readonly ids: IdMakers;
  readonly files: Readonly<Record<string, string>>;
}
