import type { Access } from '../../connection/connection.js';
import { ConflictError } from '../../database-error.js';
import { CredentialEntity } from '../../entities/credential.entity.js';
import { UserEntity } from '../../entities/people.entity.js';
import { SessionEntity } from '../../entities/token.entity.js';
import { newId } from '../../ids/new-id.js';
import type { Page, PageRequest } from '../../records/page.js';
import type { OrganizationRole, UserRecord } from '../../records/people.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { RateLimitPolicyRepository } from '../rate-limit-policies.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { TenantTable, whereOf } from '../tenant-table.js';
import { applyScimMappings } from './apply-scim-mappings.js';
import { disableOwnedKeys, removeInaccessiblePats, removePats } from './end-access.js';

export interface UserFilters {
  readonly id?: readonly string[] | undefined;
  readonly email?: string | undefined;
  readonly role?: OrganizationRole | undefined;
  readonly active?: boolean | undefined;
  readonly scimUserName?: string | undefined;
  readonly scimExternalId?: string | undefined;
}

/** Fields of a person that may be set; the email address is put into lower case here. */
export type UserChanges = Partial<
  Omit<
    UserRecord,
    'id' | 'organizationId' | 'hasPassword' | 'secondFactorSince' | 'revision' | 'createdAt' | 'updatedAt'
  >
>;
export type NewUser = UserChanges & {
  readonly email: string;
  readonly name: string;
  /** argon2id, in PHC string format. */
  readonly passwordHash?: string | null | undefined;
};

/** Without the hash of the password and the secrets of the second factor. */
export function toUser(entity: UserEntity): UserRecord {
  const {
    passwordHash,
    recoveryCodeHashes: _hashes,
    secondFactorBegunAt: _begunAt,
    secondFactorBegunSealed: _begun,
    secondFactorFailures: _failures,
    secondFactorRefusedUntil: _until,
    secondFactorSealed: _sealed,
    secondFactorStep: _step,
    ...row
  } = entity;
  return { ...row, hasPassword: passwordHash !== null };
}

export class UserQueries {
  protected readonly table: TenantTable<UserEntity, UserRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, UserEntity, toUser, {
      name: 'name',
      searched: ['row.email'],
      sorted: { email: { sql: 'row.email', type: 'text' }, role: { sql: 'row.role', type: 'text' } },
    });
  }

  find(organizationId: string, id: string): Promise<UserRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  findByEmail(organizationId: string, email: string): Promise<UserRecord | undefined> {
    return this.table.findBy(organizationId, { email: email.toLowerCase() });
  }

  /** `ssoSubject` is `<issuer> <subject>`. */
  findBySsoSubject(organizationId: string, ssoSubject: string): Promise<UserRecord | undefined> {
    return this.table.findBy(organizationId, { ssoSubject });
  }

  listPage(organizationId: string, page: PageRequest<UserFilters>): Promise<Page<UserRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** Oldest first. */
  listAll(organizationId: string, filters: UserFilters = {}): Promise<readonly UserRecord[]> {
    return this.table.listAll(organizationId, filters);
  }

  /** Those at these places of the list, oldest first. */
  listRange(organizationId: string, offset: number, limit: number): Promise<readonly UserRecord[]> {
    return this.table.listRange(organizationId, offset, limit);
  }

  count(organizationId: string, filters: UserFilters = {}): Promise<number> {
    return this.table.count(organizationId, filters);
  }

  /** True if anybody at all has an account: before that, the setup token makes the first owner. */
  existAny(): Promise<boolean> {
    return this.access.run((manager) => manager.exists(UserEntity));
  }

  /**
   * Everyone who signs in with an email address, with the hash to check the password against. An address is
   * unique in an organization only, so that no tenant can find out or block the addresses of another; the password
   * distinguishes several people of one address.
   */
  findLogins(email: string): Promise<readonly { readonly user: UserRecord; readonly passwordHash: string | null }[]> {
    return this.access.run(async (manager) => {
      const rows = await manager.find(UserEntity, { where: { email: email.toLowerCase() }, order: { id: 'ASC' } });
      return rows.map((row) => ({ user: toUser(row), passwordHash: row.passwordHash }));
    });
  }

  /** For a person who is signed in and changes the password. */
  async findPasswordHash(organizationId: string, id: string): Promise<string | null> {
    return this.access.run(async (manager) => {
      const where = whereOf(manager, UserEntity, { organizationId, id });
      const row = where && (await manager.findOne(UserEntity, { where, select: { id: true, passwordHash: true } }));
      return row?.passwordHash ?? null;
    });
  }
}

