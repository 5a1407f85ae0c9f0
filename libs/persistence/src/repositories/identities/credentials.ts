import { Between, IsNull, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import type { Access } from '../../connection/connection.js';
import { NotFoundError } from '../../database-error.js';
import { ChangeEntity } from '../../entities/change.entity.js';
import { CredentialEntity, CredentialSecretEntity } from '../../entities/credential.entity.js';
import { UserEntity } from '../../entities/people.entity.js';
import { newId } from '../../ids/new-id.js';
import type { CredentialKind, CredentialRecord, StoredIdentity } from '../../records/credential.js';
import type { Page, PageRequest } from '../../records/page.js';
import { command } from '../../statements/statement.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { RateLimitPolicyRepository } from '../rate-limit-policies.js';
import { TenantTable } from '../tenant-table.js';
import { removePats } from './end-access.js';
import { findIdentity } from './find-identity.js';

/** States that credentials are found by. An expired one that is disabled too is `disabled`. */
export const CREDENTIAL_STATES = ['active', 'disabled', 'expired'] as const;

export type CredentialState = (typeof CREDENTIAL_STATES)[number];

export interface CredentialFilters {
  readonly state?: CredentialState | undefined;
  readonly kind?: CredentialKind | undefined;
  readonly teamId?: string | undefined;
  /** A list: any of them. */
  readonly workspaceId?: string | readonly string[] | null | undefined;
  readonly userId?: string | undefined;
  readonly serviceAccountId?: string | undefined;
  readonly organizationAccountId?: string | undefined;
}

/** Fields of a credential that may be changed; its owner may not. */
export type CredentialChanges = Partial<
  Pick<
    CredentialRecord,
    | 'name'
    | 'role'
    | 'rpmLimit'
    | 'tpmLimit'
    | 'maxParallel'
    | 'queue'
    | 'priority'
    | 'maxPriority'
    | 'budgetUsd'
    | 'budgetResetPeriod'
    | 'expiresAt'
    | 'rotateEveryDays'
    | 'rotationDueAt'
    | 'graceSeconds'
  >
>;

export type NewCredential = CredentialChanges &
  Pick<CredentialRecord, 'kind' | 'name' | 'hint'> &
  Partial<
    Pick<
      CredentialRecord,
      'teamId' | 'workspaceId' | 'userId' | 'serviceAccountId' | 'organizationAccountId' | 'createdBy'
    >
  > & {
    /** SHA-256 of the whole token, in lower-case hex. */
    readonly hash: string;
  };

export interface Rotation {
  readonly hash: string;
  readonly hint: string;
  /** Seconds for which the old token works on. 0: it dies at once. */
  readonly graceSeconds: number;
  /** New values of the credential, such as the next due time. */
  readonly changes?: CredentialChanges | undefined;
}

/** Cost of this month's requests. TypeORM knows a column by the spaces around it. */
const SPENT = [
  '(SELECT coalesce(sum(used.cost_usd), 0) FROM usage_daily AS used WHERE used.organization_id = row.organizationId',
  'AND coalesce(used.credential_id::text, used.credential_name) = cast(row.id AS text)',
  "AND used.day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date)",
].join(' ');

/** Credentials that were never used come before all others, and those that never expire behind all others. */
const SORTED = {
  last_used_at: { sql: "coalesce(row.lastUsedAt, timestamptz 'epoch')", type: 'time' },
  expires_at: { sql: "coalesce(row.expiresAt, timestamptz '9999-12-31 UTC')", type: 'time' },
  team: { sql: "coalesce((SELECT teams.name FROM teams WHERE teams.id = row.teamId ), '')", type: 'text' },
  rpm_limit: { sql: 'row.rpmLimit', type: 'bigint' },
  tpm_limit: { sql: 'row.tpmLimit', type: 'bigint' },
  budget_usd_monthly: { sql: 'row.budgetUsd', type: 'float8' },
  spent_usd: { sql: SPENT, type: 'numeric' },
} as const;

const MARK_USED = command(`UPDATE credentials SET last_used_at = used.at
    FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
   WHERE credentials.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`);

export class CredentialQueries {
  protected readonly table: TenantTable<CredentialEntity, CredentialRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, CredentialEntity, (row): CredentialRecord => ({ ...row }), {
      name: 'name',
      searched: ['row.hint'],
      sorted: SORTED,
    });
  }

  find(organizationId: string, id: string): Promise<CredentialRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<CredentialFilters>): Promise<Page<CredentialRecord>> {
    const { state, ...filters } = page.filters ?? {};
    return this.table.listPage(organizationId, {
      ...page,
      filters: { ...filters, ...conditionsOf(state, new Date()) },
    });
  }

  /** The tokens of virtual accounts that are to be rotated between two moments, the soonest first. */
  listRotationsDue(organizationId: string, after: Date, before: Date): Promise<readonly CredentialRecord[]> {
    return this.access.run(async (manager) => {
      const rows = await manager.find(CredentialEntity, {
        where: { organizationId, kind: 'vat', disabled: false, rotationDueAt: Between(after, before) },
        order: { rotationDueAt: 'ASC' },
      });
      return rows.map((row) => ({ ...row }));
    });
  }

  count(organizationId: string, filters: CredentialFilters): Promise<number> {
    const { state, ...values } = filters;
    return this.table.count(organizationId, { ...values, ...conditionsOf(state, new Date()) });
  }

  /**
   * Finds the identity whose token has this SHA-256, by one indexed query; undefined if there is none. Expired,
   * disabled and rotated ones are found too, and say so.
   */
  findIdentityByHash(hash: string): Promise<StoredIdentity | undefined> {
    return findIdentity(this.access, { hash });
  }

  /** The same for a credential that a signed-in person names, as X-Service-Credential does. */
  findIdentityById(organizationId: string, id: string): Promise<StoredIdentity | undefined> {
    return findIdentity(this.access, { organizationId, id });
  }

  /** Notes when credentials were used last; earlier times than the known ones are ignored. Not a change of anything. */
  async markUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
    if (uses.size === 0) return;
    await MARK_USED.run(this.access, [[...uses.keys()], [...uses.values()].map((at) => at.toISOString())]);
  }
}

