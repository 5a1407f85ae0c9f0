import type { Access } from '../../connection/connection.js';
import { ConflictError } from '../../database-error.js';
import { MembershipEntity, UserEntity } from '../../entities/people.entity.js';
import type { Page, PageRequest } from '../../records/page.js';
import type { MembershipRecord, UserRecord, WorkspaceRole } from '../../records/people.js';
import type { ChangeScope } from '../audited-table.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { cutPage, orderedPageOf } from '../rows/ordered-page.js';
import { whereOf } from '../tenant-table.js';
import { applyScimMappings } from './apply-scim-mappings.js';
import { toUser } from './users.js';

export interface MembershipFilters {
  readonly workspaceId?: string | undefined;
  readonly userId?: string | readonly string[] | undefined;
  readonly teamId?: string | undefined;
}

/** A person with the membership in a workspace. */
export interface WorkspaceMember {
  readonly membership: MembershipRecord;
  readonly user: UserRecord;
}

export interface MembershipValues {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: WorkspaceRole;
  /** Null: explicitly no team, so that no team restricts the person. Left out: as before; none for a new member. */
  readonly teamId?: string | null | undefined;
  /** The team is lost: no model access until an administrator decides. */
  readonly isTeamRemoved?: boolean | undefined;
}

type MembershipKey = Pick<MembershipEntity, 'organizationId' | 'workspaceId' | 'userId'>;

function toMembership({ manualTeamId: _team, manualTeamRemovedAt: _lost, ...row }: MembershipEntity): MembershipRecord {
  return row;
}

/** Memberships of people in workspaces. */
export class MembershipQueries {
  constructor(protected readonly access: Access) {}

  list(organizationId: string, filters: MembershipFilters): Promise<readonly MembershipRecord[]> {
    return this.access.run(async (manager) => {
      const where = whereOf(manager, MembershipEntity, { ...filters, organizationId });
      if (!where) return [];
      const rows = await manager.find(MembershipEntity, { where, order: { workspaceId: 'ASC', userId: 'ASC' } });
      return rows.map(toMembership);
    });
  }

  /** The people of a workspace, who joined the organization last first unless another order is asked for. @throws InvalidCursorError */
  listOfWorkspace(organizationId: string, workspaceId: string, page: PageRequest): Promise<Page<WorkspaceMember>> {
    return this.access.run(async (manager) => {
      const where = whereOf(manager, MembershipEntity, { organizationId, workspaceId });
      if (!where) return { data: [], nextCursor: null };
      const query = manager
        .createQueryBuilder(MembershipEntity, 'm')
        .innerJoinAndMapOne('m.user', UserEntity, 'u', 'u.organizationId = m.organizationId AND u.id = m.userId')
        .where(where);
      const columns = { id: 'm.userId', name: 'u.name', searched: ['u.name', 'u.email'] };
      const rows = (await cutPage(query, page, columns).getMany()) as (MembershipEntity & { user: UserEntity })[];
      const positionOf = ({ user }: { user: UserEntity }) => ({ id: user.id, name: user.name });
      const { data, nextCursor } = orderedPageOf(rows, page, positionOf);
      const members = data.map(({ user, ...row }) => ({ membership: toMembership(row), user: toUser(user) }));
      return { data: members, nextCursor };
    });
  }
}

export class MembershipRepository extends MembershipQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /**
   * Makes a person a member of a workspace, or changes the membership that somebody gave. If a SCIM mapping gives more, the mapping applies.
   *
   * @throws UnknownReferenceError `workspace_id`, `user_id` or `team_id`
   */
  async set(
    organizationId: string,
    { workspaceId, userId, role, teamId, isTeamRemoved = false }: MembershipValues,
  ): Promise<MembershipRecord> {
    const { manager, log } = this.scope;
    await lockTenant(manager, organizationId);
    const key = { organizationId, workspaceId, userId };
    const before = await this.compare(key);
    const manual = {
      manualRole: role,
      manualTeamId: isTeamRemoved ? null : teamId === undefined ? (before?.manualTeamId ?? null) : teamId,
      manualTeamRemovedAt: isTeamRemoved
        ? new Date()
        : teamId === undefined
          ? (before?.manualTeamRemovedAt ?? null)
          : null,
    };
    const after = { role, teamId: manual.manualTeamId, teamRemovedAt: manual.manualTeamRemovedAt };
    const given = { ...after, ...manual };
    if (before) await manager.update(MembershipEntity, key, given);
    else await manager.insert(MembershipEntity, { ...key, ...given });
    const entry = { organizationId, targetType: 'user', targetId: userId };
    log.record({ ...entry, action: 'user.set_membership', before, after: { workspaceId, ...after } }, `user:${userId}`);
    await applyScimMappings(this.scope, organizationId, [userId]);
    return toMembership(await manager.findOneByOrFail(MembershipEntity, key));
  }

  /**
   * Removes the part of a membership that somebody gave. If no SCIM mapping gives it too, the membership ends, with the PATs for
   * it. Does nothing if there is none.
   *
   * @throws ConflictError where only SCIM mappings give the membership
   */
  async remove(organizationId: string, workspaceId: string, userId: string): Promise<void> {
    const { manager, log } = this.scope;
    await lockTenant(manager, organizationId);
    const key = { organizationId, workspaceId, userId };
    const membership = await this.compare(key);
    if (!membership) return;
    if (membership.manualRole === null) throw new ConflictError('scim_mapping', 'given');
    await manager.update(MembershipEntity, key, { manualRole: null, manualTeamId: null, manualTeamRemovedAt: null });
    const entry = { organizationId, action: 'user.remove_membership', targetType: 'user', targetId: userId };
    log.record({ ...entry, before: { workspaceId } }, `user:${userId}`);
    await applyScimMappings(this.scope, organizationId, [userId]);
  }

  /** The membership, which must be of the version that the author of the change has seen: the id of the person stands for it. */
  private async compare(key: MembershipKey): Promise<MembershipEntity | null> {
    const { manager, check } = this.scope;
    const found = await manager.findOneBy(MembershipEntity, key);
    if (found === null) check.compareAbsent(key.userId);
    else check.compare({ id: found.userId, updatedAt: found.updatedAt });
    return found;
  }
}
