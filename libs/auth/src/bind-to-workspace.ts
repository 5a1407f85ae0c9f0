import { GatewayError } from '@multilane/errors';
import type { Caller } from './caller.js';

/**
 * The caller in the one workspace that its request concerns (docs/contract/control-plane.md#choosing-a-workspace).
 * `requested` is the query parameter `workspace_id`; a credential that reaches one workspace needs none. A session is
 * attributed to the team that the person's membership there names. Throws 400 `invalid_value` where a session reaches
 * several and names none, and 404 `not_found` where it names one that it does not reach. That the workspace of somebody
 * who reaches them all exists in the organization is for the caller of this function to see.
 */
export function bindToWorkspace<C extends Caller>(caller: C, requested: string | undefined): C {
  if (caller.credentialType === 'session') return bindSession(caller, requested);
  if (requested === undefined || requested === caller.workspaceId) return caller;
  throw outOfReach();
}

function bindSession<C extends Caller>(caller: C, requested: string | undefined): C {
  const memberships = caller.memberships ?? [];
  const only = memberships.length === 1 ? memberships[0]?.workspaceId : undefined;
  const workspaceId = requested ?? caller.workspaceId ?? only;
  if (workspaceId === undefined) {
    throw new GatewayError('invalid_value', {
      param: 'workspace_id',
      message: 'Specify the workspace with `?workspace_id=`.',
    });
  }
  const membership = memberships.find((candidate) => candidate.workspaceId === workspaceId);
  if (membership === undefined && !reachesAll(caller)) throw outOfReach();
  const { teamId, teamName, isTeamRemoved = false } = membership ?? {};
  return { ...caller, workspaceId, teamId, teamName, isTeamRemoved };
}

function reachesAll({ organizationRole }: Caller): boolean {
  return organizationRole === 'owner' || organizationRole === 'org_admin';
}

/** The same for a workspace of another tenant, one without a membership and none at all. */
function outOfReach(): GatewayError {
  return new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
}
