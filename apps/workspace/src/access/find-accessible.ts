import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { type Requester, refusePermission } from './requester.js';

/** Permissions that a route requires in the workspace of the row that it names; over the organization, if the row is in none. */
export interface WorkspaceNeed {
  /** Without this the row is as good as not there. */
  readonly toSee: Permission;
  /** Without this the request is rejected. */
  readonly toDo: Permission;
  /** `?workspace_id=`: in another workspace nothing is found. */
  readonly asked?: string | undefined;
}

/**
 * A row of a workspace, or of all of them, that an id alone has named, where it is there for the requester. Fails with 403 if the row may be
 * seen and more is needed, and where the credential belongs to no workspace.
 */
export async function findAccessible<Row extends { readonly workspaceId: string | null }>(
  requester: Requester,
  { toSee, toDo, asked }: WorkspaceNeed,
  find: (organizationId: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const { credentialType, organizationAccountId, workspaceId: bound, teamId } = requester.caller;
  const isEverywhere = credentialType === 'session' || organizationAccountId !== undefined;
  if (!isEverywhere && bound === undefined) {
    throw new GatewayError('permission_denied', { message: 'The credential has access to no workspace.' });
  }
  const row = await find(requester.organizationId);
  if (row === undefined) return undefined;
  const workspaceId = row.workspaceId ?? undefined;
  const place = workspaceId === undefined ? {} : { workspaceId, teamId };
  const isMeant = (asked ?? workspaceId) === workspaceId && (bound ?? workspaceId) === workspaceId;
  if (!isMeant || !requester.can(toSee, place)) return undefined;
  if (!requester.can(toDo, place)) throw refusePermission(toDo);
  return row;
}
