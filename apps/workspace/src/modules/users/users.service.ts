import { ORGANIZATION_ROLE_PERMISSIONS } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database, MembershipRecord, Page, UserRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AuthService } from '../auth/auth.service.js';
import type { OrganizationMember } from './dto/organization-member.view.js';
import type { ResetPasswordDto, UpdateUserDto, UsersQuery } from './dto/users.dto.js';

@Injectable()
export class UsersService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AuthService) private readonly auth: AuthService,
  ) {}

  list({ organizationId }: Requester, query: UsersQuery): Promise<Page<UserRecord>> {
    const { email, role, active } = query;
    const filters = { email: email?.toLowerCase(), role, active: active && active === 'true' };
    return this.database.users.listPage(organizationId, { ...toPageRequest(query), filters });
  }

  async find({ organizationId }: Requester, id: string): Promise<UserRecord> {
    return demandUser(await this.database.users.find(organizationId, id));
  }

  async listMembers(requester: Requester, query: UsersQuery): Promise<Page<OrganizationMember>> {
    const { data, nextCursor } = await this.list(requester, query);
    const places = await this.placesOf(requester, data);
    return { data: data.map((user) => ({ user, places: places.get(user.id) ?? [] })), nextCursor };
  }

  async findMember(requester: Requester, id: string): Promise<OrganizationMember> {
    const user = await this.find(requester, id);
    const places = await this.placesOf(requester, [user]);
    return { user, places: places.get(user.id) ?? [] };
  }

  /** Fails with 403 if only an owner may: making an owner, and changing one. */
  update(requester: Requester, id: string, { name, role, active }: UpdateUserDto): Promise<UserRecord> {
    const { actor, organizationId } = requester;
    return this.database.change(actor, async ({ users }) => {
      const user = demandUser(await users.find(organizationId, id));
      demandOwner(requester, user, role);
      if (role !== undefined) requester.demandWithinGrants(ORGANIZATION_ROLE_PERMISSIONS[role]);
      return users.update(organizationId, id, { name, role, active });
    });
  }

  async resetPassword(requester: Requester, id: string, { new_password }: ResetPasswordDto): Promise<void> {
    const { actor, organizationId } = requester;
    demandOwner(requester, await this.find(requester, id));
    const hash = await this.auth.hashPassword(new_password);
    await this.database.change(actor, async ({ users }) => {
      demandOwner(requester, demandUser(await users.find(organizationId, id)));
      await users.setPassword(organizationId, id, hash);
    });
  }

  async remove(requester: Requester, id: string): Promise<void> {
    const { actor, organizationId } = requester;
    await this.database.change(actor, async ({ users }) => {
      demandOwner(requester, demandUser(await users.find(organizationId, id)));
      await users.remove(organizationId, id);
    });
  }

  private async placesOf(
    { organizationId }: Requester,
    users: readonly UserRecord[],
  ): Promise<Map<string, MembershipRecord[]>> {
    const userId = users.map(({ id }) => id);
    const memberships = await this.database.memberships.list(organizationId, { userId });
    const places = new Map<string, MembershipRecord[]>(userId.map((id) => [id, []]));
    for (const membership of memberships) places.get(membership.userId)?.push(membership);
    return places;
  }
}

/** Fails with 404 if there is no such person in the organization. */
export function demandUser(user: UserRecord | undefined): UserRecord {
  if (user === undefined) throw new GatewayError('not_found', { message: 'The person does not exist.' });
  return user;
}

/** Fails with 403 if only an owner may: making somebody an owner, and whatever changes one. */
export function demandOwner(requester: Requester, { role }: UserRecord, newRole?: string): void {
  if (role === 'owner' || newRole === 'owner') requester.demand('org.owners.manage');
}
