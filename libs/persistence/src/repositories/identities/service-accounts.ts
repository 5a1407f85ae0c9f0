import type { Access } from '../../connection/connection.js';
import { ServiceAccountEntity } from '../../entities/credential.entity.js';
import { newId } from '../../ids/new-id.js';
import type { ServiceAccountRecord } from '../../records/credential.js';
import type { Page, PageRequest } from '../../records/page.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { RateLimitPolicyRepository } from '../rate-limit-policies.js';
import { TenantTable } from '../tenant-table.js';

export interface ServiceAccountFilters {
  readonly workspaceId?: string | undefined;
  readonly name?: string | undefined;
}

export type ServiceAccountChanges = Partial<
  Pick<ServiceAccountRecord, 'name' | 'allowedModels' | 'allowedProviders' | 'role' | 'disabled'>
>;
export type NewServiceAccount = ServiceAccountChanges & Pick<ServiceAccountRecord, 'workspaceId' | 'name'>;

export class ServiceAccountQueries {
  protected readonly table: TenantTable<ServiceAccountEntity, ServiceAccountRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, ServiceAccountEntity, (row): ServiceAccountRecord => ({ ...row }), {
      name: 'name',
    });
  }

  find(organizationId: string, id: string): Promise<ServiceAccountRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<ServiceAccountFilters>): Promise<Page<ServiceAccountRecord>> {
    return this.table.listPage(organizationId, page);
  }
}

export class ServiceAccountRepository extends ServiceAccountQueries {
  private readonly changing: AuditedTable<ServiceAccountEntity, ServiceAccountRecord>;
  private readonly rateLimitPolicies: RateLimitPolicyRepository;

  constructor(access: Access, scope: ChangeScope) {
    super(access);
    this.rateLimitPolicies = new RateLimitPolicyRepository(access, scope);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'service_account',
      nameOf: ({ name }) => name,
      topicsOf: ({ id }, verb) => (verb === 'create' ? [] : [`service_account:${id}`]),
    });
  }

  /** @throws ConflictError `name`; UnknownReferenceError `workspace_id` */
  create(organizationId: string, account: NewServiceAccount): Promise<ServiceAccountRecord> {
    const { allowedModels = null, allowedProviders = null, ...rest } = account;
    return this.changing.insert({
      ...rest,
      allowedModels: allowedModels && [...allowedModels],
      allowedProviders: allowedProviders && [...allowedProviders],
      id: newId(),
      organizationId,
    });
  }

  /** @throws NotFoundError, ConflictError */
  update(organizationId: string, id: string, changes: ServiceAccountChanges): Promise<ServiceAccountRecord> {
    return this.changing.update(organizationId, id, changes);
  }

  /** Removes the account with its tokens and the rate-limit policies that name it. @throws NotFoundError */
  async remove(organizationId: string, id: string): Promise<ServiceAccountRecord> {
    await this.changing.lock(organizationId, id);
    await this.rateLimitPolicies.removeOf(organizationId, { serviceAccountId: id });
    return this.changing.remove(organizationId, id);
  }
}
