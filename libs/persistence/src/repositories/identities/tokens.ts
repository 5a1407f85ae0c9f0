import { IsNull, LessThan } from 'typeorm';
import type { Access } from '../../connection/connection.js';
import { InviteEntity, ScimTokenEntity, SetupTokenEntity } from '../../entities/token.entity.js';
import { newId } from '../../ids/new-id.js';
import type { Page, PageRequest } from '../../records/page.js';
import type { InviteRecord, ScimTokenRecord, SetupTokenRecord } from '../../records/people.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { TenantTable } from '../tenant-table.js';

const toInvite = ({ hash: _hash, ...row }: InviteEntity): InviteRecord => row;
const toScimToken = ({ hash: _hash, ...row }: ScimTokenEntity): ScimTokenRecord => row;
const toSetupToken = ({ hash: _hash, ...row }: SetupTokenEntity): SetupTokenRecord => row;

export class InviteQueries {
  protected readonly table: TenantTable<InviteEntity, InviteRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, InviteEntity, toInvite);
  }

  find(organizationId: string, id: string): Promise<InviteRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(
    organizationId: string,
    page: PageRequest<{ readonly email?: string | undefined; readonly acceptedAt?: null | undefined }>,
  ): Promise<Page<InviteRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** By the SHA-256 of its token, of any tenant: accepted and expired ones are found too, and say so. */
  findByHash(hash: string): Promise<InviteRecord | undefined> {
    return this.access.run(async (manager) => {
      const row = await manager.findOneBy(InviteEntity, { hash });
      return row ? toInvite(row) : undefined;
    });
  }
}

export type NewInvite = Pick<InviteRecord, 'email' | 'role' | 'expiresAt'> &
  Partial<Pick<InviteRecord, 'workspaceId' | 'workspaceRole' | 'teamId' | 'invitedBy'>> & { readonly hash: string };

export class InviteRepository extends InviteQueries {
  private readonly changing: AuditedTable<InviteEntity, InviteRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'invite',
      nameOf: ({ email }) => email,
      topicsOf: () => [],
    });
  }

  create(organizationId: string, invite: NewInvite): Promise<InviteRecord> {
    return this.changing.insert({ ...invite, id: newId(), organizationId, email: invite.email.toLowerCase() });
  }

  /** Revokes what is still open of an address, expired or not. */
  async removeOpen(organizationId: string, email: string): Promise<readonly InviteRecord[]> {
    const open = await this.table.listAll(organizationId, { email: email.toLowerCase(), acceptedAt: null });
    for (const { id } of open) await this.changing.remove(organizationId, id);
    return open;
  }

  /**
   * Uses an invite up. False when it was used before, by whoever came first: two acceptances at once are one.
   */
  async accept(organizationId: string, id: string, at: Date): Promise<boolean> {
    // Its places come next, and anyone who changes those locks the tenant first.
    await lockTenant(this.scope.manager, organizationId);
    const { affected } = await this.scope.manager.update(
      InviteEntity,
      { organizationId, id, acceptedAt: IsNull() },
      { acceptedAt: at },
    );
    if (!affected) return false;
    this.scope.log.record({ organizationId, action: 'invite.accept', targetType: 'invite', targetId: id });
    return true;
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<InviteRecord> {
    return this.changing.remove(organizationId, id);
  }
}

export class ScimTokenQueries {
  protected readonly table: TenantTable<ScimTokenEntity, ScimTokenRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, ScimTokenEntity, toScimToken);
  }

  find(organizationId: string, id: string): Promise<ScimTokenRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<Record<never, never>>): Promise<Page<ScimTokenRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** By the SHA-256 of the token, of any tenant: expired ones are found too, and say so. */
  findByHash(hash: string): Promise<ScimTokenRecord | undefined> {
    return this.access.run(async (manager) => {
      const row = await manager.findOneBy(ScimTokenEntity, { hash });
      return row ? toScimToken(row) : undefined;
    });
  }

  /** Not a change of anything. */
  async markUsed(id: string, at: Date): Promise<void> {
    await this.access.run((manager) => manager.update(ScimTokenEntity, { id }, { lastUsedAt: at }));
  }
}

export type NewScimToken = Pick<ScimTokenRecord, 'name' | 'hint'> &
  Partial<Pick<ScimTokenRecord, 'expiresAt'>> & { readonly hash: string };

export class ScimTokenRepository extends ScimTokenQueries {
  private readonly changing: AuditedTable<ScimTokenEntity, ScimTokenRecord>;

  constructor(access: Access, scope: ChangeScope) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'scim_token',
      nameOf: ({ name }) => name,
      topicsOf: () => [],
    });
  }

  /** @throws ConflictError `name` */
  create(organizationId: string, token: NewScimToken): Promise<ScimTokenRecord> {
    return this.changing.insert({ ...token, id: newId(), organizationId });
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<ScimTokenRecord> {
    return this.changing.remove(organizationId, id);
  }
}

export class SetupTokenQueries {
  constructor(protected readonly access: Access) {}

  findByHash(hash: string): Promise<SetupTokenRecord | undefined> {
    return this.access.run(async (manager) => {
      const row = await manager.findOneBy(SetupTokenEntity, { hash });
      return row ? toSetupToken(row) : undefined;
    });
  }
}

export interface NewSetupToken {
  readonly hash: string;
  readonly expiresAt: Date;
}

export class SetupTokenRepository extends SetupTokenQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /** Replaces the setup tokens of an organization by a new one: only the one that was printed last is good. */
  async replace(organizationId: string, token: NewSetupToken): Promise<SetupTokenRecord> {
    await this.scope.manager.delete(SetupTokenEntity, { organizationId });
    return this.add(organizationId, token);
  }

  /** Adds a setup token to those that are good: each of several workspaces prints one at its first start. */
  async add(organizationId: string, token: NewSetupToken): Promise<SetupTokenRecord> {
    const { manager, log } = this.scope;
    const id = newId();
    await manager.delete(SetupTokenEntity, { organizationId, expiresAt: LessThan(new Date()) });
    await manager.insert(SetupTokenEntity, { ...token, id, organizationId });
    log.record({ organizationId, action: 'setup_token.create', targetType: 'setup_token', targetId: id });
    return toSetupToken(await manager.findOneByOrFail(SetupTokenEntity, { id }));
  }

  /** Uses a token up, whatever its expiry; undefined when it is unknown or was used. One of two at once gets it. */
  async take(hash: string): Promise<SetupTokenRecord | undefined> {
    const { manager, log } = this.scope;
    const row = await manager.findOne(SetupTokenEntity, { where: { hash }, lock: { mode: 'pessimistic_write' } });
    if (!row) return undefined;
    const { organizationId, id } = row;
    await manager.delete(SetupTokenEntity, { organizationId });
    log.record({ organizationId, action: 'setup_token.use', targetType: 'setup_token', targetId: id });
    return toSetupToken(row);
  }
}
