import { LessThan, MoreThan } from 'typeorm';
import type { Access } from '../../connection/connection.js';
import { NotFoundError } from '../../database-error.js';
import { OrganizationEntity, WorkspaceEntity } from '../../entities/organization.entity.js';
import { MembershipEntity, UserEntity } from '../../entities/people.entity.js';
import { TeamEntity } from '../../entities/team.entity.js';
import { SessionEntity } from '../../entities/token.entity.js';
import { isId, newId } from '../../ids/new-id.js';
import type { SessionIdentity } from '../../records/credential.js';
import type { Page, PageRequest } from '../../records/page.js';
import type { SessionRecord } from '../../records/people.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { TenantTable } from '../tenant-table.js';

type JoinedMembership = MembershipEntity & { workspace: WorkspaceEntity; team: TeamEntity | null };
type Joined = SessionEntity & { organization: OrganizationEntity; user: UserEntity; memberships: JoinedMembership[] };

const toSession = ({ hash: _hash, ...row }: SessionEntity): SessionRecord => row;

/** The last moment that a Date can be. */
const NEVER = new Date(8.64e15);

export class SessionQueries {
  protected readonly table: TenantTable<SessionEntity, SessionRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, SessionEntity, toSession);
  }

  /** Those of a person that have neither ended by `now` nor been idle since `idleSince`, newest first. @throws InvalidCursorError */
  listOpen(
    organizationId: string,
    { userId, now, idleSince }: { readonly userId: string; readonly now: Date; readonly idleSince: Date },
    page: PageRequest,
  ): Promise<Page<SessionRecord>> {
    const filters = { userId, expiresAt: MoreThan(now), lastSeenAt: MoreThan(idleSince) };
    return this.table.listPage(organizationId, { ...page, filters });
  }

  find(organizationId: string, id: string): Promise<SessionRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  /** Oldest first. */
  listOfUser(organizationId: string, userId: string): Promise<readonly SessionRecord[]> {
    return this.table.listAll(organizationId, { userId });
  }

  /**
   * Finds the identity whose session cookie has this SHA-256, by one query. Ended and idle ones are found too, and say
   * so.
   */
  findIdentityByHash(hash: string): Promise<SessionIdentity | undefined> {
    return this.access.run(async (manager) => {
      const found = await manager
        .createQueryBuilder(SessionEntity, 's')
        .innerJoinAndMapOne('s.organization', OrganizationEntity, 'o', 'o.id = s.organizationId')
        .innerJoinAndMapOne('s.user', UserEntity, 'u', 'u.id = s.userId')
        .leftJoinAndMapMany(
          's.memberships',
          MembershipEntity,
          'm',
          'm.organizationId = s.organizationId AND m.userId = s.userId',
        )
        .leftJoinAndMapOne('m.workspace', WorkspaceEntity, 'w', 'w.id = m.workspaceId')
        .leftJoinAndMapOne('m.team', TeamEntity, 't', 't.id = m.teamId')
        .where('s.hash = :hash', { hash })
        .getOne();
      return found ? toIdentity(found as Joined) : undefined;
    });
  }

  /** A person as a session of theirs would be, with all memberships. Undefined if the organization has no such person. */
  findIdentityOfUser(organizationId: string, userId: string): Promise<SessionIdentity | undefined> {
    if (!isId(userId)) return Promise.resolve(undefined);
    return this.access.run(async (manager) => {
      const [user, organization] = await Promise.all([
        manager.findOneBy(UserEntity, { organizationId, id: userId }),
        manager.findOneBy(OrganizationEntity, { id: organizationId }),
      ]);
      if (user === null || organization === null) return undefined;
      const memberships = await manager
        .createQueryBuilder(MembershipEntity, 'm')
        .innerJoinAndMapOne('m.workspace', WorkspaceEntity, 'w', 'w.id = m.workspaceId')
        .leftJoinAndMapOne('m.team', TeamEntity, 't', 't.id = m.teamId')
        .where('m.organizationId = :organizationId AND m.userId = :userId', { organizationId, userId })
        .getMany();
      const now = new Date();
      const times = { createdAt: now, lastSeenAt: now, expiresAt: NEVER };
      const session = { id: userId, organizationId, userId, ...times, address: null, userAgent: null };
      return toIdentity({ ...session, hash: '', organization, user, memberships } as unknown as Joined);
    });
  }

  /** Notes that a session is in use. Not a change of anything. */
  async markSeen(id: string, at: Date): Promise<void> {
    await this.access.run((manager) =>
      manager.update(SessionEntity, { id, lastSeenAt: LessThan(at) }, { lastSeenAt: at }),
    );
  }

  /** Forgets sessions that ended before `now` or were last seen before `idleSince`. Answers how many. */
  async removeEnded(now: Date, idleSince: Date): Promise<number> {
    return this.access.run(async (manager) => {
      const where = [{ expiresAt: LessThan(now) }, { lastSeenAt: LessThan(idleSince) }];
      const query = manager.createQueryBuilder().delete().from(SessionEntity).where(where);
      return (await query.execute()).affected ?? 0;
    });
  }
}

