import { WORKSPACE_ROLE_PERMISSIONS } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Change, Database, Page, UserRecord, WorkspaceMember } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { readNames } from '../../lists/read-names.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { ShownWorkspaceMember } from './dto/workspace-member.view.js';
import type { WriteMemberDto } from './dto/write-workspace.dto.js';
import { WorkspacesService } from './workspaces.service.js';

@Injectable()
export class MembersService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
  ) {}

  async list(requester: Requester, id: string, query: NamedListQuery): Promise<Page<ShownWorkspaceMember>> {
    await this.workspaces.findFor(requester, id, 'workspace.members.read');
    const { memberships } = this.database;
    const page = await memberships.listOfWorkspace(requester.organizationId, id, toPageRequest(query));
    return { data: await this.show(requester, id, page.data), nextCursor: page.nextCursor };
  }

  async find(requester: Requester, id: string, userId: string): Promise<ShownWorkspaceMember> {
    await this.workspaces.findFor(requester, id, 'workspace.members.read');
    const { organizationId } = requester;
    const [membership] = await this.database.memberships.list(organizationId, { workspaceId: id, userId });
    const user = membership && (await this.database.users.find(organizationId, membership.userId));
    if (membership === undefined || user === undefined) {
      throw new GatewayError('not_found', { message: 'The person is not in the workspace.' });
    }
    return this.showOne(requester, id, { user, membership });
  }

  /**
   * Fails with 400 for a team that the person is not in: nobody spends another team's budget. A team that is left out stays as
   * it is, so that a change of the role alone never widens access.
   */
  async set(requester: Requester, id: string, userId: string, dto: WriteMemberDto): Promise<ShownWorkspaceMember> {
    await this.workspaces.findFor(requester, id, 'workspace.members.manage');
    const { actor, organizationId } = requester;
    const user = await this.findPerson(organizationId, userId);
    const { role, team_id: teamId } = dto;
    const place = { workspaceId: id, userId: user.id, teamId };
    requester.demandWithinGrants(WORKSPACE_ROLE_PERMISSIONS[role]);
    const member = await this.database.change(actor, async ({ memberships, teams }) => {
      await this.demandOthersDecision(memberships, requester, place);
      if (teamId && !(await isInTeam(teams, organizationId, { teamId, userId: user.id }))) {
        throw new GatewayError('invalid_value', {
          param: 'team_id',
          message: '`team_id` must be a team of the person.',
        });
      }
      return { user, membership: await memberships.set(organizationId, { ...place, role }) };
    });
    return this.showOne(requester, id, member);
  }

  /** Removes a membership. Does nothing if there is none. */
  async remove(requester: Requester, id: string, userId: string): Promise<void> {
    await this.workspaces.findFor(requester, id, 'workspace.members.manage');
    const { actor, organizationId } = requester;
    const user = await this.findPerson(organizationId, userId);
    await this.database.change(actor, ({ memberships }) => memberships.remove(organizationId, id, user.id));
  }

  private async showOne(
    requester: Requester,
    workspaceId: string,
    member: WorkspaceMember,
  ): Promise<ShownWorkspaceMember> {
    const [shown = { ...member, team: null }] = await this.show(requester, workspaceId, [member]);
    return shown;
  }

  /** Names the teams of members for a caller who may see teams: one query, however many. */
  private async show(
    requester: Requester,
    workspaceId: string,
    members: readonly WorkspaceMember[],
  ): Promise<ShownWorkspaceMember[]> {
    const named = requester.can('gateway.teams.read', { workspaceId }) ? members : [];
    const names = await readNames(
      named,
      ({ membership }) => membership.teamId,
      (ids) => this.database.teams.listByIds(requester.organizationId, ids),
    );
    return members.map((member) => ({ ...member, team: names.get(member.membership.teamId ?? '') ?? null }));
  }

  /** Only who runs the organization decides which team their own membership is attributed to: 403 for others. */
  private async demandOthersDecision(
    memberships: Change['memberships'],
    requester: Requester,
    { workspaceId, userId, teamId }: { workspaceId: string; userId: string; teamId: string | null | undefined },
  ): Promise<void> {
    if (teamId === undefined || requester.caller.userId !== userId || requester.can('gateway.teammembers.manage'))
      return;
    const [own] = await memberships.list(requester.organizationId, { workspaceId, userId });
    if (own?.teamId === teamId && own.teamRemovedAt === null) return;
    throw new GatewayError('permission_denied', {
      param: 'team_id',
      message: 'Another administrator must change the team of your own membership.',
    });
  }

  private async findPerson(organizationId: string, userId: string): Promise<UserRecord> {
    const user = await this.database.users.find(organizationId, userId);
    if (user === undefined) throw new GatewayError('not_found', { message: 'The person does not exist.' });
    return user;
  }
}

/** True if the person is in the team, which is locked so that the person stays in it until the end of the change. */
async function isInTeam(
  teams: Change['teams'],
  organizationId: string,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<boolean> {
  if (!(await teams.find(organizationId, teamId))) return false;
  await teams.lock(organizationId, teamId);
  return (await teams.listMembers(organizationId, { teamId, userId })).length > 0;
}
