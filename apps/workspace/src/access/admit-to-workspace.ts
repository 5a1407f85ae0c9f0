import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { type Requester, refusePermission } from './requester.js';

/** What a route needs of its requester in the workspace of the row that it names. */
export interface WorkspaceNeed {
  /** Without this the row is as good as not there. */
  readonly toSee: Permission;
  /** Without this the request is refused. */
  readonly toDo: Permission;
  /** `?workspace_id=`: in another workspace nothing is found. */
  readonly asked?: string | undefined;
}

/**
 * Whether a row of a workspace, which an id alone has named, is there for the requester. Fails with 403 where the row may
 * be seen and more is needed, and where the credential belongs to no workspace.
 */
export function isInReach(requester: Requester, workspaceId: string, { toSee, toDo, asked }: WorkspaceNeed): boolean {
  const { credentialType, workspaceId: bound, teamId } = requester.caller;
  const isPerson = credentialType === 'session';
  if (!isPerson && bound === undefined) {
    throw new GatewayError('permission_denied', { message: 'The credential reaches no workspace.' });
  }
  if ((asked ?? workspaceId) !== workspaceId || (bound ?? workspaceId) !== workspaceId) return false;
  const place = { workspaceId, teamId };
  if (!requester.can(toSee, place)) return false;
  if (!requester.can(toDo, place)) throw refusePermission(toDo);
  return true;
}
