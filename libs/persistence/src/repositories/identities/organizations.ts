import { In } from 'typeorm';
import type { Access } from '../../connection/connection.js';
import { ConflictError, NotFoundError } from '../../database-error.js';
import { CredentialEntity } from '../../entities/credential.entity.js';
import { OrganizationEntity, WorkspaceEntity } from '../../entities/organization.entity.js';
import { newId } from '../../ids/new-id.js';
import type { OrganizationRecord, Source, WorkspaceRecord } from '../../records/organization.js';
import type { Page, PageRequest } from '../../records/page.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { TenantTable } from '../tenant-table.js';
import { applyCredentialPolicy } from './apply-credential-policy.js';

const toOrganization = (row: OrganizationEntity): OrganizationRecord => ({ ...row });
const toWorkspace = (row: WorkspaceEntity): WorkspaceRecord => ({ ...row });

export class OrganizationQueries {
  protected readonly table: TenantTable<OrganizationEntity, OrganizationRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, OrganizationEntity, toOrganization, { tenantColumn: 'id' });
  }

  find(id: string): Promise<OrganizationRecord | undefined> {
    return this.table.find(id, id);
  }

  findByName(name: string): Promise<OrganizationRecord | undefined> {
    return this.access.run(async (manager) => {
      const row = await manager.findOneBy(OrganizationEntity, { name });
      return row ? toOrganization(row) : undefined;
    });
  }

  /** All tenants, oldest first: for the operator alone. */
  listEveryOne(): Promise<readonly OrganizationRecord[]> {
    return this.access.run(async (manager) =>
      (await manager.find(OrganizationEntity, { order: { id: 'ASC' } })).map(toOrganization),
    );
  }
}

export interface NewOrganization {
  readonly name: string;
  readonly products?: readonly string[] | undefined;
  readonly source?: Source | undefined;
}

export type OrganizationChanges = Partial<Omit<OrganizationRecord, 'id' | 'createdAt' | 'updatedAt'>>;

export class OrganizationRepository extends OrganizationQueries {
  private readonly changing: AuditedTable<OrganizationEntity, OrganizationRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'organization',
      nameOf: ({ name }) => name,
      topicsOf: ({ id }) => [`organization:${id}`, 'snapshot'],
    });
  }

  create({ name, products = [], source = 'database' }: NewOrganization): Promise<OrganizationRecord> {
    return this.changing.insert({ id: newId(), name, products: [...products], source });
  }

  /** Tokens that a stricter credential policy does not allow end with the change. @throws NotFoundError */
  async update(id: string, changes: OrganizationChanges): Promise<OrganizationRecord> {
    const before = toOrganization(await this.changing.lock(id, id));
    const after = await this.changing.update(id, id, changes);
    await applyCredentialPolicy(this.scope, id, before, after);
    return after;
  }

  /**
   * An organization, whose credential policy stays as found until the end of the change: so that no token is issued under the
   * policy before.
   *
   * @throws NotFoundError
   */
  async lock(id: string): Promise<OrganizationRecord> {
    await lockTenant(this.scope.manager, id);
    const organization = await this.find(id);
    if (organization === undefined) throw new NotFoundError('organization');
    return organization;
  }
}

export interface WorkspaceFilters {
  /** Those of the list. */
  readonly id?: readonly string[] | undefined;
  readonly name?: string | undefined;
}

export class WorkspaceQueries {
  protected readonly table: TenantTable<WorkspaceEntity, WorkspaceRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, WorkspaceEntity, toWorkspace, { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<WorkspaceRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  findByName(organizationId: string, name: string): Promise<WorkspaceRecord | undefined> {
    return this.table.findBy(organizationId, { name });
  }

  listPage(organizationId: string, page: PageRequest<WorkspaceFilters>): Promise<Page<WorkspaceRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** Oldest first. */
  listAll(organizationId: string, filters: WorkspaceFilters = {}): Promise<readonly WorkspaceRecord[]> {
    return this.table.listAll(organizationId, filters);
  }
}

export class WorkspaceRepository extends WorkspaceQueries {
  private readonly changing: AuditedTable<WorkspaceEntity, WorkspaceRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'workspace',
      nameOf: ({ name }) => name,
      topicsOf: ({ organizationId }, verb) =>
        verb === 'create' ? ['snapshot'] : ['snapshot', `organization:${organizationId}`],
    });
  }

  /** @throws ConflictError for a name that exists already. */
  create(organizationId: string, { name }: { readonly name: string }): Promise<WorkspaceRecord> {
    return this.changing.insert({ id: newId(), organizationId, name });
  }

  /** Gives a workspace another name; undefined leaves it. @throws NotFoundError, ConflictError */
  rename(organizationId: string, id: string, name: string | undefined): Promise<WorkspaceRecord> {
    return this.changing.update(organizationId, id, { name }, { verb: 'rename' });
  }

  /** Captures the payloads of requests until a time; null ends it. @throws NotFoundError */
  capturePayloads(organizationId: string, id: string, until: Date | null): Promise<WorkspaceRecord> {
    const verb = until === null ? 'end_capture' : 'capture_payloads';
    return this.changing.update(organizationId, id, { payloadsCapturedUntil: until }, { verb });
  }

  /**
   * Removes a workspace with its providers, models, virtual accounts, memberships and PATs.
   *
   * @throws NotFoundError; ConflictError `credential` while API keys are bound to it, `workspace` for the last one.
   */
  async remove(organizationId: string, id: string): Promise<WorkspaceRecord> {
    await lockTenant(this.scope.manager, organizationId);
    await this.changing.lock(organizationId, id);
    if ((await this.table.count(organizationId)) < 2) throw new ConflictError('workspace', 'last');
    // A cascade by way of the virtual accounts would come after the check that nothing refers to the workspace.
    const where = { organizationId, workspaceId: id, kind: In(['pat', 'vat']) };
    await this.scope.manager.delete(CredentialEntity, where);
    return this.changing.remove(organizationId, id);
  }
}
