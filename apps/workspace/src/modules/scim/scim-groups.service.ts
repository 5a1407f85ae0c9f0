import { GatewayError } from '@multilane/errors';
import type { Database, TeamRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { inScimTerms } from './explain-conflict.js';
import { applyPatch } from './protocol/apply-patch.js';
import { etagOf, requireMatch } from './protocol/etag.js';
import { type ListRequest, sortResources } from './protocol/list-request.js';
import { findEquality, matchesFilter } from './protocol/match-filter.js';
import type { Filter } from './protocol/parse-filter.js';
import { filterWithPauses } from './protocol/pauses.js';
import { readResource } from './protocol/read-resource.js';
import type { Resource } from './protocol/resource.js';
import { GROUP_SCHEMA } from './protocol/resource-schema.js';
import { refuseOwnersAmong } from './refuse-owners.js';
import { type GroupMember, readGroupValues, toScimGroup } from './scim-group.js';
import type { ResourcePage } from './scim-users.service.js';

/** Teams as an identity provider keeps them up to date (RFC 7644): a group is a team. */
@Injectable()
export class ScimGroupsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  async find({ organizationId }: Requester, id: string, baseUrl: string, withMembers: boolean): Promise<Resource> {
    const team = await this.database.teams.find(organizationId, id);
    if (team === undefined) throw new GatewayError('not_found', { message: 'The group does not exist.' });
    return this.present(team, baseUrl, withMembers);
  }

  async list(
    { organizationId }: Requester,
    request: ListRequest,
    baseUrl: string,
    withMembers: boolean,
  ): Promise<ResourcePage> {
    const { filter, sortBy, offset, count } = request;
    const { teams } = this.database;
    if (filter === undefined && sortBy === undefined) {
      const [page, total] = await Promise.all([
        teams.listRange(organizationId, offset, count),
        teams.count(organizationId),
      ]);
      return { resources: await this.presentAll(organizationId, page, baseUrl, withMembers), total };
    }
    const candidates = await this.findCandidates(organizationId, filter);
    // A filter or an order may be about members that are not to be shown.
    const all = await this.presentAll(organizationId, candidates, baseUrl, true);
    const matching =
      filter === undefined ? all : await filterWithPauses(all, (group) => matchesFilter(filter, GROUP_SCHEMA, group));
    return { resources: sortResources(matching, request).slice(offset, offset + count), total: matching.length };
  }

  async create({ organizationId, actor }: Requester, body: unknown, baseUrl: string): Promise<Resource> {
    const { members, ...values } = readGroupValues(readResource(GROUP_SCHEMA, body));
    const team = await inScimTerms(
      this.database.change(actor, async ({ teams, users, organizations }) => {
        await refuseOwnersAmong(users, organizationId, members);
        const allowedModels = await this.findDefaultModels(organizations, organizationId);
        const made = await teams.create(organizationId, { ...values, allowedModels });
        if (members.length === 0) return made;
        await teams.changeMembers(organizationId, made.id, { add: members, remove: [] });
        return teams.lock(organizationId, made.id);
      }),
    );
    return this.present(team, baseUrl, true);
  }

  replace(
    requester: Requester,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    baseUrl: string,
  ): Promise<Resource> {
    const resource = readResource(GROUP_SCHEMA, body);
    return this.change(requester, id, ifMatch, baseUrl, () => resource);
  }

  patch(
    requester: Requester,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    baseUrl: string,
  ): Promise<Resource> {
    return this.change(requester, id, ifMatch, baseUrl, (resource) => applyPatch(GROUP_SCHEMA, resource, body));
  }

  /**
   * Fails with 409 while keys of the team exist, and for a team of gateway.yaml; with 403 if an owner is in it, or has
   * a membership that is attributed to it.
   */
  async remove({ organizationId, actor }: Requester, id: string, ifMatch: string | undefined): Promise<void> {
    await this.database.change(actor, async ({ teams, memberships, users }) => {
      const team = await teams.lock(organizationId, id);
      requireMatch(ifMatch, etagOf(team.revision));
      refuseDeclared(team);
      const members = await teams.listMembers(organizationId, { teamId: id });
      const attributed = await memberships.list(organizationId, { teamId: id });
      const losing = [...members, ...attributed].map(({ userId }) => userId);
      await refuseOwnersAmong(users, organizationId, losing);
      await teams.remove(organizationId, id);
    });
  }

  private async change(
    { organizationId, actor }: Requester,
    id: string,
    ifMatch: string | undefined,
    baseUrl: string,
    toResource: (present: Resource) => Resource | Promise<Resource>,
  ): Promise<Resource> {
    const changed = await inScimTerms(
      this.database.change(actor, async ({ teams, users }) => {
        const team = await teams.lock(organizationId, id);
        requireMatch(ifMatch, etagOf(team.revision));
        refuseDeclared(team);
        const present = (await findMembers({ teams, users }, organizationId, [id])).get(id) ?? [];
        const { members, ...values } = readGroupValues(await toResource(toScimGroup(team, present, baseUrl)));
        const held = new Set(present.map((member) => member.id));
        const wanted = new Set(members);
        const remove = [...held].filter((userId) => !wanted.has(userId));
        const added = members.filter((userId) => !held.has(userId));
        await refuseOwnersAmong(users, organizationId, [...remove, ...added]);
        await teams.update(organizationId, id, values);
        await teams.changeMembers(organizationId, id, { add: members, remove });
        return teams.lock(organizationId, id);
      }),
    );
    return this.present(changed, baseUrl, true);
  }

  /** None but what gateway.yaml says, which speaks for its own organization. */
  private async findDefaultModels(
    organizations: Pick<Database['organizations'], 'findByName'>,
    organizationId: string,
  ): Promise<readonly string[]> {
    const { organization } = this.services.config;
    const { organizationName: name } = this.services.followed.now;
    const tenant = await organizations.findByName(name);
    return tenant?.id === organizationId ? organization.scim.default_allowed_models : [];
  }

  private async findCandidates(organizationId: string, filter: Filter | undefined): Promise<readonly TeamRecord[]> {
    const { teams } = this.database;
    const named = (name: string) => (filter === undefined ? undefined : findEquality(filter, name));
    const id = named('id');
    if (id !== undefined) return [await teams.find(organizationId, id)].filter((team) => team !== undefined);
    const scimExternalId = named('externalId');
    return teams.listAll(organizationId, scimExternalId === undefined ? {} : { scimExternalId });
  }

  private async present(team: TeamRecord, baseUrl: string, withMembers: boolean): Promise<Resource> {
    const [resource] = await this.presentAll(team.organizationId, [team], baseUrl, withMembers);
    if (resource === undefined) throw new Error('a team has no resource');
    return resource;
  }

  private async presentAll(
    organizationId: string,
    teams: readonly TeamRecord[],
    baseUrl: string,
    withMembers: boolean,
  ): Promise<readonly Resource[]> {
    const teamIds = withMembers ? teams.map(({ id }) => id) : [];
    const members = await findMembers(this.database, organizationId, teamIds);
    return teams.map((team) => toScimGroup(team, members.get(team.id) ?? [], baseUrl));
  }
}

/** Everybody is few; more are not asked for by name. */
const MOST_NAMED = 500;

/** Finds the members of some teams. */
async function findMembers(
  { teams, users }: Pick<Database, 'teams' | 'users'>,
  organizationId: string,
  teamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly GroupMember[]>> {
  const members = new Map<string, GroupMember[]>(teamIds.map((id) => [id, []]));
  if (teamIds.length === 0) return members;
  const places = await teams.listMembers(organizationId, { teamId: teamIds });
  if (places.length === 0) return members;
  const ids = [...new Set(places.map(({ userId }) => userId))];
  const people = await users.listAll(organizationId, ids.length > MOST_NAMED ? {} : { id: ids });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  for (const { teamId, userId: id } of places) members.get(teamId)?.push({ id, name: names.get(id) ?? id });
  return members;
}

function refuseDeclared({ source }: TeamRecord): void {
  if (source === 'config') throw new GatewayError('declared_in_config');
}
