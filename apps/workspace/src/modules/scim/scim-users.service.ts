import { GatewayError } from '@multilane/errors';
import type { Change, Database, UserRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import { inScimTerms, taken } from './explain-conflict.js';
import { applyPatch } from './protocol/apply-patch.js';
import { etagOf, requireMatch } from './protocol/etag.js';
import { type ListRequest, sortResources } from './protocol/list-request.js';
import { findEquality, matchesFilter } from './protocol/match-filter.js';
import type { Filter } from './protocol/parse-filter.js';
import { filterWithPauses } from './protocol/pauses.js';
import { readResource } from './protocol/read-resource.js';
import type { Resource } from './protocol/resource.js';
import { USER_SCHEMA } from './protocol/resource-schema.js';
import { refuseOwner } from './refuse-owners.js';
import { readPatchedUser, readUserValues, type ScimUserValues, toScimUser, type UserGroup } from './scim-user.js';

export interface ResourcePage {
  readonly resources: readonly Resource[];
  readonly total: number;
}

/** Everybody is few; more are not asked for by name. */
const MOST_NAMED = 500;

/** People as an identity provider keeps them up to date (RFC 7644). */
@Injectable()
export class ScimUsersService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async find({ organizationId }: Requester, id: string, baseUrl: string): Promise<Resource> {
    const user = await this.database.users.find(organizationId, id);
    if (user === undefined) throw new GatewayError('not_found', { message: 'The user does not exist.' });
    return this.present(user, baseUrl);
  }

  async list({ organizationId }: Requester, request: ListRequest, baseUrl: string): Promise<ResourcePage> {
    const { filter, sortBy, offset, count } = request;
    const { users } = this.database;
    if (filter === undefined && sortBy === undefined) {
      const [page, total] = await Promise.all([
        users.listRange(organizationId, offset, count),
        users.count(organizationId),
      ]);
      return { resources: await this.presentAll(organizationId, page, baseUrl), total };
    }
    const candidates = await this.findCandidates(organizationId, filter);
    const all = await this.presentAll(organizationId, candidates, baseUrl);
    const matching =
      filter === undefined ? all : await filterWithPauses(all, (user) => matchesFilter(filter, USER_SCHEMA, user));
    return { resources: sortResources(matching, request).slice(offset, offset + count), total: matching.length };
  }

  async create({ organizationId, actor }: Requester, body: unknown, baseUrl: string): Promise<Resource> {
    const values = readUserValues(readResource(USER_SCHEMA, body));
    const user = await inScimTerms(
      this.database.change(actor, async ({ users }) => {
        await requireFreeUserName(users, organizationId, values);
        return users.create(organizationId, { ...values, active: values.active ?? true });
      }),
    );
    return this.present(user, baseUrl);
  }

  replace(
    requester: Requester,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    baseUrl: string,
  ): Promise<Resource> {
    const resource = readResource(USER_SCHEMA, body);
    return this.change(requester, id, ifMatch, baseUrl, (user) => readUserValues(resource, user));
  }

  patch(
    requester: Requester,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    baseUrl: string,
  ): Promise<Resource> {
    return this.change(requester, id, ifMatch, baseUrl, async (user) => {
      const shown = toScimUser(user, [], baseUrl);
      return readPatchedUser(await applyPatch(USER_SCHEMA, shown, body), shown, user);
    });
  }

  /** Removes the person with sessions and PATs. Fails with 403 for an owner. */
  async remove({ organizationId, actor }: Requester, id: string, ifMatch: string | undefined): Promise<void> {
    await this.database.change(actor, async ({ users }) => {
      const user = await users.lock(organizationId, id);
      refuseOwner(user);
      requireMatch(ifMatch, etagOf(user.revision));
      await users.remove(organizationId, id);
    });
  }

  /**
   * Changes a person. A resource without `active` leaves it as it is. A person who becomes inactive is signed out everywhere at once. Fails
   * with 403 for an owner.
   */
  private async change(
    { organizationId, actor }: Requester,
    id: string,
    ifMatch: string | undefined,
    baseUrl: string,
    toValues: (user: UserRecord) => ScimUserValues | Promise<ScimUserValues>,
  ): Promise<Resource> {
    const changed = await inScimTerms(
      this.database.change(actor, async ({ users }) => {
        const user = await users.lock(organizationId, id);
        refuseOwner(user);
        requireMatch(ifMatch, etagOf(user.revision));
        const values = await toValues(user);
        await requireFreeUserName(users, organizationId, values, id);
        return users.update(organizationId, id, values);
      }),
    );
    return this.present(changed, baseUrl);
  }

  /** Finds the people who may meet the filter: few if it asks for one by an indexed name. */
  private async findCandidates(organizationId: string, filter: Filter | undefined): Promise<readonly UserRecord[]> {
    const { users } = this.database;
    const named = (name: string) => (filter === undefined ? undefined : findEquality(filter, name));
    const userName = named('userName')?.toLowerCase();
    if (userName !== undefined) return findByUserName(users, organizationId, userName);
    const id = named('id');
    if (id !== undefined) return [await users.find(organizationId, id)].filter((user) => user !== undefined);
    const scimExternalId = named('externalId');
    return users.listAll(organizationId, scimExternalId === undefined ? {} : { scimExternalId });
  }

  private async present(user: UserRecord, baseUrl: string): Promise<Resource> {
    const [resource] = await this.presentAll(user.organizationId, [user], baseUrl);
    if (resource === undefined) throw new Error('a user has no resource');
    return resource;
  }

  private async presentAll(
    organizationId: string,
    users: readonly UserRecord[],
    baseUrl: string,
  ): Promise<readonly Resource[]> {
    if (users.length === 0) return [];
    const { teams } = this.database;
    const places = await teams.listMembers(organizationId, {
      userId: users.length > MOST_NAMED ? undefined : users.map(({ id }) => id),
    });
    const known = places.length === 0 ? [] : await teams.listAll(organizationId);
    const names = new Map(known.map(({ id, name }) => [id, name]));
    const groups = new Map<string, UserGroup[]>();
    for (const { userId, teamId: id } of places) {
      const name = names.get(id);
      if (name !== undefined) groups.set(userId, [...(groups.get(userId) ?? []), { id, name }]);
    }
    return users.map((user) => toScimUser(user, groups.get(user.id) ?? [], baseUrl));
  }
}

type Users = Change['users'];

/** Names are distinguished whatever their case; who was not provisioned has the email address for one. */
async function requireFreeUserName(
  users: Users,
  organizationId: string,
  { scimUserName }: ScimUserValues,
  exceptId?: string,
): Promise<void> {
  const holders = await findByUserName(users, organizationId, scimUserName ?? '');
  if (holders.some(({ id }) => id !== exceptId)) throw taken('userName');
}

async function findByUserName(
  users: Pick<Database['users'], 'listAll'>,
  organizationId: string,
  userName: string,
): Promise<readonly UserRecord[]> {
  const provisioned = await users.listAll(organizationId, { scimUserName: userName });
  const others = await users.listAll(organizationId, { email: userName });
  return [...provisioned, ...others.filter(({ scimUserName }) => scimUserName === null)];
}
