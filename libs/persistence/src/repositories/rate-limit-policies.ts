import type { Access } from '../connection/connection.js';
import { RateLimitPolicyEntity } from '../entities/policy.entity.js';
import { newId } from '../ids/new-id.js';
import type { Page, PageRequest } from '../records/page.js';
import type { PolicyScope, RateLimitPolicyRecord } from '../records/policy.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

/** Owner of the policy: exactly one of a team, a person, a virtual account and a key. */
export type PolicyIdentity = Partial<
  Pick<RateLimitPolicyRecord, 'teamId' | 'userId' | 'serviceAccountId' | 'apiKeyId'>
>;

export interface RateLimitPolicyFilters extends Readonly<PolicyIdentity> {
  /** A list: any of them; null, also in a list: those of the organization. */
  readonly workspaceId?: string | readonly (string | null)[] | null | undefined;
  readonly scope?: PolicyScope | undefined;
  readonly model?: string | undefined;
}

/** Fields of a policy that may be changed; its subject and its way of counting may not. */
export type RateLimitPolicyChanges = Partial<
  Pick<
    RateLimitPolicyRecord,
    | 'name'
    | 'enabled'
    | 'requestsPerMinute'
    | 'requestsPerHour'
    | 'requestsPerDay'
    | 'tokensPerMinute'
    | 'tokensPerHour'
    | 'tokensPerDay'
    | 'maxParallel'
    | 'queue'
  >
>;

export type NewRateLimitPolicy = RateLimitPolicyChanges &
  PolicyIdentity &
  Pick<RateLimitPolicyRecord, 'name' | 'scope' | 'workspaceId' | 'model' | 'appliesPer'>;

export class RateLimitPolicyQueries {
  protected readonly table: TenantTable<RateLimitPolicyEntity, RateLimitPolicyRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, RateLimitPolicyEntity, (row): RateLimitPolicyRecord => ({ ...row }), {
      name: 'name',
      searched: ['row.model'],
    });
  }

  find(organizationId: string, id: string): Promise<RateLimitPolicyRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  /** Some policy that the filters find. */
  findBy(organizationId: string, filters: RateLimitPolicyFilters): Promise<RateLimitPolicyRecord | undefined> {
    return this.table.findBy(organizationId, filters);
  }

  listPage(organizationId: string, page: PageRequest<RateLimitPolicyFilters>): Promise<Page<RateLimitPolicyRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** Every policy that the filters find, oldest first. */
  listAll(organizationId: string, filters: RateLimitPolicyFilters): Promise<readonly RateLimitPolicyRecord[]> {
    return this.table.listAll(organizationId, filters);
  }
}

export class RateLimitPolicyRepository extends RateLimitPolicyQueries {
  private readonly changing: AuditedTable<RateLimitPolicyEntity, RateLimitPolicyRecord>;

  constructor(access: Access, scope: ChangeScope) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'rate_limit_policy',
      nameOf: ({ name }) => name,
      topicsOf: () => ['snapshot'],
    });
  }

  /** @throws UnknownReferenceError `workspace_id`, `team_id`, `user_id`, `service_account_id` or `api_key_id` */
  create(organizationId: string, values: NewRateLimitPolicy): Promise<RateLimitPolicyRecord> {
    return this.changing.insert({ ...values, id: newId(), organizationId });
  }

  /** A policy, which stays as found until the end of the change. @throws NotFoundError */
  async lock(organizationId: string, id: string): Promise<RateLimitPolicyRecord> {
    return { ...(await this.changing.lock(organizationId, id)) };
  }

  /** @throws NotFoundError */
  update(organizationId: string, id: string, changes: RateLimitPolicyChanges): Promise<RateLimitPolicyRecord> {
    return this.changing.update(organizationId, id, changes);
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<RateLimitPolicyRecord> {
    return this.changing.remove(organizationId, id);
  }

  /**
   * Removes every policy that names an identity which is about to go, each recorded in the audit trail. The database would do
   * it too, without a record.
   */
  async removeOf(organizationId: string, identity: PolicyIdentity): Promise<void> {
    for (const { id } of await this.table.listAll(organizationId, identity)) await this.remove(organizationId, id);
  }
}