export class UserRepository extends UserQueries {
  private readonly changing: AuditedTable<UserEntity, UserRecord>;
  private readonly rateLimitPolicies: RateLimitPolicyRepository;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.rateLimitPolicies = new RateLimitPolicyRepository(access, scope);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'user',
      nameOf: ({ email }) => email,
      topicsOf: ({ id }, verb) => (verb === 'create' ? [] : [`user:${id}`]),
    });
  }

  /** @throws ConflictError `email`, `sso_subject`, `scim_user_name` or `scim_external_id` */
  create(organizationId: string, user: NewUser): Promise<UserRecord> {
    const { passwordHash = null, ...rest } = user;
    return this.changing.insert({
      ...rest,
      passwordHash,
      id: newId(),
      organizationId,
      email: user.email.toLowerCase(),
    });
  }

  /**
   * Changes a person. What ends with the person's access stays ended: one who is made inactive is signed out everywhere,
   * loses all PATs, and the keys that the person owns are disabled; one who no longer runs the organization loses the PATs for
   * workspaces without a membership.
   *
   * @throws NotFoundError; ConflictError, also for who would leave the organization without an active `owner`
   */
  async update(organizationId: string, id: string, changes: UserChanges): Promise<UserRecord> {
    const { role = 'owner', active } = changes;
    if (role !== 'owner' || active === false) await this.demandAnotherOwner(organizationId, id);
    if (active === true) await lockTenant(this.scope.manager, organizationId);
    const user = await this.changing.update(organizationId, id, { ...changes, email: changes.email?.toLowerCase() });
    if (!user.active) {
      await this.endSessions(organizationId, id);
      await removePats(this.scope, organizationId, id);
      await disableOwnedKeys(this.scope, organizationId, { userIds: [id] });
    }
    if (active !== undefined) await applyScimMappings(this.scope, organizationId, [id]);
    if (changes.role !== undefined && user.role === 'org_member') {
      await removeInaccessiblePats(this.scope, organizationId, id);
    }
    return user;
  }

  /**
   * A person, who stays as found until the end of the change. The tenant is locked first, as it is for a change that
   * must leave an owner: so no two changes wait for each other.
   *
   * @throws NotFoundError
   */
  async lock(organizationId: string, id: string): Promise<UserRecord> {
    await lockTenant(this.scope.manager, organizationId);
    return toUser(await this.changing.lock(organizationId, id));
  }

  /**
   * Sets the hash of the password, or takes the password away with null, and ends the person's sessions.
   *
   * @param provenHash the stored hash that the old password was compared with, where the person gave it
   * @throws ConflictError `password` where `provenHash` is no longer the person's
   */
  async setPassword(
    organizationId: string,
    id: string,
    passwordHash: string | null,
    provenHash?: string,
  ): Promise<UserRecord> {
    const { passwordHash: current } = await this.changing.lock(organizationId, id);
    if (provenHash !== undefined && current !== provenHash) throw new ConflictError('password', 'changed');
    const user = await this.changing.updateHidden(organizationId, id, { passwordHash }, 'set_password');
    await this.endSessions(organizationId, id);
    return user;
  }

  /**
   * Replaces a hash by a stronger one of the same password, as a sign-in may, and says whether it did: a password that was
   * changed in the meantime stays. Nothing else changes.
   */
  async rehashPassword(organizationId: string, id: string, from: string, to: string): Promise<boolean> {
    const { affected } = await this.scope.manager.update(
      UserEntity,
      { organizationId, id, passwordHash: from },
      { passwordHash: to },
    );
    return affected === 1;
  }

  /** Ends every session of the person but, if given, the one in use. */
  async endSessions(organizationId: string, userId: string, exceptSessionId?: string): Promise<void> {
    const query = this.scope.manager.createQueryBuilder().delete().from(SessionEntity);
    query.where('organization_id = :organizationId AND user_id = :userId', { organizationId, userId });
    if (exceptSessionId !== undefined) query.andWhere('id <> :exceptSessionId', { exceptSessionId });
    const { affected } = await query.execute();
    if (!affected) return;
    const entry = { organizationId, action: 'user.end_sessions', targetType: 'user', targetId: userId };
    this.scope.log.record({ ...entry, after: { sessions: affected } }, `user:${userId}`);
  }

  /** Ends the sessions of everybody who has a password and no second factor, except of one person. */
  async endSessionsWithoutSecondFactor(organizationId: string, exceptUserId: string): Promise<void> {
    const rows = await this.scope.manager
      .createQueryBuilder(SessionEntity, 's')
      .innerJoin(UserEntity, 'u', 'u.id = s.userId AND u.organizationId = s.organizationId')
      .select('DISTINCT s.user_id', 'id')
      .where('s.organizationId = :organizationId AND s.userId <> :exceptUserId', { organizationId, exceptUserId })
      .andWhere('u.passwordHash IS NOT NULL AND u.secondFactorSince IS NULL')
      .getRawMany<{ id: string }>();
    for (const { id } of rows) await this.endSessions(organizationId, id);
  }

  /**
   * Removes a person with the memberships, sessions, PATs and the rate-limit policies that name the person. API keys that the person owned lose their owner and are
   * disabled, so that nothing a leaver holds works on and whoever is left decides about them.
   *
   * @throws NotFoundError; ConflictError for the last active `owner`
   */
  async remove(organizationId: string, id: string): Promise<UserRecord> {
    await this.demandAnotherOwner(organizationId, id);
    await this.changing.lock(organizationId, id);
    const { manager, log } = this.scope;
    await this.rateLimitPolicies.removeOf(organizationId, { userId: id });
    await manager.delete(CredentialEntity, { organizationId, userId: id, kind: 'pat' });
    const owned = await manager.findBy(CredentialEntity, { organizationId, userId: id });
    for (const { id: targetId, name: targetName } of owned) {
      await manager.update(CredentialEntity, { id: targetId }, { userId: null, disabled: true, updatedAt: new Date() });
      const entry = { organizationId, action: 'api_key.disable', targetType: 'api_key', targetId, targetName };
      log.record(
        { ...entry, before: { userId: id, disabled: false }, after: { userId: null, disabled: true } },
        `credential:${targetId}`,
      );
    }
    return this.changing.remove(organizationId, id);
  }

  /** Demands another owner. If two owners leave at the same moment, one stays. */
  private async demandAnotherOwner(organizationId: string, id: string): Promise<void> {
    await lockTenant(this.scope.manager, organizationId);
    const owners = await this.table.listAll(organizationId, { role: 'owner', active: true });
    if (owners.length === 1 && owners[0]?.id === id) throw new ConflictError('owner', 'last');
  }
}
