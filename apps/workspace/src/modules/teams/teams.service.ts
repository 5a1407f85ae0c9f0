import { GatewayError } from '@multilane/errors';
import type { Database, Page, TeamChanges, TeamRecord, UserRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { checkAllowedModels } from '../../credentials/check-allowed-names.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import { readNames } from '../../lists/read-names.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { comparePriorities, readQueue } from '../routing/read-queue.js';
import type { ListTeamsQuery } from './dto/list-teams.query.js';
import type { ShownTeamMember } from './dto/team.view.js';
import type { CreateTeamDto, UpdateTeamDto } from './dto/write-team.dto.js';

/** Permission to see the names of people. */
const SEES_PEOPLE = 'org.members.read';

@Injectable()
export class TeamsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  create({ actor, organizationId }: Requester, dto: CreateTeamDto): Promise<TeamRecord> {
    return this.database.change(actor, async (change) => {
      const names = { given: dto.allowed_models };
      await checkAllowedModels(change, this.services.declaredNames, { organizationId }, names);
      return change.teams.create(organizationId, { ...toChanges(dto), name: dto.name });
    });
  }

  /** People see every team of the organization; a key sees its own. */
  async list(requester: Requester, query: ListTeamsQuery): Promise<Page<TeamRecord>> {
    const { organizationId } = requester;
    const own = requester.ownTeamId;
    if (own === undefined) return this.database.teams.listPage(organizationId, toPageRequest(query));
    const team = await this.database.teams.find(organizationId, own);
    return { data: team ? [team] : [], nextCursor: null };
  }

  /** Fails with 404 for a team of another tenant, and for one that a key is not of. */
  async find(requester: Requester, id: string): Promise<TeamRecord> {
    const isHidden = requester.ownTeamId !== undefined && requester.ownTeamId !== id;
    const team = isHidden ? undefined : await this.database.teams.find(requester.organizationId, id);
    if (team === undefined) throw noSuchTeam();
    return team;
  }

  update({ actor, organizationId }: Requester, id: string, dto: UpdateTeamDto): Promise<TeamRecord> {
    return this.database.change(actor, async (change) => {
      const { teams } = change;
      await refuseDeclared(teams, organizationId, id);
      const before = await teams.find(organizationId, id);
      const names = { given: dto.allowed_models, stored: before?.allowedModels };
      await checkAllowedModels(change, this.services.declaredNames, { organizationId }, names);
      return teams.update(organizationId, id, toChanges(dto, before));
    });
  }

  /** Fails with 409 while keys of the team exist. */
  async remove({ actor, organizationId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, async ({ teams }) => {
      await refuseDeclared(teams, organizationId, id);
      await teams.remove(organizationId, id);
    });
  }

  /** The people of a team, with their names for a caller who may see people. */
  async listMembers(requester: Requester, teamId: string): Promise<readonly ShownTeamMember[]> {
    const { organizationId } = requester;
    if (!(await this.database.teams.find(organizationId, teamId))) throw noSuchTeam();
    const members = await this.database.teams.listMembers(organizationId, { teamId });
    const { users } = this.database;
    const named = requester.can(SEES_PEOPLE) ? members : [];
    const names = await readNames(
      named,
      ({ userId }) => userId,
      (id) => users.listAll(organizationId, { id }),
    );
    return members.map((member) => ({ ...member, user: names.get(member.userId) ?? null }));
  }

  /** Adding somebody who is in the team already changes nothing. Fails with 404 for people of other tenants. */
  async addMember(requester: Requester, teamId: string, userId: string): Promise<ShownTeamMember> {
    const { actor, organizationId } = requester;
    const { name } = await this.demandPerson(organizationId, userId);
    return this.database.change(actor, async ({ teams }) => {
      await teams.addMember(organizationId, teamId, userId);
      const [member] = await teams.listMembers(organizationId, { teamId, userId });
      if (member === undefined) throw noSuchTeam();
      return { ...member, user: requester.can(SEES_PEOPLE) ? name : null };
    });
  }

  /** Removing somebody who is not in the team changes nothing. Fails with 404 for people of other tenants. */
  async removeMember({ actor, organizationId }: Requester, teamId: string, userId: string): Promise<void> {
    await this.demandPerson(organizationId, userId);
    await this.database.change(actor, ({ teams }) => teams.removeMember(organizationId, teamId, userId));
  }

  private async demandPerson(organizationId: string, userId: string): Promise<UserRecord> {
    const person = await this.database.users.find(organizationId, userId);
    if (person !== undefined) return person;
    throw new GatewayError('not_found', { message: 'The person does not exist.' });
  }
}

async function refuseDeclared(
  teams: Pick<Database['teams'], 'find'>,
  organizationId: string,
  id: string,
): Promise<void> {
  const team = await teams.find(organizationId, id);
  if (team?.source === 'config') throw new GatewayError('declared_in_config');
}

/** Fails with 400 for a queue without a limit, and for a priority above the highest one. */
function toChanges(dto: UpdateTeamDto, before?: TeamRecord): TeamChanges {
  const { priority = before?.priority ?? null, max_priority: maxPriority = before?.maxPriority ?? null } = dto;
  comparePriorities({ priority, maxPriority });
  return {
    name: dto.name,
    allowedModels: dto.allowed_models,
    rpmLimit: dto.rpm_limit,
    tpmLimit: dto.tpm_limit,
    maxParallel: dto.max_parallel,
    queue: readQueue(dto.queue, dto.max_parallel ?? before?.maxParallel ?? 0),
    priority,
    maxPriority,
    tokenBudgetMonthly: dto.token_budget_monthly,
  };
}

function noSuchTeam(): GatewayError {
  return new GatewayError('not_found', { message: 'The team does not exist.' });
}