function conditionsOf(state: CredentialState | undefined, now: Date): object {
  if (state === 'disabled') return { disabled: true };
  if (state === 'expired') return { disabled: false, expiresAt: LessThanOrEqual(now) };
  return state === 'active' ? { disabled: false, expiresAt: Or(IsNull(), MoreThan(now)) } : {};
}

const END_SECRETS = command(
  'UPDATE credential_secrets SET expires_at = least(expires_at, $2) WHERE credential_id = $1',
);
const REMOVE_ENDED_SECRETS = command('DELETE FROM credential_secrets WHERE credential_id = $1 AND expires_at < now()');

export class CredentialRepository extends CredentialQueries {
  private readonly changing: AuditedTable<CredentialEntity, CredentialRecord>;
  private readonly rateLimitPolicies: RateLimitPolicyRepository;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.rateLimitPolicies = new RateLimitPolicyRepository(access, scope);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'credential',
      nameOf: ({ name }) => name,
      topicsOf: ({ id }, verb) => (verb === 'create' ? [] : [`credential:${id}`]),
    });
  }

  /** @throws UnknownReferenceError `team_id`, `workspace_id`, `user_id` or `service_account_id` */
  async create(organizationId: string, { hash, ...values }: NewCredential): Promise<CredentialRecord> {
    const credential = await this.changing.insert({ ...values, id: newId(), organizationId });
    await this.scope.manager.insert(CredentialSecretEntity, { hash, credentialId: credential.id, expiresAt: null });
    return credential;
  }

  /**
   * Counts the PATs of a person that are usable at a moment. The person's row stays locked, so that of two who issue at
   * once the second counts what the first has made, and so that the person's access does not end meanwhile.
   *
   * @throws NotFoundError, also for a person who is not active
   */
  async countUsablePats(organizationId: string, userId: string, now: Date): Promise<number> {
    const { manager } = this.scope;
    const where = { organizationId, id: userId, active: true };
    const person = await manager.findOne(UserEntity, {
      where,
      select: { id: true },
      lock: { mode: 'pessimistic_write' },
    });
    if (!person) throw new NotFoundError('user');
    const pats = { organizationId, userId, kind: 'pat', disabled: false } as const;
    return manager.countBy(CredentialEntity, [
      { ...pats, expiresAt: MoreThan(now) },
      { ...pats, expiresAt: IsNull() },
    ]);
  }

  /** @throws NotFoundError */
  update(organizationId: string, id: string, changes: CredentialChanges): Promise<CredentialRecord> {
    return this.changing.update(organizationId, id, changes);
  }

  /** @throws NotFoundError */
  setDisabled(organizationId: string, id: string, disabled: boolean): Promise<CredentialRecord> {
    return this.changing.update(organizationId, id, { disabled }, { verb: disabled ? 'disable' : 'enable' });
  }

  /**
   * Gives a credential a new token. Older ones that still had grace keep the shorter of both times, and none outlives the
   * expiry that it was issued with.
   *
   * @throws NotFoundError
   */
  async rotate(organizationId: string, id: string, rotation: Rotation): Promise<CredentialRecord> {
    const { hash, hint, graceSeconds, changes = {} } = rotation;
    const values = { ...changes, hint };
    const details = { verb: 'rotate', evenIfSame: true };
    const { expiresAt: lastEnd } = await this.changing.lock(organizationId, id);
    const credential = await this.changing.update(organizationId, id, values, details);
    const { manager } = this.scope;
    const now = Date.now();
    const expiresAt = new Date(Math.min(now + graceSeconds * 1000, lastEnd?.getTime() ?? Number.POSITIVE_INFINITY));
    if (expiresAt.getTime() > now) {
      await manager.update(CredentialSecretEntity, { credentialId: id, expiresAt: IsNull() }, { expiresAt });
      await END_SECRETS.run(manager, [id, expiresAt]);
      await REMOVE_ENDED_SECRETS.run(manager, [id]);
    } else {
      await manager.delete(CredentialSecretEntity, { credentialId: id });
    }
    await manager.insert(CredentialSecretEntity, { hash, credentialId: id, expiresAt: null });
    return credential;
  }

  /**
   * Records that a credential is to be rotated, once for each due time, whoever else does it too. Answers whether this
   * was the time.
   *
   * @throws NotFoundError
   */
  async announceRotation(organizationId: string, id: string): Promise<boolean> {
    const { rotationDueAt, kind, name } = await this.changing.lock(organizationId, id);
    if (rotationDueAt === null) return false;
    const { manager, log } = this.scope;
    const action = 'credential.rotation_due';
    const where = { organizationId, targetId: id, action };
    const [last] = await manager.find(ChangeEntity, { where, order: { id: 'DESC' }, take: 1 });
    if (last?.after?.rotationDueAt === rotationDueAt.toISOString()) return false;
    const entry = { organizationId, action, targetType: 'credential', targetId: id, targetName: name };
    log.record({ ...entry, after: { kind, rotationDueAt } });
    return true;
  }

  /** Removes every PAT of a person. */
  removePats(organizationId: string, userId: string): Promise<void> {
    return removePats(this.scope, organizationId, userId);
  }

  /** Removes a credential with the rate-limit policies that name it. @throws NotFoundError */
  async remove(organizationId: string, id: string): Promise<CredentialRecord> {
    await this.changing.lock(organizationId, id);
    await this.rateLimitPolicies.removeOf(organizationId, { apiKeyId: id });
    return this.changing.remove(organizationId, id);
  }
}
