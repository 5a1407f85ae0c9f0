import { GatewayError } from '@multilane/errors';
import type { AlertFilters, AlertPlace, Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { choosePolicyPlaces } from '../../access/choose-readable-workspaces.js';
import { chooseWorkspace } from '../../access/choose-workspace.js';
import { type Requester, refusePermission } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import type { PolicyListQuery } from '../../lists/policy-list.query.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

export const READ = 'gateway.alerts.read';
export const MANAGE = 'gateway.alerts.manage';
/** For one's own team alone. */
export const MANAGE_TEAM = 'gateway.teamalerts.manage';

/** Place that somebody asks for. */
export interface AskedPlace {
  readonly scope?: 'workspace' | 'organization' | undefined;
  readonly workspace_id?: string | undefined;
  readonly team_id?: string | null | undefined;
}

/**
 * Places of rules and channels, and who reaches them (docs/alerts.md#who-may-do-what): administrators those of their workspace, others those of the
 * team that they count for, and keys those of their own team.
 */
@Injectable()
export class AlertPlacesService {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'teams' | 'workspaces'>,
    @Inject(WORKSPACE_SERVICES) private readonly services: Pick<WorkspaceServices, 'workspaceFinder'>,
  ) {}

  /** The place of something new. Fails with 403 without the permission there, and with 400 for an unknown team. */
  async choose(requester: Requester, asked: AskedPlace): Promise<AlertPlace> {
    const { organizationId, ownTeamId } = requester;
    const workspaceId = await this.chooseWorkspace(requester, asked);
    const teamId = asked.team_id ?? ownTeamId ?? null;
    const place = { organizationId, workspaceId, teamId };
    if (!this.mayManage(requester, place)) throw refusePermission(teamId === null ? MANAGE : MANAGE_TEAM);
    if (teamId !== null && (await this.database.teams.find(organizationId, teamId)) === undefined) {
      throw refuseField({ path: 'team_id', message: 'must be the id of a team' });
    }
    return place;
  }

  /** Fails with 404 for what is not there for the requester, and with 403 for what it may see and not change. */
  demand<Row extends AlertPlace>(
    requester: Requester,
    row: Row | undefined,
    {
      asked,
      noun,
      toManage,
    }: { readonly asked: string | undefined; readonly noun: string; readonly toManage: boolean },
  ): Row {
    const isMeant = asked === undefined || row?.workspaceId === asked;
    if (row === undefined || !isMeant || !requester.can(READ, placeOf(row))) {
      throw new GatewayError('not_found', { message: `The ${noun} does not exist.` });
    }
    if (toManage && !this.mayManage(requester, row)) {
      throw refusePermission(row.teamId === null ? MANAGE : MANAGE_TEAM);
    }
    return row;
  }

  /** Filters of a list of what the requester may see. Fails with 404 for a workspace out of reach. */
  async filtersOf(requester: Requester, query: PolicyListQuery): Promise<AlertFilters> {
    const { caller, ownTeamId } = requester;
    if (ownTeamId === undefined) {
      return { workspaceId: await choosePolicyPlaces(requester, READ, query, this.database.workspaces) };
    }
    const asked = query.workspace_id;
    if (asked !== undefined && caller.workspaceId !== undefined && asked !== caller.workspaceId) {
      throw new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
    }
    return { workspaceId: asked ?? caller.workspaceId, teamId: ownTeamId };
  }

  private async chooseWorkspace(requester: Requester, asked: AskedPlace): Promise<string | null> {
    const { caller, ownTeamId } = requester;
    const isOfOrganization = asked.scope === 'organization';
    if (isOfOrganization && asked.workspace_id !== undefined && ownTeamId === undefined) {
      throw refuseField({ path: 'workspace_id', message: 'belongs to the scope workspace' });
    }
    // A key that is bound to no workspace has its team, and nothing else.
    if (isOfOrganization || (ownTeamId !== undefined && caller.workspaceId === undefined)) return null;
    return chooseWorkspace(caller, MANAGE_TEAM, asked.workspace_id, this.services.workspaceFinder);
  }

  private mayManage(requester: Requester, row: AlertPlace): boolean {
    const place = placeOf(row);
    if (requester.can(MANAGE, place)) return true;
    return row.teamId !== null && requester.can(MANAGE_TEAM, place) && isOwnTeam(requester, row);
  }
}

const placeOf = ({ teamId, workspaceId }: AlertPlace): { workspaceId?: string; teamId?: string } => ({
  ...(workspaceId !== null && { workspaceId }),
  ...(teamId !== null && { teamId }),
});

/** True if the requester counts for the team, in the workspace if there is one. */
function isOwnTeam({ caller, ownTeamId }: Requester, { teamId, workspaceId }: AlertPlace): boolean {
  if (ownTeamId !== undefined) return ownTeamId === teamId;
  return (caller.memberships ?? []).some(
    (membership) => membership.workspaceId === workspaceId && membership.teamId === teamId,
  );
}
