import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database } from '@multilane/persistence';
import type { PolicyListQuery } from '../lists/policy-list.query.js';
import type { Requester } from './requester.js';

/**
 * Chooses the rows of a list that a requester may see, of rows that belong to one workspace or to all of them: returns a filter on the
 * workspace's id. Undefined: every row; a permission over the organization alone shows the rows of no workspace. Fails with 404 for a
 * workspace out of reach.
 */
export async function chooseReadableWorkspaces(
  requester: Requester,
  permission: Permission,
  asked: string | undefined,
  workspaces: Pick<Database['workspaces'], 'find'>,
): Promise<string | readonly string[] | undefined> {
  const { caller, organizationId } = requester;
  if (asked !== undefined) {
    const isReached = requester.can(permission, { workspaceId: asked });
    if (isReached && (await workspaces.find(organizationId, asked))) return asked;
    throw new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
  }
  if (requester.can(permission)) return undefined;
  const ids = [caller.workspaceId, ...(caller.memberships ?? []).map(({ workspaceId }) => workspaceId)];
  const reached = ids.filter((id) => id !== undefined && requester.can(permission, { workspaceId: id }));
  return [...new Set(reached)] as string[];
}

/**
 * The same for a list of policies, which those of the organization can be added to: they apply in each workspace. Requesters who cannot
 * read them get those of the workspace.
 */
export async function choosePolicyPlaces(
  requester: Requester,
  permission: Permission,
  { include_organization: included, workspace_id: asked }: PolicyListQuery,
  workspaces: Pick<Database['workspaces'], 'find'>,
): Promise<string | readonly (string | null)[] | undefined> {
  const chosen = await chooseReadableWorkspaces(requester, permission, asked, workspaces);
  const isBoth = asked !== undefined && included === 'true' && requester.can(permission);
  return isBoth ? [asked, null] : chosen;
}
