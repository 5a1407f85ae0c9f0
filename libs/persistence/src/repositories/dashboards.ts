import type { Access } from '../connection/connection.js';
import { DashboardEntity } from '../entities/dashboard.entity.js';
import { newId } from '../ids/new-id.js';
import type { DashboardRecord } from '../records/dashboard.js';
import type { Page, PageRequest } from '../records/page.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { lockTenant } from './rows/lock-tenant.js';
import { TenantTable } from './tenant-table.js';

export interface DashboardFilters {
  readonly workspaceId?: string | undefined;
}

export type NewDashboard = Pick<DashboardRecord, 'workspaceId' | 'name' | 'charts' | 'createdBy'>;
export type DashboardChanges = Partial<Pick<DashboardRecord, 'name' | 'charts'>>;

export class DashboardQueries {
  protected readonly table: TenantTable<DashboardEntity, DashboardRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, DashboardEntity, (row): DashboardRecord => ({ ...row }), { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<DashboardRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<DashboardFilters>): Promise<Page<DashboardRecord>> {
    return this.table.listPage(organizationId, page);
  }

  count(organizationId: string, filters: DashboardFilters): Promise<number> {
    return this.table.count(organizationId, filters);
  }
}

export class DashboardRepository extends DashboardQueries {
  private readonly changing: AuditedTable<DashboardEntity, DashboardRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'dashboard',
      nameOf: ({ name }) => name,
      topicsOf: () => [],
    });
  }

  /** Makes others who create dashboards of the organization wait for the end of this change. */
  async lockAll(organizationId: string): Promise<void> {
    await lockTenant(this.scope.manager, organizationId);
  }

  /** @throws ConflictError `name` */
  create(organizationId: string, { charts, ...values }: NewDashboard): Promise<DashboardRecord> {
    return this.changing.insert({ ...values, charts: [...charts], id: newId(), organizationId });
  }

  /** @throws NotFoundError; ConflictError `name` */
  update(organizationId: string, id: string, { charts, name }: DashboardChanges): Promise<DashboardRecord> {
    return this.changing.update(organizationId, id, { name, charts: charts && [...charts] });
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<DashboardRecord> {
    return this.changing.remove(organizationId, id);
  }
}