export interface NewSession {
  readonly userId: string;
  /** SHA-256 of the cookie's value, in lower-case hex. */
  readonly hash: string;
  readonly expiresAt: Date;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  /** The stored hash that a password was compared with. It must still be the person's, or the password has changed since. */
  readonly provenPasswordHash?: string | undefined;
}

export class SessionRepository extends SessionQueries {
  private readonly changing: AuditedTable<SessionEntity, SessionRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'session',
      nameOf: () => '',
      topicsOf: ({ userId }, verb) => (verb === 'create' ? [] : [`user:${userId}`]),
    });
  }

  /**
   * The person's row is locked, so that nobody who is being deactivated gets a session that works once they are active again,
   * and nobody gets one for a password that is being changed. So is the organization's, so that nobody who has a password alone gets one
   * while a second factor becomes required.
   *
   * @throws NotFoundError for a person who is not active, whose password has changed, or who lacks the second factor that is required
   */
  async create(organizationId: string, { provenPasswordHash, ...session }: NewSession): Promise<SessionRecord> {
    const { manager } = this.scope;
    const lock = { mode: 'pessimistic_read' } as const;
    const isByPassword = provenPasswordHash !== undefined;
    const organization = isByPassword
      ? await manager.findOne(OrganizationEntity, {
          where: { id: organizationId },
          select: { id: true, requiresSecondFactor: true },
          lock,
        })
      : null;
    const person = await manager.findOne(UserEntity, {
      where: { organizationId, id: session.userId, active: true },
      select: { id: true, passwordHash: true, secondFactorSince: true },
      lock,
    });
    const isProven = !isByPassword || person?.passwordHash === provenPasswordHash;
    const lacksFactor = organization?.requiresSecondFactor === true && person?.secondFactorSince === null;
    if (!person || !isProven || lacksFactor) throw new NotFoundError('user');
    return this.changing.insert({ ...session, id: newId(), organizationId });
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<SessionRecord> {
    return this.changing.remove(organizationId, id);
  }
}

function toIdentity({ organization, user, memberships, ...session }: Joined): SessionIdentity {
  return {
    session: toSession(session),
    organization: {
      id: organization.id,
      name: organization.name,
      products: organization.products,
      source: organization.source,
    },
    user: { id: user.id, name: user.name, email: user.email, role: user.role, active: user.active },
    memberships: memberships.map(({ workspaceId, workspace, role, team, teamRemovedAt }) => ({
      workspaceId,
      workspaceName: workspace.name,
      role,
      team: team && { id: team.id, name: team.name },
      isTeamRemoved: teamRemovedAt !== null,
    })),
  };
}
