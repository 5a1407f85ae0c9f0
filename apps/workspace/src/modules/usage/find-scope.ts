import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { AuditScope, Database } from '@multilane/persistence';
import type { Requester } from '../../access/requester.js';

/**
 * Finds the requests and usage that a requester may see: people with a role over the organization everything, others the requests by way of
 * the workspaces where they have the permission, and keys those of their own team. Fails with 404 for a workspace that is out of reach.
 */
export async function findScope(
  requester: Requester,
  permission: Permission,
  workspaces: Pick<Database['workspaces'], 'find'>,
  asked: string | undefined,
): Promise<AuditScope> {
  const { caller, organizationId, ownTeamId: teamId } = requester;
  if (asked !== undefined) {
    const isReached = requester.can(permission, { workspaceId: asked, teamId });
    if (isReached && (await workspaces.find(organizationId, asked))) return { workspaceIds: [asked], teamId };
    throw new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
  }
  if (teamId !== undefined) return { teamId, workspaceIds: caller.workspaceId ? [caller.workspaceId] : undefined };
  if (requester.can(permission)) return {};
  const ids = [caller.workspaceId, ...(caller.memberships ?? []).map(({ workspaceId }) => workspaceId)];
  const known = new Set(ids.filter((id) => id !== undefined));
  return { workspaceIds: [...known].filter((workspaceId) => requester.can(permission, { workspaceId })) };
}
