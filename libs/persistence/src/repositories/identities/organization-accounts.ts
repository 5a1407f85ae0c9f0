import type { Access } from '../../connection/connection.js';
import { OrganizationAccountEntity } from '../../entities/credential.entity.js';
import { newId } from '../../ids/new-id.js';
import type { OrganizationAccountRecord } from '../../records/credential.js';
import type { Page, PageRequest } from '../../records/page.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { TenantTable } from '../tenant-table.js';

export type OrganizationAccountChanges = Partial<
  Pick<OrganizationAccountRecord, 'name' | 'permissions' | 'grantedBy' | 'disabled'>
>;
export type NewOrganizationAccount = OrganizationAccountChanges &
  Pick<OrganizationAccountRecord, 'name' | 'permissions' | 'grantedBy'>;

export class OrganizationAccountQueries {
  protected readonly table: TenantTable<OrganizationAccountEntity, OrganizationAccountRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, OrganizationAccountEntity, (row): OrganizationAccountRecord => ({ ...row }), {
      name: 'name',
    });
  }

  find(organizationId: string, id: string): Promise<OrganizationAccountRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest): Promise<Page<OrganizationAccountRecord>> {
    return this.table.listPage(organizationId, page);
  }
}

export class OrganizationAccountRepository extends OrganizationAccountQueries {
  private readonly changing: AuditedTable<OrganizationAccountEntity, OrganizationAccountRecord>;

  constructor(access: Access, scope: ChangeScope) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'organization_account',
      nameOf: ({ name }) => name,
      topicsOf: ({ id }, verb) => (verb === 'create' ? [] : [`organization_account:${id}`]),
    });
  }

  /** @throws ConflictError `name` */
  create(
    organizationId: string,
    { permissions, ...account }: NewOrganizationAccount,
  ): Promise<OrganizationAccountRecord> {
    return this.changing.insert({ ...account, permissions: [...permissions], id: newId(), organizationId });
  }

  /** @throws NotFoundError, ConflictError */
  update(organizationId: string, id: string, changes: OrganizationAccountChanges): Promise<OrganizationAccountRecord> {
    return this.changing.update(organizationId, id, changes);
  }

  /** Removes the account with its tokens. @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<OrganizationAccountRecord> {
    return this.changing.remove(organizationId, id);
  }
}
