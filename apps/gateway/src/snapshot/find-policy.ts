import type { Caller } from '@multilane/auth';
import type { Organization, Snapshot, Team, Workspace } from './snapshot.js';

/** The caller's organization; undefined for one that this snapshot does not know. */
export function organizationOf(
  { ownOrganization, organizations }: Snapshot,
  { organizationId }: Caller,
): Organization | undefined {
  return organizationId === undefined ? ownOrganization : organizations.get(organizationId);
}

/** The team that a caller belongs to; undefined for none, and for one that is gone or another organization's. */
export function teamOf({ ownTeams, teams }: Snapshot, { teamId, teamName, organizationId }: Caller): Team | undefined {
  if (teamId === undefined) return teamName === undefined ? undefined : ownTeams.get(teamName);
  const team = teams.get(teamId);
  return team?.organizationId === organizationId ? team : undefined;
}

/** The workspace that a caller is bound to; undefined for none, and for one that is gone or another organization's. */
export function workspaceOf({ workspaces }: Snapshot, { workspaceId, organizationId }: Caller): Workspace | undefined {
  const workspace = workspaceId === undefined ? undefined : workspaces.get(workspaceId);
  return workspace?.organizationId === organizationId ? workspace : undefined;
}
